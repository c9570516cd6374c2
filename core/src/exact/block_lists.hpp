// Candidate lists as the exact kernel reads them: in blocks of eight. See block_lists.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "edgematch/candidate_tables.hpp"

namespace edgematch {

// One way to fill a cell, one machine word.
struct Candidate {
    Sides sides;  // color numbers of CandidateTables
    std::uint8_t turns : 2;
    std::uint8_t burnt : 6;  // sides that count for a quota
    std::uint8_t blank;      // always 0: the "color" read where no side faces the cell before
    std::uint16_t piece;

    Placement placement() const { return static_cast<Placement>(piece * 4 + turns); }
};
static_assert(sizeof(Candidate) == 8);

// Up to LANES candidates, stored so that one instruction finds which of them are free: lane i asks for bit `bit[i]` of
// byte `byte[i]` of the set of free pieces (sets.hpp). A lane without a candidate asks for no bit. A longer list goes
// on in the next block.
inline constexpr unsigned LANES = 8;
struct Block {
    std::array<std::uint8_t, LANES> byte;
    std::array<std::uint8_t, LANES> bit;
    std::uint16_t length;  // of the list from here on
    std::uint16_t more;    // MORE when the list goes on, else 0
    std::uint32_t burnt;   // byte k: the lanes whose candidates have more than k burnt sides
    std::array<Candidate, LANES> candidates;
};
inline constexpr std::uint16_t MORE = 1u << LANES;  // the bit after those of the lanes
static_assert(sizeof(Block) == 24 + 8 * LANES);

struct BlockLists : ListKey {
    std::vector<const Block*> heads;  // where a list starts
    std::vector<Block> blocks;        // the first one is the empty list
};

// The lists of one puzzle: those of a shape are compiled when first needed, then shared.
class BlockTables {
  public:
    // `sequence`: the placements that may be candidates, in the sequence in which lists hold them. `burnt`: by piece,
    // how many of its sides count for a quota; empty: none do.
    BlockTables(const Puzzle& puzzle, std::span<const Placement> sequence, std::vector<std::uint8_t> burnt = {})
        : tables_(puzzle, sequence, ColorNumbers::WITHOUT_GAPS), burnt_(std::move(burnt)) {}

    const BlockLists& of(const CellShape& shape);
    Candidate candidate(Placement placement) const;
    unsigned color_bits() const { return tables_.color_bits(); }

  private:
    BlockLists in_blocks(CandidateLists lists) const;

    CandidateTables tables_;
    std::vector<std::uint8_t> burnt_;
    std::map<CellShape, BlockLists> lists_;
};

}  // namespace edgematch
