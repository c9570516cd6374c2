// What the values left in a cell say to its neighbours, for whatever processor the including file is compiled for.
//
// Asked is, for every color of every side: does any value left show it, and is only one kind able to? Color by color it
// is a loop with branches that cannot be predicted. Here the table is turned round: eight colors lie side by side in
// one vector, and the kinds of a turn, 64 a word, are held against all eight with one AND and one OR. The result, eight
// sets of kinds, says which colors are shown (those whose set is not empty) and by whom.
//
// The lowest kind of each set is *watched*: while no watched kind loses a value every color is still shown, and the
// cell need not be asked again. The lowest kinds are shared by many colors, so that few are watched. Where the
// neighbour may take one of the kinds of a set, the second lowest is watched too, since the set may come down to one
// kind that is wanted on both sides of the edge.
#pragma once

#include <bit>

#include "filtering/domains.hpp"
#include "filtering/eight_words.hpp"

namespace edgematch {

namespace {

using SideWords = std::uint64_t[SIDES];

inline const Eight& eight_of(const DomainState::Block& block) { return *reinterpret_cast<const Eight*>(block.kinds); }

// At most 64 kinds and hues. Calls `see(side, block, set)` for eight sets of kinds, by hue, on every side.
template <int TURNS, int BLOCKS, class See>
inline void look_round(const std::uint64_t* words, const DomainState::Place& place, See see) {
    const auto values = Rows<TURNS>::get(words + place.values_at) & words[place.kinds_at];
    const DomainState::Block* sets = place.sets;
    for (int side = 0; side < SIDES; ++side) {
        for (int block = 0; block < BLOCKS; ++block) {
            Eight set{};
            for (int turn = 0; turn < TURNS; ++turn) set |= turn_of(values, turn) & eight_of(*sets++);
            see(side, block, set);
        }
    }
}

// Known sides are asked too: that is quicker than to tell them apart.
template <int TURNS, class See>
inline void look_round(const std::uint64_t* words, const DomainState::Place& place, See see) {
    switch (place.blocks) {
        case 1:
            return look_round<TURNS, 1>(words, place, see);
        case 2:
            return look_round<TURNS, 2>(words, place, see);
        case 3:
            return look_round<TURNS, 3>(words, place, see);
        case 4:
            return look_round<TURNS, 4>(words, place, see);
        default:
            return look_round<TURNS, DomainState::BLOCK>(words, place, see);
    }
}

// The hues that a cell shows by side; returns the kinds to watch. Where a color is known, that is the lowest kind of
// all, which is watched for other sides already.
template <int TURNS>
inline std::uint64_t find_shown(const std::uint64_t* words, const DomainState::Place& place, SideWords& shown) {
    Eight watched{};
    look_round<TURNS>(words, place, [&](int side, int block, const Eight& set) {
        watched |= set & -set;
        shown[side] |= std::uint64_t{marks(set)} << (block * DomainState::BLOCK);
    });
    return any_of(watched);
}

// The hues that one kind alone shows, which the cell beyond has as well.
template <int TURNS>
inline void find_lone(const std::uint64_t* words, const DomainState::Place& place, const SideWords& beyond,
                      SideWords& lone) {
    look_round<TURNS>(words, place, [&](int side, int block, const Eight& set) {
        const Eight alone = set & beyond[side] & reinterpret_cast<Eight>((set & (set - 1)) == 0);
        lone[side] |= std::uint64_t{marks(alone)} << (block * DomainState::BLOCK);
    });
}

}  // namespace

}  // namespace edgematch
