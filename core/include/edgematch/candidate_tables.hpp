// Candidate lists: the placements that fit a cell, by the colors known around it. See src/puzzle/candidate_tables.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

inline constexpr int NO_SIDE = -1;
inline constexpr int NO_FRAME = -1;

// What decides which lists a cell uses: its frame mask, the sides whose color is known when it is filled, and which of
// these the search looks up last (`own`, as a rule the side that faces the cell filled just before; NO_SIDE: none).
struct CellShape {
    unsigned frame = 0;
    unsigned known = 0;  // bit `s`: side `s`
    int own = NO_SIDE;
    // The frame masks of neighbours not filled yet: candidates that nothing with such a mask can match are left out.
    std::array<int, SIDES> outlook{NO_FRAME, NO_FRAME, NO_FRAME, NO_FRAME};
    auto operator<=>(const CellShape&) const = default;
};

// How the list for some colors is found. The colors of `others` lead to a row: the first is the row, and from the
// second on `tries[i - 1][row << color_bits | color]` is the next row (0: no candidate). The list is number
// `row << row_shift | color of own`.
struct ListKey {
    std::vector<int> others;  // the known sides except `own`, in rising order
    std::vector<std::vector<std::uint16_t>> tries;
    unsigned row_shift = 0;
};

// All lists of one shape: list `k` is placements[heads[k]] up to, not including, placements[heads[k + 1]].
struct CandidateLists : ListKey {
    std::vector<std::uint32_t> heads;
    std::vector<Placement> placements;

    std::size_t count() const { return heads.size() - 1; }
    std::span<const Placement> at(std::size_t k) const {
        return std::span(placements).subspan(heads[k], heads[k + 1] - heads[k]);
    }
};

// Sorts placements into `count` lists by their keys and keeps their sequence within each list.
CandidateLists grouped(std::span<const Placement> placements, std::span<const std::size_t> keys, std::size_t count);

// Whether colors keep their numbers or are renumbered without gaps, which makes rows as short as the puzzle allows.
enum class ColorNumbers { AS_GIVEN, WITHOUT_GAPS };

class CandidateTables {
  public:
    // `sequence`: the placements that may be candidates, in the sequence in which lists hold them.
    CandidateTables(const Puzzle& puzzle, std::span<const Placement> sequence, ColorNumbers numbers);

    CandidateLists lists(const CellShape& shape) const;
    // The candidates of cells with one frame mask.
    const std::vector<Placement>& fitting(unsigned frame) const { return fitting_[is_framed_ ? frame : 0]; }
    // The colors of a placement by number.
    const Sides& sides(Placement placement) const { return sides_[static_cast<std::size_t>(placement)]; }
    const std::vector<Sides>& all_sides() const { return sides_; }  // by placement
    // Bits of a color number, at least one.
    unsigned color_bits() const { return color_bits_; }

  private:
    bool has_outlook(const CellShape& shape, Placement placement) const;
    std::size_t number_rows(CandidateLists& lists, std::span<const Placement> pool,
                            std::vector<std::size_t>& row) const;

    bool is_framed_;
    unsigned color_bits_ = 1;
    std::vector<Sides> sides_;
    std::array<std::vector<Placement>, 1u << SIDES> fitting_;
};

}  // namespace edgematch
