// A worker: loads a root, lets a kernel walk its tree, and at each poll reports, shows and shares.
#include "worker.hpp"

#include <bit>
#include <cstddef>
#include <utility>

namespace edgematch {

namespace {

// Boards kept before they are handed over; at most one poll goes by before even a single one is.
constexpr std::int64_t BATCH = 256;
// Polls between two pictures of the search: some ten milliseconds.
constexpr std::int64_t SHOW_EVERY = 16;

using AnySet = PortableSet<MAX_PIECES>;

void flip(SetBytes& set, std::size_t piece) {
    set[piece / 8] = static_cast<std::uint8_t>(set[piece / 8] ^ 1u << piece % 8);
}

const Candidate& first_of(const Rest& rest) {
    return rest.block->candidates[static_cast<unsigned>(std::countr_zero(rest.lanes))];
}

}  // namespace

Worker::Worker(PlanBook& plans, Crew& crew, bool boards)
    : slots_(plans.puzzle().cells()),
      color_bits_(plans.lists().color_bits()),
      plans_(plans),
      crew_(crew),
      boards_(boards) {}

void Worker::search(const Job& job) {
    job_ = job;
    if (load(job)) {
        if (!levels_.empty())
            choose_walk(plans_.puzzle().cells())(*this);
        else if (crew_.take_answer())
            answer();
        else
            crew_.give_back(job.board);
    }
    settle();
    if (!crew_.is_stopping()) crew_.finish(job_.weight);
}

bool Worker::load(const Job& job) {
    levels_.clear();
    if (!plans_.puzzle().is_consistent(job.board)) return false;
    for (std::size_t cell = 0; cell < job.board.size(); ++cell)
        if (job.board[cell] != EMPTY) slots_[cell] = plans_.lists().laid(job.board[cell]);
    const Kinds::Chain chain = plans_.kinds().chain(job.board);
    free.fill(0);
    toggles.assign(chain.next.size(), SetBytes{});
    for (std::size_t piece = 0; piece < toggles.size(); ++piece) {
        if (chain.is_first[piece]) flip(free, piece);
        flip(toggles[piece], piece);
        if (chain.next[piece] != NO_PIECE) flip(toggles[piece], static_cast<std::size_t>(chain.next[piece]));
    }
    plan_ = &plans_.of(job.board);
    set_up_levels();
    return true;
}

void Worker::set_up_levels() {
    levels_.assign(plan_->steps.size(), Level{});
    stack_size = 1;
    for (Level& level : levels_) {
        const Step& step = step_of(level);
        const auto facing = [&](std::size_t i) {
            const Candidate& neighbour = slots_[static_cast<std::size_t>(step.others[i])];
            return &neighbour.sides[static_cast<std::size_t>(opposite(step.lists->others[i]))];
        };
        level.slot = &slots_[static_cast<std::size_t>(step.cell)];
        level.heads = step.lists->heads.data();
        level.others = static_cast<std::uint8_t>(step.others.size());
        level.other = step.others.empty() ? &nothing_.blank : facing(0);
        level.second = step.others.size() > 1 ? facing(1) : nullptr;
        level.trie = step.others.size() > 1 ? step.lists->steps[0].data() : nullptr;
        level.own_byte = static_cast<std::uint8_t>(step.own == NO_SIDE ? offsetof(Candidate, blank)
                                                                       : static_cast<std::size_t>(opposite(step.own)));
        level.row_shift = static_cast<std::uint8_t>(step.lists->row_shift);
        stack_size += step.lists->longest;
    }
}

// The row for a third and fourth known side besides `own`, followed through the trie.
std::size_t Worker::last_row(const Level& level, std::size_t row) const {
    const Step& step = step_of(level);
    for (std::size_t i = 2; i < step.others.size(); ++i) {
        const Candidate& neighbour = slots_[static_cast<std::size_t>(step.others[i])];
        const std::size_t color = neighbour.sides[static_cast<std::size_t>(opposite(step.lists->others[i]))];
        row = step.lists->steps[i - 1][(row << color_bits_) + color];
    }
    return row;
}

// The list of a level, given what lies at the levels above.
const Block* Worker::list_of(const Level& level) const {
    const Candidate* const before = &level == levels_.data() ? &nothing_ : (&level - 1)->slot;
    return row_of(level)[reinterpret_cast<const std::uint8_t*>(before)[level.own_byte]];
}

bool Worker::poll(Stack& stack, const Rest& next) {
    budget = 0;
    flush();
    publish(stack, next);
    granted_ = crew_.grant();
    if (granted_ == 0) {
        give_back_all(stack, next);
        return true;
    }
    budget = granted_ - 1;
    if (crew_.is_hungry()) share(stack);
    return false;
}

bool Worker::finish(Stack& stack, Rest next) {
    const auto answers = std::popcount(next.lanes);
    if (!boards_ && budget >= answers && crew_.wants_all()) {  // only counted: all at once
        budget -= answers;
        next.level->nodes += answers;
        stats_.answers += answers;
        unreported_ += answers;
        return false;
    }
    for (; next.lanes != 0; next.lanes &= next.lanes - 1) {
        if (--budget < 0 && poll(stack, next)) return true;
        if (!crew_.take_answer()) {
            ++budget;
            give_back_all(stack, next);
            return true;
        }
        ++next.level->nodes;
        *next.level->slot = first_of(next);
        answer();
        if (crew_.is_stopping()) {
            next.lanes &= next.lanes - 1;
            give_back_all(stack, next);
            return true;
        }
    }
    return false;
}

// Takes the complete board that lies as an answer.
void Worker::answer() {
    ++stats_.answers;
    ++unreported_;
    if (!boards_) return;
    Board board = board_above(levels_.data() + levels_.size());
    plans_.kinds().name_pieces(job_.board, board);
    found_.insert(found_.end(), board.begin(), board.end());
    if (unreported_ == BATCH) flush();
}

// Gives everything untried back, in the order in which it would have been searched.
void Worker::give_back_all(Stack& stack, const Rest& next) {
    const auto give = [&](const Rest& rest) {
        for (Board& board : boards_of(rest)) crew_.give_back(std::move(board));
    };
    give(next);
    for (std::size_t i = stack.size(); i-- > 0;) give(stack.at(i));
    stack.clear();
}

// Gives the shallowest rest, which is the largest part as a rule, to workers that have nothing to do.
void Worker::share(Stack& stack) {
    if (stack.size() == 0) return;
    const Rest rest = stack.at(0);
    double weight = job_.weight;
    for (const double width : widths(rest.level)) weight /= width;
    for (Board& board : boards_of(rest)) crew_.offer({std::move(board), weight});
    stack.drop_bottom();
}

// The untried candidates of a level as roots. Each is a placement that this search commits and another one explores.
std::vector<Board> Worker::boards_of(const Rest& rest) {
    std::vector<Board> boards;
    for (Rest one = rest; one.lanes != 0; one.lanes &= one.lanes - 1) {
        ++rest.level->nodes;
        ++stats_.nodes;
        boards.push_back(board_above(rest.level));
        boards.back()[static_cast<std::size_t>(step_of(*rest.level).cell)] = first_of(one).placement();
        plans_.kinds().name_pieces(job_.board, boards.back());
    }
    return boards;
}

// The root and what lies on it at all levels above `level`.
Board Worker::board_above(const Level* level) const {
    Board board = job_.board;
    for (const Level* above = levels_.data(); above != level; ++above)
        board[static_cast<std::size_t>(step_of(*above).cell)] = above->slot->placement();
    return board;
}

void Worker::publish(const Stack& stack, const Rest& next) {
    if (polls_++ % SHOW_EVERY != 0) return;
    const auto depth = static_cast<std::int64_t>(plan_->filled) + (next.level - levels_.data());
    crew_.show(stats_, depth, job_.weight * fraction_done(stack, next), board_above(next.level));
    stats_ = {};
}

// How many candidates were free at each level down to `level` when the search came there.
std::vector<double> Worker::widths(const Level* level) const {
    std::vector<double> widths;
    AnySet set = AnySet::load(free.data());
    for (const Level* above = levels_.data();; ++above) {
        const Block* const list = list_of(*above);
        int width = 0;
        for (std::size_t i = 0; i < 1 || i * LANES < list->length; ++i) width += std::popcount(set.free_lanes(list[i]));
        widths.push_back(width);
        if (above == level) return widths;
        set = set.toggled(AnySet::load(toggles[above->slot->piece].data()));
    }
}

// The part of this job's tree that is done or given away, if all branches of a level weigh the same.
double Worker::fraction_done(const Stack& stack, const Rest& next) const {
    const std::vector<double> width = widths(next.level);
    std::vector<double> waiting(width.size(), 1);  // at each level the branch under way
    waiting.back() = std::popcount(next.lanes);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const Rest rest = stack.at(i);
        waiting[static_cast<std::size_t>(rest.level - levels_.data())] += std::popcount(rest.lanes);
    }
    double done = 0;
    for (std::size_t i = width.size(); i-- > 0;) done = width[i] > 0 ? (width[i] - waiting[i] + done) / width[i] : 1;
    return done;
}

// Takes the counters of the levels into the totals.
void Worker::settle() {
    stats_.by_depth.resize(job_.board.size() + 1);
    for (std::size_t i = 0; i < levels_.size(); ++i) stats_.by_depth[plan_->filled + i + 1] += levels_[i].nodes;
}

void Worker::flush() {
    stats_.nodes += granted_ - budget;
    granted_ = budget;
    if (unreported_ == 0) return;
    if (boards_)
        crew_.report(found_, static_cast<std::size_t>(unreported_));
    else
        crew_.report(unreported_);
    found_.clear();
    unreported_ = 0;
}

void Worker::close() {
    flush();
    stats_.tests += tests;
    crew_.report(stats_);
}

}  // namespace edgematch
