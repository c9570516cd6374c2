// Engines that work on a formula or a graph made from a puzzle rather than on the puzzle itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/types.hpp"

namespace edgematch {

// A formula to be satisfied by local search.
struct WalkTask {
    std::vector<std::int32_t> literals;  // clauses one after the other, each ended by 0
    std::int32_t variables = 0;
    double base = 2.5;             // a flip that breaks b clauses is chosen with weight base^-b
    std::int64_t restart = 0;      // start anew after so many flips; 0: never
    std::int64_t flip_limit = -1;  // -1: none
    std::uint64_t seed = 0;
};

struct WalkReport {
    bool satisfied = false;
    bool refuted = false;  // unit propagation alone finds a contradiction
    std::int64_t flips = 0;
    std::int64_t fewest = 0;              // the fewest clauses that were ever unsatisfied at once
    std::vector<std::int8_t> assignment;  // of the variables 1, 2, ...; meaningful when satisfied
};

WalkReport walk(const WalkTask& task, Control& control);

// A graph whose nodes are placements in cells; a clique with a node for each cell is a solution.
struct CliqueTask {
    int width = 0, height = 0;
    std::vector<std::int32_t> cell, piece;  // of each node, cells rising
    std::vector<std::int32_t> rank;         // kind of a piece that has twins, whose order is fixed; else -1
    std::vector<std::array<std::uint8_t, 4>> sides;
    std::vector<Placement> placement;
    std::int64_t selections = 0;   // of the heuristic; 0: none
    bool exact = true;             // then search all cliques
    bool partial = false;          // report ever larger cliques, not only complete ones
    bool count = false;            // tell only how many
    std::int64_t node_limit = -1;  // -1: none
    std::uint64_t seed = 0;
};

struct CliqueReport {
    bool finished = false;  // every clique with a node for each cell was reported
    std::int64_t selections = 0, nodes = 0;
    std::int64_t largest = 0;  // nodes of the largest clique met
};

CliqueReport find_cliques(const CliqueTask& task, Control& control);

}  // namespace edgematch
