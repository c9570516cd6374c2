"""Gallicchio's `.sol` and `.clue` files: `tile column row turns` per line, from 0, rows from the top, anticlockwise.

A `.sol` file places every piece, a `.clue` file some; lines that begin with `c` are comments. Older files give the row
before the column, and turn clockwise: which way a file goes is decided by how well its pieces fit.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._placing import Convention, Given, place
from edgematch.formats._reading import ANTICLOCKWISE, CLOCKWISE
from edgematch.formats._scan import TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import MAX_SIDE, Board

CONVENTIONS = tuple(
    Convention(first, turns, swapped=swapped)
    for swapped in (False, True)
    for first in (0, 1)
    for turns in (ANTICLOCKWISE, CLOCKWISE)
)
HEADING = "pieceNum"


class Gallicchio(Format):
    """Gallicchio's boards and clues."""

    name = "gallicchio"
    about = "Gallicchio's boards and clues: tile, column, row, turns (.sol, .clue), needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES
    suffixes = (".clue",)

    def sniff(self, text: Text) -> bool:
        """Whether the rows place pieces."""
        return is_gallicchio(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        puzzle = request.needed(text, "a list of tiles with their places")
        scan = Scan(text)
        longest = max(puzzle.width, puzzle.height)
        fields = [Field("tile", 0, puzzle.cells), Field("column", 0, longest), Field("row", 0, longest)]
        rows = scan.table(scan.left, "line", [*fields, TURNS])
        scan.finish()
        given = [
            Given(row, column, tile, turns, line)
            for (tile, column, row, turns), line in zip(rows, scan.lines, strict=True)
        ]
        return place(text, puzzle, given, CONVENTIONS, reading=request.reading)

    def write_board(self, board: Board) -> str:
        """A heading, then one line per piece, by the number of the piece."""
        width = board.puzzle.width
        placed = sorted((placement // 4, cell, -placement % 4) for cell, placement in board.placed())
        rows = [f"{piece} {cell % width} {cell // width} {turns}" for piece, cell, turns in placed]
        return "\n".join([f"c {HEADING} x y rotation", *rows, ""])


def is_gallicchio(text: Text) -> bool:
    """Whether the rows are `tile column row turns`: so says the heading or the suffix, or every cell is given once."""
    if HEADING in text.content[:200] or (text.suffix == ".clue" and text.body(0) in (0, 4)):
        return True
    rows = text.integers() if text.counts[:1] == [4] and set(text.counts) == {4} else None
    if rows is None or len(rows) < 4 or sorted(row[0] for row in rows) != list(range(len(rows))):
        return False
    places = {(row[1], row[2]) for row in rows}
    width, height = (max(axis) + 1 for axis in zip(*places, strict=True))
    whole = len(places) == len(rows) == width * height and 1 < min(width, height) <= max(width, height) <= MAX_SIDE
    return whole and min(map(min, rows)) >= 0 and max(row[3] for row in rows) <= 3
