// The most constrained cell first; see the header.
#include "score/endgame_order.hpp"

#include <algorithm>

namespace edgematch {

namespace {

std::size_t known_sides(const Puzzle& puzzle, const std::vector<bool>& filled, Cell cell) {
    std::size_t known = 0;
    for (int side = 0; side < SIDES; ++side) {
        const Cell next = puzzle.neighbour(cell, side);
        known += next == OUTSIDE || filled[static_cast<std::size_t>(next)];
    }
    return known;
}

}  // namespace

std::vector<Cell> empty_cells(std::span<const Placement> board) {
    std::vector<Cell> cells;
    for (std::size_t cell = 0; cell < board.size(); ++cell)
        if (board[cell] == EMPTY) cells.push_back(static_cast<Cell>(cell));
    return cells;
}

std::vector<Cell> tightest_order(const Puzzle& puzzle, std::span<const Placement> partial, std::vector<Cell> cells) {
    std::vector<bool> filled(puzzle.cells());
    for (std::size_t cell = 0; cell < puzzle.cells(); ++cell) filled[cell] = partial[cell] != EMPTY;
    std::vector<Cell> order;
    while (!cells.empty()) {
        const auto best = std::max_element(cells.begin(), cells.end(), [&](Cell a, Cell b) {
            return known_sides(puzzle, filled, a) < known_sides(puzzle, filled, b);
        });
        order.push_back(*best);
        filled[static_cast<std::size_t>(*best)] = true;
        cells.erase(best);
    }
    return order;
}

}  // namespace edgematch
