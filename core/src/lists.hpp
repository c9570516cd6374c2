// Candidate lists keyed by every side already known at a cell. See lists.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "edgematch/kinds.hpp"
#include "edgematch/puzzle.hpp"

namespace edgematch {

// One entry of a list, one machine word. The list ends with a sentinel: a kind of which there is always one left, so
// that the scan for a piece that is left needs no second test.
struct Candidate {
    Sides sides;  // palette indices, not colors
    std::uint16_t kind;
    Placement placement;  // in a sentinel: the length of its list, so that tests are counted a list at a time
};
static_assert(sizeof(Candidate) == 8);

inline constexpr int NO_SIDE = -1;

// What decides which lists a cell uses: where the rim is, which sides are known when it is filled, and which of these
// faces the cell filled just before (`own`; NO_SIDE when that one is not a neighbour).
struct Shape {
    unsigned rim = 0;
    unsigned known = 0;
    int own = NO_SIDE;
    auto operator<=>(const Shape&) const = default;
};

// All lists of one shape. The colors of the known sides other than `own` choose a row, once for each visit of the cell
// before; the color of `own` chooses the list in the row, once for each placement.
struct KeyedLists {
    std::vector<int> others;                        // the known sides other than own
    std::vector<std::vector<std::uint16_t>> steps;  // from the second of them on: (row so far, color) -> row; 0: none
    unsigned row_shift = 0;                         // a row has 1 << row_shift heads
    std::vector<std::uint16_t> heads;               // where in `candidates` a list starts
    std::vector<Candidate> candidates;              // entry 0 is the empty list
};

// The lists of one puzzle: each shape is compiled when first asked for, then shared.
class ListBook {
  public:
    ListBook(const Puzzle& puzzle, const Kinds& kinds);

    const KeyedLists& of(const Shape& shape);
    // A candidate as it lies in the lists, for a cell that is filled from the start.
    Candidate laid(Placement placement) const;
    std::uint16_t sentinel() const { return static_cast<std::uint16_t>(kinds_.count()); }
    unsigned color_bits() const { return color_bits_; }

  private:
    std::unique_ptr<KeyedLists> compile(const Shape& shape) const;

    const Puzzle& puzzle_;
    const Kinds& kinds_;
    std::vector<std::uint8_t> palette_;  // color -> small index
    unsigned color_bits_ = 0;
    std::map<Shape, std::unique_ptr<KeyedLists>> lists_;
};

}  // namespace edgematch
