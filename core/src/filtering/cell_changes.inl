// What happens when a cell loses values, compiled for the instruction set of the including file.
//
// The turns of a cell are adjacent and filtered together. A cell that lost a value of a watched kind is revised again
// (support.inl). A cell with a single kind left takes a copy of it, and a kind that is used up is removed from its
// group eight cells at a time. Edges are the matter of propagation.inl, which builds on this.
#pragma once

#include <algorithm>
#include <bit>

#include "filtering/domains.hpp"
#include "filtering/eight_words.inl"

namespace edgematch {

namespace {

template <bool NARROW>
class CellChanges {
  protected:
    using State = DomainState;
    using Word = State::Word;
    using Group = State::Group;
    using Place = State::Place;
    using KindBit = State::KindBit;

  public:
    explicit CellChanges(DomainState& state)
        : state_(state), places_(state.places.data()), words_(state.words), numbers_(state.numbers) {}

    // Leaves in each word of a domain, by turn and word of kinds, what is in `keep`.
    bool restrict(int cell, const Word* keep) {
        const Place& place = places_[cell];
        if (!NARROW) return restrict_wide(cell, place, keep);
        if (place.turns == 1) return restrict_row<1>(cell, place, keep[0]);
        return restrict_row<SIDES>(cell, place, Rows<SIDES>::get(keep));
    }

  protected:
    // The rule `distinct` skips cells with more kinds: they have next to no color that only one kind shows.
    static constexpr int FEW = 6;

    // Watched kinds exist where cells with several values are revised, up to the fixpoint.
    bool is_watching() const { return state_.rules.fixpoint && !state_.rules.known_only; }
    bool has_distinct() const { return NARROW && state_.rules.distinct; }
    static bool has_at_most_one(Word x) { return (x & (x - 1)) == 0; }
    int color_words() const { return NARROW ? 1 : state_.color_words; }
    static int kind_words(const Group& group) { return NARROW ? 1 : group.words; }

    // The values of a cell, some of which may be of kinds that it has lost.
    Word* domain(const Place& place) { return words_ + place.values_at; }
    Word& kinds(const Place& place) { return words_[place.kinds_at]; }
    bool is_committed(const Place& place) const { return words_[place.committed_at] != 0; }
    Word* kinds(const Group& group, int word) { return words_ + group.kinds_at + word * group.stride; }
    Word* watched(const Group& group, int word) { return words_ + group.watched_at + word * group.stride; }
    Word* committed(const Group& group) { return words_ + group.committed_at; }
    Word& colors(int between, int word) { return words_[state_.edges_at + between * color_words() + word]; }
    bool is_known(int between) { return color_words() == 1 && has_at_most_one(colors(between, 0)); }
    int left(int kind) const { return static_cast<std::int16_t>(numbers_[state_.left_at + kind]); }

    static Word mask(bool is_set) { return Word{0} - Word{is_set}; }

    bool fail(int cell) {
        if (state_.culprit >= 0) state_.edge_weight[state_.culprit] += 1;
        state_.cell_weight[cell] += 1;
        return false;
    }

    template <int TURNS>
    bool restrict_row(int cell, const Place& place, const Row<TURNS>& keep) {
        Word& left = kinds(place);
        const Row<TURNS> before = Rows<TURNS>::get(domain(place)) & left, after = before & keep;
        const Word lost = any_of(before ^ after);
        if (lost == 0) return true;
        Rows<TURNS>::put(domain(place), after);
        left = any_of(after);
        return note_loss(cell, place, lost & words_[place.watched_at], left);
    }

    bool restrict_wide(int cell, const Place& place, const Word* keep) {
        const Group& group = state_.groups[place.group];
        Word any_lost = 0, any_watched = 0, any_left = 0;
        Word* const values = domain(place);
        for (int w = 0; w < group.words; ++w) {
            Word& left = kinds(group, w)[place.index];
            Word kept_kinds = 0, lost = 0;
            for (int at = w; at < group.turns * group.words; at += group.words) {
                const Word before = values[at] & left;
                values[at] = before & keep[at];
                lost |= before ^ values[at];
                kept_kinds |= values[at];
            }
            left = kept_kinds;
            any_left |= kept_kinds;
            any_lost |= lost;
            any_watched |= lost & watched(group, w)[place.index];
        }
        return any_lost == 0 || note_loss(cell, place, any_watched, any_left);
    }

