"""Place pieces at random until no piece fits, then start again: a solver in thirty lines.

Use it as a start for your own. It finds solutions of tiny puzzles and proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgematch.model import EMPTY, Board
from edgematch.search import Can, Control, Solver, Task


class RandomRestart(Solver):
    """Random placements in row order, with restarts."""

    can = Can.NOTHING

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Try again and again; the roots remain, since nothing is ever proved."""
        random = np.random.default_rng(task.seed)
        while not control.is_stopped:
            board = task.roots[int(random.integers(len(task.roots)))]
            for cell in np.flatnonzero(board.placements == EMPTY).tolist():
                fitting = [p for p in np.flatnonzero(task.puzzle.fits[cell]).tolist() if _agrees(board, cell, p)]
                if not fitting or not control.node(board.count):
                    break
                board = board.place({cell: int(random.choice(fitting))})
            if board.is_complete and board.breaks == 0 and not control.found(board):
                break
        return task.roots


def _agrees(board: Board, cell: int, placement: int) -> bool:
    """Whether the piece is free and all placed neighbours match."""
    puzzle = board.puzzle
    if any(p >> 2 == placement >> 2 for p in board.placements.tolist() if p != EMPTY):
        return False
    around = enumerate(puzzle.neighbours()[cell].tolist())
    return all(
        puzzle.sides[placement, side] == puzzle.sides[board[other], (side + 2) % 4]
        for side, other in around
        if other >= 0 and board[other] != EMPTY
    )
