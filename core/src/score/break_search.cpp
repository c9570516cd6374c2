// Depth-first search with breaks: exact fits first, then candidates that miss one of the first two known sides, then,
// where several breaks are left, those that miss both.
//
// The candidates of a cell are up to four segments of compiled lists (fit_tables.cpp), so nothing is tested that cannot
// be placed. Where no break is allowed, only the first segment is used, and the search is as strict as the exact one. A
// schedule limits the breaks by the time a cell is filled; a quota says how many sides of the burnt colors must be on
// the board by then (lists are sorted by falling number of burnt sides, so the first that fails ends its list). Near
// the end the color ledger is kept: an open side whose color no piece left has will be a break. When the breaks made
// and those to come exceed the limit, the search backtracks at once.
//
// When the monitor stops it, every candidate not tried yet, at every depth, is returned as a root.
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

BreakSearch::BreakSearch(const Puzzle& puzzle, const Kinds& kinds, std::span<const Cell> order, const Board& root,
                         int root_breaks, const BreakRules& rules, std::uint64_t seed, BreakMonitor& monitor)
    : puzzle_(puzzle),
      kinds_(kinds),
      root_(root),
      rules_(rules),
      monitor_(monitor),
      burnt_(count_burnt(kinds, rules.burnt)),
      tables_(puzzle, kinds, root, {seed, rules.burnt.empty() ? std::span<const int>{} : std::span<const int>(burnt_)}),
      frontier_(tables_.attached(plan_frontier(puzzle, order, root, Slots::OWN,
                                               rules.is_region ? OtherCells::STAY_EMPTY : OtherCells::FILLED_LATER))),
      ledger_(puzzle, tables_.colors()),
      slots_(frontier_.slots.size() + 2, GREY),  // two more for the strict loop
      left_(kinds.count() + 1, 1),
      demand_(ledger_.size(), 0),
      supply_(ledger_.size(), 0),
      board_(root),
      sentinel_(static_cast<std::uint16_t>(kinds.count())),
      first_index_(
          static_cast<std::size_t>(std::count_if(root.begin(), root.end(), [](Placement p) { return p != EMPTY; }))) {
    std::copy(frontier_.slots.begin(), frontier_.slots.end(), slots_.begin());
    for (std::size_t kind = 0; kind < kinds.count(); ++kind)
        left_[kind] = static_cast<std::uint16_t>(kinds.copies(kind));
    int burnt = 0;
    for (const Placement placement : root) {
        if (placement == EMPTY) continue;
        --left_[kinds.of(placement)];
        burnt += burnt_[kinds.of(placement)];
    }
    std::size_t index = first_index_;
    for (const FrontierStep& plan : frontier_.steps) {
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
        step.frame_may_break = static_cast<std::int64_t>(index) >= rules.frame_from;
        step.keeps_ledger = static_cast<std::int64_t>(puzzle.cells() - index) <= rules.ledger_cells;
        step.starts_ledger = step.keeps_ledger && (steps_.empty() || !steps_.back().keeps_ledger);
        for (const OpenSide& open : plan.open) {
            step.open_side[step.opens] = static_cast<std::size_t>(open.side);
            step.open_slot[step.opens++] = static_cast<std::size_t>(open.slot);
        }
        steps_.push_back(step);
        ++index;
    }
    entries_.assign(steps_.size() + 1, Entry{nullptr, DONE, root_breaks, burnt});
}

bool BreakSearch::run(std::vector<Board>* remaining) {
    if (steps_.empty()) return entries_[0].breaks > most_breaks || monitor_.found(board_, entries_[0].breaks);
    const std::size_t strict_end = plan_strict_steps();
    const bool has_quota = !rules_.quota.empty();
    std::size_t index = 0;
    enter(0);
    while (true) {
        if (index < strict_end) {
            const Exit exit = has_quota ? search_strictly<true>(index) : search_strictly<false>(index);
            if (exit == Exit::EXHAUSTED) break;
            if (exit == Exit::UNWIND) return return_untried(index, remaining), false;
        } else {
            int misses = 0;
            if (!advance(index, misses)) {
                if (index == 0) break;
                remove(--index);
                continue;
            }
            if (budget_ == 0 && !refill(index)) return return_untried(index, remaining), false;
            --budget_;
            place(index, *entries_[index].next++, misses);
            ++index;
        }
        if (index < steps_.size()) {
            if (steps_[index].keeps_ledger && !steps_[index].starts_ledger &&
                entries_[index].breaks + deficit_ > most_breaks)
                remove(--index);
            else
                enter(index);
            continue;
        }
        const bool is_enough =
            entries_[index].breaks <= most_breaks && !monitor_.found(board_up_to(index), entries_[index].breaks);
        remove(--index);
        if (is_enough) return return_untried(index, remaining), false;
    }
    monitor_.grant_nodes(granted_ - budget_, 0, root_);
    return true;
}

