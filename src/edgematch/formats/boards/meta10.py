"""Solutions of the META'10 contest: for each cell, row by row from the top left, `piece turns`, pieces from 0.

The contest counts the turns from the piece turned by two: 2 means as it is listed. Files of other programs count from
the piece as it is listed; the way in which the board fits best is taken. An empty cell is piece -1, which the contest
had no need of.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._placing import Convention, Given, place
from edgematch.formats._reading import ANTICLOCKWISE, CLOCKWISE
from edgematch.formats._scan import TURNS, Field, Scan
from edgematch.formats._text import INTEGER, Text
from edgematch.model import EMPTY, Board

STORED = 2
CONVENTIONS = tuple(Convention(0, turns, stored) for stored in (STORED, 0) for turns in (CLOCKWISE, ANTICLOCKWISE))


class Meta10(Format):
    """META'10 solutions."""

    name = "meta10"
    about = "META'10 solution: piece and turns of each cell, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether there are rows of two numbers only; a single one must name piece 0 or an empty cell."""
        alone = len(text.counts) == 1 and text.words[0][0] in {"0", "-1"}
        numbers = all(INTEGER.fullmatch(word) for row in text.words[:2] for word in row)
        return numbers and text.counts[:1] == [2] and (text.body(1) == 2 or alone)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        puzzle = request.needed(text, "a META'10 solution")
        scan = Scan(text)
        rows = scan.table(puzzle.cells, "cell", [Field("piece", EMPTY, puzzle.cells - 1), TURNS])
        scan.finish()
        given = [
            Given(cell // puzzle.width, cell % puzzle.width, piece, turns, line)
            for cell, ((piece, turns), line) in enumerate(zip(rows, scan.lines, strict=True))
            if piece != EMPTY
        ]
        return place(text, puzzle, given, CONVENTIONS, reading=request.reading)

    def write_board(self, board: Board) -> str:
        """One line per cell."""
        rows = [f"{p // 4} {(p - STORED) % 4}" if p != EMPTY else f"{EMPTY} 0" for p in board.placements.tolist()]
        return "\n".join([*rows, ""])
