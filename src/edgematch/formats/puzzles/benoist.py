"""Benoist's `.nohint` files: size, number of colors, number of hints, the hints, the pieces.

A hint is `row column piece turns`, rows and columns from 1 at the top left, pieces from 1. (The paper itself counts
rows from the bottom and turns against the clock; its files do not.)
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._scan import SIDE, TURNS, Field, Scan, colors
from edgematch.formats._text import Text
from edgematch.model import MAX_COLOR, Puzzle


class Benoist(Format):
    """Benoist's puzzle files."""

    name = "benoist"
    about = "Benoist and Bourreau's square puzzles with hints (.nohint)"
    holds = Holds.PUZZLE | Holds.HINTS
    suffixes = (".nohint",)

    def sniff(self, text: Text) -> bool:
        """Whether three single numbers are followed by rows of four."""
        return text.counts[:3] == [1, 1, 1] and text.body(3) == 4

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle with its hints."""
        scan = Scan(text)
        (size,) = scan.header("the first row", [SIDE])
        (most,) = scan.header("the second row", [Field("number of colors", 0, MAX_COLOR)])
        cells = size * size
        (count,) = scan.header("the third row", [Field("number of hints", 0, cells)])
        place = [Field(name, 1, size) for name in ("row", "column")]
        hints = scan.table(count, "hint", [*place, Field("piece", 1, cells), TURNS])
        pieces = scan.table(cells, "piece", colors(most))
        scan.finish()
        placed = [((row - 1) * size + column - 1, (piece - 1) * 4 + turns) for row, column, piece, turns in hints]
        return request.make(size, size, pieces=pieces, hints=placed)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The puzzle with its hints."""
        hints = [
            f"{cell // puzzle.width + 1} {cell % puzzle.width + 1} {placement // 4 + 1} {placement % 4}"
            for cell, placement in puzzle.hints.items()
        ]
        head = [str(puzzle.width), str(puzzle.colors), str(len(hints))]
        return "\n".join([*head, *hints, *lines_of_pieces(puzzle), ""])
