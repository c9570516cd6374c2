"""Every installed solver on random small puzzles of every kind, compared with an independent brute force.

Each puzzle is given to each fast solver with one goal and one way to run (labelled or not, one or two threads, in one
go or resumed after many stops); slow solvers get a share of the puzzles. The combinations are drawn, the same each
time, so that over all puzzles every solver meets every goal on every kind.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from edgematch.errors import ModelError, RefusedTask
from edgematch.model import Puzzle
from edgematch.search import ALL, BEST, COUNT, FIRST, SOLVERS, UNIQUE, Can, Goal, Limits, Outcome, Run, Stop, Task, make
from tests.brute_force import Instance, best_score, complete_boards, seen
from tests.differential.random_puzzles import KINDS, random_puzzle

PUZZLES = 324
BLOCK = 12
"""Puzzles in one test."""

GOALS = {
    "all": ALL,
    "count": COUNT,
    "first": FIRST,
    "unique": UNIQUE,
    "breaks": Goal(breaks=1, want=None),
    "best": BEST,
}
WAYS = list(product((False, True), (1, 2), (False, True)))
"""Whether identical pieces are counted apart, how many threads, and whether the search is stopped and resumed."""

SHARE = {"choco": 18, "minizinc": 18, "milp": 6, "cpsat": 4, "asp": 3, "clique": 2, "sat-external": 4, "sat-local": 12}
"""Slow solvers get one puzzle of so many; those that never prove anything, one of twelve."""

HEURISTIC_SHARE = 12
HEURISTIC_SECONDS = 0.05
SLICES = 8


@cache
def solvers() -> list[str]:
    """All that run here, GPU solvers on the CPU."""
    specs = [f"{name}?device=cpu" if SOLVERS.find(name).can & Can.GPU else name for name in SOLVERS.names()]
    return [spec for spec in specs if make(spec).missing_dependency() is None]


@cache
def share(spec: str) -> int:
    """One puzzle of how many a solver gets."""
    solver = make(spec)
    return SHARE.get(solver.name, 1 if solver.can & Can.PROVE else HEURISTIC_SHARE)


def to_puzzle(instance: Instance) -> Puzzle:
    hints = {cell: 4 * piece + turns for cell, (piece, turns) in instance.hints.items()}
    shape = {"framed": instance.framed, "turnable": instance.turnable, "hints": hints}
    return Puzzle(instance.width, instance.height, instance.pieces, **shape)


def search(spec: str, task: Task, *, threads: int, is_resumed: bool) -> Outcome:
    can = make(spec).for_task(task).can
    if not can & Can.PROVE:
        return Run(spec, task, Limits(seconds=HEURISTIC_SECONDS)).outcome
    limits = Limits(threads=threads if can & Can.THREADS else 1)
    outcome = Run(spec, task, limits).outcome
    if not (is_resumed and can & Can.SPLIT) or task.goal.want is not None or task.goal.improve:
        return outcome
    limits = replace(limits, nodes=1 + outcome.stats.nodes // SLICES)
    outcome = Run(spec, task, limits).outcome
    for _ in range(100 * SLICES):
        if not outcome.remaining:
            return outcome
        outcome = outcome.then(Run(spec, task.replace(roots=outcome.remaining), limits).outcome)
    raise AssertionError("resuming makes no headway")


class Truth:
    """What the brute force says of a puzzle."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.boards = {breaks: list(complete_boards(instance, breaks)) for breaks in (0, 1)}
        self.best = best_score(instance)

    def check(self, outcome: Outcome, *, is_proof: bool) -> None:
        """Compare an outcome; without a proof there may be fewer answers, and a lower score, than there are."""
        goal = outcome.goal
        if goal.improve:
            self.check_best(outcome)
            return
        assert not is_proof or not outcome.remaining or outcome.stop is Stop.ENOUGH
        boards = self.boards[goal.breaks or 0]
        every = set(boards) if goal.labelled else {seen(self.instance, board) for board in boards}
        expected = len(every) if goal.want is None else min(goal.want, len(every))
        assert outcome.count == expected or (outcome.count < expected and not is_proof)
        if not goal.boards:
            return
        found = [tuple(divmod(p, 4) for p in board.placements.tolist()) for board in outcome.answers]
        shown = found if goal.labelled else [seen(self.instance, board) for board in found]
        assert len(set(shown)) == len(shown) == outcome.count
        assert set(shown) <= every

    def check_best(self, outcome: Outcome) -> None:
        score = outcome.best.score if outcome.best else 0
        assert score <= self.best
        assert score == self.best or outcome.remaining
        assert outcome.bound is None or outcome.bound >= self.best


def runs(number: int) -> list[tuple[str, Goal, int, bool]]:
    """What is tried on a puzzle: a solver, a goal, the threads, and whether the search is resumed."""
    chosen = []
    for spec in solvers():
        draw = random.Random(f"{number} {spec}")
        if draw.random() < 1 / share(spec):
            goal, (labelled, threads, is_resumed) = draw.choice(goals_of(spec)), draw.choice(WAYS)
            chosen.append((spec, replace(goal, labelled=labelled and not goal.improve), threads, is_resumed))
    return chosen


@cache
def goals_of(spec: str) -> list[Goal]:
    """The goals that a solver takes, by what it claims."""
    return [goal for goal in GOALS.values() if takes(spec, goal)]


def takes(spec: str, goal: Goal) -> bool:
    try:
        make(spec).refuse(Task(Puzzle(1, 1, [[0, 0, 0, 0]]), goal))
    except RefusedTask:
        return False
    return True


@pytest.mark.parametrize("block", range(PUZZLES // BLOCK))
def test_all_agree_with_the_brute_force(block):
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        kind, instance = random_puzzle(number)
        puzzle = to_puzzle(instance)
        if not instance.has_legal_hints:
            with pytest.raises(ModelError):
                Task(puzzle)
            continue
        truth = Truth(instance)
        for spec, goal, threads, is_resumed in runs(number):
            try:
                outcome = search(spec, Task(puzzle, goal), threads=threads, is_resumed=is_resumed)
            except RefusedTask:
                continue
            try:
                truth.check(outcome, is_proof=bool(make(spec).for_task(Task(puzzle, goal)).can & Can.PROVE))
            except AssertionError as wrong:
                way = f"threads={threads}, resumed={is_resumed}"
                raise AssertionError(f"{spec} on {kind} {number}, {goal}, {way}: {instance}") from wrong


def test_every_solver_meets_every_goal_on_every_kind():
    met: dict[tuple[str, Goal], set[str]] = {}
    for number in range(PUZZLES):
        for spec, goal, *_ in runs(number):
            met.setdefault((spec, replace(goal, labelled=False)), set()).add(random_puzzle(number)[0])
    for spec in solvers():
        for goal in goals_of(spec):
            assert len(met[spec, goal]) >= (len(KINDS) if share(spec) == 1 else 1), (spec, goal)


def test_the_best_board_leaves_cells_empty_where_the_pieces_cannot_fill_them():
    pieces = ((0, 1, 1, 0), (0, 0, 2, 2), (0, 2, 0, 2), (2, 0, 0, 2), (2, 1, 0, 0), (2, 0, 1, 2))
    instance = Instance(3, 2, pieces, hints={4: (5, 1)})
    assert best_score(instance) == 4
    task = Task(to_puzzle(instance), BEST)
    for spec in ("plain", "cpsat", "milp"):
        if spec in solvers():
            outcome = Run(spec, task, Limits(seconds=20)).outcome
            assert (outcome.best.score, outcome.remaining) == (4, ()), spec
