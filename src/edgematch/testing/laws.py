"""The laws every solver keeps, as a class of tests to inherit.

1 sound, 2 conserving, 3 disjoint, 4 complete, 5 repeatable, 6 prompt, 7 improving, 8 additive, 9 refusing, 10 quiet.
Which of them bind a solver follows from what it says it `can`; what is right is decided by the model and by the solver
`plain`. A law that does not apply is skipped with the reason.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

import pytest

from edgematch.errors import RefusedTask
from edgematch.model import Board, Puzzle
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
NODE_LIMITS = (0, 1, 7, 40)
BACKSTOP_SECONDS = 30
THIRD_PARTIES = (
    "pysat", "ortools", "clingo", "highspy", "pychoco", "networkx", "rustworkx", "matplotlib", "cupy", "dask", "sqlalchemy",
    "typer", "rich", "scipy",
)  # fmt: skip


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
    """Search in slices of so many nodes, each going on with what the one before left."""
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


class _Laws:
    """What all laws need: the solver under test and its tasks."""

    spec: ClassVar[str]

    def _task(self, kind: str, goal: Goal, *needs: Can) -> Task:
        """The task, or a skip that says why the law does not bind this solver."""
        solver, task = make(self.spec), Task(zoo(kind), goal)
        if solver.missing_dependency():
            pytest.skip(f"{solver.name}: {solver.missing_dependency()}")
        if any(not solver.can & need for need in needs):
            pytest.skip(f"{solver.name} does not claim {', '.join(str(need.name) for need in needs)}")
        try:
            solver.refuse(task)
        except RefusedTask as reason:
            pytest.skip(str(reason))
        return task


@pytest.mark.parametrize("kind", ZOO)
class SolverLaws(_Laws):
    """The laws that are tried on every kind of puzzle, for the solver whose string is `spec`."""

    def test_sound(self, kind: str) -> None:
        """Each answer is a solution of the puzzle and extends a root."""
        task = self._task(kind, FIRST)
        outcome = run(self.spec, task)
        assert all(board.is_solution and board.extends(task.roots[0]) for board in outcome.answers)
        assert bool(outcome.answers) <= bool(truth(kind, ALL))
        assert outcome.count == len(outcome.answers) <= 1

    def test_complete(self, kind: str) -> None:
        """Without limits nothing remains, and the answers are all there are."""
        outcome = run(self.spec, self._task(kind, ALL, Can.PROVE))
        assert not outcome.remaining
        assert outcome.stop is Stop.DONE
        assert set(outcome.answers) == truth(kind, ALL)
        assert len(outcome.answers) == len(truth(kind, ALL))
        assert outcome.status is (Status.ALL_FOUND if truth(kind, ALL) else Status.UNSATISFIABLE)

    def test_complete_labelled(self, kind: str) -> None:
        """Told apart by piece and turn, the answers are all there are too."""
        outcome = run(self.spec, self._task(kind, LABELLED, Can.PROVE))
        assert not outcome.remaining
        assert sorted(b.placements.tolist() for b in outcome.answers) == sorted(
            b.placements.tolist() for b in truth(kind, LABELLED)
        )

    def test_counts(self, kind: str) -> None:
        """Counting gives as many answers as listing them."""
        assert run(self.spec, self._task(kind, COUNT, Can.COUNT)).count == len(truth(kind, ALL))

    def test_unique(self, kind: str) -> None:
        """Two answers are found where there are two, and one is enough to tell where there is one."""
        outcome = run(self.spec, self._task(kind, UNIQUE, Can.PROVE))
        assert outcome.count == min(2, len(truth(kind, ALL)))
        assert len(set(outcome.answers)) == outcome.count

    @pytest.mark.parametrize("nodes", NODE_LIMITS)
    def test_conserving(self, kind: str, nodes: int) -> None:
        """Answers, and what extends the remaining roots, are all answers, wherever the search was stopped."""
        task = self._task(kind, ALL, Can.PROVE)
        outcome = run(self.spec, task, nodes=nodes)
        covered = set(outcome.answers) | answers_below(task.puzzle, ALL, outcome.remaining)
        assert covered == truth(kind, ALL)

    @pytest.mark.parametrize("slices", [2, 11])
    def test_disjoint(self, kind: str, slices: int) -> None:
        """Resuming to the end reports every answer once."""
        task = self._task(kind, ALL, Can.SPLIT, Can.PROVE)
        whole = run(self.spec, task)
        outcome = resume_to_the_end(self.spec, task, nodes=1 + whole.stats.nodes // slices)
        assert len(outcome.answers) == len(set(outcome.answers))
        assert set(outcome.answers) == truth(kind, ALL)

    def test_wanting_one_by_one(self, kind: str) -> None:
        """Asking for one answer at a time gives them all, each once."""
        task = self._task(kind, FIRST, Can.SPLIT, Can.PROVE)
        outcome = run(self.spec, task)
        answers: list[Board] = []
        while outcome.answers:
            answers += outcome.answers
            if not outcome.remaining:
                break
            outcome = run(self.spec, task.replace(roots=outcome.remaining))
        assert sorted(b.placements.tolist() for b in answers) == sorted(b.placements.tolist() for b in truth(kind, ALL))

    def test_additive(self, kind: str) -> None:
        """The outcomes of the parts sum to the outcome of the whole."""
        task = self._task(kind, ALL, Can.SPLIT, Can.PROVE)
        parts = run("plain", task, nodes=1)
        pieces = [run(self.spec, task.replace(roots=(root,))) for root in parts.remaining]
        total = sum(pieces[1:], pieces[0]) if pieces else None
        found = set(parts.answers) | set(total.answers if total else ())
        assert found == truth(kind, ALL)
        assert total is None or total.count == sum(part.count for part in pieces)

    def test_repeatable(self, kind: str) -> None:
        """The same task, seed and node limit give the same events but for their times."""
        task = self._task(kind, ALL if make(self.spec).can & Can.PROVE else FIRST)
        assert self._events(task) == self._events(task)

    def _events(self, task: Task) -> list[Any]:
        search = Run(self.spec, task, Limits(nodes=60, seconds=BACKSTOP_SECONDS))
        told = []
        for event in search:
            if not isinstance(event, (Progress, Note)):
                row = event.to_dict()
                row.pop("stats", None), row.pop("seconds", None)
                told.append(row)
        return told


@pytest.mark.parametrize("kind", TINY)
class SolverScoreLaws(_Laws):
    """The laws of solvers that tolerate breaks or improve boards, on the tiniest puzzles."""

    @pytest.mark.parametrize("breaks", [0, 1, 2])
    def test_breaks(self, kind: str, breaks: int) -> None:
        """The boards with at most so many breaks are all there are."""
        goal = Goal(breaks=breaks, want=None)
        outcome = run(self.spec, self._task(kind, goal, Can.BREAKS, Can.PROVE))
        assert not outcome.remaining
        assert len(outcome.answers) == len(set(outcome.answers))
        assert set(outcome.answers) == truth(kind, goal)

    def test_improving(self, kind: str) -> None:
        """Scores rise, none is above the bound, and the last is the best when nothing remains."""
        task = self._task(kind, BEST, Can.IMPROVE)
        outcome = run(self.spec, task, seconds=2)
        scores = [board.score for board in outcome.answers]
        assert scores == sorted(set(scores))
        assert scores, "an improving solver returns a board"
        assert outcome.bound is None or outcome.bound >= scores[-1]
        if make(self.spec).can & Can.PROVE and not outcome.remaining:
            assert scores[-1] == run("plain", task).answers[-1].score


class SolverManners:
    """The laws that need no puzzle of every kind: stop when told, refuse clearly, stay quiet."""

    spec: ClassVar[str]

    def _present(self) -> None:
        missing = make(self.spec).missing_dependency()
        if missing:
            pytest.skip(missing)

    def _long_goal(self) -> Goal:
        """The goal that keeps the solver busiest of those it takes."""
        for goal in (ALL, BEST):
            try:
                make(self.spec).refuse(Task(large(), goal))
            except RefusedTask:
                continue
            return goal
        return FIRST

    def test_prompt(self) -> None:
        """A search stops soon after it is told to."""
        self._present()
        solver = make(self.spec)
        waits = []
        for _ in range(3):
            search = Run(self.spec, Task(large(), self._long_goal())).start()
            time.sleep(0.3)
            told = time.perf_counter(), time.process_time()
            search.stop()
            stopped = search.outcome.stop
            waits.append((time.perf_counter() - told[0], time.process_time() - told[1]))
            if waits[-1][0] <= solver.prompt_seconds:
                break
        wall, busy = min(waits)
        assert busy <= solver.prompt_seconds, "measured in time at work, since others may hold the processors"
        assert wall <= 10 * solver.prompt_seconds
        assert stopped in (Stop.CANCELLED, Stop.DONE, Stop.ENOUGH)

    def test_time_limit(self) -> None:
        """A limit on seconds is kept, and says so."""
        self._present()
        outcome = Run(self.spec, Task(large(), self._long_goal()), Limits(seconds=0.2)).outcome
        assert outcome.stats.seconds < 0.2 + 20 * make(self.spec).prompt_seconds
        assert outcome.stop in (Stop.LIMIT, Stop.DONE, Stop.ENOUGH)

    def test_refusing(self) -> None:
        """What the solver does not claim, it refuses before it starts."""
        self._present()
        can, task = make(self.spec).can, Task(zoo("rectangle"))
        for need, goal in (
            (Can.IMPROVE, BEST), (Can.PROVE, ALL), (Can.COUNT, COUNT), (Can.BREAKS | Can.IMPROVE, Goal(breaks=2)),
        ):  # fmt: skip
            if not can & need:
                with pytest.raises(RefusedTask, match=make(self.spec).name):
                    Run(self.spec, task.replace(goal=goal))

    def test_quiet(self, capfd: pytest.CaptureFixture[str]) -> None:
        """Nothing is printed, and no thread is left behind."""
        self._present()
        before = threading.active_count()
        with Run(self.spec, Task(zoo("rectangle"), self._long_goal()), Limits(seconds=1)) as search:
            _ = search.outcome
        assert capfd.readouterr() == ("", "")
        assert threading.active_count() <= before + 1

    def test_imports_late(self) -> None:
        """Looking the solver up imports no third party."""
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
        assert cls.can is not None
