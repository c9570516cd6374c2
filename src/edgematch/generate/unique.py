"""Instances with exactly one solution, proved by a solver.

An instance is made, and a solver that can PROVE looks for more than one solution. Attempts follow until one instance
is proved to have exactly one. Boards that look the same count as one, and so do the turns of a board when nothing
distinguishes them (no hints, pieces that turn). A search that reaches its node limit proves nothing, and its instance
is skipped. The limit is on nodes, not seconds, so that the same seed gives the same instance everywhere.
"""

from __future__ import annotations

from collections.abc import Callable

from edgematch.errors import EdgeMatchError, RefusedTask
from edgematch.generate.make import Generated
from edgematch.model import Board, Puzzle
from edgematch.search import Can, Goal, Limits, Run, Solver, Stop, Task
from edgematch.search import make as make_solver

NODES = 50_000_000
"""How many nodes an attempt may cost: about a second of the native engine."""
ATTEMPTS = 1000


def first_unique(
    attempt: Callable[[int], Generated], solver: str | Solver = "backtrack", *, nodes: int | None = NODES,
    attempts: int = ATTEMPTS, progress: Callable[[int], None] | None = None,
) -> Generated:  # fmt: skip
    """The first attempt that is proved to have exactly one solution; `progress` is called with their numbers."""
    for number in range(attempts):
        if progress:
            progress(number)
        candidate = attempt(number)
        if is_unique(candidate.puzzle, solver, nodes=nodes):
            return candidate
    raise EdgeMatchError(
        f"none of {attempts} instances was proved to have exactly one solution;"
        " ask for more colors or hints, fewer cells, or allow each proof more nodes"
    )


def is_unique(puzzle: Puzzle, solver: str | Solver = "backtrack", *, nodes: int | None = None) -> bool | None:
    """Whether the puzzle has exactly one solution up to turning the board; None when the nodes did not suffice."""
    prover = make_solver(solver)
    if not prover.can & Can.PROVE:
        raise RefusedTask(f"solver {prover.spec} cannot prove that a solution is the only one; take one that can PROVE")
    task = Task(puzzle, Goal(want=1 + _turns_alike(puzzle)), roots=puzzle.anchors())
    outcome = Run(prover, task, Limits(nodes=nodes)).outcome
    if outcome.stop is Stop.CANCELLED:
        raise KeyboardInterrupt
    several = _kinds(outcome.answers) > 1
    if several or not outcome.remaining:
        return not several and bool(outcome.answers)
    return None


def _turns_alike(puzzle: Puzzle) -> int:
    """How many boards, turns of one another, the anchors of a puzzle leave to be found for one solution."""
    if puzzle.hints or not puzzle.turnable or puzzle.anchors() != (puzzle.start(),):
        return 1
    return 4 if puzzle.width == puzzle.height else 2


def _kinds(boards: tuple[Board, ...]) -> int:
    """How many of the boards are no turn of another."""
    kinds: list[Board] = []
    for board in boards:
        if not any(board.looks_like(kind, turned=not board.puzzle.hints) for kind in kinds):
            kinds.append(board)
    return len(kinds)
