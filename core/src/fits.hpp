// Candidates by the sides known at a cell, with and without misses. See fits.cpp.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

struct Fit {
    Sides sides;
    std::uint16_t piece;
    Placement placement;
};
static_assert(sizeof(Fit) == 8);

// Lists of one key or two, flat: list `k` is fits[heads[k]] to fits[heads[k + 1]].
struct FitTable {
    std::vector<std::uint32_t> heads;
    std::vector<Fit> fits;

    std::span<const Fit> at(std::size_t key) const { return {fits.data() + heads[key], fits.data() + heads[key + 1]}; }
};

// What may lie in the cells of one rim pattern.
class FitClass {
  public:
    FitClass(std::vector<Fit> all, std::size_t colors, std::size_t pieces);

    std::span<const Fit> all() const { return all_; }
    // Calls `visit` for every fit whose piece is not in the bit set `used`.
    template <class Visit>
    void each_unused(const std::uint64_t* used, Visit&& visit) const {
        for (std::size_t word = 0; word < pieces_.size(); ++word)
            for (std::uint64_t left = pieces_[word] & ~used[word]; left != 0; left &= left - 1)
                for (const Fit& fit : by_piece_.at(word * 64 + static_cast<std::size_t>(std::countr_zero(left))))
                    visit(fit);
    }
    // Those that show `color` on `side`.
    std::span<const Fit> with(int side, Color color) const { return single_[static_cast<std::size_t>(side)].at(color); }
    // The lists by the colors of two sides: key = first * colors + second. Built when first asked for.
    const FitTable& pair(int first, int second);

  private:
    std::vector<Fit> all_;
    std::size_t colors_;
    FitTable single_[SIDES], by_piece_;
    std::vector<std::uint64_t> pieces_;  // bit set of the pieces in all_
    std::map<std::pair<int, int>, FitTable> pairs_;
};

// The classes of a puzzle, without the pieces that a root holds already.
class FitBook {
  public:
    FitBook(const Puzzle& puzzle, std::span<const Placement> root);

    FitClass& of(unsigned rim);
    std::size_t colors() const { return colors_; }

  private:
    const Puzzle& puzzle_;
    std::vector<bool> used_;
    std::size_t colors_ = 0;
    std::map<unsigned, FitClass> classes_;
};

}  // namespace edgematch
