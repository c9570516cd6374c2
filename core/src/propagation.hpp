// Propagation between cells and joins, for whatever processor the including file is compiled for.
//
// The question asked most is: for every color of every open side of a cell, does any value left show it? Color by color
// it is a loop with a branch that cannot be predicted. Here the table is turned round: eight colors lie side by side in
// one vector, and the kinds of a turn, 64 a word, are held against all eight with one AND and one OR. The result, eight
// sets of kinds, says which colors are shown (those whose set is not empty) and by whom: the lowest kind of each set is
// *watched*. While no watched kind loses a value every color is still shown, and the cell need not be asked again. The
// lowest kinds are shared by many colors, so that few are watched.
//
// A kind that is used up leaves its group eight cells at a time. Whether kinds have room is asked once neighbours
// agree, for all kinds of a group together: adding up sets of kinds as binary numbers, one bit of all sums a word,
// tells which kinds occur never, once, or more often.
//
// Order: cells with one kind left take it before anything else, since most failures are two cells that want the same
// piece; then cells to look at, first come first served; then room; then the numbers of colors. The fixpoint is the
// same in any order; this one reaches failures with a third fewer looks than cells first.
//
// What paid, on the trees of 10x10 puzzles (`edgecp?order=dom`, the same nodes throughout): asking for eight colors at
// once instead of looking for a witness color by color 2.6 times; words and blocks in line with the cache, loops over
// turns written out, numbers of colors without a queue 1.4 times; cells side by side, and one kind first, 1.9 times;
// counting values and placements eight cells at a time 1.1 times. Together 7 times, of which AVX-512 is 1.6: the other
// kernel runs on any processor. What did not pay: the same compiled for AVX2, which GCC 12 makes no better use of than
// of SSE2; last come first served (1.4 times slower); smallest domain first (a tenth fewer looks, as much time again to
// find it); a front place for small domains.
//
// NARROW is the case of at most 64 kinds a group and 64 colors, every board up to 10x10: all loops over words vanish.
#include "domain_counts.hpp"
#include "domains.hpp"
#include "eight_words.hpp"

namespace edgematch {

namespace {

template <bool NARROW>
class Propagation {
    using State = DomainState;
    using Word = State::Word;
    using Group = State::Group;
    using Place = State::Place;
    using Seat = State::Seat;

  public:
    explicit Propagation(DomainState& state) : state_(state), words_(state.words), numbers_(state.numbers) {}

    bool run(int assigned) {
        state_.culprit = -1;
        const bool is_good = state_.rules.fixpoint ? reach_fixpoint() : look_ahead(assigned);
        state_.is_enqueueing = true;
        if (!is_good || !state_.rules.fixpoint) forget();
        return is_good;
    }

    void forget() {
        for (; state_.head != state_.tail; ++state_.head) state_.is_queued[queued(state_.head)] = 0;
        state_.single_count = 0;
        for (int word = 0; word < color_words(); ++word) state_.changed_hues[word] = 0;
    }

    // Leaves in each word of a domain, by turn and word of kinds, what `keep` tells.
    template <class Keep>
    bool restrict(int cell, Keep keep) {
        const Place& place = state_.places[cell];
        const Group& group = state_.groups[place.group];
        if (NARROW && group.turns == 1) return restrict<1>(cell, place, group, keep);
        return restrict<SIDES>(cell, place, group, keep);
    }

  private:
    // Watched kinds are found where a cell is looked at with several values, to the end.
    bool is_watching() const { return state_.rules.fixpoint && !state_.rules.known_only; }
    static bool has_at_most_one(Word x) { return (x & (x - 1)) == 0; }
    int color_words() const { return NARROW ? 1 : state_.color_words; }
    static int kind_words(const Group& group) { return NARROW ? 1 : group.words; }
    int queued(std::size_t at) const { return state_.queue[at & (state_.queue.size() - 1)]; }

    Word* domain(const Group& group, int at) { return words_ + group.domain_at + at * group.stride; }
    Word* kinds(const Group& group, int word) { return words_ + group.kinds_at + word * group.stride; }
    Word* watched(const Group& group, int word) { return words_ + group.watched_at + word * group.stride; }
    Word* committed(const Group& group) { return words_ + group.committed_at; }
    Word& colors(int between, int word) { return words_[state_.joins_at + between * color_words() + word]; }
    bool is_known(int between) { return color_words() == 1 && has_at_most_one(colors(between, 0)); }
    int left(int kind) const { return static_cast<std::int16_t>(numbers_[state_.left_at + kind]); }

