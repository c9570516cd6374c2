// Optimal completion of a few cells, and large neighbourhood search with it.
//
// Completion is branch and bound with the break search: next is always a cell with the most known sides, breaks must
// stay below those of the best completion so far, and the color ledger is kept from the first cell on. Twenty cells
// take milliseconds. Repair empties a patch around a break, and sometimes others elsewhere, so that distant pieces can
// be exchanged. A completion that is no worse is accepted, so that the board moves over its plateau until a patch
// improves it.
#include <algorithm>
#include <utility>

#include "edgematch/breaks.hpp"
#include "edgematch/random.hpp"
#include "puzzle/edges.hpp"
#include "score/break_search.hpp"
#include "score/endgame_order.hpp"

namespace edgematch {

namespace {

constexpr std::int64_t POLL_NODES = 1 << 14;

class CompletionMonitor final : public BreakMonitor {
  public:
    CompletionMonitor(Control& control, std::int64_t node_limit) : control_(control), node_limit_(node_limit) {}

    std::int64_t grant_nodes(std::int64_t spent, std::size_t, std::span<const Placement>) override {
        best.nodes += spent;
        if (control_.stopped()) return 0;
        return node_limit_ < 0 ? POLL_NODES : std::min(POLL_NODES, node_limit_ - best.nodes);
    }

    bool found(std::span<const Placement> board, int breaks) override {
        if (refused != nullptr && std::equal(board.begin(), board.end(), refused->begin())) return true;
        best.board.assign(board.begin(), board.end());
        best.breaks = breaks;
        engine->most_breaks = breaks - 1;
        return true;
    }

    Completion best;
    BreakSearch* engine = nullptr;
    const Board* refused = nullptr;  // the board that was emptied is not reported

  private:
    Control& control_;
    std::int64_t node_limit_;
};

Completion complete_other(const Puzzle& puzzle, const Kinds& pieces, const Board& partial, const Board* refused,
                          const CompletionOptions& options, Control& control) {
    CompletionMonitor monitor(control, options.node_limit);
    const BreakRules rules{.allowed = {},
                           .quota = {},
                           .burnt = {},
                           .frame_from = 0,
                           .double_breaks = true,
                           .ledger_cells = static_cast<std::int64_t>(puzzle.cells()),
                           .is_region = false};
    const std::vector<Cell> order = tightest_order(puzzle, partial, empty_cells(partial));
    BreakSearch engine(puzzle, pieces, order, partial, count_breaks(puzzle, partial), rules, options.seed, monitor);
    engine.most_breaks = options.most_breaks;
    monitor.engine = &engine;
    monitor.refused = refused;
    monitor.best.is_exact = engine.run(nullptr);
    return monitor.best;
}

// Chooses the cells to empty: one to three patches, each grown from a break.
class Patches {
  public:
    Patches(const Puzzle& puzzle, const PolishOptions& options)
        : puzzle_(puzzle), options_(options), random_(options.seed), is_fixed_(puzzle.cells(), false) {
        for (const Cell cell : options.fixed) is_fixed_[static_cast<std::size_t>(cell)] = true;
    }

    Board without_patch(const Board& board) {
        Board partial = board;
        const auto size = static_cast<std::uint32_t>(std::max<std::int64_t>(2, options_.free_cells));
        const std::uint32_t cells = 2 + random_.below(size - 1);
        const std::uint32_t patches = 1 + random_.below(3);
        for (std::uint32_t patch = 0; patch < patches; ++patch) grow(partial, board, cells / patches + 1);
        return partial;
    }

    std::uint64_t next_seed() { return random_.next() | 1; }

  private:
    void grow(Board& partial, const Board& board, std::uint32_t cells) {
        std::vector<Cell> frontier{some_break(board)};
        while (cells > 0 && !frontier.empty()) {
            const std::size_t pick = random_.below(static_cast<std::uint32_t>(frontier.size()));
            const Cell cell = std::exchange(frontier[pick], frontier.back());
            frontier.pop_back();
            Placement& here = partial[static_cast<std::size_t>(cell)];
            if (here == EMPTY || is_fixed_[static_cast<std::size_t>(cell)]) continue;
            here = EMPTY;
            --cells;
            for (int side = 0; side < SIDES; ++side)
                if (const Cell next = puzzle_.neighbour(cell, side); next != OUTSIDE) frontier.push_back(next);
        }
    }

    Cell some_break(const Board& board) {
        std::vector<Cell> ends;
        each_break(puzzle_, board, [&](Cell one, Cell other) { ends.insert(ends.end(), {one, other}); });
        const auto cells = static_cast<std::uint32_t>(puzzle_.cells());
        if (ends.empty() || random_.below(8) == 0) return static_cast<Cell>(random_.below(cells));
        return ends[random_.below(static_cast<std::uint32_t>(ends.size()))];
    }

    const Puzzle& puzzle_;
    const PolishOptions& options_;
    Random random_;
    std::vector<bool> is_fixed_;
};

}  // namespace

Completion complete(const Puzzle& puzzle, const Board& partial, const CompletionOptions& options, Control& control) {
    puzzle.require_board(partial);
    return complete_other(puzzle, puzzle.kinds(true), partial, nullptr, options, control);
}

Completion polish(const Puzzle& puzzle, const Board& board, const PolishOptions& options, Control& control) {
    puzzle.require_board(board);
    for (const Cell cell : options.fixed)
        if (cell < 0 || static_cast<std::size_t>(cell) >= puzzle.cells()) throw BadRequest("a fixed cell is outside");
    const Kinds& pieces = puzzle.kinds(true);
    Patches patches(puzzle, options);
    Completion best{.board = board, .breaks = count_breaks(puzzle, board)};
    Completion now = best;
    for (std::int64_t patch = 0; patch != options.patches && now.breaks > 0 && !control.stopped(); ++patch) {
        const Board partial = patches.without_patch(now.board);
        const Completion next = complete_other(
            puzzle, pieces, partial, &now.board,
            {.most_breaks = now.breaks, .node_limit = options.patch_nodes, .seed = patches.next_seed()}, control);
        best.nodes += next.nodes;
        control.progress(
            {.nodes = best.nodes, .depth = static_cast<std::int64_t>(puzzle.cells()), .window = now.board});
        if (next.board.empty()) continue;
        now = next;
        const bool is_better = now.breaks < best.breaks;
        best.board = now.board;  // as good at least: whoever goes on later goes on from here
        best.breaks = now.breaks;
        if (is_better && !control.found(best.board, 1)) break;
    }
    return best;
}

}  // namespace edgematch
