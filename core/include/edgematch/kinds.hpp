// Which pieces are interchangeable, and how differently each of them can be turned.
//
// An answer is what one sees. Identical pieces form one *kind*; a self-symmetric piece has only as many *looks* as it
// shows differently. Of the free copies of a kind a search places only the first, and then the next one is the first.
// So it never builds two boards that look the same, and filters nothing afterwards. A labelled search tells pieces and
// turns apart: every piece is a kind of its own and every turn a look of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

inline constexpr int NO_PIECE = -1;

struct Look {
    std::uint16_t kind;
    Placement placement;  // of the first copy
    Sides sides;
};

class Kinds {
  public:
    Kinds(const Puzzle& puzzle, bool labelled);

    std::size_t count() const { return members_.size(); }
    std::size_t cells() const { return kind_of_.size(); }
    std::size_t copies(std::size_t kind) const { return members_[kind].size(); }
    std::size_t first_of(std::size_t kind) const { return members_[kind].front(); }
    std::uint16_t of(Placement placement) const { return kind_of_[static_cast<std::size_t>(placement >> 2)]; }

    // The placements that a search tells apart, of all pieces, in rising order.
    const std::vector<Placement>& placements() const { return placements_; }
    // The looks of the first copy of each kind, in rising order; those of one kind are consecutive.
    const std::vector<Look>& looks() const { return looks_; }
    // The index in looks() of the look that a placement shows; its turn must be allowed.
    std::size_t look_of(Placement placement) const { return look_of_[static_cast<std::size_t>(placement)]; }

    // For each piece that a root leaves free, the next free copy of its kind (NO_PIECE: none). The first free copy of
    // each kind has `is_first` set.
    struct Chain {
        std::vector<int> next;
        std::vector<bool> is_first;
    };
    Chain chain(std::span<const Placement> root) const;

    // Replaces, in the cells that are empty in `root`, each piece by the lowest free copy of its kind, turned least.
    void name_pieces(std::span<const Placement> root, std::span<Placement> board) const;

  private:
    std::vector<bool> pieces_on(std::span<const Placement> board) const;

    const Puzzle& puzzle_;
    bool labelled_;
    std::vector<std::uint16_t> kind_of_;             // by piece
    std::vector<std::vector<std::size_t>> members_;  // the pieces of each kind, in rising order
    std::vector<Placement> placements_;
    std::vector<Look> looks_;
    std::vector<std::size_t> look_of_;
};

}  // namespace edgematch
