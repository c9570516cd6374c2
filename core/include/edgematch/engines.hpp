// The engines of the core: each takes a checked puzzle and plain values, each has its essay in src/.
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"
#include "edgematch/stats.hpp"
#include "edgematch/types.hpp"

namespace edgematch {

// What a depth-first engine is asked to do.
struct Search {
    bool labelled = false;
    std::vector<Cell> order;       // every cell once
    std::vector<Board> roots;      // searched one after the other
    std::int64_t node_limit = -1;  // nodes to commit at most; negative: no limit
    std::int64_t want = -1;        // answers to report at most; negative: all
    bool boards = true;            // false: report numbers only
    int threads = 1;
    int depth = -1;      // boards with so many cells filled are answers; negative: only complete ones
    bool prune = false;  // leave candidates out that no neighbour still to come can match
};

struct Report {
    std::vector<Board> remaining;  // what was not searched, exact and disjoint, in the order of the search
    Stats stats;
};

// Zero look-ahead depth-first search over keyed candidate lists (src/exact/backtrack.cpp).
Report backtrack(const Puzzle& puzzle, const Search& search, Control& control);

// Random estimates of the size of the tree that `backtrack` would walk (src/exact/tree_estimate.cpp).
struct Probing {
    std::int64_t dives = 1;  // independent estimates
    std::int64_t flock = 1;  // boards that go down together in each; 1: a dive as Knuth's
    std::uint64_t seed = 0;
};
struct Probes {
    std::vector<double> nodes;     // one unbiased estimate of the number of nodes a dive
    std::vector<double> answers;   // one unbiased estimate of the number of answers a dive
    std::vector<double> by_depth;  // mean estimate of nodes by number of filled cells
};
Probes probe_tree(const Puzzle& puzzle, const Search& search, const Probing& probing);

}  // namespace edgematch
