// Propagation between cells and edges, compiled for the instruction set of the including file.
//
// support.inl finds which colors a cell shows and which kinds to watch; cell_changes.inl does what follows when a cell
// loses values.
//
// Whether kinds have enough cells is checked once neighbours agree, for all kinds of a group together: sets of kinds
// are added as binary numbers, one word per bit of all sums, which says which kinds occur never, once, or more often.
//
// Order of work: cells with one kind left take it first, since most failures are two cells that need the same piece;
// then all queued cells together; then pieces that would be their own neighbours; then cells for kinds; then
// counts of colors. The fixpoint is the same in any order, but this one finds failures earliest. Measurements, and what
// did not pay: docs/research/domain-search.md.
//
// NARROW: at most 64 kinds per group and 64 colors, as on every board up to 10x10. All loops over words vanish.
#include <utility>

#include "filtering/cell_changes.inl"
#include "filtering/domain_counts.inl"
#include "filtering/refutation.inl"
#include "filtering/support.inl"

namespace edgematch {

namespace {

template <bool NARROW>
class Propagation : public CellChanges<NARROW> {
    using Base = CellChanges<NARROW>;
    using Base::domain, Base::kinds, Base::watched, Base::committed, Base::colors, Base::left, Base::mask;
    using Base::has_at_most_one, Base::has_one_value, Base::is_committed, Base::is_known, Base::has_distinct;
    using Base::kind_words, Base::color_words, Base::restrict_wide, Base::commit;
    using Base::state_, Base::places_, Base::words_, Base::numbers_, Base::FEW;
    using typename Base::Word, typename Base::Group, typename Base::Place, typename Base::KindBit;
    using State = DomainState;

  public:
    using Base::Base, Base::restrict;

    bool run(int assigned) {
        state_.culprit = -1;
        const bool is_good = state_.rules.fixpoint ? reach_fixpoint() : look_ahead(assigned);
        state_.is_enqueueing = true;
        if (!is_good || !state_.rules.fixpoint) forget();
        return is_good;
    }

    void forget() {
        for (std::vector<Word>* set : {&state_.queued, &state_.single, &state_.distinct})
            std::fill(set->begin(), set->end(), 0);
        for (int word = 0; word < color_words(); ++word) state_.changed_hues[word] = 0;
    }

  private:
    bool reach_fixpoint() {
        bool is_good = true;
        for (bool is_room_checked = !state_.rules.pieces; is_good;) {
            if (const int word = next_word(state_.single); word >= 0) {
                is_room_checked = !state_.rules.pieces;
                is_good = commit_all(word);
            } else if (next_word(state_.queued) >= 0) {
                is_room_checked = !state_.rules.pieces;
                is_good = revise_all();
            } else if (const int few = has_distinct() ? next_word(state_.distinct) : -1; few >= 0) {
                is_room_checked = !state_.rules.pieces;
                is_good = separate_all(few);
            } else if (!is_room_checked) {
                is_room_checked = true;
                is_good = check_rooms();
            } else if (const int hue = next_changed_hue(); hue >= 0) {
                is_good = count(hue);
            } else {
                return true;
            }
        }
        return false;
    }

    // The first word of a set of cells that is not empty, or -1.
    static int next_word(const std::vector<Word>& set) {
        for (std::size_t word = 0; word < set.size(); ++word)
            if (set[word] != 0) return static_cast<int>(word);
        return -1;
    }

    int set_words() const { return static_cast<int>(state_.queued.size()); }
    int cell_of(int word, Word rest) const {
        return state_.set_cells[static_cast<std::size_t>(word * 64 + std::countr_zero(rest))];
    }

    bool commit_all(int word) {
        for (Word& rest = state_.single[word]; rest != 0;) {
            const int cell = cell_of(word, rest);
            rest &= rest - 1;
            if (!commit(cell)) return false;
        }
        return true;
    }

    bool separate_all(int word) {
        for (Word rest = std::exchange(state_.distinct[word], 0); rest != 0; rest &= rest - 1) {
            const Place& place = places_[cell_of(word, rest)];
            if (!(place.turns == 1 ? separate<1>(place) : separate<SIDES>(place))) return false;
        }
        return true;
    }

    // Partial look-ahead: the neighbours of the assigned cell, then the neighbours of those that changed.
    bool look_ahead(int assigned) {
        forget();
        state_.is_enqueueing = false;
        if (!commit(assigned)) return false;
        state_.is_enqueueing = true;
        state_.queued[places_[assigned].set_word] |= places_[assigned].set_bit;
        if (!revise_all()) return false;
        state_.is_enqueueing = false;
        if (!revise_all()) return false;
        for (int hue = next_changed_hue(); hue >= 0; hue = next_changed_hue())
            if (!count(hue)) return false;
        return true;
    }

