// Support: which colors the remaining values of a cell show. Compiled for the instruction set of the including file.
//
// For each color of each side: does any remaining value show it, and does only one kind? Color by color that is a loop
// with branches that cannot be predicted. So the table is transposed: eight colors are adjacent in one vector, and the
// kinds of a turn, 64 per word, are combined with all eight by one AND and one OR. The result is eight sets of kinds.
// A color is shown when its set is not empty, and the set says by which kinds.
//
// The lowest kind of each set is *watched*: while no watched kind loses a value, every color is still shown, and the
// cell need not be revised again. Many colors share the lowest kinds, so that few are watched.
#pragma once

#include <bit>

#include "filtering/domains.hpp"
#include "filtering/eight_words.inl"

namespace edgematch {

namespace {

using SideWords = std::uint64_t[SIDES];

inline const Eight& eight_of(const DomainState::Block& block) { return *reinterpret_cast<const Eight*>(block.kinds); }

// At most 64 kinds and hues. Calls `visit(side, block, set)` for eight sets of kinds, by hue, on every side.
template <int TURNS, int BLOCKS, class Visit>
inline void for_each_block(const std::uint64_t* words, const DomainState::Place& place, Visit visit) {
    const auto values = Rows<TURNS>::get(words + place.values_at) & words[place.kinds_at];
    const DomainState::Block* sets = place.sets;
    for (int side = 0; side < SIDES; ++side) {
        for (int block = 0; block < BLOCKS; ++block) {
            Eight set{};
            for (int turn = 0; turn < TURNS; ++turn) set |= eight_of(*sets++) & turn_of(values, turn);
            visit(side, block, set);
        }
    }
}

// Known sides are computed too: that is quicker than to distinguish them.
template <int TURNS, class Visit>
inline void for_each_block(const std::uint64_t* words, const DomainState::Place& place, Visit visit) {
    switch (place.blocks) {
        case 1:
            return for_each_block<TURNS, 1>(words, place, visit);
        case 2:
            return for_each_block<TURNS, 2>(words, place, visit);
        case 3:
            return for_each_block<TURNS, 3>(words, place, visit);
        case 4:
            return for_each_block<TURNS, 4>(words, place, visit);
        default:
            return for_each_block<TURNS, DomainState::BLOCK>(words, place, visit);
    }
}

// The hues that a cell shows by side; returns the kinds to watch. Where a color is known, that is the lowest kind of
// all, which is watched for other sides already.
template <int TURNS>
inline std::uint64_t find_shown(const std::uint64_t* words, const DomainState::Place& place, SideWords& shown) {
    Eight watched{};
    for_each_block<TURNS>(words, place, [&](int side, int block, const Eight& set) {
        watched |= lowest(set);
        shown[side] |= std::uint64_t{marks(set)} << (block * DomainState::BLOCK);
    });
    return any_of(watched);
}

// The hues that only one kind shows, which the cell beyond has as well.
template <int TURNS>
inline void find_sole(const std::uint64_t* words, const DomainState::Place& place, const SideWords& beyond,
                      SideWords& sole) {
    for_each_block<TURNS>(words, place, [&](int side, int block, const Eight& set) {
        const Eight alone = set & beyond[side] & is_zero(without_lowest(set));
        sole[side] |= std::uint64_t{marks(alone)} << (block * DomainState::BLOCK);
    });
}

}  // namespace

}  // namespace edgematch
