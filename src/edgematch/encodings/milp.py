"""Edge matching as a mixed-integer linear program: equations (1) to (17) of Salassa et al. (2017).

A binary x means that a placement is in a cell; h and v (here *break* variables, one per edge) mean that an edge does
not match. (1) minimise the breaks; (2) each piece is somewhere, (3) each cell holds something; (4)-(7) for each edge
and color, the break is at least the difference of what both sides show; (8)-(11) the outside is grey; (12)-(14)
bounds.

*Feasibility*: the objective held at zero makes (4)-(7) equations and needs no break variables. *Region*, (15)-(16):
only some cells are decided, within a board that is fixed around them, with the pieces that are not on it; a piece may
then be left over. *Cut*, (17): not all the choices of an earlier solution again.

Variables that the frame rules out are left out, which makes (8)-(11) empty; `misfits` keeps both as the paper has
them. `holes` lets cells stay empty, for puzzles whose pieces cannot fill the board: an empty cell breaks its edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from edgematch.encodings.choices import Choices
from edgematch.model import GREY, Board, Puzzle, board_edges, frame_mask

INFINITY = float("inf")
Numbers = NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Row:
    """`low <= sum of coefficients * columns <= high`, named by its equation in the paper."""

    name: str
    columns: NDArray[np.int32]
    coefficients: NDArray[np.float64]
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Milp:
    """Columns are the choices of the decided cells, then one break variable for each edge that may break."""

    puzzle: Puzzle
    choices: Choices
    around: Board
    """What is fixed: the board around the decided cells (empty when all are decided)."""
    kept: NDArray[np.int32]
    """The choice that each of the first columns stands for."""
    breaks: NDArray[np.int32]
    """The edge that each of the other columns stands for."""
    rows: tuple[Row, ...] = field(repr=False)

    @property
    def columns(self) -> int:
        """How many variables there are."""
        return len(self.kept) + len(self.breaks)

    @property
    def costs(self) -> NDArray[np.float64]:
        """The objective: 1 for a break, 0 for a placement."""
        return np.concatenate([np.zeros(len(self.kept)), np.ones(len(self.breaks))])

    def names(self) -> Iterator[str]:
        """The columns by name: `x_cell_piece_turns`, `b_cell_cell`."""
        cells, placements = self.choices.cells[self.kept], self.choices.placements[self.kept]
        for cell, placement in zip(cells.tolist(), placements.tolist(), strict=True):
            yield f"x_{cell}_{placement >> 2}_{placement & 3}"
        for first, _, second in board_edges(self.puzzle.width, self.puzzle.height)[self.breaks].tolist():
            yield f"b_{first}_{second}"

    def decode(self, values: Sequence[float] | NDArray[np.float64]) -> Board:
        """The board that a row of values describes."""
        chosen = self.kept[np.asarray(values[: len(self.kept)]) > 0.5]
        placed = self.choices.board(chosen.tolist()) if not self.around.count else self._within(chosen)
        return self.around.place(placed.placed())

    def _within(self, chosen: NDArray[np.int32]) -> Board:
        """The choices together with what is fixed, so that copies of a kind are divided among both."""
        fixed = [agreeing[0] for agreeing in self.choices.fixed(self.around)]
        return self.choices.board([*chosen.tolist(), *fixed])

    def columns_of(self, board: Board) -> NDArray[np.int32]:
        """The columns that a board sets to 1 (of those that stand for placements)."""
        chosen = set(self.choices.chosen(board))
        return np.flatnonzero([int(choice) in chosen for choice in self.kept]).astype(np.int32)

    def values(self, board: Board) -> NDArray[np.float64]:
        """The row of values that describes a board, to start from."""
        values = np.zeros(self.columns)
        values[self.columns_of(board)] = 1
        first, side, second = board_edges(self.puzzle.width, self.puzzle.height)[self.breaks].T
        ours, theirs = board.sides[first, side], board.sides[second, (side + 2) % 4]
        values[len(self.kept) :] = (ours != theirs) | (ours < 0)
        return values

    def cut(self, board: Board) -> Row:
        """(17): at least one of the placements of a board is not made."""
        columns = self.columns_of(board)
        return Row("17", columns, np.ones(len(columns)), -INFINITY, len(columns) - 1)

    def pinned(self, root: Board) -> NDArray[np.int32]:
        """The columns that hold in every board that extends a root."""
        wanted = {agreeing[0] for agreeing in self.choices.fixed(root)}
        return np.flatnonzero(np.isin(self.kept, list(wanted))).astype(np.int32)


def encode(
    puzzle: Puzzle,
    *,
    around: Board | None = None,
    cells: Iterable[int] | None = None,
    labelled: bool = False,
    may_break: bool = True,
    holes: bool = False,
    misfits: bool = False,
) -> Milp:
    """The program of a puzzle, or of a region of it: `cells` (all empty ones by default) within the board `around`."""
    around = around or puzzle.empty()
    decided = np.zeros(puzzle.cells, dtype=np.bool_)
    decided[list(cells) if cells is not None else ~around.filled] = True
    choices = Choices.of(puzzle, labelled=labelled, misfits=misfits)
    return _Writer(choices, around, decided, may_break=may_break, holes=holes, misfits=misfits).program()


class _Writer:
    """The rows of a program."""

    def __init__(
        self,
        choices: Choices,
        around: Board,
        decided: NDArray[np.bool_],
        *,
        may_break: bool,
        holes: bool,
        misfits: bool,
    ) -> None:
        self.puzzle, self.choices, self.around, self.decided = choices.puzzle, choices, around, decided
        self.may_break, self.holes, self.misfits = may_break, holes, misfits
        used = np.bincount(
            [int(choices.kinds[agreeing[0]]) for agreeing in choices.fixed(around)], minlength=len(choices.copies)
        )
        self.copies = choices.copies - used
        self.kept = np.flatnonzero(decided[choices.cells] & (self.copies[choices.kinds] > 0)).astype(np.int32)
        self.sides = choices.sides[self.kept]
        table = board_edges(self.puzzle.width, self.puzzle.height)
        known = decided | around.filled
        touches = (decided[table[:, 0]] | decided[table[:, 2]]) & known[table[:, 0]] & known[table[:, 2]]
        self.edges = np.flatnonzero(touches).astype(np.int32)

    def program(self) -> Milp:
        """All of it."""
        rows = (*self.pieces(), *self.cells(), *self.matches(), *self.grey())
        breaks = self.edges if self.may_break else self.edges[:0]
        return Milp(self.puzzle, self.choices, self.around, self.kept, breaks, rows)

    @cached_property
    def in_cell(self) -> list[NDArray[np.int32]]:
        """For each cell its columns."""
        order = self.choices.cells[self.kept]
        ends = np.searchsorted(order, np.arange(self.puzzle.cells + 1))
        return [np.arange(a, b, dtype=np.int32) for a, b in pairwise(ends.tolist())]

    def pieces(self) -> Iterator[Row]:
        """(2), or (16) when there are more pieces than cells."""
        spare = self.holes or int(self.copies.sum()) > int(self.decided.sum())
        kinds = self.choices.kinds[self.kept]
        order = np.argsort(kinds, kind="stable").astype(np.int32)
        ends = np.searchsorted(kinds[order], np.arange(len(self.copies) + 1))
        for kind, copies in enumerate(self.copies.tolist()):
            if copies:
                columns = np.sort(order[ends[kind] : ends[kind + 1]])
                yield _sum("16" if spare else "2", columns, -INFINITY if spare else copies, copies)

    def cells(self) -> Iterator[Row]:
        """(3)."""
        for cell in np.flatnonzero(self.decided).tolist():
            yield _sum("3", self.in_cell[cell], 0 if self.holes else 1, 1)

    def matches(self) -> Iterator[Row]:
        """(4)-(7), and their like where one side is fixed or a cell may stay empty."""
        colors = np.unique(self.puzzle.pieces)
        colors = colors[colors != GREY].tolist() if self.puzzle.framed else colors.tolist()
        for number, edge in enumerate(self.edges.tolist()):
            first, side, second = board_edges(self.puzzle.width, self.puzzle.height)[edge].tolist()
            slack = np.array([len(self.kept) + number] if self.may_break else [], dtype=np.int32)
            ends = ((first, side), (second, (side + 2) % 4))
            if all(self.decided[cell] for cell, _ in ends):
                for color in colors:
                    yield from self.both_open(ends, color, slack)
                if self.holes:
                    yield from (_sum("hole", np.r_[self.in_cell[cell], slack], 1, INFINITY) for cell, _ in ends)
            else:
                yield self.one_open(ends, slack)

    def both_open(self, ends: tuple[tuple[int, int], ...], color: int, slack: NDArray[np.int32]) -> Iterator[Row]:
        """What one side shows of a color, less what the other shows, is at most the break."""
        ours, theirs = (self.showing(cell, side, color) for cell, side in ends)
        columns, signs = np.r_[ours, theirs], np.r_[np.ones(len(ours)), -np.ones(len(theirs))]
        name = ("4", "5") if ends[0][1] == 1 else ("6", "7")
        if not len(slack):
            if len(columns):
                yield Row(name[0], columns, signs, 0, 0)
            return
        for equation, sign in zip(name, (1, -1), strict=True):
            yield Row(equation, np.r_[columns, slack], np.r_[sign * signs, -np.ones(1)], -INFINITY, 0)

    def one_open(self, ends: tuple[tuple[int, int], ...], slack: NDArray[np.int32]) -> Row:
        """The open side shows the color of the fixed one, or the edge breaks."""
        (cell, side), (fixed, facing) = sorted(ends, key=lambda end: not self.decided[end[0]])
        color = int(self.around.sides[fixed, facing])
        return _sum("4", np.r_[self.showing(cell, side, color), slack], 1, INFINITY if len(slack) else 1)

    def showing(self, cell: int, side: int, color: int) -> NDArray[np.int32]:
        """The columns of a cell that show a color on a side."""
        columns = self.in_cell[cell]
        return np.compress(self.sides[columns, side] == color, columns)

    def grey(self) -> Iterator[Row]:
        """(8)-(11): the outer sides are grey."""
        if not (self.misfits and self.puzzle.framed):
            return
        names = {0: "8", 2: "9", 3: "10", 1: "11"}
        for cell, side in np.argwhere(frame_mask(self.puzzle.width, self.puzzle.height)).tolist():
            if self.decided[cell]:
                yield _sum(names[side], self.showing(cell, side, GREY), 1, 1)


def _sum(name: str, columns: Numbers, low: float, high: float) -> Row:
    return Row(name, columns.astype(np.int32), np.ones(len(columns)), low, high)
