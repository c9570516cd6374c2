// Orders of the cells of a board, for engines that choose the next cell by place.
#pragma once

#include <span>
#include <vector>

#include "edgematch/puzzle.hpp"

namespace edgematch {

// Rings from the frame to the centre, each clockwise from its top left cell: the order "onion".
std::vector<int> spiral_inwards(int width, int height);
// All black fields of the chess board in a spiral from the centre to the frame, then all white ones.
std::vector<int> chess_order(int width, int height);
std::vector<Cell> empty_cells(std::span<const Placement> board);
// Some empty cells of a board, each time one with the most sides known: of those the first.
std::vector<Cell> tightest_order(const Puzzle& puzzle, std::span<const Placement> partial, std::vector<Cell> cells);

}  // namespace edgematch
