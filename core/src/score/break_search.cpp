// Depth-first search with breaks: exact fits first, then candidates that miss one of the first two known sides, then,
// where several breaks are left, those that miss both.
//
// The candidates of a cell are up to four segments of compiled lists (fit_tables.cpp), so nothing is tested that cannot
// be placed. The cells before the first at which a break is allowed are searched by the kernel of the exact search
// (strict_part.cpp). A schedule limits the breaks by the time a cell is filled; a quota says how many sides of the
// burnt colors must be on the board by then (lists are sorted by falling number of burnt sides, so the first that fails
// ends its list). Near the end the color ledger is kept: an open side whose color no piece left has will be a break.
// When the breaks made and those to come exceed the limit, the search backtracks at once.
//
// When the monitor stops it, every candidate not tried yet, at every depth, is returned as a root.
#include "score/break_search.hpp"

#include <algorithm>
#include <utility>

namespace edgematch {

namespace {

constexpr int NEVER_SHORT = -(1 << 30);  // of grey, which is not counted

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

// The candidates with most burnt sides come first, so that the first without enough of them ends its list.
FitSequence sequence_of(const BreakRules& rules, std::uint64_t seed, const std::vector<int>& burnt) {
    return {seed, rules.burnt.empty() ? std::span<const int>{} : std::span<const int>(burnt)};
}

// The placements of all copies of each kind, in the sequence of those of the first.
std::vector<Placement> with_copies(const Kinds& kinds, std::span<const Placement> sequence) {
    std::vector<std::size_t> rank(kinds.looks().size(), sequence.size());
    for (std::size_t i = 0; i < sequence.size(); ++i) rank[kinds.look_of(sequence[i])] = i;
    const auto rank_of = [&](Placement placement) { return rank[kinds.look_of(placement)]; };
    std::vector<Placement> all = kinds.placements();
    std::erase_if(all, [&](Placement placement) { return rank_of(placement) == sequence.size(); });
    std::stable_sort(all.begin(), all.end(), [&](Placement a, Placement b) { return rank_of(a) < rank_of(b); });
    return all;
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
      tables_(puzzle, kinds, root, sequence_of(rules, seed, burnt_)),
      frontier_(tables_.attached(plan_frontier(puzzle, order, root, Slots::OWN,
                                               rules.is_region ? OtherCells::STAY_EMPTY : OtherCells::FILLED_LATER))),
      ledger_(puzzle, tables_.colors()),
      slots_(frontier_.slots),
      left_(kinds.count() + 1, 1),
      shortage_(ledger_.size(), 0),
      shown_by_(kinds.count()),
      board_(root),
      seed_(seed),
      sentinel_(static_cast<std::uint16_t>(kinds.count())),
      first_index_(
          static_cast<std::size_t>(std::count_if(root.begin(), root.end(), [](Placement p) { return p != EMPTY; }))) {
    for (std::size_t kind = 0; kind < kinds.count(); ++kind)
        left_[kind] = static_cast<std::uint16_t>(kinds.copies(kind));
    int burnt = 0;
    for (const Placement placement : root) {
        if (placement == EMPTY) continue;
        --left_[kinds.of(placement)];
        burnt += burnt_[kinds.of(placement)];
    }
    std::size_t index = first_index_;
    for (const FrontierStep& plan : frontier_.steps) steps_.push_back(make_step(plan, index++));
    for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
        std::size_t side = 0;
        ledger_.each_entry(kinds.first_of(kind), [&](std::size_t role, Color color) {
            shown_by_[kind][side++] = entry_of(static_cast<Role>(role), color);
        });
    }
    entries_.assign(steps_.size() + 1, Entry{nullptr, DONE, root_breaks, burnt, 0});
}

BreakSearch::Step BreakSearch::make_step(const FrontierStep& plan, std::size_t index) const {
    Step step{};
    step.plan = &plan;
    step.cell = static_cast<std::size_t>(plan.cell);
    step.exact = plan.exact;
    step.allowed = at(rules_.allowed, index, static_cast<int>(4 * puzzle_.cells()));
    step.quota = at(rules_.quota, index, 0);
    step.keeps_ledger = static_cast<std::int64_t>(puzzle_.cells() - index) <= rules_.ledger_cells;
    step.starts_ledger = step.keeps_ledger && (steps_.empty() || !steps_.back().keeps_ledger);
    const bool frame_may_break = static_cast<std::int64_t>(index) >= rules_.frame_from;
    const auto side_of = [&](int side, int slot, Role other, bool must_match) {
        return StepSide{.slot = static_cast<std::uint32_t>(slot),
                        .own = entry_of(plan.roles[static_cast<std::size_t>(side)], 0),
                        .other = entry_of(other, 0),
                        .side = static_cast<std::uint8_t>(side),
                        .must_match = must_match};
    };
    unsigned met = puzzle_.framed() ? plan.frame : 0;  // sides at the frame are grey
    for (const KnownSide& known : plan.known) {
        step.known_side[step.known++] = side_of(known.side, known.slot, known.role, known.along && !frame_may_break);
        met |= 1u << known.side;
    }
    for (const OpenSide& open : plan.open) {
        step.open_side[step.opens++] = side_of(open.side, open.slot, open.wanted, false);
        met |= 1u << open.side;
    }
    for (int side = 0; side < SIDES; ++side)
        if ((met >> side & 1u) == 0) step.other_side[step.others++] = side_of(side, 0, Role::INNER, false);
    return step;
}

bool BreakSearch::run(std::vector<Board>* remaining) {
    if (steps_.empty()) return entries_[0].breaks > most_breaks || monitor_.found(board_, entries_[0].breaks);
    remaining_ = remaining;
    strict_ = count_strict_steps();
    const bool is_done = strict_ > 0 ? search_strict_part() : search_below(0);
    monitor_.grant_nodes(granted_ - budget_, 0, root_);
    return is_done;
}

// The steps before the first at which a break is allowed: they need neither misses nor a ledger.
std::size_t BreakSearch::count_strict_steps() const {
    const auto is_strict = [&](const Step& step) { return cap(step) <= entries_[0].breaks && !step.keeps_ledger; };
    return static_cast<std::size_t>(std::find_if_not(steps_.begin(), steps_.end(), is_strict) - steps_.begin());
}

void BreakSearch::plan_handover() {
    left_at_root_ = left_;
    std::vector<bool> is_closed(slots_.size(), false);
    for (std::size_t i = 0; i < strict_; ++i)
        for (std::size_t k = 0; k < steps_[i].known; ++k) is_closed[steps_[i].known_side[k].slot] = true;
    for (std::size_t i = 0; i < strict_; ++i)
        for (std::size_t k = 0; k < steps_[i].opens; ++k)
            if (const StepSide& open = steps_[i].open_side[k]; !is_closed[open.slot])
                handed_over_.push_back({open.slot, steps_[i].cell, open.side});
}

bool BreakSearch::search_strict_part() {
    plan_handover();
    const bool has_quota = !rules_.quota.empty();
    std::vector<std::uint8_t> burnt;
    for (std::size_t piece = 0; has_quota && piece < puzzle_.cells(); ++piece)
        burnt.push_back(static_cast<std::uint8_t>(burnt_[kinds_.of(static_cast<Placement>(4 * piece))]));
    const std::vector<Placement> sequence = in_sequence(kinds_, root_, sequence_of(rules_, seed_, burnt_));
    BlockTables tables(puzzle_, with_copies(kinds_, sequence), std::move(burnt));
    std::vector<Cell> cells;
    std::vector<int> quota;
    for (std::size_t step = 0; step < strict_; ++step) {
        cells.push_back(static_cast<Cell>(steps_[step].cell));
        quota.push_back(steps_[step].quota);
    }
    StrictPart part(puzzle_, kinds_, tables, root_, cells, *this);
    if (has_quota) part.set_quota(quota);
    const bool is_done = part.run();
    budget_ = part.budget_left();
    return is_done;
}

bool BreakSearch::refill(std::int64_t& budget, std::span<const Placement> board) {
    const auto filled = std::count_if(board.begin(), board.end(), [](Placement p) { return p != EMPTY; });
    granted_ = budget = monitor_.grant_nodes(granted_ - budget, static_cast<std::size_t>(filled), board);
    return budget > 0;
}

// Goes on below an arrival of the strict part, whose cells hold what `filled` says.
bool BreakSearch::arrived(std::int64_t& budget, std::span<const Candidate> filled) {
    budget_ = budget;
    filled_ = filled;
    std::copy(left_at_root_.begin(), left_at_root_.end(), left_.begin());
    Entry& entry = entries_[strict_];
    entry.burnt = entries_[0].burnt;
    for (std::size_t i = 0; i < strict_; ++i) {
        const std::uint16_t kind = kinds_.of(filled[steps_[i].cell].placement());
        --left_[kind];
        entry.burnt += burnt_[kind];
    }
    for (const auto& [slot, cell, side] : handed_over_)
        slots_[slot] = tables_.candidates().sides(filled[cell].placement())[side];
    const bool goes_on = search_below(strict_);
    budget = budget_;
    return goes_on;
}

void BreakSearch::left(Board root) {
    if (remaining_ != nullptr) remaining_->push_back(std::move(root));
}

// Searches the steps from `floor` on. False: it was stopped, and what was not searched is in the remaining roots.
bool BreakSearch::search_below(std::size_t floor) {
    if (floor == steps_.size()) return report(floor);
    std::size_t index = floor;
    enter(index);
    while (true) {
        int misses = 0;
        if (!advance(index, misses)) {
            if (index == floor) return true;
            remove(--index);
            continue;
        }
        if (budget_ <= 0 && !refill(budget_, board_up_to(index))) return return_untried(index, floor), false;
        --budget_;
        place(index, *entries_[index].next++, misses);
        ++index;
        if (index < steps_.size()) {
            if (steps_[index].keeps_ledger && !steps_[index].starts_ledger &&
                entries_[index].breaks + deficit_ > most_breaks)
                remove(--index);
            else
                enter(index);
            continue;
        }
        const bool goes_on = report(index);
        remove(--index);
        if (!goes_on) return return_untried(index, floor), false;
    }
}

bool BreakSearch::report(std::size_t index) {
    return entries_[index].breaks > most_breaks || monitor_.found(board_up_to(index), entries_[index].breaks);
}

// The board with the first `index` steps filled.
std::span<const Placement> BreakSearch::board_up_to(std::size_t index) {
    for (std::size_t i = 0; i < steps_.size(); ++i)
        board_[steps_[i].cell] = i >= index    ? EMPTY
                                 : i < strict_ ? filled_[steps_[i].cell].placement()
                                               : entries_[i].next[-1].placement;
    return board_;
}

void BreakSearch::enter(std::size_t index) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    entry.segment = EXACT;
    if (step.starts_ledger) start_ledger(*step.plan);
    if (step.known >= 2)
        entry.next = step.exact->from((std::size_t{slots_[step.known_side[0].slot]} << tables_.color_bits()) +
                                      slots_[step.known_side[1].slot]);
    else
        entry.next = step.known == 0
                         ? step.plan->fits->all().from(0)
                         : step.plan->fits->by(step.known_side[0].side).from(slots_[step.known_side[0].slot]);
}

// Moves `next` to the next candidate that may be placed; false: there is none.
bool BreakSearch::advance(std::size_t index, int& misses) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    const std::uint16_t* const left = left_.data();
    const int spare = cap(step) - entry.breaks, quota = step.quota - entry.burnt;
    const Fit* fit = entry.next;
    while (true) {
        while (left[fit->kind] == 0) ++fit;
        if (fit->kind == sentinel_) {
            entry.next = fit;
            if (!open_segment(index)) return false;
            fit = entry.next;
            continue;
        }
        if (burnt_[fit->kind] < quota) {  // as do all that follow in the list
            while (fit->kind != sentinel_) ++fit;
            continue;
        }
        // An exact list has the fits of the first two known sides.
        misses = entry.segment == EXACT && step.known <= 2 ? 0 : misses_of(step, *fit, entry.segment);
        if (misses >= 0 && misses <= spare) {
            entry.next = fit;
            return true;
        }
        ++fit;
    }
}

