// Which pieces the search may exchange freely.
//
// An answer is what one sees, so identical pieces are one *kind* with a number of copies, and a self-symmetric piece
// has only as many *looks* as it shows differently. A labelled search wants boards told apart by piece number and
// turn: there every piece is its own kind and every turn its own look. The engines know only kinds and looks, so the
// two ways of counting share one search and nothing is filtered afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

struct Look {
    std::uint16_t kind;
    Placement placement;  // the one that stands for all placements that look like it
    Sides sides;
};

class Kinds {
  public:
    Kinds(const Puzzle& puzzle, bool labelled);

    std::size_t count() const { return members_.size(); }
    std::uint16_t of(Placement placement) const { return kind_of_[static_cast<std::size_t>(placement >> 2)]; }
    std::size_t copies(std::size_t kind) const { return members_[kind].size(); }
    const std::vector<Look>& looks() const { return looks_; }

    // Replaces, in the cells that are empty in `root`, stand-in placements by concrete ones: the lowest free copies
    // in cell order, turned least.
    void name_pieces(std::span<const Placement> root, std::span<Placement> board) const;

  private:
    Placement turned_like(std::uint16_t piece, Placement stand_in) const;

    const Puzzle& puzzle_;
    bool labelled_;
    std::vector<std::uint16_t> kind_of_;
    std::vector<std::vector<std::uint16_t>> members_;
    std::vector<Look> looks_;
};

}  // namespace edgematch
