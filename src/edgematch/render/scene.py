"""What there is to draw, the same for every output: a board, or the pieces of a puzzle side by side."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, Board, Puzzle, board_edges
from edgematch.model.grid import cell_name, opposite

Subject = Board | Puzzle


@dataclass(frozen=True)
class Scene:
    """A grid of cells with what they show and how they are marked.

    `broken` holds each broken edge as (cell, east or south). `hints` holds the hint cells (of a tray: the pieces
    named in a hint) and whether the hint is there.
    """

    puzzle: Puzzle
    placements: NDArray[np.int16]
    sides: NDArray[np.int16]
    broken: tuple[tuple[int, int], ...]
    hints: dict[int, bool]
    caption: str
    is_tray: bool = False

    @property
    def width(self) -> int:
        """How many cells there are in a row."""
        return self.puzzle.width

    @property
    def height(self) -> int:
        """How many rows there are."""
        return self.puzzle.height

    @cached_property
    def broken_sides(self) -> NDArray[np.bool_]:
        """For each cell which of its four sides are at a broken edge."""
        sides = np.zeros((self.puzzle.cells, 4), dtype=bool)
        near = self.puzzle.neighbours()
        for cell, side in self.broken:
            sides[cell, side] = sides[near[cell, side], opposite(side)] = True
        return sides

    def place(self, cell: int) -> tuple[int, int]:
        """The row and the column of a cell."""
        return divmod(cell, self.width)

    def describe(self, cell: int) -> str:
        """A sentence about a cell, for readers who point at it; pieces count from 1."""
        placement = int(self.placements[cell])
        where = f"cell {cell_name(cell, self.width)}"
        if placement == EMPTY:
            return f"{where}: empty"
        piece, turns = divmod(placement, 4)
        colors = " ".join(map(str, self.sides[cell].tolist()))
        hint = ", hint" if self.hints.get(cell) else ""
        if self.is_tray:
            return f"piece {piece + 1}: {colors}{hint}"
        return f"{where}: piece {piece + 1} turned {turns}, {colors}{hint}"

    @property
    def legend(self) -> tuple[str, ...]:
        """The marks that the scene has: `break`, `hint`, `missed hint`, `empty`."""
        marks = {
            "break": bool(self.broken), "hint": any(self.hints.values()), "missed hint": not all(self.hints.values()),
            "empty": bool((self.placements == EMPTY).any()),
        }  # fmt: skip
        return tuple(name for name, is_there in marks.items() if is_there)


def scene(subject: Subject) -> Scene:
    """The scene of a board, or of a puzzle's pieces in the order of their numbers."""
    return _tray(subject) if isinstance(subject, Puzzle) else _board(subject)


def _board(board: Board) -> Scene:
    puzzle = board.puzzle
    pairs = set(board.broken_edges())
    every = board_edges(puzzle.width, puzzle.height).tolist()
    kept = set(board.hints_kept())
    return Scene(
        puzzle=puzzle,
        placements=board.placements,
        sides=board.sides,
        broken=tuple((first, side) for first, side, second in every if (first, second) in pairs),
        hints={cell: cell in kept for cell in puzzle.hints},
        caption=_sum_up(board),
    )


def _tray(puzzle: Puzzle) -> Scene:
    return Scene(
        puzzle=puzzle,
        placements=np.arange(0, 4 * puzzle.cells, 4, dtype=np.int16),
        sides=puzzle.pieces.astype(np.int16),
        broken=(),
        hints={placement // 4: True for placement in puzzle.hints.values()},
        caption=plain(str(puzzle)),
        is_tray=True,
    )


def _sum_up(board: Board) -> str:
    puzzle = board.puzzle
    parts = [f"{board.score} of {puzzle.edges} edges match"]
    if board.breaks:
        parts.append(f"{board.breaks} break{'s' * (board.breaks != 1)}")
    if not board.is_complete:
        parts.append(f"{board.count} of {puzzle.cells} cells filled")
    name = f"{plain(puzzle.name)}: " if puzzle.name else ""
    return name + ", ".join(parts)


def plain(words: str) -> str:
    """The words without characters that a terminal would obey or XML refuse."""
    return "".join(c if c.isprintable() else "?" for c in words)
