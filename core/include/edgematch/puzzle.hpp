// A puzzle and its geometry, checked once so that every engine may trust it. It never changes and may be shared by
// threads.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "edgematch/types.hpp"

namespace edgematch {

class Kinds;

class Puzzle {
  public:
    // Throws BadRequest unless there are width * height pieces and both sizes are 1 to MAX_SIDE.
    Puzzle(int width, int height, std::vector<Sides> pieces, bool framed, bool turnable);
    ~Puzzle();
    Puzzle(const Puzzle&) = delete;
    Puzzle& operator=(const Puzzle&) = delete;

    int width() const { return width_; }
    int height() const { return height_; }
    std::size_t cells() const { return pieces_.size(); }
    bool framed() const { return framed_; }
    int turns() const { return turnable_ ? 4 : 1; }

    Cell neighbour(Cell cell, int side) const;
    // Bit `s` is set where side `s` of the cell lies on the outside of the board.
    unsigned frame_mask(Cell cell) const;
    // The four colors that a placement shows.
    Sides sides(Placement placement) const;
    // Bit `s` is set where side `s` of the placement is grey; 0 in an unframed puzzle.
    unsigned grey_sides(Placement placement) const;
    // Whether the placement's turn is allowed and, in a framed puzzle, its grey sides are exactly those of the mask.
    bool fits(unsigned frame_mask, Placement placement) const;

    // Throws BadRequest unless it is one.
    void require_placement(Placement placement) const;
    // Throws BadRequest unless every entry is EMPTY or a placement.
    void require_board(std::span<const Placement> board) const;
    // Throws BadRequest unless `order` names every cell once.
    void require_order(std::span<const Cell> order) const;
    // Whether a well-formed partial board has no break, no piece twice and no piece where it may not lie.
    bool is_consistent(std::span<const Placement> board) const;

    // The kinds of pieces, derived once and shared by all engines and threads.
    const Kinds& kinds(bool labelled) const;

  private:
    int width_, height_;
    std::vector<Sides> pieces_;
    bool framed_, turnable_;
    struct Derived;
    std::unique_ptr<Derived> derived_;
};

}  // namespace edgematch
