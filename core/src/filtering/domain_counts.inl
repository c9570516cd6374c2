// Counting for the choice of a decision: how many values each cell has, and which piece has the fewest placements.
// Compiled for the instruction set of the including file.
#include "filtering/domains.hpp"
#include "filtering/eight_words.inl"

namespace edgematch {

namespace {

void count_values(const DomainState& state, int* sizes) {
    for (const DomainState::Group& group : state.groups) {
        const bool is_simple = group.words == 1 && group.turns == SIDES;
        const std::uint64_t* values = state.words + group.domain_at;
        for (int index = 0; index < static_cast<int>(group.cells.size()); ++index) {
            const std::uint64_t* const kinds = state.words + group.kinds_at + index;
            int total = 0;
            for (int at = 0; is_simple && at < SIDES; ++at) total += std::popcount(*values++ & *kinds);
            for (int turn = 0; !is_simple && turn < group.turns; ++turn)
                for (int word = 0; word < group.words; ++word)
                    total += std::popcount(*values++ & kinds[word * group.stride]);
            const bool is_filled = total == 1 && state.words[group.committed_at + index] != 0;
            sizes[group.cells[static_cast<std::size_t>(index)]] = is_filled ? 0 : total;
        }
    }
}

// Binary numbers from 0 to 15, bit b of all of them in plane b: 64 kinds per word; above 15 is `over`.
template <class Words>
struct Tally {
    Words planes[4]{};
    Words over{};

    void add(Words carry) {
        for (Words& plane : planes) {
            const Words next = plane & carry;
            plane ^= carry;
            carry = next;
        }
        over |= carry;
    }

    void add(const Tally& other) {
        Words carry{};
        for (int b = 0; b < 4; ++b) {
            const Words mine = planes[b], theirs = other.planes[b];
            planes[b] = mine ^ theirs ^ carry;
            carry = (mine & theirs) | (carry & (mine | theirs));
        }
        over |= other.over | carry;
    }

    // The sums of the eight words.
    Tally<std::uint64_t> folded() const {
        Tally<std::uint64_t> sum;
        for (int word = 0; word < DomainState::BLOCK; ++word) {
            Tally<std::uint64_t> one;
            for (int b = 0; b < 4; ++b) one.planes[b] = planes[b][word];
            one.over = over[word];
            sum.add(one);
        }
        return sum;
    }

    // The kinds whose number is `number`.
    std::uint64_t equal_to(int number) const {
        std::uint64_t kinds = ~over;
        for (int b = 0; b < 4; ++b) kinds &= (number >> b & 1) != 0 ? planes[b] : ~planes[b];
        return kinds;
    }
};

// The placements left of the kinds of a word.
inline Tally<std::uint64_t> count_placements(const DomainState& state, const DomainState::Group& group, int word) {
    Tally<Eight> tally;
    std::uint64_t eight[DomainState::BLOCK]{};
    int count = 0;
    const auto add = [&](std::uint64_t values) {
        eight[count++] = values;
        if (count < DomainState::BLOCK) return;
        tally.add(eight_at(eight));
        count = 0;
    };
    const std::uint64_t* values = state.words + group.domain_at + word;
    for (int index = 0; index < static_cast<int>(group.cells.size()); ++index) {
        const std::uint64_t kinds = state.words[group.kinds_at + word * group.stride + index];
        const std::uint64_t is_open = ~state.words[group.committed_at + index];
        for (int turn = 0; turn < group.turns; ++turn, values += group.words) add(*values & kinds & is_open);
    }
    while (count > 0) add(0);
    return tally.folded();
}

// The kind of one copy left with the fewest placements, the lowest of several; -1: none has fewer than `below`, which
// is 16 at most.
int find_rarest(const DomainState& state, int below) {
    int best = -1;
    for (const DomainState::Group& group : state.groups) {
        for (int word = 0; word < group.words; ++word) {
            const Tally<std::uint64_t> tally = count_placements(state, group, word);
            for (int number = 0; number <= below && number < 16; ++number) {
                const std::uint64_t kinds = tally.equal_to(number) & state.words[group.single_at + word];
                if (kinds == 0) continue;
                const int kind = group.kinds[static_cast<std::size_t>(word * 64 + std::countr_zero(kinds))];
                if (number < below || (best >= 0 && kind < best)) best = kind;
                below = number;
                break;
            }
        }
    }
    return best;
}

}  // namespace

}  // namespace edgematch
