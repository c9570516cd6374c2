// Wide beam over partial boards with breaks counted (src/score/beam.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

struct BeamRequest {
    std::vector<Cell> order;  // every cell once
    Board root;
    std::int64_t width = 16384;  // boards kept at each step
    double price = 2.8;          // of a break, in units of the logarithm of the number of ways to finish
    double foresight = 1.0;      // weight of the colors left against the breaks made; 0: breaks alone
    double temperature = 0.3;    // of the noise added to each board's cost, in the same units
    std::uint64_t seed = 0;
    std::int64_t keep = 1;         // complete boards to hand back, best first
    std::int64_t node_limit = -1;  // boards to build at most before it narrows; negative: no limit
    int threads = 1;
};

struct BeamResult {
    std::vector<Board> boards;  // best first; complete wherever the pieces can fill the cells
    std::int64_t nodes = 0;     // boards built
    bool finished = false;      // false: told to stop, and completed with a narrow beam
};

BeamResult beam(const Puzzle& puzzle, const BeamRequest& request, Control& control);

}  // namespace edgematch
