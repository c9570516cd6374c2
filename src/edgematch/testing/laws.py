"""The laws that every solver keeps, as a class of tests to inherit.

    class TestMine(SolverLaws):
        spec = "mine?option=value"

1 sound, 2 conserving, 3 disjoint, 4 complete, 5 repeatable, 6 prompt, 7 improving, 8 additive, 9 refusing, 10 quiet.
A law is tried on tiny puzzles of every kind (`edgematch.testing.zoo`). Which laws bind a solver follows from what it
says it `can`, and on which puzzles from what it does not refuse, so there is a test for each case that applies and none
for the others. `cases(spec)` lists them; keep the list in a golden file, so that a solver that starts to refuse tasks
is noticed. The model and the solver `plain` decide what is right. A solver whose software or device is missing is
skipped with the reason.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import pytest

from edgematch.errors import RefusedTask
from edgematch.model import Board, Puzzle
from edgematch.options import describe_options
from edgematch.search import (
    ALL,
    BEST,
    COUNT,
    FIRST,
    SOLVERS,
    UNIQUE,
    Can,
    Goal,
    Limits,
    Note,
    Outcome,
    Progress,
    Run,
    Status,
    Stop,
    Task,
    make,
)  # fmt: skip
from edgematch.testing.zoo import TINY, ZOO, large

LABELLED = Goal(want=None, labelled=True)
PARTIAL = Goal(breaks=None, want=None)
"""All partial boards: more than any solver lists."""

NODE_LIMITS = (0, 1, 7, 40)
SLICES = (2, 11)
BACKSTOP_SECONDS = 30
NO_PROOF_SECONDS = 2
"""For solvers that never know that there is nothing (better) to find."""

THIRD_PARTIES = (
    "pysat", "ortools", "clingo", "highspy", "pychoco", "networkx", "rustworkx", "matplotlib", "cupy", "dask", "sqlalchemy",
    "typer", "rich", "scipy",
)  # fmt: skip

Check = Callable[[str, str, Task], None]
"""A check of a law: the solver string, the kind of puzzle and the task."""


@dataclass(frozen=True)
class Law:
    """A law, the goal it is tried with, what a solver must claim to be bound by it, and the kinds of puzzles."""

    name: str
    goal: Goal
    needs: Can
    kinds: tuple[str, ...]
    check: Check

    def kinds_for(self, spec: str) -> list[str]:
        """The kinds of puzzles on which this law binds a solver."""
        solver = make(spec)
        if self.needs & ~solver.can:
            return []
        return [kind for kind in self.kinds if _takes(spec, Task(zoo(kind), self.goal))]


LAWS: dict[str, Law] = {}


def law(goal: Goal, *, needs: Can = Can.NOTHING, kinds: Iterable[str] = ZOO) -> Callable[[Check], Check]:
    """Make a law of a function; its name is the function's."""

    def add(check: Check) -> Check:
        LAWS[check.__name__] = Law(check.__name__, goal, needs, tuple(kinds), check)
        return check

    return add


def cases(spec: str) -> dict[str, list[str]]:
    """For each law that binds a solver, the kinds of puzzles on which it is tried."""
    bound = {name: one.kinds_for(spec) for name, one in LAWS.items()}
    return {name: kinds for name, kinds in bound.items() if kinds}


@cache
def zoo(kind: str) -> Puzzle:
    """The tiny puzzle of that kind."""
    return ZOO[kind]()


@cache
def truth(kind: str, goal: Goal) -> frozenset[Board]:
    """The answers by the plainest solver there is."""
    return frozenset(run("plain", Task(zoo(kind), goal)).answers)


def run(spec: str, task: Task, **limits: Any) -> Outcome:
    """The outcome of a search, with a backstop so that a solver that cannot finish does not hang the tests."""
    return Run(spec, task, Limits(**{"seconds": BACKSTOP_SECONDS, **limits})).outcome


def resume_to_the_end(spec: str, task: Task, nodes: int) -> Outcome:
    """Search in slices of so many nodes, each continuing with what the one before left."""
    outcome = run(spec, task, nodes=nodes)
    for _ in range(100_000):
        if not outcome.remaining:
            return outcome
        later = run(spec, task.replace(roots=outcome.remaining), nodes=nodes)
        outcome = outcome.then(later)
    raise AssertionError("resuming makes no headway")


