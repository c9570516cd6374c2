// Beam search over partial boards with breaks counted (src/score/beam.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

struct BeamOptions {
    std::vector<Cell> order;  // every cell once
    std::int64_t width;       // boards kept at each step
    double price;             // of a break, in units of the logarithm of the number of ways to finish
    // By the number of empty cells, from 0: weights of the open sides, of the equal pairs among the sides that are
    // left, and of the ways to fill the lines ahead, against the breaks made; 0: not counted.
    std::vector<double> open, pairs, chains;
    double temperature;  // of the noise added to the cost of each board, in the same units
    std::uint64_t seed;
    std::int64_t keep;        // complete boards to return, best first
    std::int64_t node_limit;  // boards to build at most before it narrows; negative: no limit
    int threads;
    bool trace;  // return the terms of the price of each board at each step; memory grows with width times cells
};

// Breaks, open sides, equal pairs, chains, and the number of colors with an odd number of sides left and open.
inline constexpr std::size_t BEAM_TERMS = 5;

// The boards of all steps, step after step.
struct BeamTrace {
    std::vector<std::int64_t> sizes;     // boards of each step
    std::vector<std::uint32_t> parents;  // of each board, as an index into the boards of the step before
    std::vector<float> terms;            // of each board, as they were weighed when it was chosen, each with weight 1
};

struct BeamResult {
    std::vector<Board> boards;  // best first; complete wherever the pieces can fill the cells
    std::int64_t nodes;         // boards built
    bool finished;              // false: stopped early, and completed with a narrow beam
    BeamTrace trace;
};

// One pass over the empty cells of a root.
BeamResult beam(const Puzzle& puzzle, const Board& root, const BeamOptions& options, Control& control);

}  // namespace edgematch
