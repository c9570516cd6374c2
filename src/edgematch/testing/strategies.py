"""Hypothesis strategies for puzzles and boards of every kind the model knows."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from edgematch.model import EMPTY, MAX_COLOR, Board, Puzzle
from edgematch.model.grid import EAST, NORTH, SOUTH, WEST, frame_mask

NAMES = st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"]), max_size=12)


@st.composite
def puzzles(
    draw: st.DrawFn,
    *,
    sides: int = 5,
    colors: int = MAX_COLOR,
    framed: bool | None = None,
    turnable: bool | None = None,
    square: bool | None = None,
    hints: bool = True,
) -> Puzzle:
    """Puzzles cut from a board, with up to `sides` cells a side, so that at least one solution exists.

    `framed` and `turnable` are drawn when not given. Few colors are likely, so that duplicates and self-symmetric
    pieces are too.
    """
    width = draw(st.integers(1, sides))
    height = width if square else draw(st.integers(1, sides))
    framed = draw(st.booleans()) if framed is None else framed
    turnable = draw(st.booleans()) if turnable is None else turnable
    most = draw(st.sampled_from([most for most in (1, 2, 4, 22, MAX_COLOR) if most <= colors] or [colors]))
    pieces = _cut(draw, width, height, most=most, framed=framed)
    turns = draw(st.lists(st.integers(0, 3 if turnable else 0), min_size=len(pieces), max_size=len(pieces)))
    order = draw(st.permutations(range(len(pieces))))
    mixed = [np.roll(pieces[at], turned).tolist() for at, turned in zip(order, turns, strict=True)]
    puzzle = Puzzle(width, height, mixed, framed=framed, turnable=turnable, name=draw(NAMES))
    return puzzle.replace(hints=_hints(draw, puzzle)) if hints else puzzle


def _cut(draw: st.DrawFn, width: int, height: int, *, most: int, framed: bool) -> list[list[int]]:
    """The sides of the cells of a solved board."""
    color = st.integers(1, most)
    across = [[draw(color) for _ in range(width + 1)] for _ in range(height)]
    down = [[draw(color) for _ in range(width)] for _ in range(height + 1)]
    cells = []
    for y in range(height):
        for x in range(width):
            sides = [0] * 4
            sides[NORTH], sides[SOUTH] = down[y][x], down[y + 1][x]
            sides[WEST], sides[EAST] = across[y][x], across[y][x + 1]
            outside = frame_mask(width, height)[y * width + x] if framed else [False] * 4
            cells.append([0 if out else side for side, out in zip(sides, outside, strict=True)])
    return cells


def _hints(draw: st.DrawFn, puzzle: Puzzle) -> dict[int, int]:
    """A few placements, each of another piece; they need not be part of any solution."""
    count = draw(st.integers(0, min(3, puzzle.cells)))
    cells = draw(st.permutations(range(puzzle.cells)))[:count]
    pieces = draw(st.permutations(range(puzzle.cells)))[:count]
    return {c: p * 4 + draw(st.sampled_from(list(puzzle.turns))) for c, p in zip(cells, pieces, strict=True)}


@st.composite
def boards(draw: st.DrawFn, of: st.SearchStrategy[Puzzle] | None = None, *, complete: bool | None = None) -> Board:
    """Boards of the puzzles drawn from `of`: each piece at most once, some cells empty unless `complete`.

    The pieces lie anywhere, so that most edges are broken and grey may lie inside.
    """
    puzzle = draw(puzzles() if of is None else of)
    complete = draw(st.booleans()) if complete is None else complete
    order = draw(st.permutations(range(puzzle.cells)))
    full = [piece * 4 + draw(st.sampled_from(list(puzzle.turns))) for piece in order]
    kept = [complete or draw(st.booleans()) for _ in full]
    return Board(puzzle, [p if keep else EMPTY for p, keep in zip(full, kept, strict=True)])
