"""URLs of the eternity2.dev viewer: `.../viewer?puzzle=NAME&puzzle_size=N&board_edges=...&hints=cell.turns-...`.

`board_edges` has four letters per cell of a square board; `hints` marks the cells that are given, with their turns.
"""

from __future__ import annotations

import re

from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._text import Text
from edgematch.formats._url import UrlParameters, edges_of, holds_edges, letter_limits, make_url
from edgematch.model import Board

VIEWER = "https://eternity2.dev/viewer?"
HINT = re.compile(r"([0-9]{1,4})\.([0-3])")
MARK = re.compile(r"puzzle_size(=|%3d)|eternity2\.dev/", re.IGNORECASE)


class Eternity2DevUrl(Format):
    """URLs of the eternity2.dev viewer."""

    name = "eternity2dev-url"
    about = "URL of the eternity2.dev viewer: square boards"
    holds = Holds.BOARD | Holds.PIECES

    def sniff(self, text: Text) -> bool:
        """Whether it has a board and a mark of this viewer."""
        return not text.is_json and holds_edges(text.content) and is_eternity2dev(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board that the URL shows."""
        parameters = UrlParameters(text)
        width, height = parameters.size(request, square="puzzle_size")
        count = width * height
        parameters.finish()
        cells = parameters.cells(count)
        hints = _read_hints(parameters, count=count)
        drawing = Drawing(
            width,
            height,
            cells,
            turns=hints,
            hints=tuple(hints) if hints else None,
            spots=parameters.spots(count),
            name=parameters.string("puzzle"),
        )
        return recover(drawing, text, request=request)

    def board_limits(self, board: Board) -> list[str]:
        """There must be a letter for each color."""
        return letter_limits(board)

    def write_board(self, board: Board) -> str:
        """The URL that shows the board, with the hints that it keeps marked."""
        return board_url(board) + "\n"


def is_eternity2dev(text: Text) -> bool:
    """Whether a URL has the parameters or the host of this viewer."""
    return MARK.search(text.content) is not None


def board_url(board: Board) -> str:
    """The URL that shows a square board."""
    parameters = {
        "puzzle": board.puzzle.name or "edgematch",
        "puzzle_size": str(board.puzzle.width),
        "board_edges": edges_of(board),
    }
    kept = board.hints_kept()
    if kept:
        parameters["hints"] = "-".join(f"{cell}.{board[cell] % 4}" for cell in kept)
    return make_url(VIEWER, parameters)


def _read_hints(parameters: UrlParameters, *, count: int) -> dict[int, int]:
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
