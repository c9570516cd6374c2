"""Boards that go with puzzle CSV: `top,right,bottom,left,number,turns` per cell, row by row from the top left.

The sides are those that the cell shows, in the words of puzzle CSV. Numbers and turns are not used: the programs that
write them count the pieces in an order of their own.
"""

from __future__ import annotations

from math import isqrt

from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._scan import TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.formats.puzzles.puzzle_csv import SIDES, colors_of
from edgematch.model import MAX_SIDE

REST = [Field("number of the piece", 0, MAX_SIDE * MAX_SIDE), TURNS]


class PuzzleCsvBoard(Format):
    """Boards that go with puzzle CSV."""

    name = "puzzle-csv-board"
    about = "square boards as comma-separated binary words"
    holds = Holds.BOARD
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether the rows are binary words and two numbers."""
        words = text.words[0] if text.words else []
        return len(words) == 6 and all(len(word) == 16 and set(word) <= {"0", "1"} for word in words[:4])

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        scan = Scan(text)
        size = isqrt(scan.left)
        if size * size != scan.left or size > MAX_SIDE:
            text.fail(f"{scan.left} rows are no square board of at most {MAX_SIDE}x{MAX_SIDE} cells")
        rows = scan.table(size * size, "cell", [*SIDES, *REST])
        scan.finish()
        cells = tuple(tuple(row) for row in colors_of(rows))
        return recover(Drawing(size, size, cells, spots=tuple((line, 1) for line in scan.lines)), text, request=request)
