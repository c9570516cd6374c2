"""URLs of the bucas viewer: `https://e2.bucas.name/#puzzle=NAME&board_w=16&board_h=16&board_edges=...`.

`board_edges` has four letters per cell, `board_pieces` (optional) three digits per cell, the piece from 1.
`motifs_order` (optional) names the lettering. URLs are written in the default lettering, in which letters are the
colors in order. Read back, a self-symmetric piece is turned least. Without `board_w` and `board_h` the board is a
square.
"""

from __future__ import annotations

from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._lettering import IDENTITY, NAMED
from edgematch.formats._text import Text
from edgematch.formats._url import (
    UrlParameters,
    can_number,
    edges_of,
    holds_edges,
    letter_limits,
    make_url,
    numbers_of,
)  # fmt: skip
from edgematch.formats.web.eternity2dev_url import is_eternity2dev
from edgematch.model import Board

VIEWER = "https://e2.bucas.name/#"


class Bucas(Format):
    """URLs of the bucas viewer."""

    name = "bucas"
    about = "URL of the e2.bucas.name viewer"
    holds = Holds.BOARD | Holds.PIECES | Holds.RECTANGLES
    suffixes = (".url",)

    def sniff(self, text: Text) -> bool:
        """Whether it has a board and is not of the other viewer."""
        return not text.is_json and holds_edges(text.content) and not is_eternity2dev(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board that the URL shows."""
        parameters = UrlParameters(text)
        width, height = parameters.size(request)
        count = width * height
        drawing = Drawing(
            width,
            height,
            parameters.cells(count),
            numbers=parameters.numbers(count),
            spots=parameters.spots(count),
            lettering=NAMED.get(parameters.string("motifs_order").lower(), IDENTITY),
            name=parameters.string("puzzle"),
        )
        return recover(drawing, text, request=request)

    def board_limits(self, board: Board) -> list[str]:
        """There must be a letter for each color."""
        return letter_limits(board)

    def write_board(self, board: Board) -> str:
        """The URL that shows the board."""
        return board_url(board) + "\n"


def board_url(board: Board) -> str:
    """The URL that shows a board."""
    parameters = {
        "puzzle": board.puzzle.name or "edgematch",
        "board_w": str(board.puzzle.width),
        "board_h": str(board.puzzle.height),
        "board_edges": edges_of(board),
    }
    if can_number(board):
        parameters["board_pieces"] = numbers_of(board)
    return make_url(VIEWER, parameters)