def answers_below(puzzle: Puzzle, goal: Goal, roots: Iterable[Board]) -> set[Board]:
    """All answers below some roots, by the plainest solver."""
    return {board for root in roots for board in run("plain", Task(puzzle, goal, roots=(root,))).answers}


# 1 sound


@law(FIRST)
def sound(spec: str, kind: str, task: Task) -> None:
    """Each answer is a solution of the puzzle and extends a root."""
    outcome = run(spec, task, seconds=BACKSTOP_SECONDS if make(spec).can & Can.PROVE else NO_PROOF_SECONDS)
    assert all(board.is_solution and board.extends(task.roots[0]) for board in outcome.answers)
    assert bool(outcome.answers) <= bool(truth(kind, ALL))
    assert outcome.count == len(outcome.answers) <= 1


# 2 conserving


@law(ALL, needs=Can.PROVE)
def conserving(spec: str, kind: str, task: Task) -> None:
    """Answers, and what extends the remaining roots, are all answers, wherever the search was stopped."""
    for nodes in NODE_LIMITS:
        outcome = run(spec, task, nodes=nodes)
        covered = set(outcome.answers) | answers_below(task.puzzle, ALL, outcome.remaining)
        assert covered == truth(kind, ALL), f"stopped after {nodes} nodes"


# 3 disjoint


