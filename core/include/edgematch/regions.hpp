// Fillings of some cells of a partial board with the pieces it leaves (src/localsearch/regions.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

struct RegionRequest {
    std::vector<Board> roots;
    std::vector<Cell> cells;       // to be filled where a root leaves them empty; others stay as they are
    int most_breaks = 0;           // of the whole board
    bool improve = false;          // each filling must have fewer breaks than the one before
    std::int64_t want = -1;        // fillings that are enough; negative: all
    std::int64_t node_limit = -1;  // negative: none
    std::uint64_t seed = 0;        // of the sequence of pieces; 0: as numbered
};

struct Fillings {
    std::vector<Board> boards;     // in the order found: the best comes last when improving
    std::vector<Board> remaining;  // what was not looked through, as roots
    std::int64_t nodes = 0;
};

Fillings fill_region(const Puzzle& puzzle, const RegionRequest& request, Control& control);

}  // namespace edgematch
