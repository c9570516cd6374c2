// Sets in vector registers, for code compiled for AVX-512 VBMI; see sets.hpp.
#pragma once

#include <immintrin.h>

#include "exact/sets.hpp"

namespace edgematch {

namespace {

// Eight bytes looked up in the set, tested against eight bits.
unsigned test_lanes(__m128i looked_up, const Block& block) {
    return _mm_test_epi8_mask(looked_up, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block.bit.data())));
}

__m128i lanes_of(const Block& block) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(block.byte.data())); }

struct VectorSet256 {
    __m256i bits;

    static VectorSet256 load(const std::uint8_t* bytes) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes))};
    }
    VectorSet256 toggled(const VectorSet256& change) const { return {_mm256_xor_si256(bits, change.bits)}; }
    unsigned free_lanes(const Block& block) const {
        const __m256i bytes = _mm256_permutexvar_epi8(_mm256_castsi128_si256(lanes_of(block)), bits);
        return test_lanes(_mm256_castsi256_si128(bytes), block);
    }
};

struct VectorSet512 {
    __m512i bits;

    static VectorSet512 load(const std::uint8_t* bytes) { return {_mm512_loadu_si512(bytes)}; }
    VectorSet512 toggled(const VectorSet512& change) const { return {_mm512_xor_si512(bits, change.bits)}; }
    unsigned free_lanes(const Block& block) const {
        const __m512i bytes = _mm512_permutexvar_epi8(_mm512_castsi128_si512(lanes_of(block)), bits);
        return test_lanes(_mm512_castsi512_si128(bytes), block);
    }
};

struct VectorSet1024 {
    __m512i low, high;

    static VectorSet1024 load(const std::uint8_t* bytes) {
        return {_mm512_loadu_si512(bytes), _mm512_loadu_si512(bytes + 64)};
    }
    VectorSet1024 toggled(const VectorSet1024& change) const {
        return {_mm512_xor_si512(low, change.low), _mm512_xor_si512(high, change.high)};
    }
    unsigned free_lanes(const Block& block) const {
        const __m512i bytes = _mm512_permutex2var_epi8(low, _mm512_castsi128_si512(lanes_of(block)), high);
        return test_lanes(_mm512_castsi512_si128(bytes), block);
    }
};

}  // namespace

}  // namespace edgematch
