// Fillings of some cells of a partial board with the pieces it leaves (src/localsearch/regions.cpp).
#pragma once

#include <cstdint>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

struct RegionOptions {
    std::vector<Cell> cells;  // to be filled where a root leaves them empty; others stay as they are
    int most_breaks;          // of the whole board
    bool improve;             // each filling must have fewer breaks than the one before
    std::int64_t want;        // fillings that are enough; negative: all
    std::int64_t node_limit;  // negative: none
    std::uint64_t seed;       // of the sequence of pieces; 0: as numbered
};

struct Fillings {
    std::vector<Board> boards;     // in the order found: the best comes last when improving
    std::vector<Board> remaining;  // what was not searched, as roots
    std::int64_t nodes = 0;
};

Fillings fill_region(const Puzzle& puzzle, const std::vector<Board>& roots, const RegionOptions& options,
                     Control& control);

}  // namespace edgematch
