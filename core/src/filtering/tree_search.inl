// Depth-first search with decisions chosen by an engine, the same for every filtering engine.
//
// An engine chooses a cell and lists the values worth trying there, assigns a value and filters, and undoes it. The
// search around it is written once: it counts nodes, reports answers, returns exactly what was not searched, and jumps
// back over decisions that are not involved in a failure.
//
// What remains after a stop: for every decision on the stack, the board as it was just before, with each value not yet
// tried. The boards before decisions hold placements that filtering found to be forced too, which is sound, and any
// two of these roots differ at a decision, of whose placements an answer makes only one, so that they share no answer.
//
// Each thread has an engine of its own, with what it has learned about the puzzle. Where one has nothing to do, another
// gives away the values not tried at its shallowest decision, as roots made of the decisions above; what followed from
// those by filtering follows again.
//
// An engine has
//   bool load(values)              take these values (-1: empty) as the root; false: filtering shows it has no answer
//   bool is_complete()
//   void choose(depth, choices)    the placements to try, of which every answer makes exactly one; none: a failure
//   bool assign(cell, value)       assign it and filter; false: failure. undo() reverts it either way
//   void undo()
//   bool blames(depth, cell)       after a failure: keep its reason with the decision at `depth`; false: not involved
//   void conclude(depth)           all values at `depth` failed: that is the failure now
//   void answered()                an answer was found: as a failure, blame everything
//   const std::vector<int>& board()
//   std::int64_t tests
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgematch/engines.hpp"
#include "puzzle/tables.hpp"
#include "scheduling/scheduler.hpp"

namespace edgematch {

struct Choice {
    int cell, value;
};

// The work of one thread.
template <class Engine>
class TreeSearch {
  public:
    TreeSearch(const Tables& tables, const Search& search, Scheduler& scheduler, Engine& engine)
        : tables_(tables), search_(search), scheduler_(scheduler), engine_(engine) {}

    void run() {
        while (scheduler_.take(job_)) {
            if (is_out_of_nodes())
                scheduler_.return_root(std::move(job_.board));
            else if (below(job_.board))
                scheduler_.finish(job_.weight);
            scheduler_.return_nodes(std::exchange(budget_, 0));
        }
        report_answers();
        stats_.tests = engine_.tests;
        scheduler_.report(stats_);
    }

  private:
    // Polls between two progress reports; answers between two reports where they are only counted.
    static constexpr std::int64_t SHOW_EVERY = 64, BATCH = 1 << 12;

    struct Level {
        std::size_t next = 0;
        std::size_t width = 0;  // choices at first; those that are missing were given away
        std::vector<Choice> choices{};
    };

    // Searches everything below a root; false: stopped, and what was not searched is handed over.
    bool below(const Board& root) {
        depth_ = 0;
        if (!tables_.puzzle.is_consistent(root) || !engine_.load(tables_.read(root))) return true;
        show();
        bool is_open = descend();
        while (is_open || backtrack()) {
            if (is_out_of_nodes()) return hand_over(), false;
            Level& level = levels_[depth_ - 1];
            const Choice choice = level.choices[level.next++];
            --budget_;
            ++stats_.nodes;
            is_open = engine_.assign(choice.cell, choice.value) && descend();
        }
        return true;
    }

    // Opens a level; false when there is nothing to open: a failure, or an answer.
    bool descend() {
        if (engine_.is_complete()) {
            answer();
            engine_.answered();
            return false;
        }
        if (levels_.size() == depth_) levels_.emplace_back();
        Level& level = levels_[depth_];
        level.choices.clear();
        level.next = 0;
        engine_.choose(static_cast<int>(depth_), level.choices);
        level.width = level.choices.size();
        if (level.choices.empty()) return false;
        ++depth_;
        return true;
    }

    // Goes back to the last decision that is involved in the failure and has a value left; false: there is none.
    bool backtrack() {
        while (depth_ > 0) {
            const Level& level = levels_[depth_ - 1];
            const int at = static_cast<int>(depth_) - 1;
            engine_.undo();
            const bool is_blamed = engine_.blames(at, level.choices[level.next - 1].cell);
            if (is_blamed && level.next < level.choices.size()) return true;
            if (is_blamed) engine_.conclude(at);
            // Why the values that were given away fail, if they do, is not known here.
            if (is_blamed && level.choices.size() < level.width) engine_.answered();
            --depth_;
        }
        return false;
    }

