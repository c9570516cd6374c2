// Spirals and chess boards; see the header.
#include "orders.hpp"

#include <algorithm>

namespace edgematch {

std::vector<int> spiral_inwards(int width, int height) {
    std::vector<int> order;
    for (int top = 0, left = 0, bottom = height - 1, right = width - 1; top <= bottom && left <= right;
         ++top, ++left, --bottom, --right) {
        for (int column = left; column <= right; ++column) order.push_back(top * width + column);
        for (int row = top + 1; row <= bottom; ++row) order.push_back(row * width + right);
        if (top == bottom || left == right) continue;
        for (int column = right - 1; column >= left; --column) order.push_back(bottom * width + column);
        for (int row = bottom - 1; row > top; --row) order.push_back(row * width + left);
    }
    return order;
}

std::vector<int> chess_order(int width, int height) {
    std::vector<int> order = spiral_inwards(width, height);
    std::reverse(order.begin(), order.end());
    const auto is_black = [&](int cell) { return (cell / width + cell % width) % 2 == 0; };
    std::stable_partition(order.begin(), order.end(), is_black);
    return order;
}

}  // namespace edgematch
