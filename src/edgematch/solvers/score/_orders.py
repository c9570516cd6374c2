"""Orders in which score engines fill the cells: by rows, by columns, or as a comb, seen from any of the eight sides.

A comb lays whole rows first and then *teeth*, short columns from the last whole row to the rim. Breaks gather where a
search ends; a comb ends in a corner instead of along a whole side, so fewer open sides wait for the last pieces.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from edgematch.model import Puzzle
from edgematch.model.symmetry import ORIENTATIONS

ORDERS = ("rows", "comb", "peeled-comb", "clue-corner")
"""The names of the orders; `clue-corner` fills the 3x3 corner before the rows of a comb."""

Cell = tuple[int, int]


def make_order(puzzle: Puzzle, name: str, *, comb_rows: float, tooth: int, orientation: int = 0) -> NDArray[np.int16]:
    """The cells of a puzzle in the named order, which is laid out as seen in one of the eight orientations."""
    view = ORIENTATIONS[orientation]
    width, height = (puzzle.width, puzzle.height)[:: -1 if view.turns % 2 else 1]
    rows = height if name == "rows" else max(0, min(height, round(height * comb_rows)))
    teeth = _peeled_teeth(width, height, rows) if name == "peeled-comb" else _teeth(width, height, rows, tooth)
    cells = [*(_corner(width, height) if name == "clue-corner" else ()), *_rows(0, 0, width, rows), *teeth]
    once = dict.fromkeys(row * width + column for row, column in cells)
    return view.cells(puzzle.width, puzzle.height)[list(once)]


def _rows(top: int, left: int, right: int, bottom: int) -> Iterator[Cell]:
    return ((row, column) for row in range(top, bottom) for column in range(left, right))


def _corner(width: int, height: int) -> Iterator[Cell]:
    return _rows(0, 0, min(3, width), min(3, height))


def _teeth(width: int, height: int, top: int, tooth: int) -> Iterator[Cell]:
    """Columns of `tooth` cells' width, one after the other, each row by row."""
    for left in range(0, width, tooth):
        yield from _rows(top, left, min(width, left + tooth), height)


def _peeled_teeth(width: int, height: int, top: int) -> Iterator[Cell]:
    """A square block, then single columns, then the last columns peeled: a row, a column, a row, and so on."""
    size = height - top
    last = max(size, width - size + 1)
    yield from _rows(top, 0, min(size, width), height)
    for column in range(size, last):
        yield from _rows(top, column, column + 1, height)
    left = last
    while width - left > 2:
        yield from _rows(top, left, width, top + 1)
        top += 1
        yield from _rows(top, left, left + 1, height)
        left += 1
    yield from _rows(top, left, width, height)
