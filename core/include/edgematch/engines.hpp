// The exact engine: depth-first search, and estimates of the size of its tree.
//
// Every engine of the core takes a compiled puzzle, what to search, its own options and a control. The structs have no
// default values: the defaults of options are in Python, next to their help texts.
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"
#include "edgematch/stats.hpp"
#include "edgematch/types.hpp"

namespace edgematch {

// What an engine that searches below roots is asked to do.
struct Search {
    std::vector<Board> roots;  // searched one after the other
    bool labelled;             // whether boards that look the same are different answers
    bool boards;               // false: report numbers only
    std::int64_t want;         // answers to report at most; negative: all
    std::int64_t node_limit;   // nodes to commit at most; negative: no limit
};

struct Report {
    std::vector<Board> remaining;  // what was not searched, exact and disjoint, in the order of the search
    Stats stats;
};

// Zero look-ahead depth-first search over keyed candidate lists (src/exact/backtrack.cpp).
struct BacktrackOptions {
    std::vector<Cell> order;  // every cell once
    int threads;
    int depth;   // boards with so many cells filled are answers; negative: only complete ones
    bool prune;  // leave out candidates that no empty neighbour can match
};
Report backtrack(const Puzzle& puzzle, const Search& search, const BacktrackOptions& options, Control& control);

// Random estimates of the size of the tree that `backtrack` would search (src/exact/tree_estimate.cpp). Of `search`
// only the roots and `labelled` matter.
struct ProbeOptions {
    std::vector<Cell> order;  // every cell once
    std::int64_t probes;      // independent estimates
    std::int64_t batch;       // boards that go down together in each; 1: a probe as Knuth's
    std::uint64_t seed;
};
struct Probes {
    std::vector<double> nodes;     // one unbiased estimate of the number of nodes per probe
    std::vector<double> answers;   // one unbiased estimate of the number of answers per probe
    std::vector<double> by_depth;  // mean estimate of nodes by number of filled cells
};
Probes probe_tree(const Puzzle& puzzle, const Search& search, const ProbeOptions& options);

}  // namespace edgematch
