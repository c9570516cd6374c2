"""Puzzles and boards as the JSON values that the page and the server exchange.

A puzzle is `{name, width, height, pieces, framed, turnable, hints}`, a board the list of its placements. What comes
from the page is checked as strictly as a file: sizes first, then the model's own checks.
"""

from __future__ import annotations

from typing import Any

from edgematch import catalog, formats
from edgematch.errors import FormatError
from edgematch.formats._format import PUZZLE_NEEDED
from edgematch.model import MAX_SIDE, Board, Puzzle

MOST_CELLS = MAX_SIDE * MAX_SIDE
MOST_NAME = 200
SOURCE = "the text"
OPEN_ITS_PUZZLE = "open its puzzle first, then this board"
OPEN_ANOTHER = (
    "choose a puzzle from the list, or paste the URL of a board at e2.bucas.name or eternity2.dev, a list of pieces,"
    " or the content of a puzzle or board file"
)


def puzzle_document(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle for the page."""
    return {
        "name": puzzle.name, "width": puzzle.width, "height": puzzle.height, "pieces": puzzle.pieces.tolist(),
        "framed": puzzle.framed, "turnable": puzzle.turnable,
        "hints": [[cell, placement] for cell, placement in puzzle.hints.items()],
        "edges": puzzle.edges, "colors": puzzle.colors, "digest": puzzle.digest[:16],
        "obstacles": puzzle.obstacles(),
        "catalog": puzzle.name if puzzle.name in catalog.names() and catalog.get(puzzle.name) == puzzle else "",
    }  # fmt: skip


def board_document(board: Board) -> dict[str, Any]:
    """A board for the page, scored by the model."""
    return {
        "placements": board.placements.tolist(), "score": board.score, "breaks": board.breaks,
        "placed": board.count, "complete": board.is_complete, "faults": board.faults(),
    }  # fmt: skip


def read_puzzle(document: Any) -> Puzzle:
    """The puzzle of a document from the page, or of a name of the catalog."""
    if isinstance(document, str):
        return catalog.get(document)
    if not isinstance(document, dict):
        raise FormatError("a puzzle is a name of the catalog or an object")
    try:
        width, height, pieces = int(document["width"]), int(document["height"]), document["pieces"]
        if not isinstance(pieces, list) or len(pieces) > MOST_CELLS:
            raise FormatError(f"pieces must be a list of at most {MOST_CELLS} pieces")
        return Puzzle(
            width,
            height,
            pieces,
            framed=bool(document.get("framed", True)),
            turnable=bool(document.get("turnable", True)),
            hints=[(int(cell), int(placement)) for cell, placement in document.get("hints", [])],
            name=str(document.get("name", ""))[:MOST_NAME],
        )
    except (KeyError, TypeError, ValueError, OverflowError) as problem:
        if isinstance(problem, KeyError):
            raise FormatError(f"the puzzle has no {problem}") from None
        raise FormatError(f"the puzzle is wrong: {problem}") from None


def read_board(puzzle: Puzzle, placements: Any) -> Board:
    """The board of a list of placements from the page."""
    if not isinstance(placements, list) or len(placements) != puzzle.cells:
        raise FormatError(f"a board of this puzzle is a list of {puzzle.cells} placements")
    try:
        return Board(puzzle, [int(placement) for placement in placements])
    except (TypeError, ValueError, OverflowError) as problem:
        raise FormatError(f"the board is wrong: {problem}") from None


def open_text(text: str, puzzle: Puzzle | None = None) -> dict[str, Any]:
    """The puzzle, and the board where there is one, of a name, a URL of a viewer, or the text of a file.

    A text that says where pieces are but not what they look like is read as a board of `puzzle`. Nothing is read from
    the server's disk but the catalog: a path is no source here.
    """
    word = text.strip()
    found = catalog.get(word) if word in catalog.names() else _read(text, puzzle)
    return opened_document(found)


def opened_document(found: Puzzle | Board) -> dict[str, Any]:
    """What the page opens: a puzzle with its hints placed, or a board with its puzzle."""
    puzzle = found.puzzle if isinstance(found, Board) else found
    board = found if isinstance(found, Board) else puzzle.start()
    return {"puzzle": puzzle_document(puzzle), "board": board_document(board), "kind": type(found).__name__.lower()}


def _read(text: str, puzzle: Puzzle | None) -> Puzzle | Board:
    try:
        return formats.parse(text, known=catalog.puzzles(), source=SOURCE)
    except FormatError as problem:
        if PUZZLE_NEEDED not in problem.remedy:
            raise problem.with_remedy(OPEN_ANOTHER if "--from" in problem.remedy else problem.remedy) from None
        if puzzle is None:
            raise problem.with_remedy(OPEN_ITS_PUZZLE) from None
    try:
        return formats.parse(text, puzzle=puzzle, source=SOURCE)
    except FormatError as problem:
        raise problem.with_remedy(OPEN_ITS_PUZZLE) from None
