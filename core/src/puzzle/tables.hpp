// The puzzle as the filtering engines read it: flat tables over cells, kinds and looks.
//
// A *value* is a kind of piece turned one way, a look of the first copy of the kind (see edgematch/kinds.hpp). The
// values of one kind are consecutive numbers. All four filtering engines (colorpair, pla, mac, edgecp) put values into
// cells.
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

    // by placement: the value that stands for it
    std::vector<int> value_of;

    bool fits(int cell, int value) const { return grey[value] == rim[cell]; }
    // The values of a board, -1 where it is empty.
    std::vector<int> read(const Board& board) const;
    // The board of some values, with pieces named so that the cells filled in `root` keep theirs.
    Board write(const std::vector<int>& values_by_cell, const Board& root) const;

  private:
    void add_value(Placement look);
    void name_values(int piece);
};

}  // namespace edgematch
