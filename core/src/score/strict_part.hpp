// The first cells of a search with breaks, where none is allowed yet. See strict_part.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/tree_search.hpp"

namespace edgematch {

// What a strict part asks of the search that it belongs to. A budget counts nodes; an answer of false stops the search.
class StrictPartOwner {
  public:
    virtual ~StrictPartOwner() = default;
    virtual bool refill(std::int64_t& budget, std::span<const Placement> board) = 0;
    // All cells of the part are filled: `filled` has the candidate of each cell of the puzzle.
    virtual bool arrived(std::int64_t& budget, std::span<const Candidate> filled) = 0;
    // A root that is left when the search stops.
    virtual void left(Board root) = 0;
};

class StrictPart final : private TreeSearch {
  public:
    // `order`: the cells of the part, all empty in the root. `tables`: what may be placed there.
    StrictPart(const Puzzle& puzzle, const Kinds& kinds, BlockTables& tables, const Board& root,
               std::span<const Cell> order, StrictPartOwner& owner);

    // `by_step`: the burnt sides that must be on the board once the cell of each step is filled.
    void set_quota(std::span<const int> by_step);
    // Searches to the end. False: it was stopped, and the owner has the roots that are left.
    bool run();
    std::int64_t budget_left() const { return budget; }

  private:
    Next poll(Stacks& stacks) override;
    bool finish(Untried untried) override;
    void stop() override { is_stopped_ = true; }
    void return_root(Board board) override { owner_.left(std::move(board)); }

    const SearchPlan steps_;
    StrictPartOwner& owner_;
    Quota quota_ = Quota::IGNORED;
    bool is_stopped_ = false;
};

}  // namespace edgematch
