// Eight words at once, in as many registers as they need on the processor that the including file is compiled for.
//
// Written with the compiler's own vectors, so that the same lines make one instruction of AVX-512 or four of SSE2.
// Only `marks` needs an instruction by name where there is one.
#pragma once

#include <cstdint>

namespace edgematch {

namespace {

typedef std::uint64_t Eight __attribute__((vector_size(64), may_alias));
typedef std::uint64_t LooseEight __attribute__((vector_size(64), aligned(8), may_alias));

inline Eight eight_at(const std::uint64_t* words) { return *reinterpret_cast<const LooseEight*>(words); }
inline void put_eight(std::uint64_t* words, const Eight& eight) { *reinterpret_cast<LooseEight*>(words) = eight; }

inline std::uint64_t any_of(const Eight& eight) {
    const auto four =
        __builtin_shufflevector(eight, eight, 0, 1, 2, 3) | __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
    const auto two = __builtin_shufflevector(four, four, 0, 1) | __builtin_shufflevector(four, four, 2, 3);
    return two[0] | two[1];
}

// A bit for each word that is not 0.
inline unsigned marks(const Eight& eight) {
#ifdef EDGEMATCH_AVX512
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(eight), reinterpret_cast<__m512i>(eight));
#else
    return static_cast<unsigned>(any_of(reinterpret_cast<Eight>(eight != 0) & Eight{1, 2, 4, 8, 16, 32, 64, 128}));
#endif
}

}  // namespace

}  // namespace edgematch
