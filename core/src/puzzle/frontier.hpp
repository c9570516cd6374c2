// The open sides of a partial board, step by step through an order. See frontier.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

class FrameFits;
struct FitLists;

// Where a side of a cell or piece points: along the frame, from the frame inwards, or it belongs to an inner cell.
enum class Role : std::uint8_t { ALONG, INWARD, INNER };
inline constexpr std::size_t ROLES = 3;
Role role_of(unsigned frame, int side);
Role puzzle_role(const Puzzle& puzzle, Cell cell, int side);

struct KnownSide {
    int side;
    int slot;    // where the neighbour's color is kept
    Role role;   // of this side
    bool along;  // whether the edge is along the frame
};
struct OpenSide {
    int side;
    int slot;     // where to keep the color for the neighbour that is filled later
    Role wanted;  // the role of the side that must match it
};

// One cell of the order.
struct FrontierStep {
    Cell cell = OUTSIDE;
    unsigned frame = 0;
    std::array<Role, SIDES> roles{};  // of its sides
    // Set by FitTables::attached() for the score engines; `exact`: by the first two known sides, null when fewer are
    // known.
    FrameFits* fits = nullptr;
    const FitLists* exact = nullptr;
    std::vector<KnownSide> known;
    std::vector<OpenSide> open;
    std::vector<OpenSide> waiting;  // sides open before this step that it does not close
};

struct Frontier {
    std::vector<FrontierStep> steps;
    std::vector<Color> slots;  // as they are at the start: the sides of the root's pieces, grey where nothing is known
    std::vector<int> slot_of;  // the slot of each cell and side (cell * 4 + side) while it is open, -1: it never is
    std::vector<std::pair<Cell, OpenSide>> root_sides;  // the open sides of the root's pieces
};

// Whether a slot is used again when its side is closed (enough for boards that are copied), or each side has its own
// (so that a search that backtracks finds the colors unchanged).
enum class Slots { SHARED, OWN };

// Whether cells that are not in the order are filled later by another search, or stay empty and match nothing.
enum class OtherCells { FILLED_LATER, STAY_EMPTY };

// Plans the cells of `order` that are empty in `root`.
Frontier plan_frontier(const Puzzle& puzzle, std::span<const Cell> order, std::span<const Placement> root,
                       Slots slots = Slots::SHARED, OtherCells other_cells = OtherCells::FILLED_LATER);

}  // namespace edgematch
