"""Boards that are drawn: each cell shows four sides, and the pieces are recovered by matching.

URLs of viewers carry a letter per side. Which letter means which color differs from viewer to viewer, so that a
drawing is first brought to the colors of a puzzle (see `_lettering`), then every cell is looked up among the pieces.
Numbers of pieces, where a drawing has them, settle which of two identical pieces is meant; where they contradict the
sides, the sides decide.

A drawing is a board of the puzzle that the caller gives, else of a known puzzle whose pieces it shows, else of a puzzle
made of its own pieces. Where it is partial, the pieces that it does not show are stood in for by pieces of a color of
their own: enough to score and to draw the board, but no puzzle that anyone could be asked to solve.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import Fault
from edgematch.formats._format import PUZZLE_NEEDED, Request, printable
from edgematch.formats._lettering import IDENTITY, Lettering, Sides, find_lettering, reletter
from edgematch.formats._reading import note
from edgematch.formats._text import Text
from edgematch.model import EMPTY, GREY, Board, Puzzle, frame_mask
from edgematch.model.grid import cell_name


@dataclass(frozen=True)
class Drawing:
    """A drawing of a board: per cell four sides or None, with what else it says.

    `numbers` and `turns` are what the drawing claims for a cell, -1 where it says nothing. `hints` are the cells that
    it marks as given, None when it has no such mark at all. `spots` are the places of the cells in the text.
    """

    width: int
    height: int
    cells: tuple[Sides | None, ...]
    numbers: tuple[int, ...] = ()
    turns: Mapping[int, int] = field(default_factory=dict)
    hints: tuple[int, ...] | None = None
    spots: tuple[tuple[int, int], ...] = ()
    lettering: Lettering = field(default_factory=lambda: IDENTITY)
    name: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether every cell shows a piece."""
        return None not in self.cells

    def filled(self) -> Iterator[tuple[int, Sides]]:
        """The cells that show a piece, with their sides."""
        return ((cell, sides) for cell, sides in enumerate(self.cells) if sides is not None)

    def number(self, cell: int) -> int:
        """The number of the piece that the drawing claims for a cell, or -1."""
        return self.numbers[cell] if self.numbers else -1

    def fault(self, cell: int, message: str) -> Fault:
        """A fault at a cell."""
        line, column = self.spots[cell] if self.spots else (0, 0)
        return Fault(f"cell {cell_name(cell, self.width)}: {message}", line, column)


def recover(drawing: Drawing, text: Text, *, request: Request) -> Board:
    """The board that a drawing shows."""
    if request.puzzle is not None:
        return _of_given(drawing, text, puzzle=request.puzzle)
    board = _of_known(drawing, request.known)
    if board is None:
        board = _of_own_pieces(drawing, text, request=request)
    return _mark_hints(board, drawing, text)


def _of_given(drawing: Drawing, text: Text, *, puzzle: Puzzle) -> Board:
    """The drawing as a board of that puzzle; a piece may be used too often, which the board itself reports."""
    if (drawing.width, drawing.height) != (puzzle.width, puzzle.height):
        text.fail(f"this board is {drawing.width}x{drawing.height}, the puzzle given is {puzzle.width}x{puzzle.height}")
    lettering = find_lettering(drawing.cells, puzzle, first=drawing.lettering)
    placements, faults = _match(drawing, puzzle, lettering=drawing.lettering if lettering is None else lettering)
    if faults:
        text.fail(faults, remedy="check that this is the right puzzle and that no letter was lost")
    return Board(puzzle, placements)


def _of_known(drawing: Drawing, known: Iterable[Puzzle]) -> Board | None:
    """The board of the known puzzle that has these pieces; of several, the one with most hints, all on the board."""
    letterings: dict[bytes, Lettering | None] = {}
    boards = []
    for puzzle in known:
        if (puzzle.width, puzzle.height) != (drawing.width, drawing.height):
            continue
        pieces = puzzle.pieces.tobytes() + bytes([puzzle.framed, puzzle.turnable])
        if pieces not in letterings:
            letterings[pieces] = find_lettering(drawing.cells, puzzle, first=drawing.lettering)
        lettering = letterings[pieces]
        if lettering is not None:
            boards.append(Board(puzzle, _match(drawing, puzzle, lettering=lettering)[0]))
    return max(boards, key=lambda board: _agreement(board, drawing), default=None)


