// Which pieces the search may exchange freely, and the ways each one shows itself.
//
// An answer is what one sees: identical pieces are one *kind*, and a self-symmetric piece has only as many *looks* as
// it shows differently. Of the free copies of a kind only the first may be laid, which makes the next one the first: so
// no two boards that look the same are ever built, and nothing is filtered afterwards. A labelled search wants boards
// told apart by piece number and turn: there every piece is its own kind and every turn its own look.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

inline constexpr int NO_PIECE = -1;

// A kind of piece turned one way.
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
    // Every look, once a kind.
    const std::vector<Look>& looks() const { return looks_; }
    // Every look of every copy.
    const std::vector<Placement>& placements() const { return placements_; }

    // The pieces of each kind, in rising order.
    const std::vector<std::vector<std::size_t>>& members() const { return members_; }

    // For each piece that a root leaves free, the next free copy of its kind (NO_PIECE: none); the first copies
    // are those with `is_first` set. Pieces on the root are no copies any more.
    struct Chain {
        std::vector<int> next;
        std::vector<bool> is_first;
    };
    Chain chain(std::span<const Placement> root) const;

    // Renames, in the cells that are empty in `root`, the copies of each kind: lowest free ones in cell order, turned
    // least.
    void name_pieces(std::span<const Placement> root, std::span<Placement> board) const;

  private:
    const Puzzle& puzzle_;
    bool labelled_;
    std::vector<std::uint16_t> kind_of_;
    std::vector<std::vector<std::size_t>> members_;
    std::vector<Look> looks_;
    std::vector<Placement> placements_;
};

}  // namespace edgematch
