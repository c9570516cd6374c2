// Filling a region of the board at best, or in all ways, with more pieces at hand than it needs.
//
// This is branch and bound with the walker, as for the last cells of a board (endgame.cpp), but over some of the empty
// cells: edges to cells that stay empty do not count, and pieces may be left over. A region that can be filled without
// a break is found in thousandths of a second, since the walk is then a keyed search that stops at its first answer;
// what remains of it is handed back as roots, so that the next filling can be asked for later. That is what the cuts of
// a linear program are for, at the price of one more stack.
#include "edgematch/regions.hpp"

#include <algorithm>

#include "puzzle/edges.hpp"
#include "puzzle/orders.hpp"
#include "score/break_search.hpp"

namespace edgematch {

namespace {

constexpr std::int64_t POLL_NODES = 1 << 14;

class RegionWatch final : public WalkWatch {
  public:
    RegionWatch(const RegionOptions& options, Control& control)
        : most_breaks(options.most_breaks), options_(options), control_(control) {}

    std::int64_t grant_nodes(std::int64_t spent, std::size_t, std::span<const Placement>) override {
        fillings.nodes += spent;
        if (control_.stopped()) return 0;
        return options_.node_limit < 0 ? POLL_NODES : std::min(POLL_NODES, options_.node_limit - fillings.nodes);
    }

    bool found(std::span<const Placement> board, int breaks) override {
        fillings.boards.emplace_back(board.begin(), board.end());
        if (options_.improve) most_breaks = walker->most_breaks = breaks - 1;
        return !is_enough();
    }

    bool is_enough() const {
        return options_.want >= 0 && static_cast<std::int64_t>(fillings.boards.size()) >= options_.want;
    }

    Fillings fillings;
    Walker* walker = nullptr;
    int most_breaks;

  private:
    const RegionOptions& options_;
    Control& control_;
};

void require_cells(const Puzzle& puzzle, const std::vector<Cell>& cells) {
    std::vector<bool> seen(puzzle.cells(), false);
    for (const Cell cell : cells) {
        if (cell < 0 || static_cast<std::size_t>(cell) >= puzzle.cells() || seen[static_cast<std::size_t>(cell)])
            throw BadRequest("a region must name cells of the board, each once");
        seen[static_cast<std::size_t>(cell)] = true;
    }
}

}  // namespace

Fillings fill_region(const Puzzle& puzzle, const std::vector<Board>& roots, const RegionOptions& options,
                     Control& control) {
    require_cells(puzzle, options.cells);
    const Kinds& pieces = puzzle.kinds(true);
    const BreakRules rules{.allowed = {},
                           .quota = {},
                           .burnt = {},
                           .frame_from = 0,
                           .double_breaks = true,
                           .ledger_cells = static_cast<std::int64_t>(puzzle.cells()),
                           .is_region = true};
    RegionWatch watch(options, control);
    bool is_over = false;
    for (const Board& root : roots) {
        puzzle.require_board(root);
        if (is_over) {
            watch.fillings.remaining.push_back(root);
            continue;
        }
        std::vector<Cell> cells = options.cells;
        std::erase_if(cells, [&](Cell cell) { return root[static_cast<std::size_t>(cell)] != EMPTY; });
        const std::vector<Cell> order = tightest_order(puzzle, root, cells);
        Walker walker(puzzle, pieces, order, root, count_breaks(puzzle, root), rules, options.seed, watch);
        walker.most_breaks = watch.most_breaks;
        watch.walker = &walker;
        is_over = !walker.walk(&watch.fillings.remaining) || watch.is_enough();
    }
    return std::move(watch.fillings);
}

}  // namespace edgematch
