"""The package's own JSON documents, which hold everything a puzzle or a board is.

A puzzle document has `format` ("edgematch/puzzle"), `version`, `name`, `width`, `height`, `framed`, `turnable`,
`pieces` (north, east, south, west) and `hints` (`cell`, `piece`, `turns`); `about` and `source` are for people. A board
document has `format` ("edgematch/board"), `version`, `puzzle` (a puzzle document, or the name of a known puzzle) and
`placements` (`piece * 4 + turns`, -1 for an empty cell).
"""

from __future__ import annotations

from typing import Any

from edgematch.errors import UnknownName
from edgematch.formats._document import Document, layout
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._text import Text
from edgematch.model import EMPTY, MAX_COLOR, MAX_SIDE, Board, Puzzle

PUZZLE, BOARD = "edgematch/puzzle", "edgematch/board"
VERSION = 1
PUZZLE_KEYS = (
    "format", "version", "name", "about", "source", "width", "height", "framed", "turnable", "pieces", "hints",
)  # fmt: skip
BOARD_KEYS = ("format", "version", "puzzle", "placements")
HINT_KEYS = ("cell", "piece", "turns")


class Native(Format):
    """Native JSON."""

    name = "native"
    about = "this package's own JSON: puzzles and boards, nothing left out"
    holds = ~Holds(0)
    suffixes = (".json",)

    def sniff(self, text: Text) -> bool:
        """Whether the document says that it is one of ours."""
        return text.is_json and '"format"' in text.content

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle or board of the document."""
        document = Document.parse(text)
        kind = document.get("format")
        if kind not in (PUZZLE, BOARD):
            document.wrong(("format",), f'"{PUZZLE}" or "{BOARD}"')
        document.integer("version", low=VERSION, high=VERSION)
        document.finish()
        return _read_board(document, request) if kind == BOARD else _read_puzzle(document, (), request=request)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """A puzzle document."""
        return layout(puzzle_document(puzzle)) + "\n"

    def write_board(self, board: Board) -> str:
        """A board document that holds its puzzle."""
        document = {
            "format": BOARD,
            "version": VERSION,
            "puzzle": puzzle_document(board.puzzle),
            "placements": board.placements.tolist(),
        }
        return layout(document) + "\n"


def puzzle_document(puzzle: Puzzle) -> dict[str, Any]:
    """The document of a puzzle, ready for `json.dumps`."""
    return {
        "format": PUZZLE,
        "version": VERSION,
        "name": puzzle.name,
        "width": puzzle.width,
        "height": puzzle.height,
        "framed": puzzle.framed,
        "turnable": puzzle.turnable,
        "pieces": puzzle.pieces.tolist(),
        "hints": [{"cell": c, "piece": p // 4, "turns": p % 4} for c, p in puzzle.hints.items()],
    }


def _read_puzzle(document: Document, at: tuple[str, ...], *, request: Request) -> Puzzle:
    """The puzzle document at a path of the whole document."""
    width, height = (document.integer(*at, key, low=1, high=MAX_SIDE) for key in ("width", "height"))
    document.finish()
    document.only(*at, keys=PUZZLE_KEYS)
    cells = width * height
    framed = document.boolean(*at, "framed", default=False) if document.has(*at, "framed") else None
    turnable = document.boolean(*at, "turnable", default=True)
    name = document.string(*at, "name")
    pieces = [
        document.integers(*at, "pieces", number, count=4, low=0, high=MAX_COLOR)
        for number in range(document.items(*at, "pieces", count=cells))
    ]
    hints = [_read_hint(document, (*at, "hints", i), cells=cells) for i in range(document.items(*at, "hints"))]
    document.finish()
    return request.make(width, height, pieces=pieces, framed=framed, turnable=turnable, hints=hints, name=name)


def _read_hint(document: Document, at: tuple[str | int, ...], *, cells: int) -> tuple[int, int]:
    document.only(*at, keys=HINT_KEYS)
    cell, piece = (document.integer(*at, key, low=0, high=cells - 1) for key in ("cell", "piece"))
    return cell, piece * 4 + document.integer(*at, "turns", low=0, high=3)


def _read_board(document: Document, request: Request) -> Board:
    """The board document, with the puzzle it embeds or names."""
    named = document.get("puzzle")
    if isinstance(named, str):
        puzzle = request.puzzle or _find(document, named, request=request)
    else:
        puzzle = _given_or(_read_puzzle(document, ("puzzle",), request=request), document, request=request)
    document.only(keys=BOARD_KEYS)
    placements = document.integers("placements", count=puzzle.cells, low=EMPTY, high=4 * puzzle.cells - 1)
    document.finish()
    return Board(puzzle, placements)


def _given_or(embedded: Puzzle, document: Document, *, request: Request) -> Puzzle:
    """The puzzle that the caller gave, which must have the same pieces, else the one in the document."""
    if request.puzzle is None:
        return embedded
    if embedded.replace(hints={}) != request.puzzle.replace(hints={}):
        document.text.fail(f"this is a board of another puzzle ({embedded}) than the one given ({request.puzzle})")
    return request.puzzle


def _find(document: Document, name: str, *, request: Request) -> Puzzle:
    """The known puzzle of that name."""
    known = {puzzle.name: puzzle for puzzle in request.known}
    if name not in known:
        document.note(("puzzle",), str(UnknownName("puzzle", name[:80], known)))
        document.finish()
    return known[name]
