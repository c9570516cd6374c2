// Refutation: a plain search of what filtering has left, for subtrees that are small. Compiled for the instruction set
// of the including file.
//
// Filtering takes microseconds per node. Near the leaves of its tree so few values are left that a depth-first search
// without propagation, at 25 ns per placement, often shows sooner that there is no answer. It takes the open cells in
// an order made for this subtree: next comes the cell that is expected to have the fewest candidates, which are its
// values over the colors of each edge to an earlier cell. The product of these numbers estimates how wide the search
// becomes, and a wide one is not begun. The candidates of a cell are the AND of its domain, of the free kinds, and of
// the kinds that show the color of each earlier neighbour, so that nothing is compiled per subtree. The search gives up
// when its budget is spent or an answer is found: answers are left to the search above. Kinds of several copies are
// never used up here, which is sound, since a refutation of fewer constraints holds for all of them.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "filtering/domains.hpp"
#include "filtering/eight_words.inl"

namespace edgematch {

namespace {

// At most 64 kinds per group and 64 colors.
class Refutation {
    using Word = DomainState::Word;
    using Place = DomainState::Place;
    static constexpr std::size_t MOST_CELLS = 128, MOST_GROUPS = 16;
    static constexpr int UNPLACED = -1, FILLED = -2;  // in place of a level

    struct Level {
        alignas(32) std::array<Word, SIDES> values, rest;  // by turn: the domain, and the candidates not tried yet
        std::array<Word, 2> free;                          // kinds free before this placement
        Word singles, taken;                               // kinds used up by a placement; kinds that need not be free
        int word, shift;                                   // where in `free` the kinds of its group are
        // the kinds that show a color on a side, and the color shown by an earlier neighbour there
        std::array<const Word*, SIDES> shows;
        std::array<const std::uint8_t*, SIDES> color;
        int known, stride;
        const std::uint8_t* hues;               // by bit and side
        std::array<std::uint8_t, SIDES> shown;  // by side, of the value placed
    };

  public:
    explicit Refutation(const DomainState& state) : state_(state) {}

    // True: there is no answer. `width`: the widest search to begin, as a power of two; adds placements to `tests`.
    bool run(int width, std::int64_t& tests) {
        if (state_.places.size() > MOST_CELLS || !find_free()) return false;
        return plan(static_cast<float>(width)) && search(PLACEMENTS << width, tests);
    }

  private:
    // Placements per unit of the estimated width before a search gives up.
    static constexpr std::int64_t PLACEMENTS = 16;

    static float log_of(int number) {
        static const auto table = [] {
            std::array<float, SIDES * 64 + 1> logs{};
            for (std::size_t i = 1; i < logs.size(); ++i) logs[i] = std::log2(static_cast<float>(i));
            return logs;
        }();
        return table[static_cast<std::size_t>(number)];
    }

    // Packs the free kinds of all groups into two words; false: they do not fit.
    bool find_free() {
        if (state_.groups.size() > MOST_GROUPS) return false;
        std::array<int, 2> used{};
        for (std::size_t g = 0; g < state_.groups.size(); ++g) {
            const DomainState::Group& group = state_.groups[g];
            const int size = static_cast<int>(group.kinds.size());
            const std::size_t word = used[0] + size <= 64 ? 0 : 1;
            if (used[word] + size > 64) return false;
            Word mine = 0;
            copies_[g] = 0;
            for (std::size_t i = 0; i < group.kinds.size(); ++i) {
                const int left = static_cast<std::int16_t>(state_.numbers[state_.left_at + group.kinds[i]]);
                if (left > 0) mine |= Word{1} << i;
                copies_[g] += left;
            }
            if (size > 0) free_[word] |= mine << used[word];
            word_[g] = static_cast<int>(word);
            shift_[g] = size > 0 ? used[word] : 0;
            used[word] += size;
        }
        return true;
    }

    // Orders the open cells; false: the search is expected to become too wide.
    bool plan(float widest) {
        std::array<float, MOST_CELLS> width;
        std::array<int, MOST_CELLS> open, level_of;
        int count = 0;
        for (std::size_t cell = 0; cell < state_.places.size(); ++cell) {
            const int size = count_values(state_.places[cell]);
            const bool is_filled = size == 1 && is_committed(state_.places[cell]);
            level_of[cell] = is_filled ? FILLED : UNPLACED;
            width[cell] = log_of(size);
            if (!is_filled) open[count++] = static_cast<int>(cell);
        }
        for (float product = 0; count > 0;) {
            int best = 0;
            for (int i = 1; i < count; ++i)
                if (width[open[i]] < width[open[best]]) best = i;
            const int cell = open[best];
            open[best] = open[--count];
            const Place& place = state_.places[cell];
            product += width[cell];
            if (!is_committed(place)) {
                int& left = placed_[place.group];
                product += log_of(std::max(1, copies_[place.group] - left)) - log_of(std::max(1, copies_[place.group]));
                ++left;
            }
            if (product > widest) return false;
            level_of[cell] = static_cast<int>(depth_);
            set_up(levels_[depth_++], cell, place, level_of, width);
        }
        return depth_ > 0;
    }