    // Kinds that have no more cells than copies left take them; false: one has fewer.
    bool check_rooms() {
        for (const Group& group : state_.groups)
            for (int word = 0; word < kind_words(group); ++word)
                if (!check_rooms(group, word)) return false;
        for (const Group& group : state_.groups)
            for (const int kind : group.repeated)
                if (left(kind) > 1 && !check_room(group, kind)) return false;
        return true;
    }

    bool check_rooms(const Group& group, int word) {
        Eight once{}, twice{};
        for (int from = 0; from < group.stride; from += State::BLOCK) {
            const Eight mine = eight_at(kinds(group, word) + from) & ~eight_at(committed(group) + from);
            twice |= once & mine;
            once |= mine;
        }
        Word one = 0, two = 0;
        for (int lane = 0; lane < State::BLOCK; ++lane) {
            two |= twice[lane] | (one & once[lane]);
            one |= once[lane];
        }
        const Word singles = words_[group.single_at + word];
        if ((singles & ~one) != 0) return false;
        for (Word rest = singles & ~two; rest != 0; rest &= rest - 1)
            if (!settle(group, word, rest & -rest)) return false;
        return true;
    }

    bool check_room(const Group& group, int kind) {
        const KindBit& own = state_.kind_bits[kind];
        int room = 0;
        for (int i = 0; i < static_cast<int>(group.cells.size()); ++i)
            room += (kinds(group, own.word)[i] & ~committed(group)[i] & own.bit) != 0;
        return room > left(kind) || (room == left(kind) && settle(group, own.word, own.bit));
    }

    // As many cells as copies are left: those cells take nothing else.
    bool settle(const Group& group, int word, Word bit) {
        state_.culprit = -1;
        Word* const only = state_.keep.data();
        for (int at = 0; at < group.turns * kind_words(group); ++at)
            only[at] = at % kind_words(group) == word ? bit : Word{0};
        for (int i = 0; i < static_cast<int>(group.cells.size()); ++i) {
            if ((kinds(group, word)[i] & ~committed(group)[i] & bit) == 0) continue;
            if (!restrict(group.cells[static_cast<std::size_t>(i)], only)) return false;
        }
        return true;
    }

    // Revises the queued cells in two steps: all find the colors that they no longer show, then these leave the cells
    // beyond. So there are two loops with few branches that depend on what is found, which a processor predicts
    // wrongly.
    [[gnu::noinline]] bool revise_all() {
        State::Loss* const losses = state_.losses.data();
        std::size_t count = 0;
        for (int word = 0; word < set_words(); ++word)
            for (Word rest = std::exchange(state_.queued[word], 0); rest != 0; rest &= rest - 1)
                find_losses(cell_of(word, rest), losses, count);
        for (std::size_t i = 0; i < count; ++i)
            if (!pass_on(losses[i])) return false;
        return true;
    }

    // Adds the losses of a cell, one if it is wide.
    [[gnu::always_inline]] inline void find_losses(int cell, State::Loss* losses, std::size_t& count) {
        const Place& place = places_[cell];
        if (state_.rules.known_only && !has_one_value(place, state_.groups[place.group])) return;
        if (!NARROW) {
            losses[count++] = {cell, 0, 0};
            return;
        }
        SideWords shown;
        words_[place.watched_at] =
            place.turns == 1 ? find_shown<1>(words_, place, shown) : find_shown<SIDES>(words_, place, shown);
#pragma GCC unroll 4
        for (int side = 0; side < SIDES; ++side) {
            const Word lost = colors(place.edge[static_cast<std::size_t>(side)], 0) & ~shown[side];
            losses[count] = {cell, side, lost};
            count += lost != 0;
        }
    }

    [[gnu::always_inline]] inline bool pass_on(const State::Loss& loss) {
        const Place& place = places_[loss.cell];
        if (!NARROW) return revise_wide(place);
        // The cell beyond may have taken some of them.
        const Word lost = loss.hues & colors(place.edge[static_cast<std::size_t>(loss.side)], 0);
        return lost == 0 || pass_on(place, loss.side, 0, lost);
    }