// The steps before the first at which a break is allowed: they need neither misses nor a ledger.
std::size_t BreakSearch::plan_strict_steps() {
    const std::size_t nowhere = slots_.size() - 1;  // read as key 0, never read after it is written
    strict_.clear();
    for (const Step& step : steps_) {
        if (cap(step) > entries_[0].breaks || step.keeps_ledger || step.opens > 2) break;
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

// The hot loop: a strict search from step `index` on, until the last strict step is filled.
template <bool HAS_QUOTA>
BreakSearch::Exit BreakSearch::search_strictly(std::size_t& index) {
    // Colors are bytes, which may alias anything: what the loop needs is kept in locals, so that it is loaded only
    // once.
    std::uint16_t* const left = left_.data();
    const int* const burnt = burnt_.data();
    const std::uint16_t sentinel = sentinel_;
    const Strict* const first = strict_.data();
    const Strict* const end = first + strict_.size();
    const Strict* step = first + index;
    Entry* entry = entries_.data() + index;
    const Fit* fit = entry->next;
    std::int64_t budget = budget_;
    const auto leave = [&](Exit exit) {
        budget_ = budget;
        index = static_cast<std::size_t>(step - first);
        return exit;
    };
    while (true) {
        while (left[fit->kind] == 0) ++fit;
        const std::uint16_t kind = fit->kind;
        if (kind == sentinel || (HAS_QUOTA && entry->burnt + burnt[kind] < step->quota)) {
            if (step == first) [[unlikely]]
                return leave(Exit::EXHAUSTED);
            --step;
            --entry;
            fit = entry->next;
            ++left[fit[-1].kind];
            continue;
        }
        if (step->has_more_known && !matches_all(static_cast<std::size_t>(step - first), *fit)) [[unlikely]] {
            ++fit;
            continue;
        }
        if (budget == 0) [[unlikely]] {
            entry->next = fit;
            leave(Exit::UNWIND);
            if (!refill(index)) return Exit::UNWIND;
            budget = budget_;
        }
        --budget;
        --left[kind];
        entry->next = fit + 1;
        if (HAS_QUOTA) entry[1].burnt = entry->burnt + burnt[kind];
        const Strict& now = *step++;
        ++entry;
        Color *const one = now.open[0], *const other = now.open[1];
        const Color color = fit->sides[now.open_side[0]], other_color = fit->sides[now.open_side[1]];
        *one = color;
        *other = other_color;
        if (step == end) [[unlikely]]
            return leave(Exit::ARRIVED);
        fit = step->fits + step->heads[(std::uint32_t{*step->first_key} << step->shift) + *step->second_key];
    }
}

bool BreakSearch::matches_all(std::size_t index, const Fit& fit) const {
    for (const KnownSide& known : steps_[index].plan->known)
        if (fit.sides[static_cast<std::size_t>(known.side)] != slots_[static_cast<std::size_t>(known.slot)])
            return false;
    return true;
}

// The board with the first `index` steps filled.
std::span<const Placement> BreakSearch::board_up_to(std::size_t index) {
    for (std::size_t i = 0; i < steps_.size(); ++i)
        board_[steps_[i].cell] = i < index ? entries_[i].next[-1].placement : EMPTY;
    return board_;
}

void BreakSearch::enter(std::size_t index) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    entry.segment = EXACT;
    if (step.starts_ledger) start_ledger(*step.plan);
    if (step.known >= 2)
        entry.next = step.exact->from((std::size_t{slots_[step.key[0]]} << tables_.color_bits()) + slots_[step.key[1]]);
    else
        entry.next = step.known == 0 ? step.plan->fits->all().from(0)
                                     : step.plan->fits->by(static_cast<int>(step.sides[0])).from(slots_[step.key[0]]);
}

// Moves `next` to the next candidate that may be placed; false: there is none.
bool BreakSearch::advance(std::size_t index, int& misses) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    while (true) {
        while (left_[entry.next->kind] == 0) ++entry.next;
        const Fit& fit = *entry.next;
        if (fit.kind == sentinel_) {
            if (!open_segment(index)) return false;
            continue;
        }
        if (entry.burnt + burnt_[fit.kind] < step.quota) {  // as do all that follow in the list
            while (entry.next->kind != sentinel_) ++entry.next;
            continue;
        }
        misses = misses_of(step, fit);
        if (misses >= 0 && entry.breaks + misses <= cap(step)) return true;
        ++entry.next;
    }
}

// The misses of a candidate, or -1 if the rules or its segment exclude it.
int BreakSearch::misses_of(const Step& step, const Fit& fit) const {
    int misses = 0;
    bool match[SIDES] = {};
    for (std::size_t k = 0; k < step.known; ++k) {
        const KnownSide& known = step.plan->known[k];
        match[k] = fit.sides[static_cast<std::size_t>(known.side)] == slots_[static_cast<std::size_t>(known.slot)];
        if (match[k]) continue;
        if (known.along && !step.frame_may_break) return -1;
        ++misses;
    }
    if (misses > 1 && !rules_.double_breaks) return -1;
    const Segment segment = entries_[static_cast<std::size_t>(&step - steps_.data())].segment;
    const bool both = match[0] && match[1];
    if (segment == FIRST_MATCHES || segment == SECOND_MATCHES) return both ? -1 : misses;
    if (segment == NEITHER_MATCHES) return match[0] || match[1] ? -1 : misses;
    return misses;
}