@law(ALL, needs=Can.SPLIT | Can.PROVE)
def disjoint(spec: str, kind: str, task: Task) -> None:
    """Resuming to the end reports every answer once."""
    nodes = run(spec, task).stats.nodes
    for slices in SLICES:
        outcome = resume_to_the_end(spec, task, nodes=1 + nodes // slices)
        assert len(outcome.answers) == len(set(outcome.answers))
        assert set(outcome.answers) == truth(kind, ALL)


@law(FIRST, needs=Can.SPLIT | Can.PROVE)
def disjoint_one_by_one(spec: str, kind: str, task: Task) -> None:
    """Asking for one answer at a time gives them all, each once."""
    outcome = run(spec, task)
    answers: list[Board] = []
    while outcome.answers:
        answers += outcome.answers
        if not outcome.remaining:
            break
        outcome = run(spec, task.replace(roots=outcome.remaining))
    assert _placements(answers) == _placements(truth(kind, ALL))


# 4 complete


@law(ALL, needs=Can.PROVE)
def complete(spec: str, kind: str, task: Task) -> None:
    """Without limits nothing remains, and the answers are all there are."""
    outcome = run(spec, task)
    assert not outcome.remaining
    assert outcome.stop is Stop.DONE
    assert set(outcome.answers) == truth(kind, ALL)
    assert len(outcome.answers) == len(truth(kind, ALL))
    assert outcome.status is (Status.ALL_FOUND if truth(kind, ALL) else Status.UNSATISFIABLE)


@law(LABELLED, needs=Can.PROVE)
def complete_labelled(spec: str, kind: str, task: Task) -> None:
    """With identical pieces counted apart, the answers are all there are too."""
    outcome = run(spec, task)
    assert not outcome.remaining
    assert _placements(outcome.answers) == _placements(truth(kind, LABELLED))


@law(COUNT, needs=Can.COUNT)
def complete_counting(spec: str, kind: str, task: Task) -> None:
    """Counting gives as many answers as listing them."""
    assert run(spec, task).count == len(truth(kind, ALL))


@law(UNIQUE, needs=Can.PROVE)
def complete_unique(spec: str, kind: str, task: Task) -> None:
    """Two answers are found where there are two or more, and one where there is one."""
    outcome = run(spec, task)
    assert outcome.count == min(2, len(truth(kind, ALL)))
    assert len(set(outcome.answers)) == outcome.count


def _with_breaks(breaks: int) -> Check:
    def check(spec: str, kind: str, task: Task) -> None:
        outcome = run(spec, task)
        assert not outcome.remaining
        assert len(outcome.answers) == len(set(outcome.answers))
        assert set(outcome.answers) == truth(kind, task.goal)

    check.__name__ = f"complete_breaks_{breaks}"
    check.__doc__ = f"The boards with at most {breaks} breaks are all there are."
    return check


for _breaks in (0, 1, 2):
    law(Goal(breaks=_breaks, want=None), needs=Can.BREAKS | Can.PROVE, kinds=TINY)(_with_breaks(_breaks))


# 5 repeatable


@law(ALL, needs=Can.PROVE)
def repeatable(spec: str, kind: str, task: Task) -> None:  # noqa: ARG001 - every law has the same parameters
    """The same task, seed and node limit give the same events, times aside."""
    assert _events(spec, task) == _events(spec, task)


@law(FIRST)
def repeatable_first(spec: str, kind: str, task: Task) -> None:  # noqa: ARG001
    """The first answer is the same each time."""
    assert _events(spec, task) == _events(spec, task)


# 7 improving


@law(BEST, needs=Can.IMPROVE, kinds=TINY)
def improving(spec: str, kind: str, task: Task) -> None:  # noqa: ARG001
    """Scores rise, none is above the bound, and the last is the best when nothing remains."""
    outcome = run(spec, task, seconds=NO_PROOF_SECONDS)
    scores = [board.score for board in outcome.answers]
    assert scores == sorted(set(scores))
    assert scores, "an improving solver returns a board"
    assert all(board.extends(task.roots[0]) and not board.faults() for board in outcome.answers)
    assert outcome.bound is None or outcome.bound >= scores[-1]
    best = run("plain", task).answers[-1].score
    assert scores[-1] <= best
    if make(spec).can & Can.PROVE and not outcome.remaining:
        assert scores[-1] == best


# 8 additive


@law(ALL, needs=Can.SPLIT | Can.PROVE)
def additive(spec: str, kind: str, task: Task) -> None:
    """The outcomes of the parts sum to the outcome of the whole."""
    parts = run("plain", task, nodes=1)
    outcomes = [run(spec, task.replace(roots=(root,))) for root in parts.remaining]
    total = sum(outcomes[1:], outcomes[0]) if outcomes else None
    found = set(parts.answers) | set(total.answers if total else ())
    assert found == truth(kind, ALL)
    assert total is None or total.count == sum(part.count for part in outcomes)


class SolverLaws:
    """The tests of one solver, made when the class is defined: one for each law and puzzle that bind it.

    `spec` is its solver string.
    """

    spec: ClassVar[str]

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Make the tests, or one skipped test with the reason where the solver cannot run here."""
        super().__init_subclass__(**keywords)
        if "spec" not in vars(cls):
            return
        missing = make(cls.spec).missing_dependency()
        if missing:
            for name in [name for name in dir(cls) if name.startswith("test_")]:
                setattr(cls, name, None)
            cls.test_installed = _skipped(missing)  # type: ignore[attr-defined]
            return
        for name, kinds in cases(cls.spec).items():
            setattr(cls, f"test_{name}", _parametrized(LAWS[name], kinds))

    def test_prompt(self) -> None:
        """Law 6: a search stops soon after it is asked to, in CPU time, since other processes may hold the cores."""
        solver, waits = make(self.spec), []
        for _ in range(3):
            search = Run(self.spec, Task(large(), self._long_goal())).start()
            time.sleep(0.3)
            wall, cpu = time.perf_counter(), time.process_time()
            search.stop()
            outcome = search.outcome
            waits.append((time.perf_counter() - wall, time.process_time() - cpu))
            if waits[-1][0] <= solver.prompt_seconds:
                break
        wall, cpu = map(min, zip(*waits, strict=True))
        assert cpu <= solver.prompt_seconds
        assert wall <= 10 * solver.prompt_seconds
        assert outcome.stop is self._expected_stop(outcome, Stop.CANCELLED)

    def test_prompt_at_a_time_limit(self) -> None:
        """Law 6: a limit on seconds is kept, and the outcome says so."""
        outcome = Run(self.spec, Task(large(), self._long_goal()), Limits(seconds=0.2)).outcome
        assert outcome.stats.seconds < 0.2 + 20 * make(self.spec).prompt_seconds
        assert outcome.stop is self._expected_stop(outcome, Stop.LIMIT)

    def test_refusing(self) -> None:
        """Law 9: what the solver does not claim, it refuses before it starts, with the reason."""
        solver, task = make(self.spec), Task(zoo("rectangle"))
        claims = {BEST: Can.IMPROVE, ALL: Can.PROVE, COUNT: Can.COUNT, Goal(breaks=2): Can.BREAKS | Can.IMPROVE}
        for goal in [PARTIAL, *(goal for goal, claim in claims.items() if not solver.can & claim)]:
            with pytest.raises(RefusedTask, match=rf"{solver.name}.* cannot take this task: \w+"):
                Run(self.spec, task.replace(goal=goal))

    def test_quiet(self, capfd: pytest.CaptureFixture[str]) -> None:
        """Law 10: nothing is printed, and no thread is left behind."""
        before = set(threading.enumerate())
        with Run(self.spec, Task(zoo("rectangle"), self._long_goal()), Limits(seconds=1)) as search:
            _ = search.outcome
        assert capfd.readouterr() == ("", "")
        assert _threads_since(before) == set()

    def test_quiet_import(self) -> None:
        """Law 10: looking the solver up imports no third party."""
        code = (
            "import sys, edgematch; from edgematch.search import SOLVERS;"
            f"SOLVERS.find({make(self.spec).name!r}); print(*[m for m in {THIRD_PARTIES!r} if m in sys.modules])"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
        assert done.stdout.split() == []

    def test_documented(self) -> None:
        """The documentation says what the solver does, and every option says what it is for."""
        cls = SOLVERS.find(make(self.spec).name)
        assert len(SOLVERS.document(cls.name)) > 80
        helps = {name: text for name, _, _, text in describe_options(cls.Options)}
        assert [name for name, text in helps.items() if len(text) < 8] == []

    def _long_goal(self) -> Goal:
        """The goal that keeps the solver busiest of those it takes."""
        return next((goal for goal in (ALL, BEST) if _takes(self.spec, Task(large(), goal))), FIRST)

    def _expected_stop(self, outcome: Outcome, stop: Stop) -> Stop:
        """Why a search of the large puzzle ends: `stop`, unless it solved the puzzle or may end by itself."""
        if outcome.best and outcome.best.is_solution:
            return outcome.stop
        may_end_by_itself = not make(self.spec).can & Can.PROVE
        return Stop.DONE if may_end_by_itself and outcome.stop is Stop.DONE else stop


def _takes(spec: str, task: Task) -> bool:
    try:
        make(spec).refuse(task)
    except RefusedTask:
        return False
    return True


def _parametrized(bound: Law, kinds: list[str]) -> Callable[..., None]:
    """The test of a law on some puzzles."""

    def test(self: SolverLaws, kind: str) -> None:
        bound.check(self.spec, kind, Task(zoo(kind), bound.goal))

    test.__doc__ = bound.check.__doc__
    return pytest.mark.parametrize("kind", kinds)(test)


def _skipped(reason: str) -> Callable[..., None]:
    def test(self: SolverLaws) -> None:
        pytest.skip(f"{self.spec}: {reason}")

    return test


def _placements(boards: Iterable[Board]) -> list[list[int]]:
    return sorted(board.placements.tolist() for board in boards)


def _events(spec: str, task: Task) -> list[dict[str, Any]]:
    """The events of a search without what depends on time."""
    rows = []
    for event in Run(spec, task, Limits(nodes=60, seconds=BACKSTOP_SECONDS)):
        if not isinstance(event, (Progress, Note)):
            row = event.to_dict()
            row.pop("stats", None), row.pop("seconds", None)
            rows.append(row)
    return rows


def _threads_since(before: set[threading.Thread], *, wait_seconds: float = 2) -> set[threading.Thread]:
    """The threads that were started since and still run after a short wait."""
    for thread in set(threading.enumerate()) - before:
        thread.join(wait_seconds)
    return {thread for thread in set(threading.enumerate()) - before if thread.is_alive()}