    bool revise_wide(const Place& place) {
        find_shown_wide(place, state_.groups[place.group]);
        for (int side = 0; side < SIDES; ++side) {
            for (int word = 0; word < color_words(); ++word) {
                const Word shown = state_.shown[side * color_words() + word];
                const Word lost = colors(place.edge[static_cast<std::size_t>(side)], word) & ~shown;
                if (lost != 0 && !pass_on(place, side, word, lost)) return false;
            }
        }
        return true;
    }

    // Takes colors out of an edge that a cell does not show, and the values that do out of the cell beyond.
    bool pass_on(const Place& place, int side, int word, Word lost) {
        const int between = place.edge[static_cast<std::size_t>(side)];
        state_.culprit = between;
        take_colors(between, word, lost);
        return forbid({place.beyond[static_cast<std::size_t>(side)], opposite(side)}, word, lost,
                      colors(between, word));
    }

    // Any number of kinds and hues: writes the hues shown, and the kinds to watch; the lowest is in the first word that
    // has one.
    void find_shown_wide(const Place& place, const Group& group) {
        const Word* const values = domain(place);
        const State::Block* sets = place.sets;
        for (int w = 0; w < group.words; ++w) watched(group, w)[place.index] = 0;
        for (int at = 0; at < SIDES * color_words(); ++at) {
            Word bits = 0;
            for (int block = 0; block < place.blocks; ++block) {
                Eight any{};
                for (int w = 0; w < group.words; ++w) {
                    const Word mine = kinds(group, w)[place.index];
                    Eight set{};
                    for (int turn = 0; turn < group.turns; ++turn)
                        set |= eight_of(*sets++) & (values[turn * group.words + w] & mine);
                    watched(group, w)[place.index] |= any_of(lowest(set) & is_zero(any));
                    any |= set;
                }
                bits |= Word{marks(any)} << (block * State::BLOCK);
            }
            state_.shown[at] = bits;
        }
    }

    const Word* shows(const Place& place, int side, int hue) const {
        const int length = place.turns * kind_words(state_.groups[place.group]);
        return place.shows + (side * color_words() * 64 + hue) * length;
    }

    int next_distinct() {
        for (std::size_t group = 0; has_distinct() && group < state_.groups.size(); ++group) {
            Word& cells = state_.distinct_queue[group];
            if (cells == 0) continue;
            const int index = std::countr_zero(cells);
            cells &= cells - 1;
            return state_.groups[group].cells[static_cast<std::size_t>(index)];
        }
        return -1;
    }

    // Only one kind shows some hues, so it is needed for them: the cells beyond must match these with other kinds.
    template <int TURNS>
    bool separate(const Place& place) {
        SideWords beyond, sole{};
        Word wanted = 0;
        if (is_committed(place) || std::popcount(kinds(place)) > FEW) return true;
        const Word singles = words_[state_.groups[place.group].single_at];
        for (std::size_t side = 0; side < SIDES; ++side) {
            const Place& next = places_[place.beyond[side]];
            const Word is_open = is_known(place.edge[side]) ? 0 : ~Word{0};
            beyond[side] =
                kinds(next) & ~words_[next.committed_at] & mask((place.is_kin >> side & 1) != 0) & singles & is_open;
            wanted |= beyond[side] & kinds(place);
        }
        if (wanted == 0) return true;
        find_sole<TURNS>(words_, place, beyond, sole);
        for (std::size_t side = 0; side < SIDES; ++side)
            if (sole[side] != 0 && !separate<TURNS>(place, static_cast<int>(side), sole[side], place.beyond[side]))
                return false;
        return true;
    }

    template <int TURNS>
    bool separate(const Place& place, int side, Word sole, int other) {
        const Place& theirs = places_[other];
        const auto values = Rows<TURNS>::get(domain(place)) & kinds(place);
        Row<TURNS> taken{};
        for (; sole != 0; sole &= sole - 1) {
            const int hue = std::countr_zero(sole);
            taken |= Rows<TURNS>::get(shows(theirs, opposite(side), hue)) &
                     any_of(values & Rows<TURNS>::get(shows(place, side, hue)));
        }
        return this->template restrict_row<TURNS>(other, theirs, ~taken);
    }

    void take_colors(int between, int word, Word lost) {
        colors(between, word) &= ~lost;
        if (state_.rules.counts) note_counts(between, word, lost);
    }

    // Takes colors out of an edge, and the values that show them out of its cells.
    bool shrink(int between, int word, Word lost) {
        take_colors(between, word, lost);
        for (const State::End& end : state_.ends[between])
            if (!forbid(end, word, lost, colors(between, word))) return false;
        return true;
    }

