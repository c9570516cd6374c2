"""The backbone of a puzzle: the cells that look the same in all its solutions.

Ansótegui et al. (2008), figure 4: at the point where puzzles are hardest the backbone jumps from nothing to nearly
everything. Since turning a board turns all its cells, one corner piece is pinned first (`Puzzle.anchors`).

It is found exactly, in three steps. Solutions are enumerated; the cells in which all of them agree are candidates.
When the solutions are exhausted, the candidates are the backbone. When there are more than `cap` solutions, the
puzzle is searched in its other orientations (turned and mirrored), where a depth-first search meets other solutions
first. Then each remaining candidate is tested: a search that excludes its look from that cell, in the orientation
where the cell is filled earliest, either finds a solution, which removes that cell and others from the candidates, or
proves that there is none. Limits are for all searches together; when they are reached the result is an upper bound
(`is_exact` is then false).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import RefusedTask
from edgematch.model import ORIENTATIONS, Board, Orientation, Puzzle
from edgematch.search import DEFAULT, Goal, Limits, Outcome, Run, Solver, Stop, Task

CAP = 50
"""How many solutions are enumerated before candidates are tested one by one."""


@dataclass(frozen=True)
class Backbone:
    """The cells that look the same in all solutions, and how that is known."""

    cells: tuple[int, ...]
    of: int
    solutions: int
    is_exact: bool
    nodes: int

    @property
    def fraction(self) -> float:
        """The part of the board that is backbone."""
        return len(self.cells) / self.of


def backbone(
    puzzle: Puzzle, solver: str | Solver = DEFAULT, *, cap: int = CAP, limits: Limits | None = None
) -> Backbone:
    """The backbone of a solvable puzzle."""
    searches = _Searches(puzzle, solver, limits or Limits())
    first = searches.run(puzzle.anchors(labelled=True), want=cap)
    if not first.answers:
        _explain(first, puzzle)
    suspects, known = _agreement(first.answers), not first.remaining
    if first.stop is Stop.ENOUGH and first.remaining:
        witness = first.answers[0]
        for orientation in ORIENTATIONS[1:]:
            others = searches.run(puzzle.anchors(labelled=True), want=1 + cap // 10, orientation=orientation).answers
            suspects &= _agreement((witness, *others))
        suspects, known = _test(searches, witness=witness, suspects=suspects)
    return Backbone(tuple(np.flatnonzero(suspects).tolist()), puzzle.cells, len(first.answers), known, searches.nodes)


class _Searches:
    """Searches of one puzzle from any side, within limits for all of them together."""

    def __init__(self, puzzle: Puzzle, solver: str | Solver, limits: Limits) -> None:
        self.puzzle, self.solver, self.limits = puzzle, solver, limits
        self.nodes, self.seconds = 0, 0.0
        self.views = {orientation: orientation.puzzle(puzzle) for orientation in ORIENTATIONS}

    def run(self, roots: Sequence[Board], *, want: int = 1, orientation: Orientation = ORIENTATIONS[0]) -> Outcome:
        """Search below the roots, in an orientation of the puzzle; answers are boards in the original orientation."""
        view = self.views[orientation]
        seen = tuple(orientation.board(root, onto=view) for root in roots)
        outcome = Run(self.solver, Task(view, Goal(want=want), roots=seen), self._left()).outcome
        if outcome.stop is Stop.CANCELLED:
            raise KeyboardInterrupt
        self.nodes += outcome.stats.nodes
        self.seconds += outcome.stats.seconds
        return replace(outcome, answers=tuple(orientation.restore(board, self.puzzle) for board in outcome.answers))

    def _left(self) -> Limits:
        """What the searches so far have left of the limits."""
        nodes, seconds = self.limits.nodes, self.limits.seconds
        return replace(
            self.limits,
            nodes=None if nodes is None else max(0, nodes - self.nodes),
            seconds=None if seconds is None else max(0.0, seconds - self.seconds),
        )

    def side_of(self, cell: int) -> Orientation:
        """The orientation in which a search by rows fills the cell earliest."""
        size = self.puzzle.width, self.puzzle.height
        return min(ORIENTATIONS, key=lambda orientation: orientation.cells(*size).tolist().index(cell))


def _explain(outcome: Outcome, puzzle: Puzzle) -> None:
    """Say why there is no backbone."""
    why = "was found within the limits" if outcome.remaining else "exists"
    raise RefusedTask(f"no solution of {puzzle.name or 'this puzzle'} {why}, so it has no backbone")


def _agreement(boards: Iterable[Board]) -> NDArray[np.bool_]:
    """For each cell whether all boards look the same there."""
    looks = np.stack([board.puzzle.looks[board.placements] for board in boards])
    return np.asarray((looks == looks[0]).all(axis=0))


def _test(searches: _Searches, *, witness: Board, suspects: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], bool]:
    """The candidates left after testing each of them, and whether all were decided."""
    known = True
    for cell in np.flatnonzero(suspects).tolist():
        others = _otherwise(searches.puzzle, cell, witness) if suspects[cell] else ()
        if others:
            outcome = searches.run(others, orientation=searches.side_of(cell))
            known &= bool(outcome.answers) or not outcome.remaining
            suspects &= _agreement((witness, *outcome.answers))
    return suspects, known


def _otherwise(puzzle: Puzzle, cell: int, witness: Board) -> tuple[Board, ...]:
    """The anchors with anything in the cell that looks other than the witness does there."""
    look = puzzle.looks[witness[cell]]
    able = np.flatnonzero(puzzle.fits[cell])
    roots = []
    for anchor in puzzle.anchors(labelled=True):
        if anchor[cell] >= 0:
            roots += [anchor] if puzzle.looks[anchor[cell]] != look else []
            continue
        used = set((anchor.placements[anchor.filled] >> 2).tolist())
        looks = {int(puzzle.looks[p]) for p in able if p >> 2 not in used and puzzle.looks[p] != look}
        roots += [anchor.place({cell: _free(puzzle, p, used)}) for p in sorted(looks)]
    return tuple(roots)


def _free(puzzle: Puzzle, look: int, used: set[int]) -> int:
    """A placement that looks like this one, of a piece not in use."""
    return next(int(p) for p in np.flatnonzero(puzzle.looks == look) if p >> 2 not in used)