    // A cell has lost values, some of them of watched kinds; `left` is 0 if and only if nothing is left.
    bool note_loss(int cell, const Place& place, Word watched_lost, Word left) {
        if (left == 0) return fail(cell);
        if (state_.is_enqueueing)
            state_.queued[place.set_word] |= place.set_bit & mask(watched_lost != 0 || !is_watching());
        if (has_distinct()) state_.distinct[place.set_word] |= place.set_bit & mask(std::popcount(left) <= FEW);
        if (NARROW ? has_at_most_one(left) : has_one_kind(place, state_.groups[place.group])) note_single_kind(place);
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
            const Word mine = domain(place)[at] & kinds(group, at % kind_words(group))[place.index];
            if (mine == 0) continue;
            if (++found > 1 || !has_at_most_one(mine)) return false;
        }
        return found == 1;
    }

    // One kind is left: it is taken later. If it was taken before, one value may be left now.
    void note_single_kind(const Place& place) {
        if (!is_committed(place)) {
            state_.single[place.set_word] |= place.set_bit;
        } else if (has_one_value(place, state_.groups[place.group])) {
            --numbers_[state_.open_at];
        }
    }

    // A cell has only one kind left: it takes a copy, and the last copy leaves all other cells.
    [[gnu::always_inline]] inline bool commit(int cell) {
        const Place& place = places_[cell];
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
        if (left(kind) == 1 && has_distinct()) note_last(group, bit);
        state_.culprit = -1;
        for (int base = 0; left(kind) == 0 && base < group.stride; base += 64)
            if (!use_up(group, word, bit, base)) return false;
        return true;
    }

    // Only one copy of a kind is left: from now on `distinct` applies to it.
    void note_last(const Group& group, Word bit) {
        for (std::size_t i = 0; i < group.cells.size(); ++i)
            if ((kinds(group, 0)[i] & bit) != 0) state_.distinct[group.set_at] |= Word{1} << i;
    }

    // Removes the kind from those of 64 cells that have not taken a copy, eight at a time.
    bool use_up(const Group& group, int word, Word bit, int base) {
        Word losers = 0, hits = 0, few = 0, several = 0;
        for (int from = base; from < std::min(base + 64, group.stride); from += State::BLOCK) {
            Word* const mine = kinds(group, word) + from;
            const Eight before = eight_at(mine), is_taken = eight_at(committed(group) + from);
            const Eight had = before & ~is_taken & bit, after = before ^ had;
            put_eight(mine, after);
            losers |= Word{marks(had)} << (from - base);
            hits |= Word{marks(had & eight_at(watched(group, word) + from))} << (from - base);
            several |= Word{marks(without_lowest(after))} << (from - base);
            if (has_distinct()) few |= Word{marks_of_few<FEW>(after)} << (from - base);
        }
        const int at = group.set_at + base / 64;
        if (has_distinct()) state_.distinct[at] |= few & losers;
        if (state_.is_enqueueing) state_.queued[at] |= is_watching() ? hits : losers;
        for (Word rest = losers & ~several; rest != 0; rest &= rest - 1)
            if (!note_loser(group, group.cells[static_cast<std::size_t>(base + std::countr_zero(rest))])) return false;
        return true;
    }

    // A cell has lost a kind, and has at most one left in the same word.
    bool note_loser(const Group& group, int cell) {
        const Place& place = places_[cell];
        Word any = 0;
        for (int w = 0; w < kind_words(group); ++w) any |= kinds(group, w)[place.index];
        if (any == 0) return fail(cell);
        if (has_one_kind(place, group)) state_.single[place.set_word] |= place.set_bit;
        return true;
    }

    DomainState& state_;
    const Place* const places_;
    Word* const words_;
    std::uint16_t* const numbers_;
};

}  // namespace

}  // namespace edgematch
