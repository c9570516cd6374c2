// Depth-first search with breaks: exact fits first, then candidates that miss one of the first two known sides, then,
// where several breaks are left, those that miss both.
//
// Each cell's candidates come in up to four segments of ready lists (see fits.cpp), so nothing is ever scanned that
// cannot be laid. Where no break may be made any more (or yet), only the first segment is opened, and the walk is a
// strict keyed search. A schedule says how many breaks there may be by the time a cell is laid; a quota says how many
// sides of the burnt colors must have been laid by then (candidates come in falling order of burnt sides, so the first
// that fails ends its list). Near the end the color ledger is kept: an open side whose color nobody has left will be a
// break, and when such breaks to come exceed what is left, the walk turns back at once.
//
// What is not done when the walk is told to unwind is handed over as roots: every candidate not yet laid, at every
// depth.
#include "score/break_search.hpp"

#include <algorithm>
#include <utility>

namespace edgematch {

namespace {

int at(const std::vector<int>& values, std::size_t index, int otherwise) {
    return values.empty() ? otherwise : values[std::min(index, values.size() - 1)];
}

std::vector<int> count_burnt(const Kinds& kinds, const std::vector<Color>& colors) {
    std::vector<int> burnt(kinds.count() + 1, 0);
    for (const Look& look : kinds.looks())
        burnt[look.kind] = static_cast<int>(std::count_if(look.sides.begin(), look.sides.end(), [&](Color side) {
            return std::find(colors.begin(), colors.end(), side) != colors.end();
        }));
    return burnt;
}

}  // namespace

Walker::Walker(const Puzzle& puzzle, const Kinds& kinds, std::span<const Cell> order, const Board& root,
               int root_breaks, const BreakRules& rules, std::uint64_t seed, WalkWatch& watch)
    : puzzle_(puzzle),
      kinds_(kinds),
      root_(root),
      rules_(rules),
      watch_(watch),
      burnt_(count_burnt(kinds, rules.burnt)),
      tables_(puzzle, kinds, root, {seed, rules.burnt.empty() ? std::span<const int>{} : std::span<const int>(burnt_)}),
      front_(plan_front(puzzle, order, root, tables_, Slots::OWN,
                        rules.is_region ? Beyond::STAYS_EMPTY : Beyond::COMES_LATER)),
      ledger_(puzzle, tables_.colors()),
      slots_(front_.slots.size() + 2, GREY),  // two more for the strict loop
      left_(kinds.count() + 1, 1),
      demand_(ledger_.size(), 0),
      supply_(ledger_.size(), 0),
      board_(root),
      sentinel_(static_cast<std::uint16_t>(kinds.count())),
      first_index_(
          static_cast<std::size_t>(std::count_if(root.begin(), root.end(), [](Placement p) { return p != EMPTY; }))) {
    std::copy(front_.slots.begin(), front_.slots.end(), slots_.begin());
    for (std::size_t kind = 0; kind < kinds.count(); ++kind)
        left_[kind] = static_cast<std::uint16_t>(kinds.copies(kind));
    int burnt = 0;
    for (const Placement placement : root) {
        if (placement == EMPTY) continue;
        --left_[kinds.of(placement)];
        burnt += burnt_[kinds.of(placement)];
    }
    std::size_t index = first_index_;
    for (const FrontStep& plan : front_.steps) {
        Step step{};
        step.plan = &plan;
        step.cell = static_cast<std::size_t>(plan.cell);
        step.exact = plan.exact;
        step.known = plan.known.size();
        for (std::size_t k = 0; k < std::min<std::size_t>(2, step.known); ++k) {
            step.key[k] = static_cast<std::size_t>(plan.known[k].slot);
            step.sides[k] = static_cast<std::size_t>(plan.known[k].side);
        }
        step.allowed = at(rules.allowed, index, static_cast<int>(4 * puzzle.cells()));
        step.quota = at(rules.quota, index, 0);
        step.ring_may_break = static_cast<std::int64_t>(index) >= rules.frame_from;
        step.keeps_ledger = static_cast<std::int64_t>(puzzle.cells() - index) <= rules.ledger_cells;
        step.starts_ledger = step.keeps_ledger && (steps_.empty() || !steps_.back().keeps_ledger);
        for (const OpenSide& open : plan.open) {
            step.open_side[step.opens] = static_cast<std::size_t>(open.side);
            step.open_slot[step.opens++] = static_cast<std::size_t>(open.slot);
        }
        steps_.push_back(step);
        ++index;
    }
    frames_.assign(steps_.size() + 1, Frame{nullptr, DONE, root_breaks, burnt});
}

bool Walker::walk(std::vector<Board>* remaining) {
    if (steps_.empty()) return frames_[0].breaks > most_breaks || watch_.found(board_, frames_[0].breaks);
    const std::size_t strict_end = plan_strict();
    const bool has_quota = !rules_.quota.empty();
    std::size_t index = 0;
    enter(0);
    while (true) {
        if (index < strict_end) {
            const Exit exit = has_quota ? walk_strictly<true>(index) : walk_strictly<false>(index);
            if (exit == Exit::EXHAUSTED) break;
            if (exit == Exit::UNWIND) return hand_over(index, remaining), false;
        } else {
            int misses = 0;
            if (!advance(index, misses)) {
                if (index == 0) break;
                take_back(--index);
                continue;
            }
            if (budget_ == 0 && !refill(index)) return hand_over(index, remaining), false;
            --budget_;
            lay(index, *frames_[index].next++, misses);
            ++index;
        }
        if (index < steps_.size()) {
            if (steps_[index].keeps_ledger && !steps_[index].starts_ledger &&
                frames_[index].breaks + deficit_ > most_breaks)
                take_back(--index);
            else
                enter(index);
            continue;
        }
        const bool is_enough =
            frames_[index].breaks <= most_breaks && !watch_.found(board_up_to(index), frames_[index].breaks);
        take_back(--index);
        if (is_enough) return hand_over(index, remaining), false;
    }
    watch_.grant_nodes(granted_ - budget_, 0, root_);
    return true;
}

// The steps before the first at which a break may be made: they need neither misses nor a ledger.
std::size_t Walker::plan_strict() {
    const std::size_t nowhere = slots_.size() - 1;  // read as key 0, written and never read otherwise
    strict_.clear();
    for (const Step& step : steps_) {
        if (cap(step) > frames_[0].breaks || step.keeps_ledger || step.opens > 2) break;
        const FitLists& table = step.known >= 2   ? *step.exact
                                : step.known == 1 ? step.plan->fits->by(static_cast<int>(step.sides[0]))
                                                  : step.plan->fits->all();
        Strict strict{};
        strict.heads = table.heads.data();
        strict.fits = table.fits.data();
        strict.shift = step.known >= 2 ? tables_.color_bits() : 0;
        strict.first_key = &slots_[step.known >= 1 ? step.key[0] : nowhere];
        strict.second_key = &slots_[step.known >= 2 ? step.key[1] : nowhere];
        for (std::size_t open = 0; open < 2; ++open) {
            strict.open[open] = &slots_[open < step.opens ? step.open_slot[open] : slots_.size() - 2];
            strict.open_side[open] = static_cast<std::uint8_t>(open < step.opens ? step.open_side[open] : 0);
        }
        strict.has_more_known = step.known > 2;
        strict.quota = step.quota;
        strict_.push_back(strict);
    }
    return strict_.size();
}

// The hot loop: a strict keyed search from frame `index` on, until the last strict step is laid.
template <bool HAS_QUOTA>
Walker::Exit Walker::walk_strictly(std::size_t& index) {
    // Colors are bytes, which may alias anything: what the loop needs is kept in locals, lest it be read again and
    // again.
    std::uint16_t* const left = left_.data();
    const int* const burnt = burnt_.data();
    const std::uint16_t sentinel = sentinel_;
    const Strict* const first = strict_.data();
    const Strict* const end = first + strict_.size();
    const Strict* step = first + index;
    Frame* frame = frames_.data() + index;
    const Fit* fit = frame->next;
    std::int64_t budget = budget_;
    const auto leave = [&](Exit exit) {
        budget_ = budget;
        index = static_cast<std::size_t>(step - first);
        return exit;
    };
    while (true) {
        while (left[fit->kind] == 0) ++fit;
        const std::uint16_t kind = fit->kind;
        if (kind == sentinel || (HAS_QUOTA && frame->burnt + burnt[kind] < step->quota)) {
            if (step == first) [[unlikely]]
                return leave(Exit::EXHAUSTED);
            --step;
            --frame;
            fit = frame->next;
            ++left[fit[-1].kind];
            continue;
        }
        if (step->has_more_known && !matches_all(static_cast<std::size_t>(step - first), *fit)) [[unlikely]] {
            ++fit;
            continue;
        }
        if (budget == 0) [[unlikely]] {
            frame->next = fit;
            leave(Exit::UNWIND);
            if (!refill(index)) return Exit::UNWIND;
            budget = budget_;
        }
        --budget;
        --left[kind];
        frame->next = fit + 1;
        if (HAS_QUOTA) frame[1].burnt = frame->burnt + burnt[kind];
        const Strict& now = *step++;
        ++frame;
        Color *const one = now.open[0], *const other = now.open[1];
        const Color color = fit->sides[now.open_side[0]], other_color = fit->sides[now.open_side[1]];
        *one = color;
        *other = other_color;
        if (step == end) [[unlikely]]
            return leave(Exit::ARRIVED);
        fit = step->fits + step->heads[(std::uint32_t{*step->first_key} << step->shift) + *step->second_key];
    }
}

bool Walker::matches_all(std::size_t index, const Fit& fit) const {
    for (const KnownSide& known : steps_[index].plan->known)
        if (fit.sides[static_cast<std::size_t>(known.side)] != slots_[static_cast<std::size_t>(known.slot)])
            return false;
    return true;
}

// The board with the first `index` steps laid.
std::span<const Placement> Walker::board_up_to(std::size_t index) {
    for (std::size_t i = 0; i < steps_.size(); ++i)
        board_[steps_[i].cell] = i < index ? frames_[i].next[-1].placement : EMPTY;
    return board_;
}

void Walker::enter(std::size_t index) {
    const Step& step = steps_[index];
    Frame& frame = frames_[index];
    frame.segment = EXACT;
    if (step.starts_ledger) start_ledger(*step.plan);
    if (step.known >= 2)
        frame.next = step.exact->from((std::size_t{slots_[step.key[0]]} << tables_.color_bits()) + slots_[step.key[1]]);
    else
        frame.next = step.known == 0 ? step.plan->fits->all().from(0)
                                     : step.plan->fits->by(static_cast<int>(step.sides[0])).from(slots_[step.key[0]]);
}

// Puts frame.next on the next candidate that may be laid; false: there is none.
bool Walker::advance(std::size_t index, int& misses) {
    const Step& step = steps_[index];
    Frame& frame = frames_[index];
    while (true) {
        while (left_[frame.next->kind] == 0) ++frame.next;
        const Fit& fit = *frame.next;
        if (fit.kind == sentinel_) {
            if (!open_segment(index)) return false;
            continue;
        }
        if (frame.burnt + burnt_[fit.kind] < step.quota) {  // and so would be all that follow in the list
            while (frame.next->kind != sentinel_) ++frame.next;
            continue;
        }
        misses = misses_of(step, fit);
        if (misses >= 0 && frame.breaks + misses <= cap(step)) return true;
        ++frame.next;
    }
}

// The misses of a candidate, or -1 where the rules or its segment do not admit it.
int Walker::misses_of(const Step& step, const Fit& fit) const {
    int misses = 0;
    bool match[SIDES] = {};
    for (std::size_t k = 0; k < step.known; ++k) {
        const KnownSide& known = step.plan->known[k];
        match[k] = fit.sides[static_cast<std::size_t>(known.side)] == slots_[static_cast<std::size_t>(known.slot)];
        if (match[k]) continue;
        if (known.along && !step.ring_may_break) return -1;
        ++misses;
    }
    if (misses > 1 && !rules_.double_breaks) return -1;
    const Segment segment = frames_[static_cast<std::size_t>(&step - steps_.data())].segment;
    const bool both = match[0] && match[1];
    if (segment == FIRST_MATCHES || segment == SECOND_MATCHES) return both ? -1 : misses;
    if (segment == NEITHER_MATCHES) return match[0] || match[1] ? -1 : misses;
    return misses;
}

bool Walker::open_segment(std::size_t index) {
    const Step& step = steps_[index];
    Frame& frame = frames_[index];
    const int spare = step.known == 0 ? 0 : cap(step) - frame.breaks;
    const auto with = [&](std::size_t k) {
        return step.plan->fits->by(static_cast<int>(step.sides[k])).from(slots_[step.key[k]]);
    };
    if (frame.segment == EXACT && spare >= 1 && step.known >= 2) {
        frame.segment = FIRST_MATCHES;
        frame.next = with(0);
        return true;
    }
    if (frame.segment == FIRST_MATCHES) {
        frame.segment = SECOND_MATCHES;
        frame.next = with(1);
        return true;
    }
    const int needed = step.known >= 2 ? 2 : 1;
    if (frame.segment != NEITHER_MATCHES && spare >= needed && (needed == 1 || rules_.double_breaks)) {
        frame.segment = NEITHER_MATCHES;
        frame.next = step.plan->fits->all().from(0);
        return true;
    }
    return false;
}

void Walker::lay(std::size_t index, const Fit& fit, int misses) {
    const Step& step = steps_[index];
    Frame& frame = frames_[index];
    --left_[fit.kind];
    for (std::size_t open = 0; open < step.opens; ++open)
        slots_[step.open_slot[open]] = fit.sides[step.open_side[open]];
    frames_[index + 1].breaks = frame.breaks + misses;
    frames_[index + 1].burnt = frame.burnt + burnt_[fit.kind];
    if (step.keeps_ledger) keep_ledger(step, fit, 1);
}

void Walker::take_back(std::size_t index) {
    const Step& step = steps_[index];
    const Fit& fit = frames_[index].next[-1];
    ++left_[fit.kind];
    if (step.keeps_ledger) keep_ledger(step, fit, -1);
}

bool Walker::refill(std::size_t index) {
    granted_ = budget_ = watch_.grant_nodes(granted_ - budget_, first_index_ + index, board_up_to(index));
    return budget_ > 0;
}

// Everything not laid yet: the candidate at hand and all that follow it, here and at each depth above.
void Walker::hand_over(std::size_t index, std::vector<Board>* remaining) {
    if (remaining == nullptr) return;
    while (true) {
        int misses = 0;
        while (advance(index, misses)) {
            const std::span<const Placement> laid = board_up_to(index);
            Board root(laid.begin(), laid.end());
            root[steps_[index].cell] = frames_[index].next->placement;
            kinds_.name_pieces(root_, root);
            remaining->push_back(std::move(root));
            ++frames_[index].next;
        }
        if (index == 0) return;
        take_back(--index);
    }
}

void Walker::start_ledger(const FrontStep& plan) {
    std::fill(demand_.begin(), demand_.end(), 0);
    std::fill(supply_.begin(), supply_.end(), 0);
    deficit_ = 0;
    for (std::size_t kind = 0; kind < kinds_.count(); ++kind)
        ledger_.each_entry(kinds_.first_of(kind),
                           [&](std::size_t role, Color color) { count_side(role, color, 0, left_[kind]); });
    for (const KnownSide& known : plan.known)
        count_side(static_cast<std::size_t>(known.role), slots_[static_cast<std::size_t>(known.slot)], 1, 0);
    for (const OpenSide& open : plan.waiting)
        count_side(static_cast<std::size_t>(open.wanted), slots_[static_cast<std::size_t>(open.slot)], 1, 0);
}

// Laying a piece closes the known sides of its cell, opens others, and takes its own sides off what is left.
void Walker::keep_ledger(const Step& step, const Fit& fit, int sign) {
    for (const KnownSide& known : step.plan->known)
        count_side(static_cast<std::size_t>(known.role), slots_[static_cast<std::size_t>(known.slot)], -sign, 0);
    for (const OpenSide& open : step.plan->open)
        count_side(static_cast<std::size_t>(open.wanted), fit.sides[static_cast<std::size_t>(open.side)], sign, 0);
    ledger_.each_entry(static_cast<std::size_t>(fit.placement >> 2),
                       [&](std::size_t role, Color color) { count_side(role, color, 0, -sign); });
}

void Walker::count_side(std::size_t role, Color color, int demand, int supply) {
    if (color == GREY) return;
    int& wanted = demand_[role * tables_.colors() + color];
    int& had = supply_[role * tables_.colors() + color];
    deficit_ -= std::max(0, wanted - had);
    wanted += demand;
    had += supply;
    deficit_ += std::max(0, wanted - had);
}

}  // namespace edgematch
