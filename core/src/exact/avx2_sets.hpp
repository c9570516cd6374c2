// Sets in vector registers, for code compiled for AVX2; see sets.hpp.
//
// AVX2 looks eight bytes up in a table of 16, so a set of 32, 64 or 128 bytes takes two, four or eight look-ups and a
// choice among them by the higher bits of the index.
#pragma once

#include <immintrin.h>

#include "exact/sets.hpp"

namespace edgematch {

namespace {

__m128i load_lanes(const std::array<std::uint8_t, LANES>& lanes) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(lanes.data()));
}

// Byte `at` of the 32 bytes in `bits`, for each lane; `upper` has the top bit set where the lane asks for the upper 16.
__m128i look_up(__m256i bits, __m128i at, __m128i upper) {
    return _mm_blendv_epi8(_mm_shuffle_epi8(_mm256_castsi256_si128(bits), at),
                           _mm_shuffle_epi8(_mm256_extracti128_si256(bits, 1), at), upper);
}

// 256 pieces per vector.
template <std::size_t VECTORS>
struct Avx2Set {
    __m256i bits[VECTORS];

    static Avx2Set load(const std::uint8_t* bytes) {
        Avx2Set set;
        std::memcpy(set.bits, bytes, sizeof set);
        return set;
    }
    Avx2Set toggled(const Avx2Set& change) const {
        Avx2Set result;
        for (std::size_t i = 0; i < VECTORS; ++i) result.bits[i] = _mm256_xor_si256(bits[i], change.bits[i]);
        return result;
    }
    unsigned free_lanes(const Block& block) const {
        const __m128i found = _mm_and_si128(looked_up(load_lanes(block.byte)), load_lanes(block.bit));
        const __m128i missing = _mm_cmpeq_epi8(found, _mm_setzero_si128());
        return ~static_cast<unsigned>(_mm_movemask_epi8(missing)) & 0xffu;
    }

  private:
    // The bytes of the set at the given places.
    __m128i looked_up(__m128i at) const {
        const __m128i by_16 = _mm_slli_epi16(at, 3), by_32 = _mm_slli_epi16(at, 2), by_64 = _mm_slli_epi16(at, 1);
        const auto in_two = [&](std::size_t i) {
            return _mm_blendv_epi8(look_up(bits[i], at, by_16), look_up(bits[i + 1], at, by_16), by_32);
        };
        if constexpr (VECTORS == 1) return look_up(bits[0], at, by_16);
        if constexpr (VECTORS == 2) return in_two(0);
        if constexpr (VECTORS == 4) return _mm_blendv_epi8(in_two(0), in_two(2), by_64);
    }
};

}  // namespace

}  // namespace edgematch