bool BreakSearch::open_segment(std::size_t index) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    const int spare = step.known == 0 ? 0 : cap(step) - entry.breaks;
    const auto with = [&](std::size_t k) {
        return step.plan->fits->by(static_cast<int>(step.sides[k])).from(slots_[step.key[k]]);
    };
    if (entry.segment == EXACT && spare >= 1 && step.known >= 2) {
        entry.segment = FIRST_MATCHES;
        entry.next = with(0);
        return true;
    }
    if (entry.segment == FIRST_MATCHES) {
        entry.segment = SECOND_MATCHES;
        entry.next = with(1);
        return true;
    }
    const int needed = step.known >= 2 ? 2 : 1;
    if (entry.segment != NEITHER_MATCHES && spare >= needed && (needed == 1 || rules_.double_breaks)) {
        entry.segment = NEITHER_MATCHES;
        entry.next = step.plan->fits->all().from(0);
        return true;
    }
    return false;
}

void BreakSearch::place(std::size_t index, const Fit& fit, int misses) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    --left_[fit.kind];
    for (std::size_t open = 0; open < step.opens; ++open)
        slots_[step.open_slot[open]] = fit.sides[step.open_side[open]];
    entries_[index + 1].breaks = entry.breaks + misses;
    entries_[index + 1].burnt = entry.burnt + burnt_[fit.kind];
    if (step.keeps_ledger) keep_ledger<1>(step, fit);
}

void BreakSearch::remove(std::size_t index) {
    const Step& step = steps_[index];
    const Fit& fit = entries_[index].next[-1];
    ++left_[fit.kind];
    if (step.keeps_ledger) keep_ledger<-1>(step, fit);
}

bool BreakSearch::refill(std::size_t index) {
    granted_ = budget_ = monitor_.grant_nodes(granted_ - budget_, first_index_ + index, board_up_to(index));
    return budget_ > 0;
}

// Returns everything not tried yet: the next candidate and all that follow it, here and at each depth above.
void BreakSearch::return_untried(std::size_t index, std::vector<Board>* remaining) {
    if (remaining == nullptr) return;
    while (true) {
        int misses = 0;
        while (advance(index, misses)) {
            const std::span<const Placement> placed = board_up_to(index);
            Board root(placed.begin(), placed.end());
            root[steps_[index].cell] = entries_[index].next->placement;
            kinds_.name_pieces(root_, root);
            remaining->push_back(std::move(root));
            ++entries_[index].next;
        }
        if (index == 0) return;
        remove(--index);
    }
}

void BreakSearch::start_ledger(const FrontierStep& plan) {
    std::fill(demand_.begin(), demand_.end(), 0);
    std::fill(supply_.begin(), supply_.end(), 0);
    for (std::size_t kind = 0; kind < kinds_.count(); ++kind)
        if (left_[kind] > 0)
            ledger_.each_entry(kinds_.first_of(kind),
                               [&](std::size_t role, Color color) { supply_[entry_of(role, color)] += left_[kind]; });
    for (const KnownSide& known : plan.known)
        ++demand_[entry_of(static_cast<std::size_t>(known.role), slots_[static_cast<std::size_t>(known.slot)])];
    for (const OpenSide& open : plan.waiting)
        ++demand_[entry_of(static_cast<std::size_t>(open.wanted), slots_[static_cast<std::size_t>(open.slot)])];
    deficit_ = 0;
    for (std::size_t entry = 0; entry < demand_.size(); ++entry)
        if (entry % tables_.colors() != GREY) deficit_ += std::max(0, demand_[entry] - supply_[entry]);
}

// Placing a piece closes the known sides of its cell, opens others, and takes its own sides from the supply; SIGN is -1
// when it is removed.
template <int SIGN>
void BreakSearch::keep_ledger(const Step& step, const Fit& fit) {
    for (const KnownSide& known : step.plan->known)
        add_demand<-SIGN>(static_cast<std::size_t>(known.role), slots_[static_cast<std::size_t>(known.slot)]);
    for (const OpenSide& open : step.plan->open)
        add_demand<SIGN>(static_cast<std::size_t>(open.wanted), fit.sides[static_cast<std::size_t>(open.side)]);
    ledger_.each_entry(static_cast<std::size_t>(fit.placement >> 2),
                       [&](std::size_t role, Color color) { add_supply<-SIGN>(role, color); });
}

std::size_t BreakSearch::entry_of(std::size_t role, Color color) const { return role * tables_.colors() + color; }

template <int BY>
void BreakSearch::add_demand(std::size_t role, Color color) {
    if (color == GREY) return;
    int& wanted = demand_[entry_of(role, color)];
    const int had = supply_[entry_of(role, color)];
    deficit_ += BY > 0 ? wanted >= had : -(wanted > had);
    wanted += BY;
}

template <int BY>
void BreakSearch::add_supply(std::size_t role, Color color) {
    if (color == GREY) return;
    const int wanted = demand_[entry_of(role, color)];
    int& had = supply_[entry_of(role, color)];
    deficit_ += BY < 0 ? wanted >= had : -(wanted > had);
    had += BY;
}

}  // namespace edgematch
