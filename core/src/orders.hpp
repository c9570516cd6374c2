// Fixed orders of the cells of a board, for engines that choose the next cell by place.
#pragma once

#include <vector>

namespace edgematch {

// Rings from the frame to the centre, each clockwise from its top left cell: the order "onion".
std::vector<int> spiral_inwards(int width, int height);
// All black fields of the chess board in a spiral from the centre to the frame, then all white ones.
std::vector<int> chess_order(int width, int height);

}  // namespace edgematch
