// The puzzle as the filtering engines read it: flat arrays over cells, kinds and values.
//
// A *value* is what a cell can hold: a look of the first copy of a kind, numbered as in Kinds::looks(), so that the
// values of one kind are consecutive. All filtering engines (colorpair, pla, mac, edgecp) put values into cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "edgematch/kinds.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

// Four colors in one word, side s in byte s.
std::uint32_t packed(const Sides& sides);

struct Tables {
    Tables(const Puzzle& puzzle, const Kinds& kinds);

    const Puzzle& puzzle;
    const Kinds& named;
    int cells, kinds, values, colors;  // colors: the highest color number plus one

    // by cell
    std::vector<std::array<Cell, SIDES>> near;
    std::vector<std::uint8_t> rim;  // sides that must be grey; 0 everywhere in an unframed puzzle

    // by value
    std::vector<int> kind;
    std::vector<Placement> placement;  // of the first copy
    std::vector<Sides> sides;
    std::vector<std::uint32_t> word;  // its sides, packed
    std::vector<std::uint8_t> grey;   // sides that are grey

    // by kind; `first` has one entry more, so that the values of kind k are first[k] .. first[k + 1] - 1
    std::vector<int> first;
    std::vector<int> copies;

    bool fits(int cell, int value) const { return grey[value] == rim[cell]; }
    // The values of a board, -1 where it is empty.
    std::vector<int> read(const Board& board) const;
    // The board of some values; cells filled in `root` keep their pieces, others are named by Kinds::name_pieces().
    Board write(const std::vector<int>& values_by_cell, const Board& root) const;
};

}  // namespace edgematch
