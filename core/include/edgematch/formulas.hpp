// Engines that work on a formula or a graph made from a puzzle rather than on the puzzle itself.
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/types.hpp"

namespace edgematch {

struct Formula {
    std::vector<std::int32_t> literals;  // clauses one after the other, each ended by 0
    std::int32_t variables;
};

struct ProbsatOptions {
    double base;              // a flip that breaks b clauses is chosen with weight base^-b
    std::int64_t restart;     // start again after so many flips; 0: never
    std::int64_t flip_limit;  // negative: none
    std::uint64_t seed;
};

struct ProbsatReport {
    bool satisfied = false;
    bool refuted = false;  // unit propagation alone finds a contradiction
    std::int64_t flips = 0;
    std::int64_t fewest = 0;              // the fewest clauses that were ever unsatisfied at once
    std::vector<std::int8_t> assignment;  // of the variables 1, 2, ...; meaningful when satisfied
};

// Local search for an assignment that satisfies a formula (src/formulas/probsat.cpp).
ProbsatReport probsat(const Formula& formula, const ProbsatOptions& options, Control& control);

// A graph whose nodes are placements in cells; a clique with a node for each cell is a solution.
struct CliqueGraph {
    int width, height;
    std::vector<std::int32_t> cell, piece;  // of each node, cells rising
    std::vector<std::int32_t> rank;         // kind of a piece that has twins, whose order is fixed; else -1
    std::vector<Sides> sides;
    std::vector<Placement> placement;
};

struct CliqueOptions {
    std::int64_t selections;  // of the heuristic; 0: none
    bool exact;               // then search all cliques
    bool partial;             // report ever larger cliques, not only complete ones
    bool count;               // report only how many
    std::int64_t node_limit;  // negative: none
    std::uint64_t seed;
};

struct CliqueReport {
    bool finished = false;  // every clique with a node for each cell was reported
    std::int64_t selections = 0, nodes = 0;
    std::int64_t largest = 0;  // nodes of the largest clique met
};

CliqueReport find_cliques(const CliqueGraph& graph, const CliqueOptions& options, Control& control);

}  // namespace edgematch
