"""McGavin's `.hnt` files: a count, then `piece x y turns` a line, pieces and places from 1 at the top left.

Such a file is a partial board. To use it as the hints of a puzzle: `load_puzzle("x.puz", hints="x.hnt")`.
"""

from __future__ import annotations

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._scan import TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import EMPTY, Board


class McGavinHnt(Format):
    """McGavin's lists of hints."""

    name = "mcgavin-hnt"
    about = "McGavin's hints (.hnt): a partial board, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES
    suffixes = (".hnt",)

    def sniff(self, text: Text) -> bool:
        """Whether one number announces that many rows of four."""
        return text.counts[:1] == [1] and text.body(1) in {0, 4} and text.announces_rows

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board that holds the hints."""
        puzzle = request.needed(text, "a list of hints")
        scan = Scan(text)
        (count,) = scan.header("the first row", [Field("number of hints", 0, puzzle.cells)])
        place = [Field("x", 1, puzzle.width), Field("y", 1, puzzle.height)]
        board = [EMPTY] * puzzle.cells
        rows = scan.table(count, "hint", [Field("piece", 1, puzzle.cells), *place, TURNS])
        scan.finish()
        for (piece, x, y, turns), line in zip(rows, scan.lines[1:], strict=True):
            cell = (y - 1) * puzzle.width + x - 1
            if board[cell] != EMPTY:
                scan.faults.append(Fault(f"a second hint for x {x}, y {y}", line, 1))
            board[cell] = (piece - 1) * 4 + turns
        scan.finish()
        return Board(puzzle, board)

    def write_board(self, board: Board) -> str:
        """Every piece on the board."""
        rows = [
            f"{placement // 4 + 1} {cell % board.puzzle.width + 1} {cell // board.puzzle.width + 1} {placement % 4}"
            for cell, placement in board.placed()
        ]
        return "\n".join([str(len(rows)), *rows, ""])
