// Kinds of pieces with the number of their copies, for searches that count what is left instead of naming it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/kinds.hpp"

namespace edgematch {

struct Look {
    std::uint16_t kind;
    Placement placement;  // of the first copy
    Sides sides;
};

class Copies {
  public:
    Copies(const Puzzle& puzzle, bool labelled) : kinds_(puzzle, labelled), kind_of_(puzzle.cells()) {
        for (std::size_t kind = 0; kind < count(); ++kind)
            for (const std::size_t piece : kinds_.members()[kind]) kind_of_[piece] = static_cast<std::uint16_t>(kind);
        for (const Placement look : kinds_.looks())
            if (first_of(of(look)) == static_cast<std::size_t>(look >> 2))
                looks_.push_back({of(look), look, puzzle.sides(look)});
    }

    std::size_t count() const { return kinds_.members().size(); }
    std::size_t copies(std::size_t kind) const { return kinds_.members()[kind].size(); }
    std::size_t first_of(std::size_t kind) const { return kinds_.members()[kind].front(); }
    std::uint16_t of(Placement placement) const { return kind_of_[static_cast<std::size_t>(placement >> 2)]; }
    // What the first copy of each kind may show.
    const std::vector<Look>& looks() const { return looks_; }
    // Replaces first copies by concrete ones in the cells that are empty in `root`.
    void name_pieces(std::span<const Placement> root, std::span<Placement> board) const {
        kinds_.name_pieces(root, board);
    }

  private:
    Kinds kinds_;
    std::vector<std::uint16_t> kind_of_;
    std::vector<Look> looks_;
};

}  // namespace edgematch
