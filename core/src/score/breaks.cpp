// The break-tolerant engine: one search (break_search.cpp) per root, within limits; answers are named and counted.
#include "edgematch/breaks.hpp"

#include <algorithm>
#include <limits>

#include "puzzle/edges.hpp"
#include "score/break_search.hpp"

namespace edgematch {

namespace {

constexpr std::int64_t POLL_NODES = 1 << 16;
constexpr int NEAR_MISS = 2;  // breaks above the best for which a wider endgame is tried

class AttemptMonitor final : public BreakMonitor {
  public:
    AttemptMonitor(const Puzzle& puzzle, const Kinds& kinds, const Search& search, const BreakOptions& options,
                   Control& control)
        : puzzle_(puzzle),
          kinds_(kinds),
          search_(search),
          options_(options),
          control_(control),
          most_breaks(options.most_breaks) {}

    std::int64_t grant_nodes(std::int64_t spent, std::size_t index, std::span<const Placement> board) override {
        stats.nodes += spent;
        deepest_ = std::max(deepest_, static_cast<std::int64_t>(index));
        control_.progress({.nodes = stats.nodes,
                           .answers = stats.answers,
                           .depth = static_cast<std::int64_t>(index),
                           .fraction = 0,
                           .window = board});
        dropped = dropped ||
                  (options_.drop_nodes >= 0 && stats.nodes >= options_.drop_nodes && deepest_ < options_.drop_index);
        if (is_enough || dropped || control_.stopped()) return 0;
        // Completions spend nodes too while the search still has its grant: half of the rest is theirs.
        return granted_ = std::min(POLL_NODES, options_.endgame_cells > 0 ? (nodes_left() + 1) / 2 : nodes_left());
    }

    bool found(std::span<const Placement> board, int breaks) override {
        Board named(board.begin(), board.end());
        kinds_.name_pieces(*root, named);
        if (options_.endgame_cells > 0) return finish(named);
        return report(named, breaks);
    }

  private:
    bool report(const Board& board, int breaks) {
        ++stats.answers;
        is_enough = !(search_.boards ? control_.found(board, 1) : control_.counted(1));
        if (options_.improve) engine->most_breaks = most_breaks = breaks - 1;
        is_enough = is_enough || (search_.want >= 0 && stats.answers >= search_.want);
        return !is_enough;
    }

    // Completes an arrival optimally; after a near miss, more and more cells are emptied and completed again.
    bool finish(const Board& partial) {
        ++arrivals;
        Completion done = completed(partial, most_breaks + NEAR_MISS);
        for (const std::int64_t cells : options_.wider_cells) {
            if (done.board.empty() || done.breaks <= most_breaks) break;
            const Completion wider = completed(without_last(done.board, cells), most_breaks);
            if (!wider.board.empty()) done = wider;
        }
        return done.board.empty() || done.breaks > most_breaks || report(done.board, done.breaks);
    }

    std::int64_t nodes_left() const {
        const std::int64_t limit = search_.node_limit;
        return limit < 0 ? std::numeric_limits<std::int64_t>::max() / 2
                         : std::max<std::int64_t>(0, limit - stats.nodes);
    }

    Completion completed(const Board& partial, int most) {
        const std::int64_t nodes = std::min(options_.endgame_nodes, std::max<std::int64_t>(0, nodes_left() - granted_));
        const Completion done =
            complete(puzzle_, partial, {.most_breaks = most, .node_limit = nodes, .seed = 1}, control_);
        stats.nodes += done.nodes;
        return done;
    }

    Board without_last(Board board, std::int64_t cells) const {
        const std::vector<Cell>& order = options_.order;
        for (std::size_t i = order.size(); i-- > 0 && cells > 0;) {
            const auto cell = static_cast<std::size_t>(order[i]);
            if ((*root)[cell] != EMPTY) continue;
            board[cell] = EMPTY;
            --cells;
        }
        return board;
    }

    const Puzzle& puzzle_;
    const Kinds& kinds_;
    const Search& search_;
    const BreakOptions& options_;
    Control& control_;
    std::int64_t deepest_ = 0, granted_ = 0;

  public:
    Stats stats;
    int most_breaks;
    bool is_enough = false, dropped = false;
    std::int64_t arrivals = 0;
    const Board* root = nullptr;
    BreakSearch* engine = nullptr;
};

// The cells that are searched: those of the order that are empty in the root, less the endgame.
std::vector<Cell> head_of(const BreakOptions& options, const Board& root) {
    std::vector<Cell> cells;
    for (const Cell cell : options.order)
        if (root[static_cast<std::size_t>(cell)] == EMPTY) cells.push_back(cell);
    const auto endgame = static_cast<std::size_t>(std::max<std::int64_t>(0, options.endgame_cells));
    cells.resize(cells.size() - std::min(cells.size(), endgame));
    return cells;
}

}  // namespace

BreakReport search_with_breaks(const Puzzle& puzzle, const Search& search, const BreakOptions& options,
                               Control& control) {
    puzzle.require_order(options.order);
    const Kinds& kinds = puzzle.kinds(search.labelled);
    AttemptMonitor monitor(puzzle, kinds, search, options, control);
    BreakReport report;
    bool is_over = false;
    for (const Board& root : search.roots) {
        puzzle.require_board(root);
        is_over = is_over || monitor.grant_nodes(0, 0, root) == 0;
        if (is_over) {
            report.remaining.push_back(root);
            continue;
        }
        const std::vector<Cell> order = head_of(options, root);
        BreakSearch engine(puzzle, kinds, order, root, count_breaks(puzzle, root), options.rules, options.seed,
                           monitor);
        engine.most_breaks = monitor.most_breaks;
        monitor.root = &root;
        monitor.engine = &engine;
        is_over = !engine.run(&report.remaining);
    }
    control.progress({.nodes = monitor.stats.nodes, .answers = monitor.stats.answers});
    report.stats = monitor.stats;
    report.dropped = monitor.dropped;
    report.arrivals = monitor.arrivals;
    return report;
}

}  // namespace edgematch
