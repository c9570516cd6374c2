// A plan turns an order and the set of cells that a root fills into steps.
//
// At each step the known sides are those that face a cell filled by the root or by an earlier step. So hints, resumed
// roots and unusual orders are no special cases: a cell between two hints has more known sides and shorter lists.
#include "exact/search_plan.hpp"

#include <algorithm>
#include <utility>

namespace edgematch {

SearchPlans::SearchPlans(const Puzzle& puzzle, bool labelled, std::vector<Cell> order, int depth, bool prune)
    : puzzle_(puzzle),
      kinds_(puzzle.kinds(labelled)),
      order_(std::move(order)),
      depth_(depth < 0 ? puzzle.cells() : static_cast<std::size_t>(depth)),
      prune_(prune),
      lists_(puzzle, kinds_.placements()) {}

const SearchPlan& SearchPlans::of(std::span<const Placement> root) {
    std::vector<bool> filled(root.size());
    for (std::size_t cell = 0; cell < root.size(); ++cell) filled[cell] = root[cell] != EMPTY;
    const std::lock_guard guard(lock_);
    auto& plan = plans_[filled];
    if (!plan) plan = compile(std::move(filled));
    return *plan;
}

std::unique_ptr<SearchPlan> SearchPlans::compile(std::vector<bool> filled) {
    auto plan = std::make_unique<SearchPlan>();
    plan->filled = static_cast<std::size_t>(std::count(filled.begin(), filled.end(), true));
    plan->steps.reserve(order_.size() - plan->filled);
    Cell before = OUTSIDE;
    for (const Cell cell : order_) {
        if (filled[static_cast<std::size_t>(cell)]) continue;
        if (plan->filled + plan->steps.size() >= depth_) break;
        CellShape shape;
        shape.frame = puzzle_.frame_mask(cell);
        for (int side = 0; side < SIDES; ++side) {
            const Cell next = puzzle_.neighbour(cell, side);
            if (next == OUTSIDE) continue;
            if (!filled[static_cast<std::size_t>(next)]) {
                if (prune_) shape.outlook[static_cast<std::size_t>(side)] = static_cast<int>(puzzle_.frame_mask(next));
                continue;
            }
            shape.known |= 1u << side;
            if (next == before) shape.own = side;
        }
        Step step{cell, shape.own, &lists_.of(shape), {}};
        for (std::size_t k = 0; k < step.lists->others.size(); ++k)
            step.others[k] = puzzle_.neighbour(cell, step.lists->others[k]);
        plan->most_known = std::max(plan->most_known, step.lists->others.size());
        plan->steps.push_back(step);
        filled[static_cast<std::size_t>(cell)] = true;
        before = cell;
    }
    return plan;
}

}  // namespace edgematch
