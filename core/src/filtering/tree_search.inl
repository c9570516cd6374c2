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
#include <utility>
#include <vector>

#include "edgematch/control.hpp"
#include "edgematch/engines.hpp"
#include "puzzle/tables.hpp"

namespace edgematch {

struct Choice {
    int cell, value;
};

template <class Engine>
class TreeSearch {
  public:
    TreeSearch(const Tables& tables, const Search& search, Control& control, Engine& engine)
        : tables_(tables), search_(search), control_(control), engine_(engine) {
        report_.stats.by_depth.assign(static_cast<std::size_t>(tables.cells) + 1, 0);
    }

    Report run() {
        for (const Board& root : search_.roots) tables_.puzzle.require_board(root);
        for (root_ = 0; root_ < search_.roots.size(); ++root_) {
            if (is_stopped(POLL)) break;
            below(search_.roots[root_]);
            publish();
        }
        for (; root_ < search_.roots.size(); ++root_) report_.remaining.push_back(search_.roots[root_]);
        if (uncounted_ > 0) control_.counted(std::exchange(uncounted_, 0));
        report_.stats.tests = engine_.tests;
        publish();
        return std::move(report_);
    }

  private:
    // Nodes between two checks of the stop flag (the slowest engine takes milliseconds per node) and between two
    // progress reports; answers between two reports where they are only counted.
    static constexpr std::int64_t POLL = 16, SHOW = 1 << 10, BATCH = 1 << 12;

    struct Level {
        std::size_t next = 0;
        std::vector<Choice> choices{};
    };

    void below(const Board& root) {
        depth_ = 0;
        current_ = &root;
        if (!tables_.puzzle.is_consistent(root) || !engine_.load(tables_.read(root))) return;
        bool is_open = descend(root);
        while (is_open || backtrack()) {
            Level& level = levels_[depth_ - 1];
            if (is_stopped(report_.stats.nodes)) return hand_over(root);
            const Choice choice = level.choices[level.next++];
            ++report_.stats.nodes;
            is_open = engine_.assign(choice.cell, choice.value) && descend(root);
        }
    }

    // Opens a level; false when there is nothing to open: a failure, or an answer.
    bool descend(const Board& root) {
        if (engine_.is_complete()) {
            answer(root);
            engine_.answered();
            return false;
        }
        if (levels_.size() == depth_) levels_.emplace_back();
        Level& level = levels_[depth_];
        level.choices.clear();
        level.next = 0;
        engine_.choose(static_cast<int>(depth_), level.choices);
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
            --depth_;
        }
        return false;
    }

    void answer(const Board& root) {
        ++report_.stats.answers;
        if (search_.boards) {
            const Board board = tables_.write(engine_.board(), root);
            if (!control_.found(board, 1)) is_stopping_ = true;
        } else if (++uncounted_ == BATCH && !control_.counted(std::exchange(uncounted_, 0))) {
            is_stopping_ = true;
        }
        if (report_.stats.answers == search_.want) is_stopping_ = true;
    }

    void hand_over(const Board& root) {
        for (;; engine_.undo()) {
            const Level& level = levels_[--depth_];
            const std::vector<int> board = engine_.board();
            for (std::size_t next = level.next; next < level.choices.size(); ++next) {
                std::vector<int> child = board;
                child[static_cast<std::size_t>(level.choices[next].cell)] = level.choices[next].value;
                report_.remaining.push_back(tables_.write(child, root));
                ++report_.stats.nodes;
            }
            if (depth_ == 0) return;
        }
    }

    bool is_stopped(std::int64_t nodes) {
        if (search_.node_limit >= 0 && report_.stats.nodes >= search_.node_limit) is_stopping_ = true;
        if (nodes % POLL == 0 && control_.stopped()) is_stopping_ = true;
        if (nodes % SHOW == 0) publish();
        return is_stopping_;
    }

    void publish() {
        const Stats& stats = report_.stats;
        if (current_ != nullptr && depth_ > 0) window_ = tables_.write(engine_.board(), *current_);
        control_.progress({stats.nodes, stats.answers, static_cast<std::int64_t>(depth_), fraction(), window_});
    }

    // The part of the tree done, with an equal share for each value of a decision.
    double fraction() const {
        double share = 1.0 / static_cast<double>(search_.roots.size());
        double done = share * static_cast<double>(root_);
        for (std::size_t d = 0; d < depth_; ++d) {
            const Level& level = levels_[d];
            share /= static_cast<double>(level.choices.size());
            done += share * static_cast<double>(level.next > 0 ? level.next - 1 : 0);
        }
        return done;
    }

    const Tables& tables_;
    const Search& search_;
    Control& control_;
    Engine& engine_;
    Report report_;
    std::vector<Level> levels_;
    std::size_t depth_ = 0, root_ = 0;
    const Board* current_ = nullptr;
    Board window_;
    std::int64_t uncounted_ = 0;
    bool is_stopping_ = false;
};

}  // namespace edgematch