    void enqueue(int cell) {
        if (!state_.is_enqueueing || state_.is_queued[cell] != 0) return;
        state_.is_queued[cell] = 1;
        state_.queue[state_.tail++ & (state_.queue.size() - 1)] = cell;
    }

    bool fail(int cell) {
        if (state_.culprit >= 0) state_.join_weight[state_.culprit] += 1;
        state_.cell_weight[cell] += 1;
        return false;
    }

    bool reach_fixpoint() {
        bool is_good = true;
        for (bool is_room_sure = !state_.rules.pieces; is_good;) {
            if (state_.single_count > 0) {
                is_room_sure = !state_.rules.pieces;
                is_good = commit(state_.singles[--state_.single_count]);
            } else if (state_.head != state_.tail) {
                const int cell = queued(state_.head++);
                state_.is_queued[cell] = 0;
                is_room_sure = !state_.rules.pieces;
                is_good = visit(cell);
            } else if (!is_room_sure) {
                is_room_sure = true;
                is_good = find_rooms();
            } else if (const int hue = next_changed_hue(); hue >= 0) {
                is_good = count(hue);
            } else {
                return true;
            }
        }
        return false;
    }

    // Partial look-ahead: the neighbours of the assigned cell, then the neighbours of those that changed.
    bool look_ahead(int assigned) {
        forget();
        state_.is_enqueueing = false;
        if (!commit(assigned)) return false;
        state_.is_enqueueing = true;
        if (!revise(assigned)) return false;
        state_.is_enqueueing = false;
        while (state_.head != state_.tail) {
            const int cell = queued(state_.head++);
            state_.is_queued[cell] = 0;
            if (!revise(cell)) return false;
        }
        for (int hue = next_changed_hue(); hue >= 0; hue = next_changed_hue())
            if (!count(hue)) return false;
        return true;
    }

    template <int TURNS, class Keep>
    bool restrict(int cell, const Place& place, const Group& group, Keep keep) {
        Word any_lost = 0, any_watched = 0, any_left = 0;
        for (int w = 0; w < kind_words(group); ++w) {
            Word kept_kinds = 0, lost = 0;
            for (int turn = 0; turn < (NARROW ? TURNS : group.turns); ++turn) {
                const int at = turn * kind_words(group) + w;
                Word& mine = domain(group, at)[place.index];
                const Word kept = mine & keep(at);
                lost |= mine ^ kept;
                kept_kinds |= kept;
                mine = kept;
            }
            kinds(group, w)[place.index] = kept_kinds;
            any_left |= kept_kinds;
            any_lost |= lost;
            any_watched |= lost & watched(group, w)[place.index];
        }
        if (any_lost == 0) return true;
        if (any_left == 0) return fail(cell);
        if (any_watched != 0 || !is_watching()) enqueue(cell);
        if ((!NARROW || has_at_most_one(any_left)) && has_one_kind(place, group)) note_alone(cell, place, group);
        return true;
    }

    bool has_one_kind(const Place& place, const Group& group) {
        int found = 0;
        for (int w = 0; w < kind_words(group); ++w) {
            const Word mine = kinds(group, w)[place.index];
            if (mine == 0) continue;
            if (++found > 1 || !has_at_most_one(mine)) return false;
        }
        return found == 1;
    }

    bool has_one_value(const Place& place, const Group& group) {
        int found = 0;
        for (int at = 0; at < group.turns * kind_words(group); ++at) {
            const Word mine = domain(group, at)[place.index];
            if (mine == 0) continue;
            if (++found > 1 || !has_at_most_one(mine)) return false;
        }
        return found == 1;
    }

    // One kind is left: it is taken later, or if it was before, one value may be left now.
    void note_alone(int cell, const Place& place, const Group& group) {
        if (committed(group)[place.index] == 0) {
            state_.singles[state_.single_count++] = cell;
        } else if (has_one_value(place, group)) {
            --numbers_[state_.open_at];
        }
    }

    // A cell has only one kind left: it takes a copy, and the last copy leaves all other cells.
    bool commit(int cell) {
        const Place& place = state_.places[cell];
        const Group& group = state_.groups[place.group];
        if (committed(group)[place.index] != 0) return true;
        int word = 0;
        while (kinds(group, word)[place.index] == 0) ++word;
        const Word bit = kinds(group, word)[place.index];
        const int kind = group.kinds[static_cast<std::size_t>(word * 64 + std::countr_zero(bit))];
        committed(group)[place.index] = ~Word{0};
        if (has_one_value(place, group)) --numbers_[state_.open_at];
        --numbers_[state_.left_at + kind];
        if (left(kind) < 0) return fail(cell);
        Word& singles = words_[group.single_at + word];
        singles = left(kind) == 1 ? singles | bit : singles & ~bit;
        state_.culprit = -1;
        for (int from = 0; left(kind) == 0 && from < group.stride; from += State::BLOCK)
            if (!use_up(group, word, bit, from)) return false;
        return true;
    }

