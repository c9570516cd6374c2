// The frontier of a partial board: the colors that the cells still to be filled have to match.
//
// When the order is fixed, the set of open sides after each step is fixed too; only their colors differ between boards.
// So each open side gets a slot when its cell is filled, and the slot is free again when the neighbour is filled. A few
// bytes (about the width of the board) are all that a search needs to know of its placements, besides the set of pieces
// used. Two boards with the same frontier and the same pieces used have the same completions.
#include "puzzle/frontier.hpp"

namespace edgematch {

Role role_of(unsigned frame, int side) {
    if (frame == 0) return Role::INNER;
    const unsigned beside = 1u << ((side + 1) % SIDES) | 1u << ((side + 3) % SIDES);
    return (frame & beside) != 0 ? Role::ALONG : Role::INWARD;
}

Role puzzle_role(const Puzzle& puzzle, Cell cell, int side) {
    return role_of(puzzle.framed() ? puzzle.frame_mask(cell) : 0, side);
}

namespace {

class Planner {
  public:
    Planner(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root, Slots slots,
            OtherCells other_cells)
        : puzzle_(puzzle),
          root_(root),
          is_shared_(slots == Slots::SHARED),
          slots_(puzzle.cells() * SIDES, -1),
          filled_(puzzle.cells()),
          is_in_plan_(puzzle.cells(), other_cells == OtherCells::FILLED_LATER) {
        for (const Cell cell : order) is_in_plan_[static_cast<std::size_t>(cell)] = true;
        for (std::size_t cell = 0; cell < puzzle.cells(); ++cell) filled_[cell] = root[cell] != EMPTY;
        open_root();
    }

    void add(Cell cell) {
        if (filled_[static_cast<std::size_t>(cell)]) return;
        FrontierStep step;
        step.cell = cell;
        step.frame = puzzle_.frame_mask(cell);
        for (int side = 0; side < SIDES; ++side)
            step.roles[static_cast<std::size_t>(side)] = puzzle_role(puzzle_, cell, side);
        close_sides(step);
        step.waiting = open_;
        open_sides(step);
        filled_[static_cast<std::size_t>(cell)] = true;
        frontier.steps.push_back(std::move(step));
    }

    // By cell and side; -1: none.
    const std::vector<int>& slots() const { return slots_; }

    Frontier frontier;

  private:
    void close_sides(FrontierStep& step) {
        for (int side = 0; side < SIDES; ++side) {
            const Cell next = puzzle_.neighbour(step.cell, side);
            if (next == OUTSIDE || !filled_[static_cast<std::size_t>(next)]) continue;
            const int slot = slots_[static_cast<std::size_t>(next) * SIDES + static_cast<std::size_t>(opposite(side))];
            const Role role = step.roles[static_cast<std::size_t>(side)];
            const bool along = role == Role::ALONG && puzzle_role(puzzle_, next, opposite(side)) == Role::ALONG;
            step.known.push_back({side, slot, role, along});
            free_.push_back(slot);
            std::erase_if(open_, [&](const OpenSide& open) { return open.slot == slot; });
        }
    }

    void open_sides(FrontierStep& step) {
        for (int side = 0; side < SIDES; ++side)
            if (const Cell next = puzzle_.neighbour(step.cell, side); is_filled_later(next))
                step.open.push_back(open_side(step.cell, side, next));
    }

    OpenSide open_side(Cell cell, int side, Cell next) {
        const OpenSide open{side, new_slot(), puzzle_role(puzzle_, next, opposite(side))};
        slots_[static_cast<std::size_t>(cell) * SIDES + static_cast<std::size_t>(side)] = open.slot;
        open_.push_back(open);
        return open;
    }

    // The sides of the root's pieces that face cells still to be filled.
    void open_root() {
        for (std::size_t cell = 0; cell < root_.size(); ++cell)
            for (int side = 0; side < SIDES && root_[cell] != EMPTY; ++side) {
                const Cell next = puzzle_.neighbour(static_cast<Cell>(cell), side);
                if (!is_filled_later(next)) continue;
                const OpenSide open = open_side(static_cast<Cell>(cell), side, next);
                frontier.root_sides.emplace_back(static_cast<Cell>(cell), open);
                frontier.slots[static_cast<std::size_t>(open.slot)] =
                    puzzle_.sides(root_[cell])[static_cast<std::size_t>(side)];
            }
    }

    // Whether the cell is filled later: one that stays empty matches nothing.
    bool is_filled_later(Cell cell) const {
        return cell != OUTSIDE && is_in_plan_[static_cast<std::size_t>(cell)] &&
               !filled_[static_cast<std::size_t>(cell)];
    }

    int new_slot() {
        if (free_.empty() || !is_shared_) {
            frontier.slots.push_back(GREY);
            return static_cast<int>(frontier.slots.size()) - 1;
        }
        const int slot = free_.back();
        free_.pop_back();
        return slot;
    }

    const Puzzle& puzzle_;
    std::span<const Placement> root_;
    bool is_shared_;
    std::vector<int> slots_;  // by cell and side
    std::vector<int> free_;
    std::vector<OpenSide> open_;
    std::vector<bool> filled_, is_in_plan_;
};

}  // namespace

Frontier plan_frontier(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root, Slots slots,
                       OtherCells other_cells) {
    Planner planner(puzzle, order, root, slots, other_cells);
    for (const Cell cell : order) planner.add(cell);
    planner.frontier.slot_of = planner.slots();
    return std::move(planner.frontier);
}

}  // namespace edgematch
