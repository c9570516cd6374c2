"""Solutions of the META'10 contest: for each cell, row by row from the top left, `piece turns`, pieces from 0.

An empty cell is piece -1, which the contest had no need of.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._scan import TURNS, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import EMPTY, Board


class Meta10(Format):
    """META'10 solutions."""

    name = "meta10"
    about = "META'10 solution: piece and turns of each cell, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether there are rows of two numbers only; a single one must name piece 0 or an empty cell."""
        alone = len(text.counts) == 1 and text.words[0][0] in {"0", "-1"}
        return text.counts[:1] == [2] and (text.body(1) == 2 or alone)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        puzzle = request.needed(text, "a META'10 solution")
        scan = Scan(text)
        rows = scan.table(puzzle.cells, "cell", [Field("piece", EMPTY, puzzle.cells - 1), TURNS])
        scan.finish()
        return Board(puzzle, [EMPTY if piece == EMPTY else piece * 4 + turns for piece, turns in rows])

    def write_board(self, board: Board) -> str:
        """One line per cell."""
        rows = [f"{p // 4} {p % 4}" if p != EMPTY else f"{EMPTY} 0" for p in board.placements.tolist()]
        return "\n".join([*rows, ""])
