// The words of the project in C++: the same as in Python, the command line and the documentation.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace edgematch {

using Color = std::uint8_t;      // 0 is grey, the outside of a framed puzzle
using Cell = std::int16_t;       // row-major from the top left
using Placement = std::int16_t;  // piece * 4 + turns
using Board = std::vector<Placement>;

inline constexpr Placement EMPTY = -1;
inline constexpr Cell OUTSIDE = -1;
inline constexpr Color GREY = 0;
inline constexpr int MAX_SIDE = 32;

// Sides are always listed in this order; `opposite` is the side of the neighbour that faces this one.
inline constexpr int NORTH = 0, EAST = 1, SOUTH = 2, WEST = 3, SIDES = 4;
constexpr int opposite(int side) { return (side + 2) % SIDES; }

using Sides = std::array<Color, SIDES>;

// Thrown when a caller breaks a contract; the bindings turn it into a Python ValueError.
class BadRequest : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace edgematch
