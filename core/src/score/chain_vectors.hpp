// Chains in vector registers: the numbers of core/device/chains.hpp, eight colors at a time. See chain_vectors.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "score/chain_plan.hpp"

namespace edgematch {

// A board as its chains read it; `places` of the plan are slots here.
struct ChainBoard {
    const std::uint8_t* slots;
    const std::uint64_t* used;
    const std::int16_t* counts;  // sides left by role and color
    std::size_t colors;

    lanes::u32 color(lanes::u32 slot) const { return slots[slot]; }
    bool is_free(lanes::u32 piece) const { return (used[piece / 64] >> (piece % 64) & 1) == 0; }
    float sides(lanes::u32 role, lanes::u32 color) const { return static_cast<float>(counts[role * colors + color]); }
};

class ChainVectors {
  public:
    static constexpr std::size_t LANES = 8, BLOCKS = 3, COLORS = LANES * BLOCKS, SLOTS = 32,
                                 PIECES = 256;  // slots: a vector of bytes

    explicit ChainVectors(const ChainPlan& plan, std::size_t pieces);

    // Adds what a chain costs to `costs`, by the color that faces it.
    void price(const lanes::Chain& chain, const ChainBoard& board, float weight, float* costs) const;

    // The candidates of one rank, one per color of `out`: where the bits of their pieces are, and how to look up `in`.
    struct Group {
        std::uint8_t byte[SLOTS], bit[SLOTS];
        std::uint32_t in[COLORS];
    };
    // Of a list: groups[first] to groups[last - 1].
    struct List {
        std::uint32_t first, last;
    };

    const ChainPlan& plan;
    std::vector<Group> groups;
    std::vector<List> lists;

  private:
    void add(std::size_t list);
    bool is_vector_;
};

// For processors with AVX2, puzzles of up to 24 colors and 256 pieces.
bool has_chain_vectors();
void price_chain_avx2(const ChainVectors& vectors, const lanes::Chain& chain, const ChainBoard& board, float weight,
                      float* costs);

}  // namespace edgematch
