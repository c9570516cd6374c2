"""A board: which piece is where, and how it is turned. An immutable value over its puzzle.

A board may be partial, may have breaks, and may even be wrong (a piece used twice, grey inside): `score` is
defined for all of them, and `faults()` lists everything that is wrong, so that a file of doubtful origin can be
looked at and judged. Two boards are *equal* when the same placements are in the same cells; they *look* the same
when they differ only by exchanging identical pieces or by turning a self-symmetric piece onto itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import ModelError, warn_renamed
from edgematch.model.drawable import Drawable
from edgematch.model.grid import EAST, SOUTH, board_edges, cell_name, frozen, opposite
from edgematch.model.picture import ascii_picture
from edgematch.model.puzzle import EMPTY, GREY, Puzzle


@dataclass(frozen=True, eq=False, repr=False)
class Board(Drawable):
    """Placements (`piece * 4 + turns`, -1 for an empty cell) in row-major order from the top left."""

    puzzle: Puzzle
    placements: NDArray[np.int16]

    def __init__(self, puzzle: Puzzle, placements: Sequence[int] | NDArray[Any]) -> None:
        values = np.asarray(placements)
        if values.shape != (puzzle.cells,):
            raise ModelError(f"a {puzzle.width}x{puzzle.height} board has {puzzle.cells} placements, not {values.size}")
        if values.size and not np.issubdtype(values.dtype, np.integer):
            raise ModelError(f"placements are whole numbers, not {values.dtype}")
        wrong = np.flatnonzero((values < EMPTY) | (values >= 4 * puzzle.cells))
        if len(wrong):
            limit = 4 * puzzle.cells - 1
            raise ModelError(
                "this board cannot be",
                [f"cell {cell} holds {values[cell]}, placements are -1 (empty) to {limit}" for cell in wrong.tolist()],
            )
        object.__setattr__(self, "puzzle", puzzle)
        object.__setattr__(self, "placements", frozen(values.astype(np.int16)))

    @classmethod
    def rows(cls, puzzle: Puzzle, placements: NDArray[Any]) -> list[Board]:
        """The boards of an array with one row each, checked as a whole: for those who have many."""
        table = np.asarray(placements)
        if table.ndim != 2 or table.shape[1] != puzzle.cells:
            raise ModelError(f"rows of {puzzle.cells} placements are needed, not an array of shape {table.shape}")
        if table.size and (table.min() < EMPTY or table.max() >= 4 * puzzle.cells):
            return [cls(puzzle, row) for row in table]
        boards = []
        for row in frozen(table.astype(np.int16)):
            board = object.__new__(cls)
            object.__setattr__(board, "puzzle", puzzle)
            object.__setattr__(board, "placements", row)
            boards.append(board)
        return boards

    # looking at cells

    def __getitem__(self, cell: int | tuple[int, int]) -> int:
        """The placement at a cell, or at (row, column); -1 when empty."""
        return int(self.placements[self.cell(*cell) if isinstance(cell, tuple) else cell])

    def cell(self, row: int, column: int) -> int:
        """The number of the cell in that row and column, both from 0 at the top left."""
        if not (0 <= row < self.puzzle.height and 0 <= column < self.puzzle.width):
            raise ModelError(f"row {row}, column {column} is outside a {self.puzzle.width}x{self.puzzle.height} board")
        return row * self.puzzle.width + column

    def placed(self) -> Iterator[tuple[int, int]]:
        """The filled cells with their placements, in cell order."""
        return ((cell, int(self.placements[cell])) for cell in np.flatnonzero(self.filled).tolist())

    @property
    def filled(self) -> NDArray[np.bool_]:
        """For each cell whether it holds a piece."""
        return self.placements >= 0

    @property
    def count(self) -> int:
        """How many cells are filled."""
        return int(self.filled.sum())

    @property
    def is_complete(self) -> bool:
        """Whether every cell is filled."""
        return self.count == self.puzzle.cells

    @cached_property
    def sides(self) -> NDArray[np.int16]:
        """The four colors each cell shows; -1 where it is empty."""
        shown = self.puzzle.sides[self.placements].astype(np.int16)
        shown[~self.filled] = EMPTY
        return frozen(shown)

    # score

    @cached_property
    def _joined(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """For each edge whether it matches, and whether it is broken (both cells filled, no match)."""
        first, side, second = board_edges(self.puzzle.width, self.puzzle.height).T
        ours, theirs = self.sides[first, side], self.sides[second, opposite(side)]
        both = (ours >= 0) & (theirs >= 0)
        match = both & (ours == theirs) & ~(self.puzzle.framed & (ours == GREY))
        return match, both & ~match

    @property
    def score(self) -> int:
        """The number of edges that match; the edges of an empty cell do not."""
        return int(self._joined[0].sum())

    @property
    def breaks(self) -> int:
        """The number of edges between two filled cells that do not match."""
        return int(self._joined[1].sum())

    def broken_edges(self) -> list[tuple[int, int]]:
        """The pairs of neighbouring cells whose facing sides do not match."""
        first, _, second = board_edges(self.puzzle.width, self.puzzle.height)[self._joined[1]].T
        return list(zip(first.tolist(), second.tolist(), strict=True))

    def broken_joins(self) -> list[tuple[int, int]]:
        """The former name of `broken_edges`."""
        warn_renamed("Board.broken_joins()", "Board.broken_edges()")
        return self.broken_edges()

    @property
    def is_solution(self) -> bool:
        """Whether the board is complete, all edges match and nothing is wrong."""
        return self.score == self.puzzle.edges and self.is_complete and not self.faults()

    def faults(self) -> list[str]:
        """Everything that is wrong with the board other than breaks and empty cells.

        The sentences are for people: pieces count from 1, cells are named A1, A2 ... from the top left.
        """
        puzzle, faults = self.puzzle, []
        pieces, uses = np.unique(self.placements[self.filled] >> 2, return_counts=True)
        for piece, n in zip(pieces[uses > 1].tolist(), uses[uses > 1].tolist(), strict=True):
            cells = np.flatnonzero(self.filled & (self.placements >> 2 == piece)).tolist()
            faults.append(f"piece {piece + 1} is in {n} cells: {', '.join(map(self._name, cells))}")
        legal = puzzle.fits[np.arange(puzzle.cells), self.placements]
        for cell in np.flatnonzero(self.filled & ~legal).tolist():
            placement = self[cell]
            if placement % 4 not in puzzle.turns:
                faults.append(f"cell {self._name(cell)}: piece {placement // 4 + 1} is turned, but may not be")
            else:
                piece = placement // 4 + 1
                faults.append(
                    f"cell {self._name(cell)}: the grey sides of piece {piece} are not exactly the outer ones"
                )
        faults += [
            f"cell {self._name(cell)}: the hint is piece {hint // 4 + 1} turned {hint % 4}, "
            f"the board has piece {self[cell] // 4 + 1} turned {self[cell] % 4}"
            for cell, hint in puzzle.hints.items()
            if self[cell] >= 0 and puzzle.looks[self[cell]] != puzzle.looks[hint]
        ]
        return faults

    def _name(self, cell: int) -> str:
        return cell_name(cell, self.puzzle.width)

    def hints_kept(self) -> list[int]:
        """The cells whose hint is on the board."""
        looks = self.puzzle.looks
        return [
            cell for cell, hint in self.puzzle.hints.items() if self[cell] >= 0 and looks[self[cell]] == looks[hint]
        ]

    # other boards

    def place(self, placements: Mapping[int, int] | Iterable[tuple[int, int]]) -> Board:
        """The board with placements added; a filled cell takes the new one."""
        values = self.placements.copy()
        for cell, placement in placements.items() if isinstance(placements, Mapping) else placements:
            if not 0 <= cell < self.puzzle.cells:
                raise ModelError(f"cell {cell} is outside, cells are 0 to {self.puzzle.cells - 1}")
            values[cell] = placement
        return Board(self.puzzle, values)

    def without(self, cells: Iterable[int]) -> Board:
        """The board with those cells emptied."""
        return self.place((cell, EMPTY) for cell in cells)

    def extends(self, root: Board, *, labelled: bool = False) -> bool:
        """Whether every cell filled in `root` looks the same here (holds the very same piece, when labelled)."""
        mine, theirs = self.placements, root.placements
        if not labelled:
            looks = self.puzzle.looks
            mine, theirs = np.where(mine >= 0, looks[mine], EMPTY), np.where(theirs >= 0, looks[theirs], EMPTY)
        return bool(((theirs == EMPTY) | (mine == theirs)).all())

    def canonical(self) -> Board:
        """The board that stands for all that look the same.

        Identical pieces are numbered upwards in cell order and self-symmetric ones turned least, except that a
        hint keeps the very piece it names.
        """
        puzzle = self.puzzle
        kept = [cell for cell in self.hints_kept() if self[cell] == puzzle.hints[cell]]
        pinned = {puzzle.hints[cell] // 4 for cell in kept}
        waiting: dict[int, list[int]] = {}
        for piece in sorted({int(p) >> 2 for p in self.placements if p >= 0} - pinned, reverse=True):
            waiting.setdefault(int(puzzle.kinds[piece]), []).append(piece)
        values = self.placements.copy()
        for cell, placement in self.placed():
            if cell not in kept:
                queue = waiting.get(int(puzzle.kinds[placement // 4]))  # None where a pinned piece is used again
                piece = queue.pop() if queue else placement // 4
                values[cell] = self._turned_to_look(piece, placement)
        return Board(puzzle, values)

    def _turned_to_look(self, piece: int, placement: int) -> int:
        """The placement of `piece` with the fewest turns that shows what `placement` shows."""
        look = self.puzzle.looks[placement]
        return next(piece * 4 + turns for turns in self.puzzle.turns if self.puzzle.looks[piece * 4 + turns] == look)

    def looks_like(self, other: Board, *, turned: bool = False) -> bool:
        """Whether both boards show the same sides everywhere; with `turned`, after some turn of the whole board."""
        if self.puzzle.cells != other.puzzle.cells:
            return False
        grid = self._side_grid()
        target = other._side_grid()
        for turns in range(4 if turned else 1):
            spun = np.roll(np.rot90(grid, -turns), turns, axis=2)
            if spun.shape == target.shape and bool((spun == target).all()):
                return True
        return False

    def _side_grid(self) -> NDArray[np.int16]:
        return self.sides.reshape(self.puzzle.height, self.puzzle.width, 4)

    # identity and pictures

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as what it was built from."""
        return Board, (self.puzzle, self.placements)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Board)
            and self.puzzle == other.puzzle
            and bool((self.placements == other.placements).all())
        )

    def __hash__(self) -> int:
        return hash((self.puzzle.digest, self.placements.tobytes()))

    def __repr__(self) -> str:
        return f"Board({self.puzzle!r}, {self.placements.tolist()})"

    def __str__(self) -> str:
        broken = set(self.broken_edges())
        first, side, second = board_edges(self.puzzle.width, self.puzzle.height).T.tolist()
        marks = {(a, s) for a, s, b in zip(first, side, second, strict=True) if (a, b) in broken}
        grid = ascii_picture(
            self._side_grid().tolist(),
            broken_east={cell for cell, s in marks if s == EAST},
            broken_south={cell for cell, s in marks if s == SOUTH},
        )
        return (
            f"{grid}\n{self.score} of {self.puzzle.edges} edges match, {self.count} of {self.puzzle.cells} cells filled"
        )
