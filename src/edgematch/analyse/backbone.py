"""The backbone of a puzzle: the cells that look the same in all its solutions.

Ansótegui et al. (2008), figure 4: at the point where puzzles are hardest the backbone jumps from nothing to nearly
everything. Since turning a board turns all its cells, one corner piece is pinned first (`Puzzle.anchors`).

It is found exactly, in two steps. Solutions are enumerated, each leaving as suspects the cells in which all so far agree; when
they are exhausted the suspects are the backbone. When there are more than `cap` of them, each suspect is put to the test: a
search that assumes anything else in that cell either finds a solution, which clears that cell and others of suspicion, or
proves that there is none. Enumerating costs one tree, testing at worst one tree a suspect, but with many solutions most tests
end soon. A limit makes the result an upper bound (`is_exact` is then false).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import RefusedTask
from edgematch.model import Board, Puzzle
from edgematch.search import DEFAULT, FIRST, Goal, Limits, Outcome, Run, Solver, Stop, Task

CAP = 200
"""How many solutions are enumerated before suspects are tested one by one."""


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
    """The backbone of a solvable puzzle; each search it takes keeps within the limits."""
    limits = limits or Limits()
    first = Run(solver, Task(puzzle, Goal(want=cap), roots=puzzle.anchors()), limits).outcome
    if not first.answers:
        _explain(first, puzzle)
    suspects = _agreement(first.answers)
    nodes, known = first.stats.nodes, not first.remaining
    if first.remaining and first.stop is Stop.ENOUGH:
        suspects, spent, known = _test(puzzle, solver, limits, witness=first.answers[0], suspects=suspects)
        nodes += spent
    cells = tuple(np.flatnonzero(suspects).tolist())
    return Backbone(cells, puzzle.cells, len(first.answers), known, nodes)


def _explain(outcome: Outcome, puzzle: Puzzle) -> None:
    """Say why there is no backbone."""
    why = "was found within the limits" if outcome.remaining else "exists"
    raise RefusedTask(f"no solution of {puzzle.name or 'this puzzle'} {why}, so it has no backbone")


def _agreement(boards: Iterable[Board]) -> NDArray[np.bool_]:
    """For each cell whether all boards look the same there."""
    looks = np.stack([board.puzzle.looks[board.placements] for board in boards])
    return np.asarray((looks == looks[0]).all(axis=0))


def _test(
    puzzle: Puzzle, solver: str | Solver, limits: Limits, *, witness: Board, suspects: NDArray[np.bool_]
) -> tuple[NDArray[np.bool_], int, bool]:
    """The suspects left after assuming the contrary for each, what that cost, and whether all was decided."""
    nodes, known = 0, True
    for cell in np.flatnonzero(suspects).tolist():
        others = _otherwise(puzzle, cell, witness) if suspects[cell] else ()
        if not others:
            continue
        outcome = Run(solver, Task(puzzle, FIRST, roots=others), limits).outcome
        nodes += outcome.stats.nodes
        known &= bool(outcome.answers) or not outcome.remaining
        suspects &= _agreement((witness, *outcome.answers))
        if outcome.stop is Stop.CANCELLED:
            return suspects, nodes, False
    return suspects, nodes, known


def _otherwise(puzzle: Puzzle, cell: int, witness: Board) -> tuple[Board, ...]:
    """The anchors with anything in the cell that looks other than the witness does there."""
    look = puzzle.looks[witness[cell]]
    able = np.flatnonzero(puzzle.fits[cell])
    roots = []
    for anchor in puzzle.anchors():
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
