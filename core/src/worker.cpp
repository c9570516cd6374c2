// A worker: loads a root, walks its tree with the kernel of backtrack.cpp, and at each poll reports, shows and shares.
#include "worker.hpp"

#include <utility>

namespace edgematch {

namespace {
// Boards kept before they are handed over; at most one poll goes by before even a single one is.
constexpr std::int64_t BATCH = 256;
// Polls between two pictures of the search: some ten milliseconds.
constexpr std::int64_t SHOW_EVERY = 16;
}  // namespace

Worker::Worker(PlanBook& plans, Crew& crew, bool boards)
    : slots_(plans.puzzle().cells()),
      end_{Candidate{{}, plans.lists().sentinel(), 0}, Candidate{{}, plans.lists().sentinel(), 0}},
      plans_(plans),
      crew_(crew),
      boards_(boards) {
    stats_.by_depth.assign(plans.puzzle().cells() + 1, 0);
}

void Worker::search(const Job& job) {
    job_ = &job;
    if (load(job)) {
        Level* const top = levels_.data();
        if (levels_.empty()) {
            if (!answer(nullptr)) crew_.give_back(job.board, job.weight);
        } else {
            const Candidate* const first = first_left(list_of(*top));
            if (first->kind != end_[1].kind) walk(top, first);
        }
    }
    settle();
    if (!crew_.is_stopping()) crew_.finish(job.weight);
}

bool Worker::load(const Job& job) {
    if (!plans_.puzzle().is_consistent(job.board)) return false;
    const Kinds& kinds = plans_.kinds();
    for (std::size_t kind = 0; kind < kinds.count(); ++kind)
        left_[kind] = static_cast<std::uint16_t>(kinds.copies(kind));
    left_[kinds.count()] = 1;
    for (std::size_t cell = 0; cell < job.board.size(); ++cell) {
        if (job.board[cell] == EMPTY) continue;
        slots_[cell] = plans_.lists().laid(job.board[cell]);
        --left_[slots_[cell].kind];
    }
    set_up_levels(plans_.of(job.board));
    return true;
}

void Worker::set_up_levels(const Plan& plan) {
    levels_.assign(plan.steps.size(), Level{});
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const Step& step = plan.steps[i];
        Level& level = levels_[i];
        level.step = &step;
        level.slot = &slots_[static_cast<std::size_t>(step.cell)];
        level.heads = step.lists->heads.data();
        level.candidates = step.lists->candidates.data();
        level.other = blank_.sides.data();
        if (!step.others.empty()) {
            const Candidate& neighbour = slots_[static_cast<std::size_t>(step.others[0])];
            level.other = &neighbour.sides[static_cast<std::size_t>(opposite(step.lists->others[0]))];
        }
        level.has_more = step.others.size() > 1;
        level.own_mask = step.own == NO_SIDE ? 0 : 0xff;
        level.own_shift = static_cast<std::uint8_t>(step.own == NO_SIDE ? 0 : 8 * opposite(step.own));
        level.row_shift = static_cast<std::uint8_t>(step.lists->row_shift);
    }
    if (!levels_.empty()) levels_.back().is_last = true;
}

// The row for more than one known side besides `own`, followed through the trie.
std::size_t Worker::further_row(const Level& level) const {
    const KeyedLists& lists = *level.step->lists;
    std::size_t row = *level.other;
    for (std::size_t i = 1; i < lists.others.size(); ++i) {
        const Candidate& neighbour = slots_[static_cast<std::size_t>(level.step->others[i])];
        const std::size_t color = neighbour.sides[static_cast<std::size_t>(opposite(lists.others[i]))];
        row = lists.steps[i - 1][(row << plans_.lists().color_bits()) + color];
    }
    return row;
}

// The list of a level, given what lies at the levels above.
const Candidate* Worker::list_of(const Level& level) const {
    const Candidate& before = level.own_mask ? *(&level - 1)->slot : blank_;
    return level.candidates + row_of(level)[own_color(level, before)];
}

