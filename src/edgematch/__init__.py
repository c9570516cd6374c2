"""Edge-matching puzzles: model, read, draw, generate, analyse and solve Eternity II and its family.

>>> import edgematch as em
>>> print(em.solve(em.load("demo-4x4")).answers[0].score)
24
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
    "Board", "Goal", "Limits", "Orientation", "Outcome", "Puzzle", "Run", "Status", "Stop", "Task",
    "count", "load", "save", "solve",
]  # fmt: skip


def load(source: str, *, puzzle: Puzzle | None = None, turnable: bool | None = None) -> Puzzle | Board:
    """The puzzle or board of a catalog name, a path, an address of a viewer, or standard input (`-`)."""
    from edgematch import catalog

    return catalog.load(source, puzzle=puzzle, turnable=turnable)


def save(thing: Puzzle | Board, path: str, *, format: str | None = None) -> None:  # noqa: A002 - the word users know
    """Write a puzzle or board to a file, in the format named or the one its suffix stands for."""
    from edgematch import formats

    formats.save(thing, path, format)


def _paint(thing: Puzzle | Board) -> str:
    from edgematch import render

    return render.svg(thing)


Board.painter = Puzzle.painter = _paint
