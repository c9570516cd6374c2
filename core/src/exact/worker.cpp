// A worker loads a root, runs the kernel on its tree and, at each poll, reports answers, shows progress and shares
// work.
#include "exact/worker.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace edgematch {

namespace {

// Boards collected before they are reported; even a single one is reported at the next poll.
constexpr std::int64_t BATCH = 256;
// Polls between two progress reports: about ten milliseconds.
constexpr std::int64_t SHOW_EVERY = 16;

using AnySet = PortableSet<MAX_PIECES>;

}  // namespace

Worker::Worker(SearchPlans& plans, Scheduler& scheduler, bool boards)
    : TreeSearch(plans.kinds(), plans.lists()), plans_(plans), scheduler_(scheduler), boards_(boards) {}

void Worker::search(const Job& job) {
    root_ = job.board;
    weight_ = job.weight;
    for (Strand& strand : strands_) strand.levels.clear();
    if (plans_.puzzle().is_consistent(job.board)) {
        load(job.board, plans_.of(job.board));
        if (!plan_->steps.empty())
            choose_kernel(plans_.puzzle().cells(), Quota::IGNORED)(*this);
        else if (scheduler_.take_answer())
            answer(strands_[0].levels.data());
        else
            scheduler_.return_root(job.board);
    }
    settle();
    if (!scheduler_.is_stopping()) scheduler_.finish(weight_);
}

Worker::Next Worker::poll(Stacks& stacks) {
    flush();
    publish(stacks);
    const std::int64_t granted = scheduler_.grant_nodes();
    granted_ += granted;
    budget += granted;
    if (scheduler_.is_stopping()) return Next::STOP;
    if (granted == 0) return Next::LAST_NODES;
    if (scheduler_.has_idle_worker()) share(stacks);
    return Next::GO;
}

bool Worker::finish(Untried untried) {
    const auto answers = std::popcount(untried.lanes);
    if (!boards_ && scheduler_.wants_all()) {  // only counted: all at once
        budget -= answers;
        untried.level->nodes += answers;
        stats_.answers += answers;
        unreported_ += answers;
        return true;
    }
    for (; untried.lanes != 0; untried.lanes &= untried.lanes - 1) {
        if (!scheduler_.take_answer()) break;
        --budget;
        ++untried.level->nodes;
        *untried.level->slot = first_of(untried);
        answer(untried.level);
        if (!scheduler_.is_stopping()) continue;
        untried.lanes &= untried.lanes - 1;
        break;
    }
    if (untried.lanes == 0 && !scheduler_.is_stopping()) return true;
    return_untried(untried);
    return false;
}

// Reports the board made of all levels as an answer.
void Worker::answer(const Level* last) {
    ++stats_.answers;
    ++unreported_;
    if (!boards_) return;
    Board board = board_above(last + 1);
    kinds_.name_pieces(root_, board);
    found_.insert(found_.end(), board.begin(), board.end());
    if (unreported_ == BATCH) flush();
}

// Offers the shallowest pending placement, as a rule the largest part of the tree, to idle workers; of one that was
// begun, each child that was not tried.
void Worker::share(Stacks& stacks) {
    std::size_t best = STRANDS;
    std::ptrdiff_t depth = 0;
    for (std::size_t strand = 0; strand < STRANDS; ++strand) {
        if (stacks.size(strand) < 2) continue;
        const std::ptrdiff_t here = stacks.at(strand, 0).level - strands_[strand].levels.data();
        if (best == STRANDS || here < depth) best = strand, depth = here;
    }
    if (best == STRANDS) return;
    const Pending pending = stacks.at(best, 0);
    const double weight = weight_ * shares(stacks, best).front();
    if (!pending.is_partial) {
        scheduler_.offer({board_of(pending), weight});
    } else {
        const std::vector<Untried> parts = stacks.children(best, 0);
        int children = 0;
        for (const Untried& part : parts) children += std::popcount(part.lanes);
        for (const Untried& part : parts)
            make_roots(part, [&](Board board) { scheduler_.offer({std::move(board), weight / children}); });
    }
    stacks.drop_bottom(best);
}

void Worker::publish(const Stacks& stacks) {
    if (polls_++ % SHOW_EVERY != 0) return;
    double pending = 0;
    for (std::size_t strand = 0; strand < STRANDS; ++strand)
        for (const double share : shares(stacks, strand)) pending += share;
    const Board board = board_on_top(stacks);
    if (board.empty()) return;
    const auto depth = std::count_if(board.begin(), board.end(), [](Placement p) { return p != EMPTY; });
    scheduler_.show(stats_, depth, weight_ * std::max(0.0, 1 - pending), board);
    stats_ = {};
}

// The share of the job that each pending placement of a strand stands for, if all branches of a level are equal.
std::vector<double> Worker::shares(const Stacks& stacks, std::size_t strand) const {
    std::vector<double> shares, by_level{1};
    AnySet set = AnySet::load(free.data());
    const Level* const root = strands_[strand].levels.data();
    for (std::size_t i = 0; i < stacks.size(strand); ++i) {
        const auto depth = static_cast<std::size_t>(stacks.at(strand, i).level - root);
        while (by_level.size() <= depth) {
            const Level& level = root[by_level.size()];
            const Block* const list = list_of(level);
            int width = 0;
            for (std::size_t block = 0; block == 0 || block * LANES < list->length; ++block)
                width += std::popcount(set.free_lanes(list[block]));
            by_level.push_back(by_level.back() / std::max(1, width));
            set = set.toggled(AnySet::load(toggles[level.slot->piece].data()));
        }
        shares.push_back(by_level[depth]);
    }
    return shares;
}

// Adds the counters of the levels to the totals.
void Worker::settle() {
    stats_.by_depth.resize(root_.size() + 1);
    for (const Strand& strand : strands_)
        for (std::size_t i = 1; i < strand.levels.size(); ++i)
            stats_.by_depth[plan_->filled + i] += strand.levels[i].nodes;
}

void Worker::flush() {
    stats_.nodes += granted_ - budget;
    granted_ = budget;
    if (unreported_ == 0) return;
    if (boards_)
        scheduler_.report(found_, static_cast<std::size_t>(unreported_));
    else
        scheduler_.report(unreported_);
    found_.clear();
    unreported_ = 0;
}

void Worker::close() {
    flush();
    stats_.tests += tests;
    scheduler_.report(stats_);
}

}  // namespace edgematch