    // The same for eight cells: takes the kind out of those that have not taken a copy.
    bool use_up(const Group& group, int word, Word bit, int from) {
        Word* const mine = kinds(group, word) + from;
        const Eight before = eight_at(mine), is_committed = eight_at(committed(group) + from);
        const Eight had = before & ~is_committed & bit;
        const unsigned losers = marks(had);
        if (losers == 0) return true;
        const Eight kept = is_committed | ~bit, after = before & kept;
        put_eight(mine, after);
        for (int turn = 0; turn < group.turns; ++turn) {
            Word* const values = domain(group, turn * kind_words(group) + word) + from;
            put_eight(values, eight_at(values) & kept);
        }
        unsigned hits = is_watching() ? marks(had & eight_at(watched(group, word) + from)) : losers;
        for (; hits != 0; hits &= hits - 1)
            enqueue(group.cells[static_cast<std::size_t>(from + std::countr_zero(hits))]);
        for (unsigned few = losers & ~marks(after & (after - 1)); few != 0; few &= few - 1) {
            const int cell = group.cells[static_cast<std::size_t>(from + std::countr_zero(few))];
            const Place& place = state_.places[cell];
            Word any = 0;
            for (int w = 0; w < kind_words(group); ++w) any |= kinds(group, w)[place.index];
            if (any == 0) return fail(cell);
            if (has_one_kind(place, group)) state_.singles[state_.single_count++] = cell;
        }
        return true;
    }

    // Kinds that have no more cells than copies left take them; false: one has fewer.
    bool find_rooms() {
        for (const Group& group : state_.groups)
            for (int word = 0; word < kind_words(group); ++word)
                if (!find_rooms(group, word)) return false;
        for (const Group& group : state_.groups)
            for (const int kind : group.repeated)
                if (left(kind) > 1 && !find_room(group, kind)) return false;
        return true;
    }

