"""Many boards of one puzzle as one compressed column; many values in portions.

The array of placements is stored cell by cell instead of board by board: neighbouring roots of a search share most of
their cells, so that each cell becomes a run of equal numbers, which zlib packs a hundredfold at its fastest setting.
Roots that are columns already (`Roots`) are stored as these columns and come back as columns.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import accumulate, islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import ModelError, StoreError
from edgematch.model import AnyRoots, Board, Puzzle, Roots

T = TypeVar("T")

LEVEL = 1
CHUNK = 5000
MOST_BYTES = 1 << 31
"""What is unpacked at most: four million boards of a 16x16 puzzle, or 150 million roots in columns."""
COLUMNS = b"roots 1\n"
"""What columns of roots begin with."""


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """Lists of some thousand: a database takes no statement with more values, and memory holds no million rows."""
    rest = iter(values)
    while some := list(islice(rest, CHUNK)):
        yield some


def pack(boards: Iterable[Board]) -> bytes:
    """The boards in one column; none: no bytes."""
    if isinstance(boards, Roots):
        return _pack_columns(boards.compact()) if boards else b""
    rows = [board.placements for board in boards]
    return pack_rows(np.stack(rows)) if rows else b""


def pack_rows(rows: NDArray[np.int16]) -> bytes:
    """Rows of placements in one column."""
    return zlib.compress(np.ascontiguousarray(rows.T, dtype="<i2").tobytes(), LEVEL) if len(rows) else b""


def unpack(packed: bytes, puzzle: Puzzle) -> AnyRoots:
    """The boards of a column; anything that is not one is refused."""
    if not packed:
        return ()
    if packed.startswith(COLUMNS):
        return _unpack_columns(_content(packed[len(COLUMNS) :]), puzzle)
    content = _content(packed)
    if len(content) % (2 * puzzle.cells):
        raise StoreError(f"a column of boards is damaged: it holds no whole boards of {puzzle.cells} cells")
    rows = np.frombuffer(content, dtype="<i2").reshape(puzzle.cells, -1).T
    return tuple(Board.rows(puzzle, np.ascontiguousarray(rows)))


def _content(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(packed, MOST_BYTES)
    except zlib.error:
        raise StoreError("a column of boards is damaged: it cannot be unpacked") from None
    if not unpacker.eof:
        raise StoreError("a column of boards is damaged: it is cut short")
    return content


def _pack_columns(roots: Roots) -> bytes:
    sizes = np.array([len(roots.orders), len(roots.rows), len(roots)])
    steps = np.diff(roots.row, prepend=np.uint32(0))  # 0 or 1 where roots are in the sequence of their rows
    parts = (("<i8", sizes), ("<i2", roots.orders), ("<i4", roots.order_of), ("<i2", roots.rows.T), ("<u4", steps),
             ("<u2", roots.kept), ("<i2", roots.last))  # fmt: skip
    packer = zlib.compressobj(LEVEL)
    packed = [packer.compress(np.ascontiguousarray(part, dtype=kind).data) for kind, part in parts]
    return b"".join([COLUMNS, *packed, packer.flush()])


def _unpack_columns(content: bytes, puzzle: Puzzle) -> Roots:
    cells = puzzle.cells
    several, rows, count = np.frombuffer(content[:24].ljust(24, b"\0"), dtype="<i8").tolist()
    shapes = (("<i2", several * cells), ("<i4", rows), ("<i2", rows * cells), ("<u4", count), ("<u2", count),
              ("<i2", count))  # fmt: skip
    ends = list(accumulate((size * np.dtype(kind).itemsize for kind, size in shapes), initial=24))
    if min(several, rows, count) < 1 or ends[-1] != len(content):
        raise StoreError(f"columns of roots are damaged: they do not fit {puzzle.cells} cells")
    parts = [np.frombuffer(content, kind, size, start) for (kind, size), start in zip(shapes, ends[:-1], strict=True)]
    orders, order_of, placements, steps, kept, last = parts
    roots = Roots(
        puzzle, orders.reshape(-1, cells).copy(), order_of.copy(), np.ascontiguousarray(placements.reshape(cells, -1).T),
        np.cumsum(steps, dtype=np.uint32), kept.copy(), last.copy(),
    )  # fmt: skip
    try:
        roots.check()
    except ModelError as wrong:
        raise StoreError(f"columns of roots are damaged: {wrong}") from None
    return roots