// The misses of a candidate, or -1 if the rules or its segment exclude it.
int BreakSearch::misses_of(const Step& step, const Fit& fit, Segment segment) const {
    const Color* const slots = slots_.data();
    int misses = 0;
    unsigned matches = 0;
    for (std::size_t k = 0; k < step.known; ++k) {
        const StepSide& known = step.known_side[k];
        const bool is_match = fit.sides[known.side] == slots[known.slot];
        if (!is_match && known.must_match) return -1;
        misses += is_match ? 0 : 1;
        matches |= unsigned{is_match} << k;
    }
    if (misses > 1 && !rules_.double_breaks) return -1;
    const unsigned of_two = matches & 3u;
    if (segment == FIRST_MATCHES || segment == SECOND_MATCHES) return of_two == 3 ? -1 : misses;
    if (segment == NEITHER_MATCHES) return of_two != 0 ? -1 : misses;
    return misses;
}

bool BreakSearch::open_segment(std::size_t index) {
    const Step& step = steps_[index];
    Entry& entry = entries_[index];
    const int spare = step.known == 0 ? 0 : cap(step) - entry.breaks;
    const auto with = [&](std::size_t k) {
        return step.plan->fits->by(step.known_side[k].side).from(slots_[step.known_side[k].slot]);
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
        slots_[step.open_side[open].slot] = fit.sides[step.open_side[open].side];
    entries_[index + 1].breaks = entry.breaks + misses;
    entries_[index + 1].burnt = entry.burnt + burnt_[fit.kind];
    if (!step.keeps_ledger) return;
    entry.deficit = deficit_;
    keep_ledger<1>(step, fit);
}

void BreakSearch::remove(std::size_t index) {
    const Step& step = steps_[index];
    const Fit& fit = entries_[index].next[-1];
    ++left_[fit.kind];
    if (!step.keeps_ledger) return;
    keep_ledger<-1>(step, fit);
    deficit_ = entries_[index].deficit;
}

// Returns everything not tried yet: the next candidate and all that follow it, here and at each depth above.
void BreakSearch::return_untried(std::size_t index, std::size_t floor) {
    if (remaining_ == nullptr) return;
    while (true) {
        int misses = 0;
        while (advance(index, misses)) {
            const std::span<const Placement> placed = board_up_to(index);
            Board root(placed.begin(), placed.end());
            root[steps_[index].cell] = entries_[index].next->placement;
            kinds_.name_pieces(root_, root);
            remaining_->push_back(std::move(root));
            --budget_;
            ++entries_[index].next;
        }
        if (index == floor) return;
        remove(--index);
    }
}

void BreakSearch::start_ledger(const FrontierStep& plan) {
    std::fill(shortage_.begin(), shortage_.end(), 0);
    for (const Role role : {Role::ALONG, Role::INWARD, Role::INNER}) shortage_[entry_of(role, GREY)] = NEVER_SHORT;
    for (std::size_t kind = 0; kind < kinds_.count(); ++kind)
        if (left_[kind] > 0)
            for (const std::uint32_t entry : shown_by_[kind]) shortage_[entry] -= left_[kind];
    for (const KnownSide& known : plan.known)
        ++shortage_[entry_of(known.role, slots_[static_cast<std::size_t>(known.slot)])];
    for (const OpenSide& open : plan.waiting)
        ++shortage_[entry_of(open.wanted, slots_[static_cast<std::size_t>(open.slot)])];
    deficit_ = 0;
    for (const int shortage : shortage_) deficit_ += std::max(0, shortage);
}

// Placing a piece takes its own sides from what is left, and closes the known sides of its cell: where they match, the
// two cancel out. Its other sides ask for pieces beyond. SIGN is -1 when it is removed;
// then the deficit is as it was before.
template <int SIGN>
void BreakSearch::keep_ledger(const Step& step, const Fit& fit) {
    int* const shortage = shortage_.data();
    const Color* const slots = slots_.data();
    int deficit = deficit_;
    const auto add = [&](std::uint32_t entry, int by) {
        const int before = shortage[entry];
        shortage[entry] = before + by;
        if constexpr (SIGN > 0) deficit += by > 0 ? before >= 0 : -(before > 0);
    };
    for (std::size_t k = 0; k < step.known; ++k) {
        const StepSide& known = step.known_side[k];
        const Color mine = fit.sides[known.side], theirs = slots[known.slot];
        if (mine == theirs) continue;
        add(known.own + mine, SIGN);
        add(known.other + theirs, -SIGN);
    }
    for (std::size_t k = 0; k < step.opens; ++k) {
        const StepSide& open = step.open_side[k];
        const Color color = fit.sides[open.side];
        add(open.own + color, SIGN);
        add(open.other + color, SIGN);
    }
    for (std::size_t k = 0; k < step.others; ++k)
        add(step.other_side[k].own + fit.sides[step.other_side[k].side], SIGN);
    if constexpr (SIGN > 0) deficit_ = deficit;
}

std::uint32_t BreakSearch::entry_of(Role role, Color color) const {
    return static_cast<std::uint32_t>(static_cast<std::size_t>(role) * tables_.colors() + color);
}

}  // namespace edgematch
