// The front of a partial board: the colors that the cells still to come will have to match.
//
// When the order is fixed, the set of open sides after each step is fixed too; only their colors differ from board to
// board. So each open side is given a slot when its cell is filled and the slot is free again when the neighbour is: a
// handful of bytes (about the width of the board) is all a search needs to know of what it has laid, next to the set of
// pieces used. Two boards with the same front and the same pieces used have the same future.
#include "front.hpp"

namespace edgematch {

Role role_of(unsigned rim, int side) {
    if (rim == 0) return Role::INNER;
    const unsigned beside = 1u << ((side + 1) % SIDES) | 1u << ((side + 3) % SIDES);
    return (rim & beside) != 0 ? Role::ALONG : Role::INWARD;
}

Role puzzle_role(const Puzzle& puzzle, Cell cell, int side) {
    return role_of(puzzle.framed() ? puzzle.rim(cell) : 0, side);
}

namespace {

class Planner {
  public:
    Planner(const Puzzle& puzzle, std::span<const Placement> root, FitBook& book)
        : puzzle_(puzzle), root_(root), book_(book), slots_(puzzle.cells() * SIDES, NO_SLOT), filled_(puzzle.cells()) {
        for (std::size_t cell = 0; cell < puzzle.cells(); ++cell) filled_[cell] = root[cell] != EMPTY;
    }

    void add(Cell cell) {
        if (filled_[static_cast<std::size_t>(cell)]) return;
        FrontStep step;
        step.cell = cell;
        step.rim = puzzle_.rim(cell);
        step.fits = &book_.of(step.rim);
        for (int side = 0; side < SIDES; ++side)
            step.roles[static_cast<std::size_t>(side)] = puzzle_role(puzzle_, cell, side);
        close_sides(step);
        step.waiting = open_;
        open_sides(step);
        if (step.known.size() >= 2) step.exact = &step.fits->pair(step.known[0].side, step.known[1].side);
        filled_[static_cast<std::size_t>(cell)] = true;
        front.steps.push_back(std::move(step));
    }

    Front front;

  private:
    void close_sides(FrontStep& step) {
        for (int side = 0; side < SIDES; ++side) {
            const Cell next = puzzle_.neighbour(step.cell, side);
            if (next == OUTSIDE || !filled_[static_cast<std::size_t>(next)]) continue;
            const Placement fixed = root_[static_cast<std::size_t>(next)];
            const auto facing = static_cast<std::size_t>(opposite(side));
            const int slot = slots_[static_cast<std::size_t>(next) * SIDES + facing];
            step.known.push_back({side, slot, fixed == EMPTY ? GREY : puzzle_.sides(fixed)[facing]});
            if (slot == NO_SLOT) continue;
            free_.push_back(slot);
            std::erase_if(open_, [&](const OpenSide& open) { return open.slot == slot; });
        }
    }

    void open_sides(FrontStep& step) {
        for (int side = 0; side < SIDES; ++side) {
            const Cell next = puzzle_.neighbour(step.cell, side);
            if (next == OUTSIDE || filled_[static_cast<std::size_t>(next)]) continue;
            const OpenSide open{side, new_slot(), puzzle_role(puzzle_, next, opposite(side))};
            slots_[static_cast<std::size_t>(step.cell) * SIDES + static_cast<std::size_t>(side)] = open.slot;
            step.open.push_back(open);
            open_.push_back(open);
        }
    }

    int new_slot() {
        if (free_.empty()) return static_cast<int>(front.slots++);
        const int slot = free_.back();
        free_.pop_back();
        return slot;
    }

    const Puzzle& puzzle_;
    std::span<const Placement> root_;
    FitBook& book_;
    std::vector<int> slots_;  // by cell and side
    std::vector<int> free_;
    std::vector<OpenSide> open_;
    std::vector<bool> filled_;
};

}  // namespace

Front plan_front(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root, FitBook& book) {
    Planner planner(puzzle, root, book);
    for (const Cell cell : order) planner.add(cell);
    return std::move(planner.front);
}

}  // namespace edgematch
