// Fills a region of the board optimally, or in all ways, from more pieces than it needs.
//
// This is branch and bound with the break search, as for the last cells of a board (score/endgame.cpp), but over some
// of the empty cells: edges to cells that stay empty do not count, and pieces may be left over. A filling without
// breaks is found in milliseconds, because the search is then strict and stops at its first answer. What remains is
// returned as roots, so that the next filling can be requested later.
#include "edgematch/regions.hpp"

#include <algorithm>

#include "puzzle/edges.hpp"
#include "score/break_search.hpp"
#include "score/endgame_order.hpp"

namespace edgematch {

namespace {

constexpr std::int64_t POLL_NODES = 1 << 14;

class RegionMonitor final : public BreakMonitor {
  public:
    RegionMonitor(const RegionOptions& options, Control& control)
        : most_breaks(options.most_breaks), options_(options), control_(control) {}

    std::int64_t grant_nodes(std::int64_t spent, std::size_t, std::span<const Placement>) override {
        fillings.nodes += spent;
        if (control_.stopped()) return 0;
        return options_.node_limit < 0 ? POLL_NODES : std::min(POLL_NODES, options_.node_limit - fillings.nodes);
    }

    bool found(std::span<const Placement> board, int breaks) override {
        fillings.boards.emplace_back(board.begin(), board.end());
        if (options_.improve) most_breaks = engine->most_breaks = breaks - 1;
        return !is_enough();
    }

    bool is_enough() const {
        return options_.want >= 0 && static_cast<std::int64_t>(fillings.boards.size()) >= options_.want;
    }

    Fillings fillings;
    BreakSearch* engine = nullptr;
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
    RegionMonitor monitor(options, control);
    bool is_over = false;
    for (const Board& root : roots) {
        puzzle.require_board(root);
        if (is_over) {
            monitor.fillings.remaining.push_back(root);
            continue;
        }
        std::vector<Cell> cells = options.cells;
        std::erase_if(cells, [&](Cell cell) { return root[static_cast<std::size_t>(cell)] != EMPTY; });
        const std::vector<Cell> order = tightest_order(puzzle, root, cells);
        BreakSearch engine(puzzle, pieces, order, root, count_breaks(puzzle, root), rules, options.seed, monitor);
        engine.most_breaks = monitor.most_breaks;
        monitor.engine = &engine;
        is_over = !engine.run(&monitor.fillings.remaining) || monitor.is_enough();
    }
    return std::move(monitor.fillings);
}

}  // namespace edgematch
