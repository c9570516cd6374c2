// The candidates of a list are stored by rank: the first candidate of each color of `out`, then the second of each, and
// so on, in blocks of eight colors. So one vector addition serves eight colors, and each color still adds its
// candidates in the sequence of the list, as the plain loop does: the sums agree to the last bit.
#include "score/chain_vectors.hpp"

#include "edgematch/cpu.hpp"

namespace edgematch {

ChainVectors::ChainVectors(const ChainPlan& given, std::size_t pieces)
    : plan(given), is_vector_(given.colors <= COLORS && pieces <= PIECES && has_chain_vectors()) {
    if (is_vector_)
        for (std::size_t list = 0; list + 1 < plan.heads.size(); ++list) add(list);
}

void ChainVectors::add(std::size_t list) {
    const std::size_t first = groups.size();
    std::size_t ranks[COLORS] = {};
    for (std::size_t i = plan.heads[list]; i < plan.heads[list + 1]; ++i) {
        const lanes::ChainFit& fit = plan.fits[i];
        const std::size_t place = first + ranks[fit.out]++;
        if (place == groups.size()) groups.push_back(Group{});
        Group& group = groups[place];
        group.byte[fit.out] = static_cast<std::uint8_t>(fit.piece / 8);
        group.bit[fit.out] = static_cast<std::uint8_t>(1u << (fit.piece % 8));
        // The lane, and in the top bits whether it is in the second or third block of eight colors.
        const std::uint32_t block = fit.in / LANES;
        group.in[fit.out] = fit.in % LANES | (block == 1 ? 1u << 31 : 0) | (block == 2 ? 1u << 30 : 0);
    }
    lists.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(groups.size())});
}

void ChainVectors::price(const lanes::Chain& chain, const ChainBoard& board, float weight, float* costs) const {
    if (is_vector_) return price_chain_avx2(*this, chain, board, weight, costs);
    float values[2][256];
    float *ways = values[0], *spare = values[1];
    lanes::fill_chain(plan.tables(), chain, board, ways, spare);
    for (std::size_t c = 1; c < plan.colors; ++c) costs[c] += lanes::chain_cost(ways[c], weight);
}

}  // namespace edgematch
