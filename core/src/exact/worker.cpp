// A worker loads a root, runs a kernel on its tree and, at each poll, reports answers, shows progress and shares work.
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

void flip(SetBytes& set, std::size_t piece) {
    set[piece / 8] = static_cast<std::uint8_t>(set[piece / 8] ^ 1u << piece % 8);
}

// Makes all levels look up two other sides when many have to: a branch that is hard to predict costs more than the
// extra look-up (7 %). One level in eight is a guess between row order, where no level needs it, and spirals, where one
// in three does.
void equalize_lookups(std::vector<Level>& levels) {
    const auto many = std::count_if(levels.begin(), levels.end(), [](const Level& l) { return l.others > 1; });
    if (static_cast<std::size_t>(8 * many) < levels.size()) return;
    for (Level& level : levels) level.others = std::max<std::uint8_t>(level.others, 2);
}

const Candidate& first_of(const Untried& untried) {
    return untried.block->candidates[static_cast<unsigned>(std::countr_zero(untried.lanes))];
}

}  // namespace

Worker::Worker(SearchPlans& plans, Scheduler& scheduler, bool boards)
    : plans_(plans), scheduler_(scheduler), boards_(boards) {
    const unsigned bits = plans.lists().color_bits();
    same_.resize(std::size_t{1} << 2 * bits);
    for (std::size_t color = 0; color < std::size_t{1} << bits; ++color)
        same_[color << bits] = static_cast<std::uint16_t>(color);
}

void Worker::search(const Job& job) {
    job_ = job;
    if (load(job)) {
        if (!plan_->steps.empty())
            choose_kernel(plans_.puzzle().cells())(*this);
        else if (scheduler_.take_answer())
            answer(strands_[0].levels.data());
        else
            scheduler_.return_root(job.board);
    }
    settle();
    if (!scheduler_.is_stopping()) scheduler_.finish(job_.weight);
}

bool Worker::load(const Job& job) {
    for (Strand& strand : strands_) strand.levels.clear();
    if (!plans_.puzzle().is_consistent(job.board)) return false;
    const Kinds::Chain chain = plans_.kinds().chain(job.board);
    free.fill(0);
    toggles.assign(chain.next.size(), SetBytes{});
    for (std::size_t piece = 0; piece < toggles.size(); ++piece) {
        if (chain.is_first[piece]) flip(free, piece);
        flip(toggles[piece], piece);
        if (chain.next[piece] != NO_PIECE) flip(toggles[piece], static_cast<std::size_t>(chain.next[piece]));
    }
    plan_ = &plans_.of(job.board);
    for (Strand& strand : strands_) set_up(strand);
    stack_size = LANES * (plan_->steps.size() + 2) + 1;
    return true;
}

void Worker::set_up(Strand& strand) const {
    strand.slots.resize(job_.board.size());
    for (std::size_t cell = 0; cell < job_.board.size(); ++cell)
        if (job_.board[cell] != EMPTY) strand.slots[cell] = plans_.lists().candidate(job_.board[cell]);
    strand.levels.assign(plan_->steps.size() + 1, Level{});
    if (plan_->most_known > 2) strand.further.assign(strand.levels.size(), Further{});
    strand.levels[0].slot = &strand.root;
    for (std::size_t i = 1; i < strand.levels.size(); ++i) {
        Level& level = strand.levels[i];
        const Step& step = plan_->steps[i - 1];
        const std::size_t known = step.lists->others.size();
        const auto facing = [&](std::size_t k) -> const std::uint8_t* {
            const Candidate& neighbour = strand.slots[static_cast<std::size_t>(step.others[k])];
            return &neighbour.sides[static_cast<std::size_t>(opposite(step.lists->others[k]))];
        };
        level.slot = &strand.slots[static_cast<std::size_t>(step.cell)];
        level.heads = step.lists->heads.data();
        level.others = static_cast<std::uint8_t>(known);
        level.other = known == 0 ? &nothing_.blank : facing(0);
        level.second = known > 1 ? facing(1) : &nothing_.blank;
        level.trie = known > 1 ? step.lists->tries[0].data() : same_.data();
        if (known > 2) level.further = &strand.further[i];
        for (std::size_t k = 2; k < known; ++k) {
            strand.further[i].color[k - 2] = facing(k);
            strand.further[i].trie[k - 2] = step.lists->tries[k - 1].data();
        }
        level.own_byte = static_cast<std::uint8_t>(step.own == NO_SIDE ? offsetof(Candidate, blank)
                                                                       : static_cast<std::size_t>(opposite(step.own)));
        level.own_shift = static_cast<std::uint8_t>(8 * level.own_byte);
        level.color_bits = static_cast<std::uint8_t>(plans_.lists().color_bits());
        level.row_shift = static_cast<std::uint8_t>(step.lists->row_shift);
    }
    equalize_lookups(strand.levels);
    for (std::size_t i = 0; i + 2 < strand.levels.size(); ++i) strand.levels[i].visit = Visit::INNER;
}

