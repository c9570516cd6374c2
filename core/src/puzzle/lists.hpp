// Candidate lists keyed by every side already known at a cell. See lists.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgematch/kinds.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

// One way to fill a cell, one machine word.
struct Candidate {
    Sides sides;  // palette indices, not colors
    std::uint8_t turns;
    std::uint8_t blank;  // always 0: the "color" read where no side faces the cell before
    std::uint16_t piece;

    Placement placement() const { return static_cast<Placement>(piece * 4 + turns); }
};
static_assert(sizeof(Candidate) == 8);

// Up to LANES candidates, laid out so that one look finds which of them are free: lane i asks for bit `bit[i]` of byte
// `byte[i]` of the set of free pieces. A lane without a candidate asks for no bit. A longer list goes on in the next
// block.
inline constexpr unsigned LANES = 8;
struct Block {
    std::array<std::uint8_t, LANES> byte;
    std::array<std::uint8_t, LANES> bit;
    std::uint32_t length;  // of the list from here on
    std::uint32_t more;    // MORE when the list goes on, else 0
    std::array<Candidate, LANES> candidates;
};
inline constexpr std::uint32_t MORE = 1u << LANES;  // the bit after those of the lanes
static_assert(sizeof(Block) == 24 + 8 * LANES);

inline constexpr int NO_SIDE = -1;
inline constexpr int NO_RIM = -1;

// What decides which lists a cell uses: where the rim is, which sides are known when it is filled, and which of these
// faces the cell filled just before (`own`; NO_SIDE when that one is not a neighbour).
struct Shape {
    unsigned rim = 0;
    unsigned known = 0;
    int own = NO_SIDE;
    // The rims of the neighbours not filled yet, where candidates that nothing at such a rim can match are left out.
    std::array<int, SIDES> outlook{NO_RIM, NO_RIM, NO_RIM, NO_RIM};
    auto operator<=>(const Shape&) const = default;
};

// All lists of one shape. The colors of the known sides other than `own` choose a row, once for each visit of the cell
// before; the color of `own` chooses the list in the row, once for each placement.
struct KeyedLists {
    std::vector<int> others;                        // the known sides other than own
    std::vector<std::vector<std::uint16_t>> steps;  // from the second of them on: (row so far, color) -> row; 0: none
    unsigned row_shift = 0;                         // a row has 1 << row_shift heads
    std::vector<const Block*> heads;                // where a list starts
    std::vector<Block> blocks;                      // the first one is the empty list
};

// The lists of one puzzle: each shape is compiled when first asked for, then shared.
class ListBook {
  public:
    ListBook(const Puzzle& puzzle, const Kinds& kinds);

    const KeyedLists& of(const Shape& shape);
    // A placement as it lies in the lists.
    Candidate laid(Placement placement) const;
    unsigned color_bits() const { return color_bits_; }

  private:
    void compile(const Shape& shape, KeyedLists& lists);
    bool has_outlook(const Shape& shape, Placement look) const;

    const Puzzle& puzzle_;
    const Kinds& kinds_;
    std::array<std::uint8_t, 256> palette_{};  // color -> small index
    unsigned color_bits_ = 0;
    std::array<std::vector<Candidate>, 1u << SIDES> pools_;  // looks by the rim they fit
    std::map<Shape, KeyedLists> lists_;
    // Where compile() works: the list of each candidate, and how long the lists are.
    std::vector<std::size_t> heads_;
    std::vector<std::uint32_t> lengths_;
};

}  // namespace edgematch
