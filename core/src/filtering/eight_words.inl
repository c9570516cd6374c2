// Eight words at once, in as many registers as the instruction set of the including file needs.
//
// Written with the compiler's own vectors, each as wide as a register: GCC takes wider ones apart word by word. Only
// `marks` and its like need instructions by name where there are any.
#pragma once

#include <cstdint>

namespace edgematch {

namespace {

#if defined(EDGEMATCH_AVX512)
constexpr int REGISTER = 64;  // bytes
#elif defined(EDGEMATCH_AVX2)
constexpr int REGISTER = 32;
#else
constexpr int REGISTER = 16;
#endif

typedef std::uint64_t Part __attribute__((vector_size(REGISTER), may_alias));
typedef std::uint64_t LoosePart __attribute__((vector_size(REGISTER), aligned(8), may_alias));

struct alignas(64) Eight {
    static constexpr int PARTS = 64 / REGISTER, WORDS = REGISTER / 8;
    Part part[PARTS];

    std::uint64_t operator[](int word) const { return part[word / WORDS][word % WORDS]; }
};

// One result of each part of some operands.
template <class Compute, class... Operands>
[[gnu::always_inline]] inline Eight by_part(const Compute& compute, const Operands&... operands) {
    Eight result;
    for (int i = 0; i < Eight::PARTS; ++i) result.part[i] = compute(operands.part[i]...);
    return result;
}
inline Eight operator&(const Eight& a, const Eight& b) {
    return by_part([](const Part& x, const Part& y) { return x & y; }, a, b);
}
inline Eight operator|(const Eight& a, const Eight& b) {
    return by_part([](const Part& x, const Part& y) { return x | y; }, a, b);
}
inline Eight operator^(const Eight& a, const Eight& b) {
    return by_part([](const Part& x, const Part& y) { return x ^ y; }, a, b);
}
inline Eight operator&(const Eight& a, std::uint64_t b) {
    return by_part([b](const Part& x) { return x & b; }, a);
}
inline Eight operator~(const Eight& a) {
    return by_part([](const Part& x) { return ~x; }, a);
}
inline Eight& operator|=(Eight& a, const Eight& b) { return a = a | b; }
inline Eight& operator^=(Eight& a, const Eight& b) { return a = a ^ b; }
// The lowest bit of each word, and all others.
inline Eight lowest(const Eight& a) {
    return by_part([](const Part& x) { return x & -x; }, a);
}
inline Eight without_lowest(const Eight& a) {
    return by_part([](const Part& x) { return x & (x - 1); }, a);
}
// All ones for each word that is 0.
inline Eight is_zero(const Eight& a) {
    return by_part([](const Part& x) { return reinterpret_cast<Part>(x == 0); }, a);
}

inline Eight eight_at(const std::uint64_t* words) {
    Eight eight;
    for (int i = 0; i < Eight::PARTS; ++i)
        eight.part[i] = *reinterpret_cast<const LoosePart*>(words + i * Eight::WORDS);
    return eight;
}
inline void put_eight(std::uint64_t* words, const Eight& eight) {
    for (int i = 0; i < Eight::PARTS; ++i) *reinterpret_cast<LoosePart*>(words + i * Eight::WORDS) = eight.part[i];
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

// Halves are shuffled in registers: a vector that is read word by word goes through memory.
inline std::uint64_t any_of(const Eight& eight) {
#if defined(EDGEMATCH_AVX512)
    const Part& all = eight.part[0];
    return any_of(Four(__builtin_shufflevector(all, all, 0, 1, 2, 3) | __builtin_shufflevector(all, all, 4, 5, 6, 7)));
#elif defined(EDGEMATCH_AVX2)
    return any_of(Four(eight.part[0] | eight.part[1]));
#else
    const Part any = eight.part[0] | eight.part[1] | eight.part[2] | eight.part[3];
    return any[0] | any[1];
#endif
}

// A bit for each word that is not 0.
inline unsigned marks(const Eight& eight) {
#if defined(EDGEMATCH_AVX512)
    const auto all = reinterpret_cast<__m512i>(eight.part[0]);
    return _mm512_test_epi64_mask(all, all);
#elif defined(EDGEMATCH_AVX2)
    const Eight zero = is_zero(eight);
    const int low = _mm256_movemask_pd(reinterpret_cast<__m256d>(zero.part[0]));
    const int high = _mm256_movemask_pd(reinterpret_cast<__m256d>(zero.part[1]));
    return static_cast<unsigned>(low | high << 4) ^ 0xff;
#else
    unsigned bits = 0;
    for (int word = 0; word < 8; ++word) bits |= unsigned{eight[word] != 0} << word;
    return bits;
#endif
}

inline unsigned marks(const Four& four) {
#if defined(EDGEMATCH_AVX512) || defined(EDGEMATCH_AVX2)
    return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(four == 0))) ^ 0xf;
#else
    unsigned bits = 0;
    for (int word = 0; word < 4; ++word) bits |= unsigned{four[word] != 0} << word;
    return bits;
#endif
}

// A bit for each word of at most so many bits.
template <int FEW>
inline unsigned marks_of_few(Eight eight) {
#ifdef EDGEMATCH_AVX512
    return _mm512_cmple_epu64_mask(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(eight.part[0])),
                                   _mm512_set1_epi64(FEW));
#else
    for (int i = 0; i < FEW; ++i) eight = without_lowest(eight);
    return ~marks(eight) & 0xff;
#endif
}

// Subtracts one from the numbers that `which` has a bit for.
inline void take_one(std::uint16_t* numbers, std::uint64_t which) {
#ifdef EDGEMATCH_AVX512
    for (; which != 0; which >>= 32, numbers += 32) {
        const __m512i before = _mm512_loadu_si512(numbers);
        _mm512_storeu_si512(numbers,
                            _mm512_mask_sub_epi16(before, static_cast<__mmask32>(which), before, _mm512_set1_epi16(1)));
    }
#else
    for (; which != 0; which &= which - 1) --numbers[__builtin_ctzll(which)];
#endif
}

}  // namespace

}  // namespace edgematch