const Strand& Worker::strand_of(const Level* level) const {
    return *std::find_if(strands_.begin(), strands_.end(), [&](const Strand& strand) { return strand.holds(level); });
}

const Step& Worker::step_of(const Level* level) const {
    return plan_->steps[static_cast<std::size_t>(level - strand_of(level).levels.data()) - 1];
}

// The list of a level, given the placements of the levels above.
const Block* Worker::list_of(const Level& level) const {
    return row_of(level)[reinterpret_cast<const std::uint8_t*>((&level - 1)->slot)[level.own_byte]];
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
    return_root(untried);
    return false;
}

// Reports the board made of all levels as an answer.
void Worker::answer(const Level* last) {
    ++stats_.answers;
    ++unreported_;
    if (!boards_) return;
    Board board = board_above(last + 1);
    plans_.kinds().name_pieces(job_.board, board);
    found_.insert(found_.end(), board.begin(), board.end());
    if (unreported_ == BATCH) flush();
}

void Worker::return_all(Stacks& stacks, bool expand) {
    for (std::size_t strand = 0; strand < STRANDS; ++strand) {
        while (stacks.size(strand) > 0) {
            const std::size_t top = stacks.size(strand) - 1;
            const Pending pending = stacks.at(strand, top);
            if (pending.is_partial || expand)
                for (const Untried& untried : stacks.children(strand, top)) return_root(untried);
            else
                scheduler_.return_root(board_of(pending));
            expand = false;
            stacks.drop_top(strand);
        }
    }
}

// Turns the untried candidates of a level into roots. Each is a placement committed here and explored elsewhere.
template <class Take>
void Worker::make_roots(const Untried& untried, const Take& take) {
    const auto cell = static_cast<std::size_t>(step_of(untried.level).cell);
    Board above = board_above(untried.level);
    for (Untried one = untried; one.lanes != 0; one.lanes &= one.lanes - 1) {
        ++untried.level->nodes;
        ++stats_.nodes;
        Board board = above;
        board[cell] = first_of(one).placement();
        plans_.kinds().name_pieces(job_.board, board);
        take(std::move(board));
    }
}

void Worker::return_root(const Untried& untried) {
    make_roots(untried, [&](Board board) { scheduler_.return_root(std::move(board)); });
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
    const double weight = job_.weight * shares(stacks, best).front();
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

// The root with the placements of all levels above `level`.
Board Worker::board_above(const Level* level) const {
    Board board = job_.board;
    const Level* const root = strand_of(level - 1).levels.data();
    for (const Level* above = root + 1; above < level; ++above)
        board[static_cast<std::size_t>(step_of(above).cell)] = above->slot->placement();
    return board;
}

// The root that a placement stands for.
Board Worker::board_of(const Pending& pending) const {
    if (pending.level == strand_of(pending.level).levels.data()) return job_.board;
    Board board = board_above(pending.level);
    board[static_cast<std::size_t>(step_of(pending.level).cell)] = pending.candidate.placement();
    plans_.kinds().name_pieces(job_.board, board);
    return board;
}

void Worker::publish(const Stacks& stacks) {
    if (polls_++ % SHOW_EVERY != 0) return;
    double pending = 0;
    for (std::size_t strand = 0; strand < STRANDS; ++strand)
        for (const double share : shares(stacks, strand)) pending += share;
    for (std::size_t strand = 0; strand < STRANDS; ++strand) {
        if (stacks.size(strand) == 0) continue;
        const Board board = board_of(stacks.at(strand, stacks.size(strand) - 1));
        const auto depth = std::count_if(board.begin(), board.end(), [](Placement p) { return p != EMPTY; });
        scheduler_.show(stats_, depth, job_.weight * std::max(0.0, 1 - pending), board);
        stats_ = {};
        return;
    }
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
    stats_.by_depth.resize(job_.board.size() + 1);
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
