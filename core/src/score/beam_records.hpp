// The boards of a beam in memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "score/chain_vectors.hpp"
#include "score/foresight.hpp"

namespace edgematch {

// The memory layout of boards: one record per board, with fields at offsets that depend on the puzzle.
class Records {
  public:
    Records(std::size_t pieces, std::size_t slots, std::size_t counts)
        : slots_at_(USED_AT + std::max(ChainVectors::PIECES / 8, (pieces + 63) / 64 * 8)),
          counts_at_((slots_at_ + slots + 1) / 2 * 2),
          size_((counts_at_ + counts * sizeof(SideCount) + 7) / 8 * 8) {}

    std::size_t size() const { return size_; }
    static std::uint64_t& hash(std::uint8_t* record) { return *reinterpret_cast<std::uint64_t*>(record); }
    static std::uint32_t& breaks(std::uint8_t* record) { return *reinterpret_cast<std::uint32_t*>(record + 8); }
    static PairCount* pairs(std::uint8_t* record) { return reinterpret_cast<PairCount*>(record + PAIRS_AT); }
    static std::uint64_t* used(std::uint8_t* record) { return reinterpret_cast<std::uint64_t*>(record + USED_AT); }
    std::uint8_t* slots(std::uint8_t* record) const { return record + slots_at_; }
    SideCount* counts(std::uint8_t* record) const { return reinterpret_cast<SideCount*>(record + counts_at_); }

  private:
    static constexpr std::size_t PAIRS_AT = 16, USED_AT = PAIRS_AT + ROLE_PAIRS * sizeof(PairCount);
    std::size_t slots_at_, counts_at_, size_;
};

}  // namespace edgematch
