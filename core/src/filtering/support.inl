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

// At most 64 kinds and hues: eight sets of kinds, by hue. `sets` is moved on.
template <int TURNS>
[[gnu::always_inline]] inline Eight kinds_of_block(const DomainState::Block*& sets, const Row<TURNS>& values) {
    Eight set{};
#pragma GCC unroll 4
    for (int turn = 0; turn < TURNS; ++turn) set |= eight_of(*sets++) & turn_of(values, turn);
    return set;
}

template <int TURNS>
inline Row<TURNS> values_of(const std::uint64_t* words, const DomainState::Place& place) {
    return Rows<TURNS>::get(words + place.values_at) & words[place.kinds_at];
}

// The hues that a cell shows by side; returns the kinds to watch. Known sides are computed too: that is quicker than to
// distinguish them, and the lowest kind of all, which they add, is watched for other sides already.
template <int TURNS, int BLOCKS>
[[gnu::always_inline]] inline std::uint64_t find_shown(const std::uint64_t* words, const DomainState::Place& place,
                                                       SideWords& shown) {
    const Row<TURNS> values = values_of<TURNS>(words, place);
    const DomainState::Block* sets = place.sets;
    Eight watched{};
#pragma GCC unroll 4
    for (int side = 0; side < SIDES; ++side) {
        std::uint64_t bits = 0;
#pragma GCC unroll 8
        for (int block = 0; block < BLOCKS; ++block) {
            const Eight set = kinds_of_block<TURNS>(sets, values);
            watched |= lowest(set);
            bits |= std::uint64_t{marks(set)} << (block * DomainState::BLOCK);
        }
        shown[side] = bits;
    }
    return any_of(watched);
}

template <int TURNS>
inline std::uint64_t find_shown(const std::uint64_t* words, const DomainState::Place& place, SideWords& shown) {
    switch (place.blocks) {
        case 1:
            return find_shown<TURNS, 1>(words, place, shown);
        case 2:
            return find_shown<TURNS, 2>(words, place, shown);
        case 3:
            return find_shown<TURNS, 3>(words, place, shown);
        case 4:
            return find_shown<TURNS, 4>(words, place, shown);
        default:
            return find_shown<TURNS, DomainState::BLOCK>(words, place, shown);
    }
}

// The hues that only one kind shows, which the cell beyond has as well.
template <int TURNS>
inline void find_sole(const std::uint64_t* words, const DomainState::Place& place, const SideWords& beyond,
                      SideWords& sole) {
    const Row<TURNS> values = values_of<TURNS>(words, place);
    const DomainState::Block* sets = place.sets;
    for (int side = 0; side < SIDES; ++side) {
        for (int block = 0; block < place.blocks; ++block) {
            const Eight set = kinds_of_block<TURNS>(sets, values);
            const Eight alone = set & beyond[side] & is_zero(without_lowest(set));
            sole[side] |= std::uint64_t{marks(alone)} << (block * DomainState::BLOCK);
        }
    }
}

}  // namespace

}  // namespace edgematch
