"""Blackwood's board text: a line a row of the board, top row first, of `piece/turns`; `---/-` is an empty cell.

Pieces count from 1. His program stores every piece turned by two, so that 2 in such a text means not turned.
"""

from __future__ import annotations

import re

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._scan import Field, Scan
from edgematch.formats._text import Row, Text, Token
from edgematch.model import EMPTY, Board, Puzzle

CELL = re.compile(r"([0-9]{1,4})/([0-3])|-+/-")
BLANK = "---/-"
STORED_TURNED = 2


class Blackwood(Format):
    """Blackwood's board text."""

    name = "blackwood"
    about = "Blackwood's board text: rows of piece/turns, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether the first row has a cell of this kind and nothing of an address."""
        return bool(text.words) and any(CELL.fullmatch(word) for word in text.words[0])

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        puzzle = request.needed(text, "Blackwood's board text")
        scan = Scan(text)
        if scan.left < puzzle.height:
            message = f"{scan.left} rows of cells, the puzzle given has {puzzle.height}"
            scan.faults.append(Fault(message, len(text.lines)))
        rows = [row for row in (scan.take() for _ in range(puzzle.height)) if row]
        placements = [p for row in rows for p in _read_row(scan, row, puzzle=puzzle)]
        scan.finish()
        return Board(puzzle, placements)

    def write_board(self, board: Board) -> str:
        """The rows of the board, in columns."""
        cells = [
            BLANK if p == EMPTY else f"{p // 4 + 1:>3}/{(p - STORED_TURNED) % 4}" for p in board.placements.tolist()
        ]
        width = board.puzzle.width
        return "\n".join([*(" ".join(cells[at : at + width]) for at in range(0, len(cells), width)), ""])


def _read_row(scan: Scan, row: Row, *, puzzle: Puzzle) -> list[int]:
    """The placements of one row of the board."""
    if len(row.tokens) != puzzle.width:
        message = f"this row has {len(row.tokens)} cells, the puzzle given has {puzzle.width}"
        scan.faults.append(Fault(message, row.line, row.end))
    return [_read_cell(scan, token, puzzle=puzzle) for token in row.tokens[: puzzle.width]]


def _read_cell(scan: Scan, token: Token, *, puzzle: Puzzle) -> int:
    match = CELL.fullmatch(token.text)
    if match is None:
        message = f"{token.text[:20]!r} is no cell, must be piece/turns such as 139/2, or {BLANK}"
        scan.faults.append(Fault(message, token.line, token.column))
    if match is None or match.group(1) is None:
        return EMPTY
    number = Token(match.group(1), token.line, token.column)
    piece = scan.number("cell", number, Field("piece", 1, puzzle.cells)) - 1
    return piece * 4 + (int(match.group(2)) + STORED_TURNED) % 4
