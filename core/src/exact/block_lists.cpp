// Candidate lists in blocks of eight, whose pieces are looked up in the set of free pieces all at once.
//
// Lists of two known sides have two or three candidates in the puzzles that are hard, so most lists are one block.
#include "exact/block_lists.hpp"

#include <algorithm>
#include <utility>

namespace edgematch {

const BlockLists& BlockTables::of(const CellShape& shape) {
    const auto [place, is_new] = lists_.try_emplace(shape);
    if (is_new) place->second = in_blocks(tables_.lists(shape));
    return place->second;
}

Candidate BlockTables::candidate(Placement placement) const {
    const auto piece = static_cast<std::uint16_t>(placement >> 2);
    Candidate candidate{};
    candidate.sides = tables_.sides(placement);
    candidate.turns = placement & 3;
    candidate.burnt = burnt_.empty() ? 0 : burnt_[piece] & 63;
    candidate.piece = piece;
    return candidate;
}

BlockLists BlockTables::in_blocks(CandidateLists lists) const {
    std::size_t count = 1;
    for (std::size_t k = 0; k < lists.count(); ++k) count += (lists.at(k).size() + LANES - 1) / LANES;
    BlockLists stored{std::move(static_cast<ListKey&>(lists)), {}, std::vector<Block>(count, Block{})};
    stored.heads.reserve(lists.count());
    Block* block = stored.blocks.data() + 1;
    for (std::size_t k = 0; k < lists.count(); ++k) {
        const std::span<const Placement> list = lists.at(k);
        stored.heads.push_back(list.empty() ? stored.blocks.data() : block);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::size_t lane = i % LANES, left = list.size() - i;
            if (lane == 0) {
                block->length = static_cast<std::uint16_t>(left);
                block->more = left > LANES ? MORE : 0;
            }
            const Candidate here = candidate(list[i]);
            block->candidates[lane] = here;
            block->byte[lane] = static_cast<std::uint8_t>(here.piece / 8);
            block->bit[lane] = static_cast<std::uint8_t>(1u << here.piece % 8);
            for (unsigned sides = 0; sides < here.burnt; ++sides) block->burnt |= 1u << (LANES * sides + lane);
            if (lane + 1 == LANES || left == 1) ++block;
        }
    }
    return stored;
}

}  // namespace edgematch
