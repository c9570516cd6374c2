"""Many boards of one puzzle as one compressed column; many values in portions.

The array of placements is stored cell by cell instead of board by board: neighbouring roots of a search share most of
their cells, so that each cell becomes a run of equal numbers, which zlib packs a hundredfold at its fastest setting.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import StoreError
from edgematch.model import Board, Puzzle

T = TypeVar("T")

LEVEL = 1
CHUNK = 5000
MOST_BYTES = 1 << 31
"""The largest array that is unpacked: four million roots of a 16x16 puzzle."""


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """Lists of some thousand: a database takes no statement with more values, and memory holds no million rows."""
    rest = iter(values)
    while some := list(islice(rest, CHUNK)):
        yield some


def pack(boards: Iterable[Board]) -> bytes:
    """The boards in one column; none: no bytes."""
    rows = [board.placements for board in boards]
    return pack_rows(np.stack(rows)) if rows else b""


def pack_rows(rows: NDArray[np.int16]) -> bytes:
    """Rows of placements in one column."""
    return zlib.compress(np.ascontiguousarray(rows.T, dtype="<i2").tobytes(), LEVEL) if len(rows) else b""


def unpack(packed: bytes, puzzle: Puzzle) -> tuple[Board, ...]:
    """The boards of a column; anything that is not one is refused."""
    if not packed:
        return ()
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MOST_BYTES)
    except zlib.error:
        raise StoreError("a column of boards is damaged: it cannot be unpacked") from None
    if not unpacker.eof or len(content) % (2 * puzzle.cells):
        raise StoreError(f"a column of boards is damaged: it holds no whole boards of {puzzle.cells} cells")
    rows = np.frombuffer(content, dtype="<i2").reshape(puzzle.cells, -1).T
    return tuple(Board.rows(puzzle, np.ascontiguousarray(rows)))
