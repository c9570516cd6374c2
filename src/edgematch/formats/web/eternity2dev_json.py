"""The JSON documents of eternity2.dev: one kind for puzzles, one for boards.

A puzzle has `name`, `width`, `height`, `numColors`, `pieces` (up, right, down, left) and `hints` (`pos`, `piece`,
`rot`, from 0). Others write `size` for a square and `num_colors`, or nothing but the list of pieces.

A board has `name`, `size`, `score`, `breaks`, `board` (`piece * 4 + rot`, -1 for an empty cell), `board_edges`
(letters), `board_pieces` (digits) and `url`. Only `size` and `board` are needed to read a board whose puzzle is given;
`board_edges` shows the pieces when it is not.
"""

from __future__ import annotations

import re

from edgematch.formats._document import Document, layout
from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import as_table
from edgematch.formats._pieces import PieceList
from edgematch.formats._text import Text
from edgematch.formats._url import can_number, edges_of, letter_limits, numbers_of, split_edges
from edgematch.formats.web.eternity2dev_url import board_url
from edgematch.model import EMPTY, MAX_COLOR, MAX_SIDE, Board, Puzzle

COLOR_KEYS = ("numColors", "num_colors")
LIST = re.compile(r"\s*\[\s*\[")
"""How a list of pieces and nothing else begins."""


class Eternity2DevJson(Format):
    """JSON documents of eternity2.dev."""

    name = "eternity2dev-json"
    about = "JSON documents of eternity2.dev: puzzles with hints, square boards"
    holds = Holds.PUZZLE | Holds.BOARD | Holds.PIECES | Holds.LABELS | Holds.HINTS | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether it is a document with pieces or a board that is not one of ours."""
        if not text.is_json or '"format"' in text.content:
            return False
        return LIST.match(text.content) is not None or any(key in text.content for key in ('"pieces"', '"board"'))

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
            "url": board_url(board),
        }
        return layout(document) + "\n"


def _read_puzzle(document: Document, request: Request) -> Puzzle:
    at: tuple[str, ...] = () if isinstance(document.value, list) else ("pieces",)
    size = None if isinstance(document.value, list) else _read_size(document)
    most = next((document.integer(k, low=0, high=MAX_COLOR) for k in COLOR_KEYS if document.has(k)), MAX_COLOR)
    document.finish()
    count = document.items(*at, count=size[0] * size[1] if size else None)
    pieces = [document.integers(*at, number, count=4, low=0, high=most) for number in range(count)]
    cells = max(1, count)
    hints = [_read_hint(document, number, cells=cells) for number in range(document.items("hints"))]
    name = document.string("name") or document.string("id")
    document.finish()
    if not pieces:
        document.text.fail("there are no pieces in this document")
    puzzle = PieceList(as_table(pieces), size, name=name).puzzle(document.text, request)
    return puzzle.replace(hints=_once(hints, document)) if hints else puzzle


def _read_size(document: Document) -> tuple[int, int] | None:
    """The size that a document gives by `width` and `height` or by `size`; None when it gives none."""
    if document.has("size") and not document.has("width"):
        side = document.integer("size", low=1, high=MAX_SIDE)
        return side, side
    if not document.has("width") and not document.has("height") and document.has("pieces"):
        return None
    width, height = (document.integer(key, low=1, high=MAX_SIDE) for key in ("width", "height"))
    document.finish()
    return width, height


def _once(hints: list[tuple[int, int]], document: Document) -> dict[int, int]:
    """The hints by cell; a cell given twice is a fault."""
    placed = dict(hints)
    if len(placed) != len(hints):
        document.note(("hints",), "a cell has two hints")
        document.finish()
    return placed


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
