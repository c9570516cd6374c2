// A set of small numbers in a fixed number of machine words.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace edgematch {

template <int WORDS>
struct Bits {
    std::array<std::uint64_t, WORDS> words{};

    void set(int i) { words[static_cast<std::size_t>(i >> 6)] |= bit(i); }
    void clear(int i) { words[static_cast<std::size_t>(i >> 6)] &= ~bit(i); }
    bool test(int i) const { return (words[static_cast<std::size_t>(i >> 6)] & bit(i)) != 0; }
    bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }

    // The lowest member from `from` on, else the lowest of all, else -1: a start that differs gives ties that differ.
    int first(int from) const {
        const int found = scan(from);
        return found >= 0 || from == 0 ? found : scan(0);
    }

    template <class Visit>
    void each(Visit visit) const {
        for (int w = 0; w < WORDS; ++w)
            for (std::uint64_t rest = words[static_cast<std::size_t>(w)]; rest != 0; rest &= rest - 1)
                visit(w * 64 + std::countr_zero(rest));
    }

    Bits& operator|=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a | b; });
    }
    Bits& operator&=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a & b; });
    }
    Bits& operator-=(const Bits& other) {
        return combine(other, [](auto a, auto b) { return a & ~b; });
    }
    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend Bits operator-(Bits a, const Bits& b) { return a -= b; }
    friend bool operator==(const Bits&, const Bits&) = default;

    // Every member moved up (`by` > 0) or down; what leaves the words is lost. |by| is below 64.
    Bits shifted(int by) const {
        Bits moved;
        for (int w = 0; w < WORDS; ++w) {
            const std::uint64_t here = words[static_cast<std::size_t>(w)];
            std::uint64_t& target = moved.words[static_cast<std::size_t>(w)];
            if (by > 0) {
                target = (here << by) | (w > 0 ? words[static_cast<std::size_t>(w - 1)] >> (64 - by) : 0);
            } else {
                target = (here >> -by) | (w + 1 < WORDS ? words[static_cast<std::size_t>(w + 1)] << (64 + by) : 0);
            }
        }
        return moved;
    }

  private:
    static std::uint64_t bit(int i) { return std::uint64_t{1} << (i & 63); }

    int scan(int from) const {
        for (int w = from >> 6; w < WORDS; ++w) {
            std::uint64_t word = words[static_cast<std::size_t>(w)];
            if (w == from >> 6) word &= ~std::uint64_t{0} << (from & 63);
            if (word != 0) return w * 64 + std::countr_zero(word);
        }
        return -1;
    }

    template <class Operation>
    Bits& combine(const Bits& other, Operation operation) {
        for (std::size_t w = 0; w < WORDS; ++w) words[w] = operation(words[w], other.words[w]);
        return *this;
    }
};

}  // namespace edgematch
