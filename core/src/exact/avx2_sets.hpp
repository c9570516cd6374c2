// Sets in vector registers, for code compiled for AVX2; see sets.hpp.
//
// AVX2 looks eight bytes up in a table of 16, so a set of 32 or 64 bytes takes two or four look-ups and a choice among
// them by the higher bits of the index.
#pragma once

#include <immintrin.h>

#include "exact/sets.hpp"

namespace edgematch {

namespace {

__m128i load_lanes(const std::array<std::uint8_t, LANES>& lanes) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(lanes.data()));
}

unsigned test_lanes(__m128i looked_up, const Block& block) {
    const __m128i missing = _mm_cmpeq_epi8(_mm_and_si128(looked_up, load_lanes(block.bit)), _mm_setzero_si128());
    return ~static_cast<unsigned>(_mm_movemask_epi8(missing)) & 0xffu;
}

// Byte `at` of the 32 bytes in `bits`, for each lane; `upper` has the top bit set where the lane asks for the upper 16.
__m128i look_up(__m256i bits, __m128i at, __m128i upper) {
    return _mm_blendv_epi8(_mm_shuffle_epi8(_mm256_castsi256_si128(bits), at),
                           _mm_shuffle_epi8(_mm256_extracti128_si256(bits, 1), at), upper);
}

struct Avx2Set256 {
    __m256i bits;

    static Avx2Set256 load(const std::uint8_t* bytes) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes))};
    }
    Avx2Set256 toggled(const Avx2Set256& change) const { return {_mm256_xor_si256(bits, change.bits)}; }
    unsigned free_lanes(const Block& block) const {
        const __m128i at = load_lanes(block.byte);
        return test_lanes(look_up(bits, _mm_and_si128(at, _mm_set1_epi8(15)), _mm_slli_epi16(at, 3)), block);
    }
};

struct Avx2Set512 {
    __m256i low, high;

    static Avx2Set512 load(const std::uint8_t* bytes) {
        const auto* halves = reinterpret_cast<const __m256i*>(bytes);
        return {_mm256_loadu_si256(halves), _mm256_loadu_si256(halves + 1)};
    }
    Avx2Set512 toggled(const Avx2Set512& change) const {
        return {_mm256_xor_si256(low, change.low), _mm256_xor_si256(high, change.high)};
    }
    unsigned free_lanes(const Block& block) const {
        const __m128i at = load_lanes(block.byte), index = _mm_and_si128(at, _mm_set1_epi8(15));
        const __m128i upper = _mm_slli_epi16(at, 3), second = _mm_slli_epi16(at, 2);
        return test_lanes(_mm_blendv_epi8(look_up(low, index, upper), look_up(high, index, upper), second), block);
    }
};

}  // namespace

}  // namespace edgematch
