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
    return {tables_.sides(placement), static_cast<std::uint8_t>(placement & 3), 0,
            static_cast<std::uint16_t>(placement >> 2)};
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
                block->length = static_cast<std::uint32_t>(left);
                block->more = left > LANES ? MORE : 0;
            }
            const Candidate here = candidate(list[i]);
            block->candidates[lane] = here;
            block->byte[lane] = static_cast<std::uint8_t>(here.piece / 8);
            block->bit[lane] = static_cast<std::uint8_t>(1u << here.piece % 8);
            if (lane + 1 == LANES || left == 1) ++block;
        }
    }
    return stored;
}

}  // namespace edgematch
