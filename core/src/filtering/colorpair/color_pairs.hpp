// Color pairs of a puzzle: which kinds of piece carry two given colors side by side, or opposite each other.
//
// A piece that may be turned carries the consecutive pair (a, b) when b follows a clockwise anywhere on it, and the
// opposite pair {a, b} when they are on opposite sides. A piece that may not be turned carries them at a position, so
// the position is part of the pair. Only pairs that some piece carries get a number; all others share `none`, the pair
// that no piece offers.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/tables.hpp"

namespace edgematch {

// Where on a square a pair can be: sides (s, s + 1) for s = 0..3, then north-south and east-west.
inline constexpr int POSITIONS = 6;
inline constexpr std::array<std::array<int, 2>, POSITIONS> POSITION_SIDES{
    {{NORTH, EAST}, {EAST, SOUTH}, {SOUTH, WEST}, {WEST, NORTH}, {NORTH, SOUTH}, {EAST, WEST}}};

// The positions that a side is part of, in their order, and the other side.
struct PositionOf {
    int position, other;
};
inline constexpr std::array<std::array<PositionOf, 3>, SIDES> POSITIONS_OF_SIDE{
    {{{{0, EAST}, {3, WEST}, {4, SOUTH}}},
     {{{0, NORTH}, {1, SOUTH}, {5, WEST}}},
     {{{1, EAST}, {2, WEST}, {4, NORTH}}},
     {{{2, SOUTH}, {3, NORTH}, {5, EAST}}}}};

using Pair = std::uint16_t;

class Pairs {
  public:
    Pairs(const Tables& tables, bool opposite);

    int count() const { return none_ + 1; }  // with `none`
    Pair none() const { return static_cast<Pair>(none_); }
    bool has_opposite() const { return positions_ == POSITIONS; }
    int positions() const { return positions_; }
    Pair at(int position, Color a, Color b) const {
        return number_[static_cast<std::size_t>((position * colors_ + a) * colors_ + b)];
    }
    // The different pairs that a kind carries.
    std::span<const Pair> of(int kind) const { return carried_[kind]; }
    // The kinds that carry a pair.
    std::span<const int> carriers(int pair) const { return carriers_[pair]; }
    // The values that show a pair at a position.
    std::span<const int> values(int pair, int position) const { return values_[pair * POSITIONS + position]; }

  private:
    std::size_t slot(int position, int a, int b) const;
    void number_by_position(const std::vector<Pair>& numbers);

    bool is_placed_;
    int positions_, colors_, none_ = 0;
    std::vector<Pair> number_;  // by position and two colors
    std::vector<std::vector<Pair>> carried_;
    std::vector<std::vector<int>> carriers_, values_;
};

}  // namespace edgematch
