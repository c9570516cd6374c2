"""Boards and hints given as numbers: which piece, where, how often turned.

Programs count pieces and places from 0 or from 1, turn pieces clockwise or anticlockwise, and store them turned to
begin with. A `Convention` is one such way. The reader's own comes first; another is taken, and reported, only when
the board fits it better: fewer pieces with grey in the wrong place, then fewer breaks. When the caller names the
format, its own convention is the only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from edgematch.errors import Fault
from edgematch.formats._reading import ANTICLOCKWISE, CLOCKWISE, Reading, note
from edgematch.formats._text import Text
from edgematch.model import EMPTY, Board, Puzzle
from edgematch.model.grid import cell_name


@dataclass(frozen=True)
class Convention:
    """What pieces are counted from, the direction of turns, and the turns of a piece that counts as 0.

    Places are counted from `places`, or from what pieces are counted from. `swapped` says that rows stand where the
    format has columns, and columns where it has rows.
    """

    first: int = 1
    turns: str = CLOCKWISE
    stored: int = 0
    places: int | None = None
    swapped: bool = False

    def __str__(self) -> str:
        stored = f", pieces stored turned by {self.stored}" if self.stored else ""
        swapped = ", rows and columns exchanged" if self.swapped else ""
        return f"counted from {self.first}, turns {self.turns}{stored}{swapped}"

    @property
    def bases(self) -> tuple[int, int, int]:
        """What rows, columns and pieces are counted from."""
        places = self.first if self.places is None else self.places
        return places, places, self.first

    def turned(self, turns: int) -> int:
        """The clockwise turns that a number means."""
        return ((turns if self.turns == CLOCKWISE else -turns) + self.stored) % 4


@dataclass(frozen=True)
class Given:
    """A piece as the text gives it, and the line on which it does."""

    row: int
    column: int
    piece: int
    turns: int
    line: int = 0


def place(
    text: Text, puzzle: Puzzle, given: Sequence[Given], conventions: Iterable[Convention], *, reading: Reading
) -> Board:
    """The board on which the given pieces are placed, by the convention that it fits best."""
    allowed = [one for one in conventions if reading.turns in (None, one.turns)]
    allowed = allowed[:1] if reading.format else allowed  # who names the format gets its own convention and no other
    boards = [(one, board) for one in allowed if (board := _board(puzzle, given, one)) is not None]
    if not boards:
        text.fail(_faults(puzzle, given, allowed[0]), remedy="check that this is the right puzzle")
    best = min(boards, key=lambda item: conflicts(item[1]))  # of equals the first
    if len(given) == puzzle.cells and conflicts(best[1])[0] > puzzle.width:
        note(text, "the pieces fit their places in no known way: is this the right puzzle?")
        return best[1]
    if best[0] == allowed[0]:
        return best[1]
    equal = {board for _, board in boards if conflicts(board) == conflicts(best[1])}
    if len(equal) > 1 and len(given) < puzzle.cells:
        ways = "; ".join(str(one) for one, board in boards if board in equal)
        remedy = f"say --turns {ANTICLOCKWISE} or {CLOCKWISE}"
        text.fail(f"these pieces can be read in {len(equal)} ways: {ways}", remedy=remedy)
    note(text, f"read as {best[0]}: so the pieces fit their places best")
    return best[1]


def conflicts(board: Board) -> tuple[int, int]:
    """How badly a board fits: pieces with grey in the wrong place, and breaks."""
    fitting = board.puzzle.fits[np.arange(board.puzzle.cells), board.placements]
    return int((board.filled & ~fitting).sum()), board.breaks


def _board(puzzle: Puzzle, given: Sequence[Given], convention: Convention) -> Board | None:
    """The board by a convention; None when a number is out of range or a cell is given twice."""
    values = [EMPTY] * puzzle.cells
    for one in given:
        place = (one.column, one.row) if convention.swapped else (one.row, one.column)
        numbers = zip((*place, one.piece), convention.bases, strict=True)
        row, column, piece = (number - base for number, base in numbers)
        if not (0 <= row < puzzle.height and 0 <= column < puzzle.width and 0 <= piece < puzzle.cells):
            return None
        cell = row * puzzle.width + column
        if values[cell] != EMPTY:
            return None
        values[cell] = piece * 4 + convention.turned(one.turns)
    return Board(puzzle, values)


def _faults(puzzle: Puzzle, given: Sequence[Given], convention: Convention) -> list[Fault]:
    """Why the pieces cannot be placed by a convention."""
    faults = []
    limits = (("row", puzzle.height), ("column", puzzle.width), ("piece", puzzle.cells))
    for one in given:
        for (name, count), low in zip(limits, convention.bases, strict=True):
            value = getattr(one, name)
            if not low <= value < low + count:
                faults.append(Fault(f"{name} is {value}, must be {low} to {low + count - 1}", one.line, 1))
    ordered = sorted(given, key=lambda one: (one.row, one.column, one.line))
    for (row, column), group in groupby(ordered, key=lambda one: (one.row, one.column)):
        for one in list(group)[1:]:
            first = convention.bases[0]
            cell = (row - first) * puzzle.width + column - first
            place = cell_name(cell, puzzle.width) if cell >= 0 else f"row {row}, column {column}"
            faults.append(Fault(f"a second piece for cell {place}", one.line, 1))
    return faults
