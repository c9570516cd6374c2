"""Polishing: fill some cells of a board again so that as many edges as possible match.

The cells that are empty and those nearest to breaks are freed; everything else stays. What is left is small enough for
an exact search (`endgame`), so the result is proved to be the best over the freed cells.
"""

from __future__ import annotations

import numpy as np

from edgematch.model import Board
from edgematch.search import BEST, Task


def cells_to_free(board: Board, count: int) -> list[int]:
    """The empty cells and, up to `count` in all, those nearest to empty cells and breaks; hints stay."""
    width, empty = board.puzzle.width, set(np.flatnonzero(~board.filled).tolist())
    sources = sorted(empty | {cell for edge in board.broken_edges() for cell in edge})
    if not sources:
        return []
    rows, columns = np.divmod(np.arange(board.puzzle.cells), width)
    at = np.array(sources)
    away = (abs(rows[:, None] - rows[at]) + abs(columns[:, None] - columns[at])).min(axis=1)
    near = sorted(range(board.puzzle.cells), key=lambda cell: (cell not in empty, int(away[cell]), cell))
    return [cell for cell in near if cell not in board.puzzle.hints][: max(count, len(empty))]


def polish_task(board: Board, cells: list[int]) -> Task:
    """The task of filling those cells again; an answer must score more than a complete board did."""
    return Task(board.puzzle, BEST, roots=(board.without(cells),), beat=board.score if board.is_complete else -1)
