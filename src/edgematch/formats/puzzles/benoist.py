"""Benoist's `.nohint` files: size, number of colors, number of hints, the hints, the pieces.

A hint is `row column piece turns`, rows and columns from 1 at the top left, pieces from 1. Turns are anticlockwise:
the 48 original files have no others than 0, and every public file that has them fits in no other way.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._placing import Convention, Given, place
from edgematch.formats._reading import ANTICLOCKWISE
from edgematch.formats._scan import SIDE, TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import MAX_COLOR, Puzzle

OURS = Convention(1, ANTICLOCKWISE)
CONVENTIONS = (OURS, Convention(1), Convention(0, ANTICLOCKWISE), Convention(0))


class Benoist(Format):
    """Benoist's puzzle files."""

    name = "benoist"
    about = "Benoist and Bourreau's square puzzles with hints (.nohint)"
    holds = Holds.PUZZLE | Holds.HINTS
    suffixes = (".nohint",)

    def sniff(self, text: Text) -> bool:
        """Whether three single numbers are followed by pieces."""
        return text.counts[:3] == [1, 1, 1] and text.body(3) == 4

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle with its hints."""
        scan = Scan(text)
        (size,) = scan.header("the first row", [SIDE])
        (most,) = scan.header("the second row", [Field("number of colors", 0, MAX_COLOR)])
        cells = size * size
        (count,) = scan.header("the third row", [Field("number of hints", 0, cells)])
        fields = [Field("row", 0, size), Field("column", 0, size), Field("piece", 0, cells), TURNS]
        rows = scan.table(count, "hint", fields)
        lines = scan.lines[3:]
        hints = [
            Given(row, column, piece, turns, line)
            for (row, column, piece, turns), line in zip(rows, lines, strict=True)
        ]
        puzzle = PieceList(read_rows(scan, count=cells, high=most), (size, size)).puzzle(text, request)
        board = place(text, puzzle, hints, CONVENTIONS, reading=request.reading)
        return puzzle.replace(hints=dict(board.placed()))

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The puzzle with its hints."""
        hints = [
            f"{cell // puzzle.width + 1} {cell % puzzle.width + 1} {placement // 4 + 1} {-placement % 4}"
            for cell, placement in puzzle.hints.items()
        ]
        head = [str(puzzle.width), str(puzzle.colors), str(len(hints))]
        return "\n".join([*head, *hints, *lines_of_pieces(puzzle), ""])
