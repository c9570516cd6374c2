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
    const auto [place, is_new] = plans_.try_emplace(std::move(filled));
    if (is_new) place->second = compile_plan(puzzle_, lists_, order_, place->first, depth_, prune_);
    return place->second;
}

SearchPlan compile_plan(const Puzzle& puzzle, BlockTables& lists, std::span<const Cell> order, std::vector<bool> filled,
                        std::size_t depth, bool prune) {
    SearchPlan plan;
    plan.filled = static_cast<std::size_t>(std::count(filled.begin(), filled.end(), true));
    plan.steps.reserve(order.size());
    Cell before = OUTSIDE;
    for (const Cell cell : order) {
        if (filled[static_cast<std::size_t>(cell)]) continue;
        if (plan.filled + plan.steps.size() >= depth) break;
        CellShape shape;
        shape.frame = puzzle.frame_mask(cell);
        for (int side = 0; side < SIDES; ++side) {
            const Cell next = puzzle.neighbour(cell, side);
            if (next == OUTSIDE) continue;
            if (!filled[static_cast<std::size_t>(next)]) {
                if (prune) shape.outlook[static_cast<std::size_t>(side)] = static_cast<int>(puzzle.frame_mask(next));
                continue;
            }
            shape.known |= 1u << side;
            if (next == before) shape.own = side;
        }
        Step step{cell, shape.own, &lists.of(shape), {}};
        for (std::size_t k = 0; k < step.lists->others.size(); ++k)
            step.others[k] = puzzle.neighbour(cell, step.lists->others[k]);
        plan.most_known = std::max(plan.most_known, step.lists->others.size());
        plan.steps.push_back(step);
        filled[static_cast<std::size_t>(cell)] = true;
        before = cell;
    }
    return plan;
}

}  // namespace edgematch
