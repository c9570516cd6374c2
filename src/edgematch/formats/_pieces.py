"""One tolerant reader for lists of pieces, whatever stands above and before them.

A row holds one piece, several, or a number and a piece. The size comes from the caller, from the header, from the
frame, or is a square, in that order. What the numbers mean is decided by `_interpret`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt

from edgematch.errors import Fault
from edgematch.formats._format import Request
from edgematch.formats._interpret import PAIRINGS, Interpreter, Table, as_table, is_balanced, too_many_colors
from edgematch.formats._reading import NESW, note
from edgematch.formats._scan import Field, Scan, colors
from edgematch.formats._text import Text
from edgematch.model import MAX_COLOR, MAX_SIDE, Puzzle

IDENTITY = Field("number of the piece", 0, MAX_SIDE * MAX_SIDE)
FEW = 9
"""Fewer pieces are balanced by accident."""
SIZE_NEEDED = "give the size: --size WxH; in Python reading=Reading(size=(w, h))"


@dataclass(frozen=True)
class PieceList:
    """Pieces as they are listed, with what is known about their puzzle.

    `columns` is the usual order of their sides, `others` are those that the frame may speak for; when the usual one is
    not `certain`, it needs that support too.
    """

    table: Table
    size: tuple[int, int] | None = None
    columns: str = NESW
    others: Sequence[str] = PAIRINGS
    certain: bool = True
    framed: bool | None = None
    turnable: bool = True
    name: str = ""

    def puzzle(self, text: Text, request: Request, *, hints: Mapping[int, int] | None = None) -> Puzzle:
        """The puzzle of these pieces."""
        turnable = self.turnable if request.reading.turnable is None else request.reading.turnable
        reading = request.reading
        if self.framed is False and reading.framed is None and reading.grey is None:
            reading = replace(reading, framed=False)
        interpreter = Interpreter(
            self.table, reading, self.columns, self.others, certain=self.certain, turnable=turnable
        )
        width, height = self._size(text, interpreter)
        meaning = interpreter.decide(width, height, text)
        pieces = meaning.pieces(self.table)
        said = reading.turnable is not None or reading.framed is not None
        if meaning.grey is None and turnable and not said and _is_tetravex(self.table, meaning.columns):
            note(text, "no side is grey, and opposite sides have the same digits as in Tetravex: if so, --not-turnable")
        if too_many_colors(pieces):
            text.fail(f"there are over {MAX_COLOR} colors", remedy="number the colors from 1")
        return request.make(
            width, height, pieces=pieces, framed=meaning.grey is not None, turnable=turnable, hints=hints or {},
            name=self.name,
        )  # fmt: skip

    def _size(self, text: Text, interpreter: Interpreter) -> tuple[int, int]:
        count = len(self.table)
        size = interpreter.reading.size or self.size
        if size is not None:
            if size[0] * size[1] != count:
                text.fail(f"{count} pieces, a {size[0]}x{size[1]} board needs {size[0] * size[1]}")
            return size
        side = isqrt(count)
        square = [(side, side)] if side * side == count and 1 <= side <= MAX_SIDE else []
        framed = [] if square and interpreter.fits(interpreter.usual(), side, side) else interpreter.sizes()
        found = framed or square
        if len(found) != 1:
            last = len(text.lines)
            possible = f" (it could be {' or '.join(f'{w}x{h}' for w, h in found)})" if found else ""
            said = f"{count} pieces make no square, and nothing says how wide the board is{possible}"
            text.fail([Fault(said, last)], remedy=SIZE_NEEDED)
        return found[0]


def _is_tetravex(table: Table, columns: str) -> bool:
    """Whether the pieces look like those of Tetravex: digits, and enough of them to fill a board without turning."""
    return len(table) >= FEW and int(table.max()) <= 9 and int(table.min()) >= 0 and is_balanced(table, columns)


def read_rows(scan: Scan, *, count: int | None = None, high: int = MAX_COLOR) -> Table:
    """The pieces of the rows that are left, one or several per row or one after its number; `count` when known."""
    words = max(scan.usual, 1)
    numbered, several = words == 5, words // 4 if words % 4 == 0 and words > 4 else 1
    fields = [IDENTITY] * numbered + colors(high) * several
    if count is None:
        count = min(scan.left * several, MAX_SIDE * MAX_SIDE)
        if scan.left * several > count:
            scan.text.fail(f"{scan.left * several} pieces, the largest board has {MAX_SIDE * MAX_SIDE}")
    rows = scan.table(-(-count // several), "piece" if several == 1 else "row of pieces", fields)
    scan.finish()
    if numbered:
        rows = _in_order(scan, rows)
    flat = [row[at : at + 4] for row in rows for at in range(0, len(row), 4)]
    return as_table(flat)


def _in_order(scan: Scan, rows: list[list[int]]) -> list[list[int]]:
    """The pieces in the order of their numbers, which must be those from 0 or from 1."""
    by_number = {row[0]: row[1:] for row in rows}
    first = min(by_number, default=0)
    if len(by_number) != len(rows) or sorted(by_number) != list(range(first, first + len(rows))) or first > 1:
        scan.text.fail(
            "the first column should number the pieces 1, 2, 3 ... (or from 0), each once",
            remedy="correct the numbers, or leave them out: the order of the rows then counts",
        )
    return [by_number[number] for number in sorted(by_number)]
