// The empty cells of a board, in the order in which an endgame fills them.
#pragma once

#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

std::vector<Cell> empty_cells(std::span<const Placement> board);
// Some empty cells of a board, always one with the most known sides next, ties by position.
std::vector<Cell> tightest_order(const Puzzle& puzzle, std::span<const Placement> partial, std::vector<Cell> cells);

}  // namespace edgematch