def _agreement(board: Board, drawing: Drawing) -> tuple[bool, bool, int]:
    """How well the hints of a board's puzzle agree with the drawing: the same cells, all kept, how many."""
    hints = board.puzzle.hints
    same = drawing.hints is not None and set(drawing.hints) == set(hints)
    kept = len(board.hints_kept()) == len(hints)
    return same and kept, kept, len(hints) if kept else -len(hints)


def _match(drawing: Drawing, puzzle: Puzzle, *, lettering: Lettering) -> tuple[list[int], list[Fault]]:
    """The placements that show what the drawing shows, and the cells that no piece of the puzzle can show."""
    showing: dict[Sides, list[int]] = defaultdict(list)
    for placement, sides in enumerate(puzzle.sides.tolist()):
        if placement % 4 in puzzle.turns:
            showing[tuple(sides)].append(placement)
    placements, faults = [EMPTY] * puzzle.cells, []
    used = set()
    for cell, able in _able(drawing, showing, lettering=lettering):
        if not able:
            faults.append(drawing.fault(cell, "no piece of the puzzle has these sides in this order"))
            continue
        wanted = (drawing.number(cell), drawing.turns.get(cell, -1))
        placements[cell] = min(able, key=lambda p: (p // 4 in used, p // 4 != wanted[0], p % 4 != wanted[1], p))
        used.add(placements[cell] // 4)
    return placements, faults


def _able(
    drawing: Drawing, showing: Mapping[Sides, list[int]], *, lettering: Lettering
) -> Iterator[tuple[int, list[int]]]:
    """The filled cells with the placements that show their sides; those whose numbered piece is able come first."""
    cells = [(cell, showing.get(reletter(sides, lettering), [])) for cell, sides in drawing.filled()]
    return iter(sorted(cells, key=lambda item: not any(p // 4 == drawing.number(item[0]) for p in item[1])))


def _of_own_pieces(drawing: Drawing, text: Text, *, request: Request) -> Board:
    """The board of a puzzle made of the pieces shown, numbered as the drawing numbers them."""
    count = len(drawing.cells)
    if not drawing.is_complete:
        said = f"this board is partial ({sum(1 for _ in drawing.filled())} of {count} cells)"
        if request.wants not in ("board", "either"):
            text.fail(f"{said} and its pieces are those of no known puzzle", remedy=PUZZLE_NEEDED)
        note(text, f"{said} and of no known puzzle: judged by the sides it shows alone")
    numbers = drawing.numbers if sorted(drawing.numbers) == list(range(count)) else tuple(range(count))
    pieces = _stand_ins(drawing)
    framed = any(GREY in reletter(sides, drawing.lettering) for _, sides in drawing.filled())
    placements = [EMPTY] * count
    ordered = np.zeros_like(pieces)
    for cell in range(count):
        turns = drawing.turns.get(cell, 0) if request.reading.turnable is not False else 0
        ordered[numbers[cell]] = np.roll(pieces[cell], -turns)
        placements[cell] = EMPTY if drawing.cells[cell] is None else numbers[cell] * 4 + turns
    puzzle = request.make(drawing.width, drawing.height, pieces=ordered, framed=framed, name=drawing.name)
    return Board(puzzle, placements)


def _stand_ins(drawing: Drawing) -> NDArray[np.int64]:
    """The sides of each cell; of an empty one, grey outside and a color that is nowhere else inside."""
    shown = {cell: reletter(sides, drawing.lettering) for cell, sides in drawing.filled()}
    other = max((max(sides) for sides in shown.values()), default=0) + 1
    framed = any(GREY in sides for sides in shown.values())
    grey = frame_mask(drawing.width, drawing.height) & framed
    pieces = np.where(grey, GREY, other).astype(np.int64)
    for cell, sides in shown.items():
        pieces[cell] = sides
    return pieces


def _mark_hints(board: Board, drawing: Drawing, text: Text) -> Board:
    """The board with a puzzle whose hints are the cells that the drawing marks, where it marks any."""
    if drawing.hints is None or set(drawing.hints) == set(board.puzzle.hints):
        return board
    bare = [cell for cell in drawing.hints if board[cell] == EMPTY]
    if bare:
        text.fail([drawing.fault(cell, "marked as a hint, but there is no piece") for cell in bare])
    puzzle = board.puzzle.replace(hints={cell: board[cell] for cell in drawing.hints}, name=printable(drawing.name))
    return Board(puzzle, board.placements)
