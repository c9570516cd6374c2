"""Tiny puzzles of every kind, small enough to be enumerated by the plainest solver at once.

Each is made by a fixed recipe, so that golden counts stay true: colors are drawn for all edges of a solved board with
Python's own generator (whose integers are the same everywhere), and the pieces are shuffled and turned.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from edgematch.model import Puzzle


def planted(
    width: int, height: int, *, colors: int, seed: int, framed: bool = True, turnable: bool = True, name: str = ""
) -> Puzzle:
    """A puzzle with at least one solution: random colors on the edges of a board, cut into shuffled pieces."""
    rng = random.Random(seed)  # noqa: S311 - puzzles are no secrets
    across = [[rng.randint(1, colors) for _ in range(width + 1)] for _ in range(height)]
    down = [[rng.randint(1, colors) for _ in range(width)] for _ in range(height + 1)]
    if framed:
        for row in across:
            row[0] = row[-1] = 0
        down[0] = down[-1] = [0] * width
    pieces = [[down[y][x], across[y][x + 1], down[y + 1][x], across[y][x]] for y in range(height) for x in range(width)]
    rng.shuffle(pieces)
    if turnable:
        pieces = [piece[k:] + piece[:k] for piece in pieces for k in [rng.randrange(4)]]
    return Puzzle(width, height, pieces, framed=framed, turnable=turnable, name=name)


def hinted() -> Puzzle:
    """A puzzle with two hints taken from one of its solutions, cell 0 and an inner one."""
    puzzle = planted(4, 4, colors=3, seed=0)
    from edgematch.search import solve

    answer = solve(puzzle, solver="plain").answers[0]
    return puzzle.replace(hints={0: answer[0], 5: answer[5]}, name="hints")


def impossible() -> Puzzle:
    """A puzzle without a solution, although counting pieces and colors finds nothing wrong."""
    puzzle = planted(4, 4, colors=3, seed=1)
    pieces = puzzle.pieces.copy()
    one, other = [i for i, piece in enumerate(pieces) if 0 not in piece][:2]
    pieces[one][0], pieces[other][1] = pieces[other][1], pieces[one][0]
    return puzzle.replace(pieces=pieces, name="impossible")


def odd() -> Puzzle:
    """A puzzle that cannot be solved because a color appears an odd number of times."""
    puzzle = planted(3, 3, colors=2, seed=9)
    pieces = puzzle.pieces.copy()
    pieces[0] = [c + 1 if c == pieces[0].max() else c for c in pieces[0]]
    return puzzle.replace(pieces=pieces, name="odd")


def misfit() -> Puzzle:
    """A framed puzzle whose pieces do not even fill the frame: a corner piece too many, an inner piece too few."""
    puzzle = planted(3, 3, colors=2, seed=4)
    pieces = puzzle.pieces.copy()
    pieces[next(i for i, piece in enumerate(pieces) if 0 not in piece)] = [0, 0, 1, 1]
    return puzzle.replace(pieces=pieces, name="misfit")


ZOO: dict[str, Callable[[], Puzzle]] = {
    "square": lambda: planted(4, 4, colors=3, seed=1, name="square"),
    "duplicates": lambda: planted(4, 3, colors=2, seed=0, name="duplicates"),
    "rectangle": lambda: planted(3, 4, colors=2, seed=1, name="rectangle"),
    "tall": lambda: planted(2, 5, colors=2, seed=6, name="tall"),
    "small": lambda: planted(3, 3, colors=2, seed=2, name="small"),
    "strip": lambda: planted(5, 1, colors=2, seed=7, name="strip"),
    "single": lambda: planted(1, 1, colors=1, seed=0, name="single"),
    "unframed": lambda: planted(3, 3, colors=8, seed=0, framed=False, name="unframed"),
    "symmetric": lambda: planted(2, 2, colors=2, seed=2, framed=False, name="symmetric"),
    "not-turnable": lambda: planted(3, 3, colors=3, seed=10, framed=False, turnable=False, name="not-turnable"),
    "many-colors": lambda: planted(4, 4, colors=255, seed=12, name="many-colors"),
    "hints": hinted,
    "impossible": impossible,
    "odd": odd,
    "misfit": misfit,
}
"""The puzzles by the name of their kind."""

TINY = ("tall", "strip", "symmetric", "small", "odd")
"""Those small enough for searches that tolerate breaks."""


def large(size: int = 12) -> Puzzle:
    """A puzzle that no solver finishes in a second, to see whether it stops when asked to."""
    return planted(size, size, colors=size, seed=size, name=f"large-{size}")
