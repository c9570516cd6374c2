"""The geometry of a board: which cells touch, and which sides are outside. Depends on width and height alone."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T", bound=np.generic)

SIDES = ("north", "east", "south", "west")
"""The four sides in the order in which colors are always listed."""

NORTH, EAST, SOUTH, WEST = range(4)


def opposite(side: int) -> int:
    """The side of the neighbour that faces `side`."""
    return (side + 2) % 4


@lru_cache(maxsize=64)
def neighbours(width: int, height: int) -> NDArray[np.int16]:
    """For each cell the cells to its north, east, south and west; -1 outside the board."""
    cell = np.arange(width * height, dtype=np.int16).reshape(height, width)
    padded = np.pad(cell, 1, constant_values=-1)
    table = np.stack([padded[:-2, 1:-1], padded[1:-1, 2:], padded[2:, 1:-1], padded[1:-1, :-2]], axis=-1)
    return frozen(table.reshape(-1, 4))


@lru_cache(maxsize=64)
def frame_mask(width: int, height: int) -> NDArray[np.bool_]:
    """For each cell and side whether that side is at the outside of the board."""
    return frozen(neighbours(width, height) < 0)


@lru_cache(maxsize=64)
def board_edges(width: int, height: int) -> NDArray[np.int16]:
    """All edges as rows (cell, side, other cell), side east or south, in row-major order of the first cell."""
    near = neighbours(width, height)
    rows = [(c, s, near[c, s]) for c in range(width * height) for s in (EAST, SOUTH) if near[c, s] >= 0]
    return frozen(np.array(rows, dtype=np.int16).reshape(-1, 3))


@lru_cache(maxsize=64)
def frame_edges(width: int, height: int) -> NDArray[np.bool_]:
    """For each edge whether it runs along the frame, between two frame pieces side by side."""
    first, side, _ = board_edges(width, height).T
    outside = frame_mask(width, height)
    return frozen(outside[first, (side + 1) % 4] | outside[first, (side - 1) % 4])


def frozen(array: NDArray[T]) -> NDArray[T]:
    """The same array, read-only."""
    array.setflags(write=False)
    return array


def cell_name(cell: int, width: int) -> str:
    """The name of a cell for people: a letter for the row, a number for the column, A1 at the top left."""
    row, column = divmod(cell, width)
    return f"{row_name(row)}{column + 1}"


def row_name(row: int) -> str:
    """The letter of a row: A to Z, then AA to AF."""
    return chr(ord("A") + row) if row < 26 else "A" + chr(ord("A") + row - 26)
