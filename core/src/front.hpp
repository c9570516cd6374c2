// The open sides of a partial board, as the order will meet them. See front.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"
#include "fits.hpp"

namespace edgematch {

// What a side of a cell or piece faces: along the frame, from the frame inwards, or all within.
enum class Role : std::uint8_t { ALONG, INWARD, INNER };
inline constexpr std::size_t ROLES = 3;
Role role_of(unsigned rim, int side);
Role puzzle_role(const Puzzle& puzzle, Cell cell, int side);

struct KnownSide {
    int side;
    int slot;  // where the neighbour's color is kept; NO_SLOT: it is `color`, given by the root
    Color color;
};
struct OpenSide {
    int side;
    int slot;     // where to keep the color for the neighbour that comes later
    Role wanted;  // the role of the side that must match it
};
inline constexpr int NO_SLOT = -1;

// One cell of the order.
struct FrontStep {
    Cell cell = OUTSIDE;
    unsigned rim = 0;
    std::array<Role, SIDES> roles{};  // of its sides
    FitClass* fits = nullptr;
    const FitTable* exact = nullptr;  // lists by the first two known sides; null when fewer are known
    std::vector<KnownSide> known;
    std::vector<OpenSide> open;
    std::vector<OpenSide> waiting;  // sides still open before this step that it does not close
};

struct Front {
    std::vector<FrontStep> steps;
    std::size_t slots = 0;
};

// Plans the cells of `order` that are empty in `root`.
Front plan_front(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root, FitBook& book);

}  // namespace edgematch
