// Sets of pieces that live in registers, and the question the search asks of them: which of these eight are free?
//
// A set is passed by value: placing a piece makes a new set for the subtree, and backtracking undoes nothing. The
// question is one table look-up of eight bytes at once (VPERMB, one instruction with AVX-512 VBMI: Ice Lake, Zen 4 and
// later) and one test against eight bits. It has no branch; testing candidates one after the other mispredicts about
// once per node. The portable set tests lane by lane.
//
// The vector sets are in avx512_sets.hpp, which only kernel_avx512.cpp includes.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "exact/block_lists.hpp"

namespace edgematch {

inline constexpr std::size_t MAX_PIECES = MAX_SIDE * MAX_SIDE;

// A set as plain bytes, whatever registers a kernel keeps it in.
using SetBytes = std::array<std::uint8_t, MAX_PIECES / 8>;

template <std::size_t Pieces>
struct PortableSet {
    static constexpr std::size_t BYTES = Pieces / 8;
    std::array<std::uint64_t, Pieces / 64> words;

    static PortableSet load(const std::uint8_t* bytes) {
        PortableSet set;
        std::memcpy(set.words.data(), bytes, BYTES);
        return set;
    }
    PortableSet toggled(const PortableSet& change) const {
        PortableSet result;
        for (std::size_t i = 0; i < words.size(); ++i) result.words[i] = words[i] ^ change.words[i];
        return result;
    }
    unsigned free_lanes(const Block& block) const {
        std::array<std::uint8_t, BYTES> bytes;
        std::memcpy(bytes.data(), words.data(), BYTES);
        unsigned mask = 0;
        for (unsigned lane = 0; lane < LANES; ++lane)
            mask |= ((bytes[block.byte[lane]] & block.bit[lane]) != 0 ? 1u : 0u) << lane;
        return mask;
    }
};

}  // namespace edgematch
