// The edges of a board: which of them are broken.
#pragma once

#include <span>

#include "edgematch/puzzle.hpp"

namespace edgematch {

// Calls `visit(cell, neighbour)` for every edge between two filled cells that does not match.
template <class Visit>
void each_break(const Puzzle& puzzle, std::span<const Placement> board, Visit&& visit) {
    for (std::size_t cell = 0; cell < board.size(); ++cell)
        for (const int side : {EAST, SOUTH}) {
            const Cell next = puzzle.neighbour(static_cast<Cell>(cell), side);
            if (next == OUTSIDE || board[cell] == EMPTY || board[static_cast<std::size_t>(next)] == EMPTY) continue;
            const Color here = puzzle.sides(board[cell])[static_cast<std::size_t>(side)];
            const Color there =
                puzzle.sides(board[static_cast<std::size_t>(next)])[static_cast<std::size_t>(opposite(side))];
            if (here != there) visit(static_cast<Cell>(cell), next);
        }
}

inline int count_breaks(const Puzzle& puzzle, std::span<const Placement> board) {
    int breaks = 0;
    each_break(puzzle, board, [&](Cell, Cell) { ++breaks; });
    return breaks;
}

}  // namespace edgematch
