"""Addresses of the eternity2.dev viewer: `.../viewer?puzzle=NAME&puzzle_size=N&board_edges=...&hints=cell.turns-...`.

`board_edges` has four letters a cell of a square board; `hints` marks the cells that are given, with their turns.
"""

from __future__ import annotations

import re

from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._text import Text
from edgematch.formats._url import Address, address, edges_of, letter_limits
from edgematch.model import MAX_SIDE, Board

VIEWER = "https://eternity2.dev/viewer?"
HINT = re.compile(r"([0-9]{1,4})\.([0-3])")


class Eternity2DevUrl(Format):
    """Addresses of the eternity2.dev viewer."""

    name = "eternity2dev-url"
    about = "address of the eternity2.dev viewer: square boards"
    holds = Holds.BOARD | Holds.PIECES

    def sniff(self, text: Text) -> bool:
        """Whether it has the parameters of this viewer."""
        return not text.is_json and "board_edges=" in text.content and "puzzle_size=" in text.content

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board drawing at the address."""
        parameters = Address(text)
        size = parameters.integer("puzzle_size", 1, high=MAX_SIDE)
        parameters.finish()
        cells = parameters.cells(size * size)
        hints = _read_hints(parameters, count=size * size)
        drawing = Drawing(
            size,
            size,
            cells,
            turns=hints,
            hints=tuple(hints) if hints else None,
            spots=parameters.spots(size * size),
            name=parameters.string("puzzle"),
        )
        return recover(drawing, text, request=request)

    def board_limits(self, board: Board) -> list[str]:
        """There must be a letter for each color."""
        return letter_limits(board)

    def write_board(self, board: Board) -> str:
        """The address at which the board is drawing, with the hints that lie on it marked."""
        return board_address(board) + "\n"


def board_address(board: Board) -> str:
    """The address at which a square board is drawing."""
    parameters = {
        "puzzle": board.puzzle.name or "edgematch",
        "puzzle_size": str(board.puzzle.width),
        "board_edges": edges_of(board),
    }
    kept = board.hints_kept()
    if kept:
        parameters["hints"] = "-".join(f"{cell}.{board[cell] % 4}" for cell in kept)
    return address(VIEWER, parameters)


def _read_hints(parameters: Address, *, count: int) -> dict[int, int]:
    """The cells marked as hints, with their turns."""
    hints, at = {}, 0
    for part in parameters.raw("hints").split("-"):
        match = HINT.fullmatch(part)
        if match and int(match.group(1)) < count:
            hints[int(match.group(1))] = int(match.group(2))
        elif part:
            said = f"{part[:20]!r} is no hint, must be cell.turns, cells 0 to {count - 1}, turns 0 to 3"
            parameters.note("hints", said, offset=at)
        at += len(part) + 1
    parameters.finish()
    return hints
