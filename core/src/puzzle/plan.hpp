// Which cells a search fills, in which order, with which lists. See plan.cpp.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "edgematch/engines.hpp"
#include "puzzle/lists.hpp"

namespace edgematch {

struct Step {
    Cell cell;
    int own = NO_SIDE;  // the side that faces the cell of the step before
    const KeyedLists* lists;
    std::array<Cell, SIDES> others{};  // the neighbour at each of lists->others
};

struct Plan {
    std::vector<Step> steps;
    std::size_t filled = 0;      // cells filled before the first step
    std::size_t most_known = 0;  // sides known besides `own`, at most
};

// The plans of one puzzle and order: one for each set of cells that roots have filled, compiled once, then shared.
class PlanBook {
  public:
    PlanBook(const Puzzle& puzzle, const Kinds& kinds, const Search& search);

    const Plan& of(std::span<const Placement> root);
    const ListBook& lists() const { return lists_; }
    const Puzzle& puzzle() const { return puzzle_; }
    const Kinds& kinds() const { return kinds_; }

  private:
    std::unique_ptr<Plan> compile(std::vector<bool> filled);

    const Puzzle& puzzle_;
    const Kinds& kinds_;
    std::vector<Cell> order_;
    std::size_t depth_;  // cells filled when a plan ends
    bool prune_;
    ListBook lists_;
    std::mutex lock_;
    std::map<std::vector<bool>, std::unique_ptr<Plan>> plans_;
};

}  // namespace edgematch
