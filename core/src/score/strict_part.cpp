// The cells of a search with breaks before the first at which one is allowed, searched by the kernel of the exact
// search.
//
// That part has most of the nodes of some recipes and few arrivals: partial boards whose cells are all filled. The
// kernel interleaves three parts of the tree, each with its own count of burnt sides, and hands over one arrival at a
// time; the search with breaks goes on below it to the end, and spends nodes of the same budget.
#include "score/strict_part.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace edgematch {

namespace {

std::vector<bool> filled_cells(std::span<const Placement> root) {
    std::vector<bool> filled(root.size());
    for (std::size_t cell = 0; cell < root.size(); ++cell) filled[cell] = root[cell] != EMPTY;
    return filled;
}

}  // namespace

StrictPart::StrictPart(const Puzzle& puzzle, const Kinds& kinds, BlockTables& tables, const Board& root,
                       std::span<const Cell> order, StrictPartOwner& owner)
    : TreeSearch(kinds, tables),
      steps_(compile_plan(puzzle, tables, order, filled_cells(root), puzzle.cells(), false)),
      owner_(owner) {
    load(root, steps_);
}

void StrictPart::set_quota(std::span<const int> by_step) {
    constexpr int MOST = std::numeric_limits<std::uint16_t>::max();
    quota_ = Quota::CHECKED;
    int burnt = 0;
    for (const Placement placement : root_)
        if (placement != EMPTY) burnt += lists_.candidate(placement).burnt;
    for (Strand& strand : strands_) {
        strand.burnt[0] = burnt;
        for (std::size_t step = 0; step < by_step.size(); ++step)
            strand.levels[step + 1].quota = static_cast<std::uint16_t>(std::clamp(by_step[step], 0, MOST));
    }
}

bool StrictPart::run() {
    choose_kernel(root_.size(), quota_)(*this);
    return !is_stopped_;
}

TreeSearch::Next StrictPart::poll(Stacks& stacks) {
    is_stopped_ = !owner_.refill(budget, board_on_top(stacks));
    if (is_stopped_) return Next::STOP;
    return budget < MARGIN ? Next::LAST_NODES : Next::GO;
}

bool StrictPart::finish(Untried untried) {
    for (; untried.lanes != 0 && !is_stopped_; untried.lanes &= untried.lanes - 1) {
        if (budget < 1 && !owner_.refill(budget, board_above(untried.level))) {
            is_stopped_ = true;
            break;
        }
        --budget;
        ++untried.level->nodes;
        *untried.level->slot = first_of(untried);
        is_stopped_ = !owner_.arrived(budget, strand_of(untried.level).slots);
    }
    if (is_stopped_) return_untried(untried);
    return !is_stopped_;
}

}  // namespace edgematch