    bool find_rooms(const Group& group, int word) {
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

    bool find_room(const Group& group, int kind) {
        const Seat& seat = state_.seats[kind];
        int room = 0;
        for (int i = 0; i < static_cast<int>(group.cells.size()); ++i)
            room += (kinds(group, seat.word)[i] & ~committed(group)[i] & seat.bit) != 0;
        return room > left(kind) || (room == left(kind) && settle(group, seat.word, seat.bit));
    }

    // As many cells as copies are left: those cells take nothing else.
    bool settle(const Group& group, int word, Word bit) {
        state_.culprit = -1;
        for (int i = 0; i < static_cast<int>(group.cells.size()); ++i) {
            if ((kinds(group, word)[i] & ~committed(group)[i] & bit) == 0) continue;
            const auto only = [&](int at) { return at % kind_words(group) == word ? bit : Word{0}; };
            if (!restrict(group.cells[static_cast<std::size_t>(i)], only)) return false;
        }
        return true;
    }

    bool visit(int cell) {
        const Place& place = state_.places[cell];
        return (state_.rules.known_only && !has_one_value(place, state_.groups[place.group])) || revise(cell);
    }

    // Colors that a cell can no longer show leave its joins.
    bool revise(int cell) {
        const Place& place = state_.places[cell];
        unsigned sides = 0;
        for (unsigned side = 0; side < SIDES; ++side)
            sides |= static_cast<unsigned>(!is_known(place.join[side])) << side;
        find_shown(place, sides);  // but for known colors: the cell shows them, or would be empty
        for (; sides != 0; sides &= sides - 1) {
            const int side = std::countr_zero(sides);
            const int between = place.join[static_cast<std::size_t>(side)];
            for (int word = 0; word < color_words(); ++word) {
                const Word lost = colors(between, word) & ~state_.shown[side * color_words() + word];
                if (lost == 0) continue;
                state_.culprit = between;
                if (!shrink(between, word, lost, cell)) return false;
            }
        }
        return true;
    }

    // Writes the colors that a cell shows on some sides, and the kinds to watch.
    void find_shown(const Place& place, unsigned sides) {
        const Group& group = state_.groups[place.group];
        const State::Shape& shape = state_.shapes[place.shape];
        Eight lowest{};
        for (int w = 0; w < kind_words(group); ++w) watched(group, w)[place.index] = 0;
        for (; sides != 0; sides &= sides - 1) {
            const int side = std::countr_zero(sides);
            for (int word = 0; word < color_words(); ++word) {
                const State::Range& range = shape.ranges[side * color_words() + word];
                const State::Block* const sets = shape.sets.data() + range.start;
                const Word bits = !NARROW            ? show_wide(place, group, sets, range.blocks)
                                  : group.turns == 1 ? show<1>(place, group, sets, range.blocks, lowest)
                                                     : show<SIDES>(place, group, sets, range.blocks, lowest);
                state_.shown[side * color_words() + word] = bits << (range.first * State::BLOCK);
            }
        }
        if (NARROW) watched(group, 0)[place.index] = any_of(lowest);
    }

    static const Eight& eight_of(const State::Block& block) { return *reinterpret_cast<const Eight*>(block.kinds); }

    template <int TURNS>
    Word show(const Place& place, const Group& group, const State::Block* sets, int blocks, Eight& lowest) {
        Word bits = 0;
        for (int block = 0; block < blocks; ++block, sets += TURNS) {
            Eight kinds_of{};
            for (int turn = 0; turn < TURNS; ++turn)
                kinds_of |= domain(group, turn)[place.index] & eight_of(sets[turn]);
            lowest |= kinds_of & -kinds_of;
            bits |= Word{marks(kinds_of)} << (block * State::BLOCK);
        }
        return bits;
    }

    // Any number of kinds: the lowest is in the first word that has one.
    Word show_wide(const Place& place, const Group& group, const State::Block* sets, int blocks) {
        Word bits = 0;
        for (int block = 0; block < blocks; ++block) {
            Eight any{};
            for (int w = 0; w < group.words; ++w) {
                Eight kinds_of{};
                for (int turn = 0; turn < group.turns; ++turn)
                    kinds_of |= domain(group, turn * group.words + w)[place.index] & eight_of(*sets++);
                watched(group, w)[place.index] |= any_of(kinds_of & -kinds_of & reinterpret_cast<Eight>(any == 0));
                any |= kinds_of;
            }
            bits |= Word{marks(any)} << (block * State::BLOCK);
        }
        return bits;
    }

    // Takes colors out of a join, and the values that show them out of its cells, except `from`, which has none.
    bool shrink(int between, int word, Word lost, int from) {
        colors(between, word) &= ~lost;
        if (state_.rules.counts && !note_counts(between, word, lost)) return false;
        for (const State::End& end : state_.ends[between])
            if (end.cell != from && !forbid(end, word, lost, colors(between, word))) return false;
        return true;
    }

    bool forbid(const State::End& end, int word, Word lost, Word kept) {
        const Place& place = state_.places[end.cell];
        const Group& group = state_.groups[place.group];
        const int length = group.turns * kind_words(group);
        const Word* const rows =
            state_.shapes[place.shape].shows.data() + (end.side * color_words() + word) * 64 * length;
        if (color_words() == 1 && kept != 0 && has_at_most_one(kept)) {
            const Word* const row = rows + std::countr_zero(kept) * length;
            return restrict(end.cell, [&](int at) { return row[at]; });
        }
        return restrict(end.cell, [&](int at) {
            Word bits = 0;
            for (Word rest = lost; rest != 0; rest &= rest - 1) bits |= rows[std::countr_zero(rest) * length + at];
            return ~bits;
        });
    }

    bool note_counts(int between, int word, Word lost) {
        for (Word rest = lost; rest != 0; rest &= rest - 1) {
            const int hue = word * 64 + std::countr_zero(rest);
            if (--numbers_[state_.possible_at + hue] < state_.fewest[hue]) return false;
        }
        state_.changed_hues[word] |= lost;
        const int hue = only_hue(between);
        if (hue < 0) return true;
        state_.changed_hues[hue >> 6] |= Word{1} << (hue & 63);
        return ++numbers_[state_.fixed_at + hue] <= state_.most[hue];
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

    // The exactly-k rule: so many joins show a color, no fewer and no more.
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
                if (lost != 0 && !shrink(between, word, lost, -1)) return false;
            }
        }
        return true;
    }

    DomainState& state_;
    Word* const words_;
    std::uint16_t* const numbers_;
};

template <bool NARROW>
DomainKernel make_kernel() {
    return {[](DomainState& state, int assigned) { return Propagation<NARROW>(state).run(assigned); },
            [](DomainState& state, int cell, const std::uint64_t* kept) {
                return Propagation<NARROW>(state).restrict(cell, [&](int at) { return kept[at]; });
            },
            [](DomainState& state) { Propagation<NARROW>(state).forget(); }, &count_values, &find_rarest};
}

}  // namespace

}  // namespace edgematch
