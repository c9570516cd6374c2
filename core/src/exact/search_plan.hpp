// Which cells a search fills, in which sequence, with which lists. See search_plan.cpp.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "edgematch/engines.hpp"
#include "edgematch/kinds.hpp"
#include "exact/block_lists.hpp"

namespace edgematch {

struct Step {
    Cell cell;
    int own = NO_SIDE;  // the side that faces the cell of the step before
    const BlockLists* lists;
    std::array<Cell, SIDES> others{};  // the neighbour at each of lists->others
};

struct SearchPlan {
    std::vector<Step> steps;
    std::size_t filled = 0;      // cells filled before the first step
    std::size_t most_known = 0;  // sides known besides `own`, at most
};

// The plan that fills the cells of `order` that are not `filled`, until `depth` cells are. `prune`: candidates that
// nothing can match in some cell filled later are left out.
SearchPlan compile_plan(const Puzzle& puzzle, BlockTables& lists, std::span<const Cell> order, std::vector<bool> filled,
                        std::size_t depth, bool prune);

// The plans of one puzzle and order: one for each set of cells that roots fill, compiled once, then shared by threads.
class SearchPlans {
  public:
    // A plan ends when `depth` cells are filled; negative: when all are.
    SearchPlans(const Puzzle& puzzle, bool labelled, std::vector<Cell> order, int depth, bool prune);

    const SearchPlan& of(std::span<const Placement> root);
    const BlockTables& lists() const { return lists_; }
    const Puzzle& puzzle() const { return puzzle_; }
    const Kinds& kinds() const { return kinds_; }

  private:
    const Puzzle& puzzle_;
    const Kinds& kinds_;
    std::vector<Cell> order_;
    std::size_t depth_;  // cells filled when a plan ends
    bool prune_;
    BlockTables lists_;
    std::mutex lock_;
    std::map<std::vector<bool>, SearchPlan> plans_;
};

}  // namespace edgematch
