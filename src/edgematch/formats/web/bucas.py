"""Addresses of the bucas viewer: `https://e2.bucas.name/#puzzle=NAME&board_w=16&board_h=16&board_edges=...`.

`board_edges` has four letters a cell, `board_pieces` (optional) three digits a cell, the piece from 1. `motifs_order`
(optional) names the lettering. Addresses are written in the default lettering, in which letters are the colors in
order. Read back, a self-symmetric piece is turned least.
"""

from __future__ import annotations

from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._lettering import IDENTITY, NAMED
from edgematch.formats._text import Text
from edgematch.formats._url import (
    Address,
    address,
    can_number,
    edges_of,
    letter_limits,
    numbers_of,
    read_numbers,
)  # fmt: skip
from edgematch.model import MAX_SIDE, Board

VIEWER = "https://e2.bucas.name/#"


class Bucas(Format):
    """Addresses of the bucas viewer."""

    name = "bucas"
    about = "address of the e2.bucas.name viewer"
    holds = Holds.BOARD | Holds.PIECES | Holds.RECTANGLES
    suffixes = (".url",)

    def sniff(self, text: Text) -> bool:
        """Whether it has the parameters of this viewer."""
        return not text.is_json and "board_edges=" in text.content and "board_w=" in text.content

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board drawing at the address."""
        parameters = Address(text)
        width = parameters.integer("board_w", 1, high=MAX_SIDE)
        height = parameters.integer("board_h", 1, high=MAX_SIDE)
        parameters.finish()
        count = width * height
        drawing = Drawing(
            width,
            height,
            parameters.cells(count),
            numbers=read_numbers(parameters.raw("board_pieces"), count),
            spots=parameters.spots(count),
            lettering=NAMED.get(parameters.string("motifs_order"), IDENTITY),
            name=parameters.string("puzzle"),
        )
        return recover(drawing, text, request=request)

    def board_limits(self, board: Board) -> list[str]:
        """There must be a letter for each color."""
        return letter_limits(board)

    def write_board(self, board: Board) -> str:
        """The address at which the board is drawing."""
        return board_address(board) + "\n"


def board_address(board: Board) -> str:
    """The address at which a board is drawing."""
    parameters = {
        "puzzle": board.puzzle.name or "edgematch",
        "board_w": str(board.puzzle.width),
        "board_h": str(board.puzzle.height),
        "board_edges": edges_of(board),
    }
    if can_number(board):
        parameters["board_pieces"] = numbers_of(board)
    return address(VIEWER, parameters)