bool Worker::poll(Level* at, const Candidate* next) {
    budget_ = 0;
    flush();
    publish(at, next);
    granted_ = crew_.grant();
    budget_ = granted_ - 1;
    if (granted_ > 0) return false;
    budget_ = 0;
    split_all(at, next);
    return true;
}

bool Worker::answer(Level* at) {
    if (!crew_.take_answer()) {
        if (at) {  // not wanted any more: this placement goes back uncommitted
            ++budget_;
            --at->nodes;
            split_all(at, at->cursor);
        }
        return false;
    }
    ++stats_.answers;
    ++unreported_;
    if (boards_) {
        Board board = board_above(at ? at + 1 : levels_.data());
        plans_.kinds().name_pieces(job_->board, board);
        found_.insert(found_.end(), board.begin(), board.end());
    }
    if (boards_ && unreported_ == BATCH) flush();
    if (!crew_.is_stopping()) return true;
    if (at) split_all(at, first_left(at->cursor + 1));
    return at == nullptr;
}

// Gives the whole untried rest of the stack away, the deepest first, and makes every level above finish.
void Worker::split_all(Level* at, const Candidate* next) {
    split_rest(at, next);
    for (Level* level = at; level != levels_.data();) {
        --level;
        ++left_[level->slot->kind];
        split_rest(level, first_left(level->cursor + 1));
        level->cursor = &end_[0];
    }
    for (Level* level = levels_.data(); level != at; ++level) --left_[level->slot->kind];
}

// Makes roots of the free candidates of one level from `next` on; each is a placement committed by this search.
void Worker::split_rest(Level* level, const Candidate* next) {
    Board board = board_above(level);
    for (; next->kind != end_[1].kind; next = first_left(next + 1)) {
        ++level->nodes;
        ++stats_.nodes;
        Board root = board;
        root[static_cast<std::size_t>(level->step->cell)] = next->placement;
        plans_.kinds().name_pieces(job_->board, root);
        crew_.give_back(std::move(root), 0);
    }
}

// The root and what lies on it at all levels above `level`, with stand-ins for the pieces.
Board Worker::board_above(const Level* level) const {
    Board board = job_->board;
    for (const Level* above = levels_.data(); above != level; ++above)
        board[static_cast<std::size_t>(above->step->cell)] = above->slot->placement;
    return board;
}

void Worker::publish(Level* at, const Candidate* next) {
    if (polls_++ % SHOW_EVERY != 0) return;
    const auto depth = static_cast<std::int64_t>(job_->board.size() - levels_.size()) + (at - levels_.data());
    crew_.show(stats_, depth, job_->weight * fraction_done(at, next), board_above(at));
}

// The part of this job's tree that lies before the current position, if all branches of a level weigh the same.
double Worker::fraction_done(Level* at, const Candidate* next) {
    double inside = 0;
    at->cursor = next;
    for (Level* level = at + 1; level != levels_.data();) {
        --level;
        if (level != at) ++left_[level->slot->kind];
        double total = 0, before = 0;
        for (const Candidate* p = first_left(list_of(*level)); p->kind != end_[1].kind; p = first_left(p + 1)) {
            total += 1;
            if (p < level->cursor) before += 1;
        }
        inside = total > 0 ? (before + inside) / total : 1;
    }
    for (Level* level = levels_.data(); level != at; ++level) --left_[level->slot->kind];
    return inside;
}

// Takes the counters of the levels into the totals.
void Worker::settle() {
    const std::size_t filled = job_->board.size() - levels_.size();
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        stats_.by_depth[filled + i + 1] += levels_[i].nodes;
        levels_[i].nodes = 0;
    }
}

void Worker::flush() {
    stats_.nodes += granted_ - budget_;
    granted_ = budget_;
    if (unreported_ == 0) return;
    if (boards_) {
        crew_.report(found_, static_cast<std::size_t>(unreported_));
    } else {
        crew_.report(unreported_);
    }
    found_.clear();
    unreported_ = 0;
}

void Worker::close() {
    flush();
    stats_.tests += tests_;
    crew_.report(stats_);
}

}  // namespace edgematch
