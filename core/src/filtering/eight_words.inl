// Eight words at once, in as many registers as the instruction set of the including file needs.
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

// The four turns of a kind, or the only one.
typedef std::uint64_t Four __attribute__((vector_size(32), may_alias));
typedef std::uint64_t LooseFour __attribute__((vector_size(32), aligned(8), may_alias));

template <int TURNS>
struct Rows {
    using Row = Four;
    static Row get(const std::uint64_t* words) { return *reinterpret_cast<const LooseFour*>(words); }
    static void put(std::uint64_t* words, const Row& row) { *reinterpret_cast<LooseFour*>(words) = row; }
};
template <>
struct Rows<1> {
    using Row = std::uint64_t;
    static Row get(const std::uint64_t* words) { return *words; }
    static void put(std::uint64_t* words, Row row) { *words = row; }
};
template <int TURNS>
using Row = typename Rows<TURNS>::Row;

inline std::uint64_t turn_of(std::uint64_t row, int) { return row; }
inline std::uint64_t turn_of(const Four& row, int turn) { return row[turn]; }
inline std::uint64_t any_of(std::uint64_t row) { return row; }
inline std::uint64_t any_of(const Four& row) {
    const auto two = __builtin_shufflevector(row, row, 0, 1) | __builtin_shufflevector(row, row, 2, 3);
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

// A bit for each word of at most so many bits.
template <int FEW>
inline unsigned marks_of_few(Eight eight) {
#ifdef EDGEMATCH_AVX512
    return _mm512_cmple_epu64_mask(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(eight)), _mm512_set1_epi64(FEW));
#else
    for (int i = 0; i < FEW; ++i) eight &= eight - 1;
    return ~marks(eight) & 0xff;
#endif
}

// Subtracts one from the numbers that `which` has a bit for; false: one is now below its least.
inline bool take_one(std::uint16_t* numbers, const std::uint16_t* least, std::uint64_t which) {
#ifdef EDGEMATCH_AVX512
    bool is_enough = true;
    for (; which != 0; which >>= 32, numbers += 32, least += 32) {
        const __m512i before = _mm512_loadu_si512(numbers);
        const __m512i after =
            _mm512_mask_sub_epi16(before, static_cast<__mmask32>(which), before, _mm512_set1_epi16(1));
        _mm512_storeu_si512(numbers, after);
        is_enough = is_enough && _mm512_cmplt_epu16_mask(after, _mm512_loadu_si512(least)) == 0;
    }
    return is_enough;
#else
    for (; which != 0; which &= which - 1)
        if (--numbers[__builtin_ctzll(which)] < least[__builtin_ctzll(which)]) return false;
    return true;
#endif
}

}  // namespace

}  // namespace edgematch
