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

class Kinds {
  public:
    Kinds(const Puzzle& puzzle, bool labelled);

    // Every placement the search tells apart, by piece and turns.
    const std::vector<Placement>& looks() const { return looks_; }

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
    std::vector<std::size_t> kind_of_;
    std::vector<std::vector<std::size_t>> members_;
    std::vector<Placement> looks_;
};

}  // namespace edgematch