    void set_up(Level& level, int cell, const Place& place, const std::array<int, MOST_CELLS>& level_of,
                std::array<float, MOST_CELLS>& width) {
        const bool is_taken = is_committed(place);
        for (int turn = 0; turn < SIDES; ++turn)
            level.values[turn] =
                turn < place.turns ? state_.words[place.values_at + turn] & state_.words[place.kinds_at] : 0;
        level.singles = is_taken ? 0 : state_.words[state_.groups[place.group].single_at];
        level.taken = is_taken ? ~Word{0} : 0;
        level.word = word_[place.group];
        level.shift = shift_[place.group];
        level.stride = place.turns;
        level.hues = place.hues;
        level.known = 0;
        for (int side = 0; side < SIDES; ++side) {
            const int other = place.beyond[side];
            if (other == cell || level_of[other] == FILLED) continue;
            if (level_of[other] == UNPLACED) {
                width[other] -= log_of(std::popcount(state_.words[state_.edges_at + place.edge[side]]));
                continue;
            }
            level.shows[level.known] = place.shows + side * 64 * place.turns;
            level.color[level.known++] = &levels_[level_of[other]].shown[opposite(side)];
        }
        for (int k = level.known; k < 2; ++k) {  // so that the first two need no branch
            level.shows[k] = EVERY_KIND.data();
            level.color[k] = &NO_COLOR;
        }
    }

    // True: all placements were tried without an answer.
    bool search(std::int64_t budget, std::int64_t& tests) {
        const std::int64_t end = tests + budget;
        std::array<std::size_t, MOST_CELLS + 1> choices;  // levels that have candidates left
        std::size_t count = 0, at = 0;
        levels_[0].free = free_;
        for (Four row = candidates(levels_[0]);;) {
            if (any_of(row) == 0) {
                if (count == 0) return true;
                at = choices[--count];
                row = Rows<SIDES>::get(levels_[at].rest.data());
            }
            Level& level = levels_[at];
            const unsigned turns = marks(row);
            const auto turn = static_cast<std::size_t>(std::countr_zero(turns));
            Rows<SIDES>::put(level.rest.data(), row);
            const Word all = level.rest[turn], bit = all & -all;
            level.rest[turn] = all ^ bit;
            choices[count] = at;
            count += all != bit || (turns & (turns - 1)) != 0;
            if (++tests >= end || ++at == depth_) return false;
            std::memcpy(level.shown.data(), level.hues + (turn * 64 + std::countr_zero(bit)) * SIDES, SIDES);
            Level& next = levels_[at];
            next.free = level.free;
            next.free[level.word] &= ~((bit & level.singles) << level.shift);
            row = candidates(next);
        }
    }

    [[gnu::always_inline]] static inline Four candidates(const Level& level) {
        const Word usable = level.free[level.word] >> level.shift | level.taken;
        Four row = Rows<SIDES>::get(level.values.data()) & usable;
        row &= Rows<SIDES>::get(level.shows[0] + *level.color[0] * level.stride);
        row &= Rows<SIDES>::get(level.shows[1] + *level.color[1] * level.stride);
        for (int k = 2; k < level.known; ++k) row &= Rows<SIDES>::get(level.shows[k] + *level.color[k] * level.stride);
        return row;
    }

    bool is_committed(const Place& place) const { return state_.words[place.committed_at] != 0; }
    int count_values(const Place& place) const {
        int size = 0;
        for (int turn = 0; turn < place.turns; ++turn)
            size += std::popcount(state_.words[place.values_at + turn] & state_.words[place.kinds_at]);
        return size;
    }

    static constexpr std::array<Word, SIDES> EVERY_KIND{~Word{0}, ~Word{0}, ~Word{0}, ~Word{0}};
    static constexpr std::uint8_t NO_COLOR = 0;

    const DomainState& state_;
    std::array<Level, MOST_CELLS> levels_;
    std::size_t depth_ = 0;
    std::array<Word, 2> free_{};
    std::array<int, MOST_GROUPS> word_, shift_, copies_, placed_{};
};

}  // namespace

}  // namespace edgematch
