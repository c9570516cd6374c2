// Candidate lists for searches that tolerate breaks: runs that end with a sentinel. See fit_tables.cpp.
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgematch/candidate_tables.hpp"
#include "edgematch/kinds.hpp"
#include "puzzle/frontier.hpp"

namespace edgematch {

// One way to fill a cell. A list ends with a fit of kind `sentinel`, of which a search always has one left, so that the
// scan for a kind that is left needs no second test.
struct Fit {
    Sides sides;
    std::uint16_t kind;
    Placement placement;
};
static_assert(sizeof(Fit) == 8);

// Lists one after the other: list `k` is fits[heads[k]] up to its sentinel, the last before fits[heads[k + 1]].
struct FitLists {
    std::vector<std::uint32_t> heads;
    std::vector<Fit> fits;

    const Fit* from(std::size_t key) const { return fits.data() + heads[key]; }
    std::span<const Fit> at(std::size_t key) const { return {from(key), fits.data() + heads[key + 1] - 1}; }
};

class FitTables;

// What fits the cells with one frame mask.
class FrameFits {
  public:
    FrameFits(const FitTables& tables, unsigned frame);

    // All of them, as one list.
    const FitLists& all() const { return all_; }
    // By the color of a side.
    const FitLists& by(int side) const { return by_side_[static_cast<std::size_t>(side)]; }
    // By the colors of two sides: key = first << color_bits | second. Compiled when first needed.
    const FitLists& by(int first, int second);
    // Calls `visit` for every fit whose kind is not in the bit set `used`.
    template <class Visit>
    void each_unused(const std::uint64_t* used, Visit&& visit) const {
        for (std::size_t word = 0; word < kinds_.size(); ++word)
            for (std::uint64_t left = kinds_[word] & ~used[word]; left != 0; left &= left - 1)
                for (const Fit& fit : by_kind_.at(word * 64 + static_cast<std::size_t>(std::countr_zero(left))))
                    visit(fit);
    }

  private:
    const FitTables& tables_;
    unsigned frame_;
    FitLists all_, by_side_[SIDES], by_kind_;
    std::vector<std::uint64_t> kinds_;  // bit set of the kinds in all_
    std::map<std::pair<int, int>, FitLists> by_pair_;
};

// In which sequence lists hold their fits: at random (seed 0: as numbered), those with most burnt sides first.
struct FitSequence {
    std::uint64_t seed = 0;
    std::span<const int> burnt{};  // by kind; empty: none is
};

// The placements in the sequence of the lists: of each kind that the root has not used up, those of its first copy.
std::vector<Placement> in_sequence(const Kinds& kinds, std::span<const Placement> root, const FitSequence& sequence);

// The fits of a puzzle, without the kinds that a root has used up.
class FitTables {
  public:
    FitTables(const Puzzle& puzzle, const Kinds& kinds, std::span<const Placement> root,
              const FitSequence& sequence = {});

    // Gives each step of a frontier its lists.
    Frontier attached(Frontier frontier);
    std::size_t colors() const { return colors_; }  // the highest color number plus one
    unsigned color_bits() const { return tables_.color_bits(); }
    const Kinds& kinds() const { return kinds_; }
    const CandidateTables& candidates() const { return tables_; }
    FitLists with_sentinels(const CandidateLists& lists) const;

  private:
    const Kinds& kinds_;
    CandidateTables tables_;
    std::size_t colors_ = 0;
    std::map<unsigned, FrameFits> by_frame_;
};

}  // namespace edgematch
