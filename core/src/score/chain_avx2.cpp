// Chains for processors with AVX2. Headers come before the pragma; why is explained in exact/kernel_avx512.cpp.
#include <cstring>

#include "edgematch/cpu.hpp"
#include "score/chain_vectors.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#include <immintrin.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // GCC 12 says so of its own intrinsics
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC push_options
#pragma GCC target("avx2")

namespace edgematch {

namespace {

constexpr std::size_t LANES = ChainVectors::LANES, BLOCKS = ChainVectors::BLOCKS;

struct Ways {
    __m256 block[BLOCKS];
};

__m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }

// The set of free pieces, each half twice: byte shuffles work within 16 bytes.
struct FreePieces {
    __m256i low, high;

    explicit FreePieces(const std::uint64_t* used) {
        const __m256i free = _mm256_xor_si256(load(used), _mm256_set1_epi32(-1));
        low = _mm256_permute2x128_si256(free, free, 0x00);
        high = _mm256_permute2x128_si256(free, free, 0x11);
    }
    // All bits set for each candidate whose piece is used, and where there is no candidate.
    __m256i used(const ChainVectors::Group& group) const {
        const __m256i byte = load(group.byte);
        const __m256i found = _mm256_blendv_epi8(
            _mm256_shuffle_epi8(low, _mm256_and_si256(byte, _mm256_set1_epi8(15))),
            _mm256_shuffle_epi8(high, _mm256_and_si256(byte, _mm256_set1_epi8(15))), _mm256_slli_epi16(byte, 3));
        return _mm256_cmpeq_epi8(_mm256_and_si256(found, load(group.bit)), _mm256_setzero_si256());
    }
};

// The ways behind each of eight candidates.
__m256 behind(const Ways& ways, const std::uint32_t* in) {
    const __m256i at = load(in);
    const __m256 first = _mm256_permutevar8x32_ps(ways.block[0], at),
                 second = _mm256_permutevar8x32_ps(ways.block[1], at),
                 third = _mm256_permutevar8x32_ps(ways.block[2], at);
    return _mm256_blendv_ps(_mm256_blendv_ps(first, second, _mm256_castsi256_ps(at)), third,
                            _mm256_castsi256_ps(_mm256_slli_epi32(at, 1)));
}

Ways exact_ways(const ChainVectors& vectors, std::size_t number, const FreePieces& free, const Ways& ways) {
    const ChainVectors::List list = vectors.lists[number];
    Ways exact{_mm256_setzero_ps(), _mm256_setzero_ps(), _mm256_setzero_ps()};
    for (std::uint32_t rank = list.first; rank < list.last; ++rank) {
        const ChainVectors::Group& group = vectors.groups[rank];
        const __m256i used = free.used(group);
        const __m128i low = _mm256_castsi256_si128(used);
        const __m128i parts[BLOCKS] = {low, _mm_srli_si128(low, 8), _mm256_extracti128_si256(used, 1)};
        for (std::size_t block = 0; block < BLOCKS; ++block) {
            const __m256 is_used = _mm256_castsi256_ps(_mm256_cvtepi8_epi32(parts[block]));
            exact.block[block] =
                _mm256_add_ps(exact.block[block], _mm256_andnot_ps(is_used, behind(ways, group.in + block * LANES)));
        }
    }
    return exact;
}

float sum_of_colors(const Ways& ways) {
    const __m256 parts = _mm256_add_ps(_mm256_add_ps(ways.block[0], ways.block[1]), ways.block[2]);
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(parts), _mm256_extractf128_ps(parts, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

// The free sides of a role by color, as floats.
Ways free_sides(const ChainBoard& board, std::size_t role) {
    alignas(32) std::int16_t counts[ChainVectors::COLORS] = {};
    std::memcpy(counts, board.counts + role * board.colors, board.colors * sizeof(std::int16_t));
    Ways sides;
    for (std::size_t block = 0; block < BLOCKS; ++block)
        sides.block[block] = _mm256_cvtepi32_ps(
            _mm256_cvtepi16_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(counts + block * LANES))));
    return sides;
}

// One value for a color, another for the others.
Ways at_color(lanes::u32 color, float there, float elsewhere) {
    alignas(32) float values[ChainVectors::COLORS];
    std::fill(values, values + ChainVectors::COLORS, elsewhere);
    values[color] = there;
    return {_mm256_load_ps(values), _mm256_load_ps(values + LANES), _mm256_load_ps(values + 2 * LANES)};
}

float at(const Ways& ways, lanes::u32 color) {
    alignas(32) float values[ChainVectors::COLORS];
    for (std::size_t block = 0; block < BLOCKS; ++block) _mm256_store_ps(values + block * LANES, ways.block[block]);
    return values[color];
}

// As lanes::chain_log.
__m256 chain_log(__m256 value) {
    const __m256i bits = _mm256_castps_si256(value);
    const __m256 exponent = _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_srli_epi32(bits, 23), _mm256_set1_epi32(127)));
    const __m256i mantissa =
        _mm256_or_si256(_mm256_and_si256(bits, _mm256_set1_epi32(0x7fffff)), _mm256_set1_epi32(0x3f800000));
    const __m256 m = _mm256_add_ps(_mm256_castsi256_ps(mantissa), _mm256_set1_ps(-1.0f));
    __m256 log = _mm256_set1_ps(lanes::LOG_TERMS[0]);
    for (std::size_t i = 1; i < std::size(lanes::LOG_TERMS); ++i)
        log = _mm256_add_ps(_mm256_mul_ps(log, m), _mm256_set1_ps(lanes::LOG_TERMS[i]));
    return _mm256_add_ps(_mm256_mul_ps(exponent, _mm256_set1_ps(lanes::LOG_OF_2)), log);
}

}  // namespace

