"""A page of plain Python that tries every piece in every cell, row by row.

Use it to check other solvers on tiny puzzles, and to see what they all do: it takes every goal, breaks included, and
uses no technique. Cost: about 100,000 placements per second, so 4x4 is about its limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from edgematch.model import EMPTY, Board
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import can_be_filled


class Plain(Solver):
    """Depth-first search over the empty cells in row order, without any table."""

    can = Can.PROVE | Can.SPLIT | Can.IMPROVE | Can.BREAKS | Can.COUNT

    def unsupported_reason(self, task: Task) -> str | None:
        """It reports only complete boards."""
        if task.goal.breaks is None and not task.goal.improve:
            return "it does not list partial boards"
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Search one root after the other."""
        return [
            left for root in task.roots for left in _Search(task, control).below(root.placements.tolist(), root.breaks)
        ]


class _Search:
    """The search below the roots of a task."""

    def __init__(self, task: Task, control: Control) -> None:
        self.goal, self.control, self.puzzle = task.goal, control, task.puzzle
        self.near, self.sides = task.puzzle.neighbours().tolist(), task.puzzle.sides.tolist()
        self.looks = range(4 * task.puzzle.cells) if task.goal.labelled else task.puzzle.looks.tolist()
        # A board that can be completed scores no less when it is; otherwise the best board has empty cells anywhere.
        self.leaves_cells_empty = task.goal.improve and not can_be_filled(task.puzzle)

    def below(self, placements: list[int], breaks: int, first: int = 0) -> list[Board]:
        """Search all boards that agree with `placements`, cells before `first` unchanged; returns what is left."""
        board = Board(self.puzzle, placements)
        if self.control.is_stopped:
            return [board]
        if self.is_hopeless(breaks):
            return []
        left: list[Board] = []
        if board.is_complete or (self.goal.breaks is None and board.count and board.score > self.control.floor):
            left += self.control.found_all([board])
        if board.is_complete:
            return left
        if EMPTY not in placements[first:]:
            return left
        cell = placements.index(EMPTY, first)
        for placement in self.candidates(placements, cell):
            child = [*placements[:cell], placement, *placements[cell + 1 :]]
            broken = breaks + self.breaks_at(child, cell)
            if self.is_hopeless(broken):
                continue
            if self.control.node(board.count):
                left += self.below(child, broken, first)
            else:
                left.append(Board(self.puzzle, child))
                self.control.split(1)
        if self.leaves_cells_empty:
            left += self.below(placements, breaks, cell + 1)
            return [board] if left else []  # no root says that a cell stays empty
        return left

    def is_hopeless(self, breaks: int) -> bool:
        """Whether no board with that many breaks can be an answer any more."""
        too_many = self.goal.breaks is not None and breaks > self.goal.breaks
        return too_many or (self.goal.improve and self.puzzle.edges - breaks <= self.control.floor)

    def candidates(self, placements: list[int], cell: int) -> Iterator[int]:
        """The placements that fit a cell, one for each look."""
        used, seen = {p >> 2 for p in placements if p >= 0}, set()
        for placement in self.puzzle.fits[cell].nonzero()[0].tolist():
            if placement >> 2 not in used and self.looks[placement] not in seen:
                seen.add(self.looks[placement])
                yield placement

    def breaks_at(self, placements: list[int], cell: int) -> int:
        """The edges of a filled cell that do not match."""
        ours = self.sides[placements[cell]]
        around = [(s, placements[n]) for s, n in enumerate(self.near[cell]) if n >= 0 and placements[n] >= 0]
        return sum(ours[s] != self.sides[other][(s + 2) % 4] for s, other in around)
