"""Puzzle CSV: `N`, then `top,right,bottom,left,x,y,rotation` per piece; colors are 16-bit words, grey is all ones.

A piece whose last three numbers are not all zero is a hint at row y, column x. Hence a hint in the top left corner that
is not turned cannot be written. Where a file numbers its colors from 0, they are raised by one, since 0 is grey here.

Some files have three more numbers: the place of the row in the list, as `x,y,0`. They say nothing about the puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._scan import SIDE, TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import GREY, MAX_COLOR, Puzzle

OUTSIDE = 0xFFFF
SIDES = [Field(side, 0, OUTSIDE, 2) for side in ("top", "right", "bottom", "left")]

PLACED = 10
"""The length of rows that end with their place in the list."""


def colors_of(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """The sides with grey as 0 and every other color above it."""
    shift = int(any(0 in row[:4] for row in rows))
    return [[GREY if word == OUTSIDE else word + shift for word in row[:4]] for row in rows]


class PuzzleCsv(Format):
    """Puzzle CSV."""

    name = "puzzle-csv"
    about = "square puzzles as comma-separated binary words, with hints"
    holds = Holds.PUZZLE | Holds.HINTS
    suffixes = (".csv",)

    def sniff(self, text: Text) -> bool:
        """Whether one number is followed by rows of seven, or of ten with binary words."""
        if text.counts[:1] != [1]:
            return False
        return text.body(1) == 7 or (text.body(1) == PLACED and len(text.words[1][0]) == 16)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle with its hints."""
        scan = Scan(text)
        (size,) = scan.header("the first row", [SIDE])
        place = [Field("x", 0, size - 1), Field("y", 0, size - 1), TURNS._replace(name="rotation")]
        more = place if text.body(1) == PLACED else []
        rows = scan.table(size * size, "piece", [*SIDES, *place, *more])
        scan.faults += [
            Fault(
                f"piece {at + 1}: the last three numbers should be its place in the list, {at % size},{at // size},0",
                line,
            )
            for at, (row, line) in enumerate(zip(rows, scan.lines[1:], strict=True))
            if more and row[7:] != [at % size, at // size, 0]
        ]
        scan.finish()
        hints = [
            (y * size + x, piece * 4 + turns)
            for piece, (x, y, turns) in enumerate(row[4:7] for row in rows)
            if (x, y, turns) != (0, 0, 0)
        ]
        return request.make(size, size, pieces=colors_of(rows), hints=hints)

    def puzzle_limits(self, puzzle: Puzzle) -> list[str]:
        """A hint in the first cell must be turned to be seen."""
        bare = 0 in puzzle.hints and puzzle.hints[0] % 4 == 0
        return ["a hint in the top left corner that is not turned looks like no hint"] if bare else []

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The size, then one line per piece."""
        placed = {p // 4: (cell % puzzle.width, cell // puzzle.width, p % 4) for cell, p in puzzle.hints.items()}
        rows = [
            [
                *(f"{OUTSIDE if color == GREY else color:016b}" for color in piece),
                *map(str, placed.get(number, (0, 0, 0))),
            ]
            for number, piece in enumerate(puzzle.pieces.tolist())
        ]
        return "\n".join([str(puzzle.width), *(",".join(row) for row in rows), ""])


assert MAX_COLOR < OUTSIDE, "every color must differ from the word for grey"
