"""Board text of `piece/turns`: a line for each row of the board, top row first; `---/-` is an empty cell.

Blackwood's program and others write it. Pieces count from 1. Blackwood stores every piece turned by two, so that 2
in his texts means not turned; Wortmann's `.et2` files store theirs in other ways. Of all ways the one that the board
fits best is taken, his own where none is better. Without its puzzle the board is compared with the known ones.
"""

from __future__ import annotations

import contextlib
import re
import warnings

from edgematch.errors import Fault, FormatError, ReadingNote
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._placing import Convention, Given, conflicts, place
from edgematch.formats._reading import ANTICLOCKWISE, CLOCKWISE
from edgematch.formats._scan import Field, Scan
from edgematch.formats._text import Row, Text, Token
from edgematch.model import EMPTY, Board, Puzzle

CELL = re.compile(r"([0-9]{1,4})/([0-3])|-+/-")
BLANK = "---/-"
STORED = 2
CONVENTIONS = (
    Convention(1, CLOCKWISE, STORED),
    *(Convention(1, turns, stored) for stored in (0, 2, 1, 3) for turns in (CLOCKWISE, ANTICLOCKWISE)),
)


class Blackwood(Format):
    """Board text of `piece/turns`."""

    name = "blackwood"
    about = "board text of piece/turns (Blackwood, Wortmann .et2), needs its puzzle unless that is known"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES
    suffixes = (".et2",)

    def sniff(self, text: Text) -> bool:
        """Whether the first row has a cell of this kind."""
        return bool(text.words) and any(CELL.fullmatch(word) for word in text.words[0])

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        if request.puzzle is None:
            board = self._recognised(text, request)
            return board if board is not None else self._board(text, request.needed(text, "board text"), request)
        return self._board(text, request.puzzle, request)

    def _recognised(self, text: Text, request: Request) -> Board | None:
        """The board of the known puzzle that it fits, with most hints; None when it fits none well."""
        widths = {len(row) for row in text.words}
        fitting = []
        for puzzle in request.known:
            if {puzzle.width} == widths and puzzle.height == len(text.words):
                with contextlib.suppress(FormatError), warnings.catch_warnings():
                    warnings.simplefilter("ignore", ReadingNote)
                    board = self._board(text, puzzle, request)
                    if conflicts(board)[0] == 0 and board.count > 1 and board.score > 2 * board.breaks:
                        fitting.append(board)
        best = max(
            fitting,
            key=lambda b: (b.score, len(b.hints_kept()) - len(b.puzzle.hints), len(b.puzzle.hints)),
            default=None,
        )
        return None if best is None else self._board(text, best.puzzle, request)

    def _board(self, text: Text, puzzle: Puzzle, request: Request) -> Board:
        scan = Scan(text)
        if scan.left < puzzle.height:
            message = f"{scan.left} rows of cells, the puzzle given has {puzzle.height}"
            scan.faults.append(Fault(message, len(text.lines)))
        rows = [row for row in (scan.take() for _ in range(puzzle.height)) if row]
        given = [one for at, row in enumerate(rows, 1) for one in _read_row(scan, row, at, puzzle=puzzle)]
        scan.finish()
        return place(text, puzzle, given, CONVENTIONS, reading=request.reading)

    def write_board(self, board: Board) -> str:
        """The rows of the board, in columns."""
        cells = [BLANK if p == EMPTY else f"{p // 4 + 1:>3}/{(p - STORED) % 4}" for p in board.placements.tolist()]
        width = board.puzzle.width
        return "\n".join([*(" ".join(cells[at : at + width]) for at in range(0, len(cells), width)), ""])


def _read_row(scan: Scan, row: Row, number: int, *, puzzle: Puzzle) -> list[Given]:
    """The pieces of one row of the board."""
    if len(row.tokens) != puzzle.width:
        message = f"this row has {len(row.tokens)} cells, the puzzle given has {puzzle.width}"
        scan.faults.append(Fault(message, row.line, row.end))
    cells = [_read_cell(scan, token, puzzle=puzzle) for token in row.tokens[: puzzle.width]]
    return [Given(number, column, *cell, row.line) for column, cell in enumerate(cells, 1) if cell is not None]


def _read_cell(scan: Scan, token: Token, *, puzzle: Puzzle) -> tuple[int, int] | None:
    """The piece and its turns; None for an empty cell."""
    match = CELL.fullmatch(token.text)
    if match is None:
        message = f"{token.text[:20]!r} is no cell, must be piece/turns such as 139/2, or {BLANK}"
        scan.faults.append(Fault(message, token.line, token.column))
    if match is None or match.group(1) is None:
        return None
    number = Token(match.group(1), token.line, token.column)
    return scan.number("cell", number, Field("piece", 1, puzzle.cells)), int(match.group(2))