    // Leaves a cell the values that show one of the hues that an edge has left.
    bool forbid(const State::End& end, int word, Word lost, Word kept) {
        const Place& place = places_[end.cell];
        if (!NARROW) return forbid_wide(end, place, word, lost);
        return place.turns == 1 ? allow<1>(end, place, kept) : allow<SIDES>(end, place, kept);
    }

    template <int TURNS>
    bool allow(const State::End& end, const Place& place, Word kept) {
        constexpr int SUBSETS = 1 << State::QUAD;
        const Word* rows = place.allows + end.side * place.quads * SUBSETS * TURNS;
        Row<TURNS> allowed{};
        for (int quad = 0; quad < place.quads; ++quad, rows += SUBSETS * TURNS, kept >>= State::QUAD)
            allowed |= Rows<TURNS>::get(rows + kept % SUBSETS * TURNS);
        return this->template restrict_row<TURNS>(end.cell, place, allowed);
    }

    bool forbid_wide(const State::End& end, const Place& place, int word, Word lost) {
        const int length = place.turns * state_.groups[place.group].words;
        Word* const keep = state_.keep.data();
        std::fill(keep, keep + length, ~Word{0});
        for (; lost != 0; lost &= lost - 1) {
            const Word* const row = shows(place, end.side, word * 64 + std::countr_zero(lost));
            for (int at = 0; at < length; ++at) keep[at] &= ~row[at];
        }
        return restrict_wide(end.cell, place, keep);
    }

    // Whether the counts are right is checked later: few failures are found by them.
    void note_counts(int between, int word, Word lost) {
        take_one(numbers_ + state_.possible_at + word * 64, lost);
        if (NARROW) {
            const Word now = colors(between, 0);
            const bool is_one = has_at_most_one(now);
            state_.changed_hues[0] |= lost | (now & mask(is_one));
            numbers_[state_.fixed_at + (std::countr_zero(now) & 63)] += is_one;
            return;
        }
        state_.changed_hues[word] |= lost;
        const int hue = only_hue(between);
        if (hue < 0) return;
        state_.changed_hues[hue >> 6] |= Word{1} << (hue & 63);
        ++numbers_[state_.fixed_at + hue];
    }

    int only_hue(int between) {
        int hue = -1;
        for (int word = 0; word < color_words(); ++word) {
            const Word mine = colors(between, word);
            if (mine == 0) continue;
            if (hue >= 0 || !has_at_most_one(mine)) return -1;
            hue = word * 64 + std::countr_zero(mine);
        }
        return hue;
    }

    int next_changed_hue() {
        for (int word = 0; word < color_words(); ++word) {
            Word& changed = state_.changed_hues[word];
            if (changed == 0) continue;
            const int hue = word * 64 + std::countr_zero(changed);
            changed &= changed - 1;
            return hue;
        }
        return -1;
    }

    // The exactly-k rule: exactly so many edges show a color.
    bool count(int hue) {
        const int possible = numbers_[state_.possible_at + hue], fixed = numbers_[state_.fixed_at + hue];
        if (possible < state_.fewest[hue] || fixed > state_.most[hue]) return false;
        const bool is_short = possible == state_.fewest[hue], is_full = fixed == state_.most[hue];
        if (!state_.rules.force_counts || possible == fixed || (!is_short && !is_full)) return true;
        state_.culprit = -1;
        for (int between = 0; between < static_cast<int>(state_.ends.size()); ++between) {
            if ((colors(between, hue >> 6) >> (hue & 63) & 1) == 0 || only_hue(between) >= 0) continue;
            for (int word = 0; word < color_words(); ++word) {
                const Word mine = hue >> 6 == word ? Word{1} << (hue & 63) : 0;
                const Word lost = is_short ? colors(between, word) & ~mine : colors(between, word) & mine;
                if (lost != 0 && !shrink(between, word, lost)) return false;
            }
        }
        return true;
    }
};

template <bool NARROW>
DomainKernel make_kernel() {
    return {[](DomainState& state, int assigned) { return Propagation<NARROW>(state).run(assigned); },
            [](DomainState& state, int cell, const std::uint64_t* kept) {
                return Propagation<NARROW>(state).restrict(cell, kept);
            },
            [](DomainState& state) { Propagation<NARROW>(state).forget(); },
            &count_values,
            &find_rarest,
            [](const DomainState& state, int width, std::int64_t& tests) {
                return NARROW && Refutation(state).run(width, tests);
            }};
}

}  // namespace

}  // namespace edgematch