    void answer() {
        Board board = tables_.write(engine_.board(), job_.board);
        if (!scheduler_.take_answer()) return scheduler_.return_root(std::move(board));
        ++stats_.answers;
        if (search_.boards)
            scheduler_.report(board, 1);
        else if (++uncounted_ == BATCH)
            report_answers();
    }

    void report_answers() {
        if (uncounted_ > 0) scheduler_.report(std::exchange(uncounted_, 0));
    }

    void hand_over() {
        show();
        scheduler_.finish(job_.weight * done());
        for (;; engine_.undo()) {
            const Level& level = levels_[--depth_];
            for (std::size_t next = level.next; next < level.choices.size(); ++next)
                scheduler_.return_root(child(engine_.board(), level.choices[next]));
            if (depth_ == 0) return;
        }
    }

    // Gives the values not tried at the shallowest decision that has some to idle workers, but for the one that comes
    // next here.
    void share() {
        double part = job_.weight;
        std::vector<int> values = tables_.read(job_.board);
        for (std::size_t d = 0; d < depth_; ++d) {
            Level& level = levels_[d];
            part /= static_cast<double>(level.width);
            const std::size_t kept = level.next + (d + 1 == depth_ ? 1 : 0);
            for (std::size_t next = kept; next < level.choices.size(); ++next)
                scheduler_.offer({child(values, level.choices[next]), part});
            if (kept < level.choices.size()) return level.choices.resize(kept);
            if (d + 1 == depth_) return;
            const Choice taken = level.choices[level.next - 1];
            values[static_cast<std::size_t>(taken.cell)] = taken.value;
        }
    }

    // A root: a board with one more placement, which is committed here and searched elsewhere.
    Board child(std::vector<int> values, const Choice& choice) {
        values[static_cast<std::size_t>(choice.cell)] = choice.value;
        ++stats_.nodes;
        return tables_.write(values, job_.board);
    }

    bool is_out_of_nodes() {
        if (scheduler_.is_stopping()) return true;
        if (budget_ > 0) return false;
        budget_ = scheduler_.grant_nodes();
        if (depth_ == 0) return budget_ == 0;  // before a job
        if (++polls_ % SHOW_EVERY == 0) show();
        if (budget_ > 0 && scheduler_.has_idle_worker()) share();
        return budget_ == 0;
    }

    // Reports what was counted since the last report.
    void show() {
        const Board window = tables_.write(engine_.board(), job_.board);
        scheduler_.show(std::exchange(stats_, {}), static_cast<std::int64_t>(depth_), job_.weight * done(), window);
    }

    // The part of the job that is done, with an equal share for each value of a decision.
    double done() const {
        double share = 1, sum = 0;
        for (std::size_t d = 0; d < depth_; ++d) {
            const Level& level = levels_[d];
            const std::size_t given = level.width - level.choices.size();
            share /= static_cast<double>(level.width);
            sum += share * static_cast<double>(given + (level.next > 0 ? level.next - 1 : 0));
        }
        return sum;
    }

    const Tables& tables_;
    const Search& search_;
    Scheduler& scheduler_;
    Engine& engine_;
    Job job_;
    Stats stats_;  // since the last report
    std::vector<Level> levels_;
    std::size_t depth_ = 0;
    std::int64_t budget_ = 0, polls_ = 0, uncounted_ = 0;
};

// Searches all roots, each thread with an engine that `make_engine()` returns.
template <class MakeEngine>
Report search_trees(const Tables& tables, const Search& search, int threads, Control& control,
                    const MakeEngine& make_engine) {
    constexpr std::int64_t SLICE = 16;  // nodes between two polls: the slowest engine takes milliseconds per node
    for (const Board& root : search.roots) tables.puzzle.require_board(root);
    Scheduler scheduler(search, threads, SLICE, control);
    scheduler.run([&] {
        auto engine = make_engine();
        TreeSearch(tables, search, scheduler, engine).run();
    });
    Report report = scheduler.close();
    report.stats.by_depth.resize(static_cast<std::size_t>(tables.cells) + 1);
    return report;
}

}  // namespace edgematch
