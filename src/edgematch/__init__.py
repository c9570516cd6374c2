"""Edge-matching puzzles: model, read, draw, generate, analyse and solve Eternity II and its family.

>>> import edgematch as em                           # doctest: +SKIP
>>> em.solve(em.load("clue1")).answers[0]            # doctest: +SKIP
"""

from edgematch.model import Board, Orientation, Puzzle
from edgematch.search import (
    ALL,
    BEST,
    COUNT,
    FIRST,
    UNIQUE,
    Goal,
    Limits,
    Outcome,
    Run,
    Status,
    Stop,
    Task,
    count,
    solve,
)

__version__ = "0.1.0"

__all__ = [
    "ALL", "BEST", "COUNT", "FIRST", "UNIQUE",
    "Board", "Goal", "Limits", "Orientation", "Outcome", "Puzzle", "Run", "Status", "Stop", "Task", "count", "solve",
]  # fmt: skip
