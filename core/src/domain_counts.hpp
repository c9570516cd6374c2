// Counting for the choice of a decision, for whatever processor the including file is compiled for: how many values
// each cell has, and which piece has the fewest placements. Both go through a group eight cells at a time.
#include "domains.hpp"
#include "eight_words.hpp"

namespace edgematch {

namespace {

// The number of bits of each word.
inline Eight bit_counts(Eight x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    x += x >> 8;
    x += x >> 16;
    x += x >> 32;
    return x & 0x7f;
}

void count_values(const DomainState& state, int* sizes) {
    for (const DomainState::Group& group : state.groups) {
        for (int from = 0; from < group.stride; from += DomainState::BLOCK) {
            Eight total{};
            for (int at = 0; at < group.turns * group.words; ++at)
                total += bit_counts(eight_at(state.words + group.domain_at + at * group.stride + from));
            const Eight is_filled =
                eight_at(state.words + group.committed_at + from) & reinterpret_cast<Eight>(total == 1);
            total &= ~is_filled;
            const int cells = static_cast<int>(group.cells.size());
            for (int i = 0; i < DomainState::BLOCK && from + i < cells; ++i)
                sizes[group.cells[static_cast<std::size_t>(from + i)]] = static_cast<int>(total[i]);
        }
    }
}

// Binary numbers from 0 to 15, bit b of all of them in plane b: 64 kinds a word, eight words; more than 15 is `over`.
struct Tally {
    Eight planes[4]{};
    Eight over{};

    void add(Eight carry) {
        for (Eight& plane : planes) {
            const Eight next = plane & carry;
            plane ^= carry;
            carry = next;
        }
        over |= carry;
    }

    void add(const Tally& other) {
        Eight carry{};
        for (int b = 0; b < 4; ++b) {
            const Eight mine = planes[b], theirs = other.planes[b];
            planes[b] = mine ^ theirs ^ carry;
            carry = (mine & theirs) | (carry & (mine | theirs));
        }
        over |= other.over | carry;
    }

    // Adds up the eight words; the sums are in word 0.
    void fold() {
        Tally other;
        const auto fold_by = [&](const auto& moved) {
            for (int b = 0; b < 4; ++b) other.planes[b] = moved(planes[b]);
            other.over = moved(over);
            add(other);
        };
        fold_by([](const Eight& x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3); });
        fold_by([](const Eight& x) { return __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5); });
        fold_by([](const Eight& x) { return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6); });
    }

    // The kinds whose number is `number`.
    std::uint64_t equal_to(int number) const {
        std::uint64_t kinds = ~over[0];
        for (int b = 0; b < 4; ++b) kinds &= (number >> b & 1) != 0 ? planes[b][0] : ~planes[b][0];
        return kinds;
    }
};

// The kind of one copy left with the fewest placements, the lowest of several; -1: none has fewer than `below`, which
// is 16 at most.
int find_rarest(const DomainState& state, int below) {
    int best = -1;
    for (const DomainState::Group& group : state.groups) {
        for (int word = 0; word < group.words; ++word) {
            Tally tally;
            for (int from = 0; from < group.stride; from += DomainState::BLOCK) {
                const Eight is_open = ~eight_at(state.words + group.committed_at + from);
                for (int at = word; at < group.turns * group.words; at += group.words)
                    tally.add(is_open & eight_at(state.words + group.domain_at + at * group.stride + from));
            }
            tally.fold();
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
