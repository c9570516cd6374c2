"""McGavin's `.hnt` files: a count, then `piece x y turns` per line, pieces and places from 1 at the top left.

Such a file is a partial board. To use it as the hints of a puzzle: `load_puzzle("x.puz", hints="x.hnt")`.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._placing import Convention, Given, place
from edgematch.formats._reading import ANTICLOCKWISE
from edgematch.formats._scan import TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.formats.puzzles.polymtl import lists_hints
from edgematch.model import Board

CONVENTIONS = (Convention(1), Convention(1, ANTICLOCKWISE), Convention(0), Convention(0, ANTICLOCKWISE))


class McGavinHnt(Format):
    """McGavin's lists of hints."""

    name = "mcgavin-hnt"
    about = "McGavin's hints (.hnt): a partial board, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES
    suffixes = (".hnt",)

    def sniff(self, text: Text) -> bool:
        """Whether one number announces that many rows of four, which can be hints."""
        listed = text.counts[:1] == [1] and text.body(1) in {0, 4} and text.announces_rows
        return listed and (text.suffix == ".hnt" or lists_hints(text))

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board that holds the hints."""
        puzzle = request.needed(text, "a list of hints")
        scan = Scan(text)
        (count,) = scan.header("the first row", [Field("number of hints", 0, puzzle.cells)])
        fields = [Field("piece", 0, puzzle.cells), Field("x", 0, puzzle.width), Field("y", 0, puzzle.height), TURNS]
        rows = scan.table(count, "hint", fields)
        scan.finish()
        given = [
            Given(y, x, piece, turns, line) for (piece, x, y, turns), line in zip(rows, scan.lines[1:], strict=True)
        ]
        return place(text, puzzle, given, CONVENTIONS, reading=request.reading)

    def write_board(self, board: Board) -> str:
        """Every piece on the board."""
        rows = [
            f"{placement // 4 + 1} {cell % board.puzzle.width + 1} {cell // board.puzzle.width + 1} {placement % 4}"
            for cell, placement in board.placed()
        ]
        return "\n".join([str(len(rows)), *rows, ""])
