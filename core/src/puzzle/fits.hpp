// Candidates by the sides known at a cell, with and without misses. See fits.cpp.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"
#include "puzzle/copies.hpp"

namespace edgematch {

// One way to lie in a cell. A list ends with a fit of kind `sentinel`, of which a search always has one left, so that
// the scan for a kind that is left needs no second test.
struct Fit {
    Sides sides;
    std::uint16_t kind;
    Placement placement;
};
static_assert(sizeof(Fit) == 8);

// Lists of one key or two, flat: list `k` is fits[heads[k]] up to its sentinel, the last before fits[heads[k + 1]].
struct FitTable {
    std::vector<std::uint32_t> heads;
    std::vector<Fit> fits;

    const Fit* from(std::size_t key) const { return fits.data() + heads[key]; }
    std::span<const Fit> at(std::size_t key) const { return {from(key), fits.data() + heads[key + 1] - 1}; }
};

// What may lie in the cells of one rim pattern.
class FitClass {
  public:
    FitClass(const std::vector<Fit>& all, std::size_t colors, std::size_t kinds);

    std::span<const Fit> all() const { return all_.at(0); }
    const Fit* all_from() const { return all_.from(0); }
    // Calls `visit` for every fit whose kind is not in the bit set `used`.
    template <class Visit>
    void each_unused(const std::uint64_t* used, Visit&& visit) const {
        for (std::size_t word = 0; word < kinds_.size(); ++word)
            for (std::uint64_t left = kinds_[word] & ~used[word]; left != 0; left &= left - 1)
                for (const Fit& fit : by_kind_.at(word * 64 + static_cast<std::size_t>(std::countr_zero(left))))
                    visit(fit);
    }
    // Those that show `color` on `side`.
    std::span<const Fit> with(int side, Color color) const { return single_[static_cast<std::size_t>(side)].at(color); }
    const FitTable& table(int side) const { return single_[static_cast<std::size_t>(side)]; }
    const FitTable& all_table() const { return all_; }
    const Fit* from(int side, Color color) const { return single_[static_cast<std::size_t>(side)].from(color); }
    // The lists by the colors of two sides: key = first * colors + second. Built when first asked for.
    const FitTable& pair(int first, int second);

  private:
    std::size_t colors_;
    Fit sentinel_;
    FitTable all_, single_[SIDES], by_kind_;
    std::vector<std::uint64_t> kinds_;  // bit set of the kinds in all_
    std::map<std::pair<int, int>, FitTable> pairs_;
};

// In which sequence the fits of a list come: by chance (seed 0: as numbered), those with most burnt sides first.
struct FitSequence {
    std::uint64_t seed = 0;
    std::span<const int> burnt{};  // by kind; empty: none is
};

// The classes of a puzzle, without the kinds that a root has used up.
class FitBook {
  public:
    FitBook(const Puzzle& puzzle, const Copies& kinds, std::span<const Placement> root,
            const FitSequence& sequence = {});

    FitClass& of(unsigned rim);
    std::size_t colors() const { return colors_; }

  private:
    const Puzzle& puzzle_;
    std::size_t kinds_;
    std::vector<Look> looks_;  // that are left, in sequence
    std::size_t colors_ = 0;
    std::map<unsigned, FitClass> classes_;
};

}  // namespace edgematch
