// The one source of chance: the same seed gives the same numbers on every machine and in every engine.
//
// SplitMix64 (Steele, Lea and Flood 2014): one addition and three xor-shift-multiplies a number, passes BigCrush, and
// any 64-bit seed is a good seed, so that worker i may simply be given stream (seed, i).
#pragma once

#include <cstdint>

namespace edgematch {

class Random {
  public:
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : state_(seed ^ (stream * 0xd1342543de82ef95u)) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // A number in 0 .. bound - 1 by multiply-and-shift; the bias (below bound / 2^32) is far under what a search
    // notices.
    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

    // A number in [0, 1).
    double real() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    std::uint64_t state_;
};

}  // namespace edgematch