void price_chain_avx2(const ChainVectors& vectors, const lanes::Chain& chain, const ChainBoard& board, float weight,
                      float* costs) {
    const FreePieces free(board.used);
    Ways ways =
        chain.end == lanes::NO_PLACE ? at_color(0, 1.0f, 1.0f) : at_color(board.color(chain.end), 1.0f, chain.miss);
    float mean = chain.mean;
    lanes::u32 role = lanes::NO_PLACE;
    Ways sides{};
    for (lanes::u32 i = 0; i < chain.count; ++i) {
        const lanes::ChainCell& cell = vectors.plan.cells[chain.begin + i];
        const lanes::u32 first = cell.first == lanes::NO_PLACE ? 0 : board.color(cell.first);
        const lanes::u32 second = cell.second == lanes::NO_PLACE ? 0 : board.color(cell.second);
        if (cell.is_filled) {
            const float known = at(ways, second), missed = known * cell.miss;
            ways = at_color(first, known, missed);
            mean = (known + missed * (cell.links + -1.0f)) * cell.per_link;
            continue;
        }
        if (cell.role != role) sides = free_sides(board, role = cell.role);
        ways = exact_ways(vectors, cell.lists + first * vectors.plan.colors + second, free, ways);
        const float exact = sum_of_colors(ways), missed = exact * cell.miss, each = mean * cell.miss_known;
        for (std::size_t block = 0; block < BLOCKS; ++block)
            ways.block[block] = _mm256_mul_ps(_mm256_add_ps(_mm256_add_ps(ways.block[block], _mm256_set1_ps(missed)),
                                                            _mm256_mul_ps(sides.block[block], _mm256_set1_ps(each))),
                                              _mm256_set1_ps(cell.scale));
        mean = (exact + missed * cell.links + each * cell.sides) * cell.scale * cell.per_link;
    }
    alignas(32) float cost[ChainVectors::COLORS];
    for (std::size_t block = 0; block < BLOCKS; ++block) {
        const __m256 log = chain_log(_mm256_max_ps(ways.block[block], _mm256_set1_ps(lanes::FEWEST_WAYS)));
        _mm256_store_ps(cost + block * LANES,
                        _mm256_xor_ps(_mm256_mul_ps(_mm256_set1_ps(weight), log), _mm256_set1_ps(-0.0f)));
    }
    for (std::size_t c = 1; c < vectors.plan.colors; ++c) costs[c] += cost[c];
}

bool has_chain_vectors() { return cpu_level() >= CpuLevel::avx2; }

}  // namespace edgematch

#pragma GCC pop_options
#pragma GCC diagnostic pop

#else

namespace edgematch {

bool has_chain_vectors() { return false; }
void price_chain_avx2(const ChainVectors&, const lanes::Chain&, const ChainBoard&, float, float*) {}

}  // namespace edgematch

#endif
