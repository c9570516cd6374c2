// The puzzle's geometry and the checks of what comes from outside: everything behind them may index without looking.
#include "edgematch/puzzle.hpp"

#include <array>
#include <mutex>
#include <string>
#include <utility>

#include "edgematch/kinds.hpp"

namespace edgematch {

// What is derived from a puzzle when it is first asked for; the second of each pair is for labelled searches.
struct Puzzle::Derived {
    std::array<std::once_flag, 2> kinds_made;
    std::array<std::unique_ptr<const Kinds>, 2> kinds;
};

Puzzle::~Puzzle() = default;

const Kinds& Puzzle::kinds(bool labelled) const {
    const std::size_t which = labelled ? 1 : 0;
    std::call_once(derived_->kinds_made[which],
                   [&] { derived_->kinds[which] = std::make_unique<const Kinds>(*this, labelled); });
    return *derived_->kinds[which];
}

Puzzle::Puzzle(int width, int height, std::vector<Sides> pieces, bool framed, bool turnable)
    : width_(width),
      height_(height),
      pieces_(std::move(pieces)),
      framed_(framed),
      turnable_(turnable),
      derived_(std::make_unique<Derived>()) {
    if (width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE)
        throw BadRequest("width and height must be 1 to " + std::to_string(MAX_SIDE));
    if (pieces_.size() != static_cast<std::size_t>(width * height))
        throw BadRequest(std::to_string(pieces_.size()) + " pieces for " + std::to_string(width * height) + " cells");
}

Cell Puzzle::neighbour(Cell cell, int side) const {
    const int row = cell / width_, column = cell % width_;
    switch (side) {
        case NORTH:
            return static_cast<Cell>(row > 0 ? cell - width_ : OUTSIDE);
        case EAST:
            return static_cast<Cell>(column + 1 < width_ ? cell + 1 : OUTSIDE);
        case SOUTH:
            return static_cast<Cell>(row + 1 < height_ ? cell + width_ : OUTSIDE);
        default:
            return static_cast<Cell>(column > 0 ? cell - 1 : OUTSIDE);
    }
}

unsigned Puzzle::frame_mask(Cell cell) const {
    unsigned mask = 0;
    for (int side = 0; side < SIDES; ++side)
        if (neighbour(cell, side) == OUTSIDE) mask |= 1u << side;
    return mask;
}

Sides Puzzle::sides(Placement placement) const {
    const Sides& piece = pieces_[static_cast<std::size_t>(placement >> 2)];
    Sides shown{};
    for (int side = 0; side < SIDES; ++side)
        shown[static_cast<std::size_t>(side)] = piece[static_cast<std::size_t>((side - placement) & 3)];
    return shown;
}

unsigned Puzzle::grey_sides(Placement placement) const {
    unsigned mask = 0;
    const Sides shown = sides(placement);
    for (unsigned side = 0; side < SIDES; ++side)
        if (framed_ && shown[side] == GREY) mask |= 1u << side;
    return mask;
}

bool Puzzle::fits(unsigned frame_mask, Placement placement) const {
    return (placement & 3) < turns() && (!framed_ || grey_sides(placement) == frame_mask);
}

void Puzzle::require_placement(Placement placement) const {
    if (placement < 0 || placement >= static_cast<int>(4 * cells()))
        throw BadRequest("placement " + std::to_string(placement) + " does not exist");
}

void Puzzle::require_board(std::span<const Placement> board) const {
    if (board.size() != cells()) throw BadRequest("a board must have one entry for each cell");
    for (const Placement placement : board)
        if (placement != EMPTY) require_placement(placement);
}

void Puzzle::require_order(std::span<const Cell> order) const {
    std::vector<bool> seen(cells(), false);
    if (order.size() != cells()) throw BadRequest("an order must have one entry for each cell");
    for (const Cell cell : order) {
        if (cell < 0 || cell >= static_cast<int>(cells()) || seen[static_cast<std::size_t>(cell)])
            throw BadRequest("an order must name every cell once; cell " + std::to_string(cell) + " does not fit");
        seen[static_cast<std::size_t>(cell)] = true;
    }
}

bool Puzzle::is_consistent(std::span<const Placement> board) const {
    std::vector<bool> used(cells(), false);
    for (std::size_t cell = 0; cell < board.size(); ++cell) {
        const Placement here = board[cell];
        if (here == EMPTY) continue;
        const auto piece = static_cast<std::size_t>(here >> 2);
        if (used[piece] || !fits(frame_mask(static_cast<Cell>(cell)), here)) return false;
        used[piece] = true;
        for (const int side : {EAST, SOUTH}) {
            const Cell next = neighbour(static_cast<Cell>(cell), side);
            const Placement there = next == OUTSIDE ? EMPTY : board[static_cast<std::size_t>(next)];
            if (there == EMPTY) continue;
            if (sides(here)[static_cast<std::size_t>(side)] != sides(there)[static_cast<std::size_t>(opposite(side))])
                return false;
        }
    }
    return true;
}

}  // namespace edgematch
