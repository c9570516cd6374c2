"""The JSON documents of eternity2.dev: one kind for puzzles, one for boards.

A puzzle has `name`, `width`, `height`, `numColors`, `pieces` (up, right, down, left) and `hints` (`pos`, `piece`, `rot`,
from 0). A board has `name`, `size`, `score`, `breaks`, `board` (`piece * 4 + rot`, -1 for an empty cell), `board_edges`
(letters), `board_pieces` (digits) and `url`. Only `size` and `board` are needed to read a board whose puzzle is given;
`board_edges` shows the pieces when it is not.
"""

from __future__ import annotations

import re

from edgematch.formats._document import Document, layout
from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._text import Text
from edgematch.formats._url import can_number, edges_of, letter_limits, numbers_of, split_edges
from edgematch.formats.web.eternity2dev_url import board_address
from edgematch.model import EMPTY, MAX_COLOR, MAX_SIDE, Board, Puzzle


class Eternity2DevJson(Format):
    """JSON documents of eternity2.dev."""

    name = "eternity2dev-json"
    about = "JSON documents of eternity2.dev: puzzles with hints, square boards"
    holds = Holds.PUZZLE | Holds.BOARD | Holds.PIECES | Holds.LABELS | Holds.HINTS | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether it is a document with pieces or a board that is not one of ours."""
        keys = ('"pieces"', '"board"')
        return text.is_json and '"format"' not in text.content and any(key in text.content for key in keys)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle or board of the document."""
        document = Document.parse(text)
        return _read_board(document, request) if document.has("board") else _read_puzzle(document, request)

    def board_limits(self, board: Board) -> list[str]:
        """Boards must be square, with a letter for each color."""
        square = board.puzzle.width == board.puzzle.height
        return [*([] if square else ["its boards are squares only"]), *letter_limits(board)]

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """A puzzle document."""
        document = {
            "name": puzzle.name,
            "width": puzzle.width,
            "height": puzzle.height,
            "numColors": puzzle.colors,
            "pieces": puzzle.pieces.tolist(),
            "hints": [{"pos": c, "piece": p // 4, "rot": p % 4} for c, p in puzzle.hints.items()],
        }
        return layout(document) + "\n"

    def write_board(self, board: Board) -> str:
        """A board document."""
        document = {
            "name": board.puzzle.name,
            "size": board.puzzle.width,
            "score": board.score,
            "breaks": board.breaks,
            "board": board.placements.tolist(),
            "board_edges": edges_of(board),
            "board_pieces": numbers_of(board) if can_number(board) else "",
            "url": board_address(board),
        }
        return layout(document) + "\n"


def _read_puzzle(document: Document, request: Request) -> Puzzle:
    width, height = (document.integer(key, low=1, high=MAX_SIDE) for key in ("width", "height"))
    most = document.integer("numColors", low=0, high=MAX_COLOR) if document.has("numColors") else MAX_COLOR
    document.finish()
    cells = width * height
    pieces = [
        document.integers("pieces", number, count=4, low=0, high=most)
        for number in range(document.items("pieces", count=cells))
    ]
    hints = [_read_hint(document, number, cells=cells) for number in range(document.items("hints"))]
    name = document.string("name")
    document.finish()
    return request.make(width, height, pieces=pieces, hints=hints, name=name)


def _read_hint(document: Document, number: int, *, cells: int) -> tuple[int, int]:
    cell, piece = (document.integer("hints", number, key, low=0, high=cells - 1) for key in ("pos", "piece"))
    return cell, piece * 4 + document.integer("hints", number, "rot", low=0, high=3)


def _read_board(document: Document, request: Request) -> Board:
    size = document.integer("size", low=1, high=MAX_SIDE)
    name = document.string("name")
    document.finish()
    cells = size * size
    placements = document.integers("board", count=cells, low=EMPTY, high=4 * cells - 1)
    edges = document.string("board_edges")
    if edges and not re.fullmatch(f"[a-z]{{{4 * cells}}}", edges):
        document.note(("board_edges",), f"board_edges must be {4 * cells} letters a to z")
    document.finish()
    if not edges:
        return _of_puzzle(placements, document.text, request=request)
    drawing = Drawing(
        size,
        size,
        split_edges(edges),
        numbers=tuple(p // 4 if p >= 0 else -1 for p in placements),
        turns={cell: p % 4 for cell, p in enumerate(placements) if p >= 0},
        name=name,
    )
    return recover(drawing, document.text, request=request)


def _of_puzzle(placements: list[int], text: Text, *, request: Request) -> Board:
    """The board of the puzzle given, for a document that does not show its pieces."""
    puzzle = request.needed(text, "a board document without board_edges")
    if puzzle.cells != len(placements):
        text.fail(f"this board has {len(placements)} cells, the puzzle given {puzzle.cells}")
    return Board(puzzle, placements)
