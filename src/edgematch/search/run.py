"""A search under way: iterate its events, stop it, ask for its outcome.

One harness does for every solver what solvers must not do: limits, clocks, cancelling, checkpoints, events, status.
The solver works in a thread of its own; another looks at the clock. A checkpoint is nothing special: the solver is
told to unwind, what remains is kept, and the search goes on with it, which is sound because every solver that can
SPLIT returns exactly what it did not finish.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from edgematch.errors import SolverFailure
from edgematch.model import Board, Puzzle
from edgematch.search.control import Control
from edgematch.search.events import Done, Event, Progress
from edgematch.search.goal import COUNT, FIRST, Goal, Limits, Task
from edgematch.search.outcome import Outcome, Stop
from edgematch.search.solver import DEFAULT, Can, Solver, make, require

TICK_SECONDS = 0.02
"""How often the clock is looked at: a limit is noticed within this, and the solver unwinds within a few ms more."""


@dataclass(frozen=True)
class Checkpoint:
    """Every so many seconds, hand over the outcome so far (complete in itself: its remaining roots can be resumed)."""

    seconds: float
    save: Callable[[Outcome], None]


class Run:
    """One search from start to outcome.

    >>> with Run("backtrack", Task(puzzle)) as run:      # doctest: +SKIP
    ...     for event in run: print(event)
    ...     run.outcome.status
    """

    def __init__(
        self,
        solver: str | Solver,
        task: Task,
        limits: Limits | None = None,
        *,
        checkpoint: Checkpoint | None = None,
        progress_every: float | None = None,
    ) -> None:
        self.solver = make(solver)
        require(self.solver)
        self.solver.refuse(task)
        self.task, self.limits = task, limits or Limits()
        self._checkpoint, self._progress_every = checkpoint, progress_every
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._control = Control(task, self.limits, self._events.put)
        self._outcome: Outcome | None = None
        self._error: BaseException | None = None
        self._finished = threading.Event()
        self._threads: list[threading.Thread] = []

    # the face

    def start(self) -> Self:
        """Begin to search; iterating or asking for the outcome does so too."""
        if not self._threads:
            self._threads = [
                threading.Thread(target=target, name=f"edgematch-{target.__name__}", daemon=True)
                for target in (self._work, self._watch)
            ]
            for thread in self._threads:
                thread.start()
        return self

    def stop(self) -> None:
        """Ask the search to end now and keep what it has; returns at once."""
        self._control.stop(Stop.CANCELLED)

    def __iter__(self) -> Iterator[Event]:
        """The events until the last, which is `Done`; Ctrl-C stops the search and loses nothing."""
        self.start()
        while True:
            try:
                event = self._events.get(timeout=0.1)
            except queue.Empty:
                if self._finished.is_set() and self._events.empty():
                    break
                continue
            except KeyboardInterrupt:
                if self._control.reason is Stop.CANCELLED:
                    raise
                self.stop()
                continue
            yield event
            if isinstance(event, Done):
                return
        if self._error is not None:
            raise self._error

    @property
    def outcome(self) -> Outcome:
        """What came of it; waits for the end."""
        self.start()
        while not self._finished.is_set():
            try:
                self._finished.wait(0.1)
            except KeyboardInterrupt:
                if self._control.reason is Stop.CANCELLED:
                    raise
                self.stop()
        if self._error is not None:
            raise self._error
        assert self._outcome is not None
        return self._outcome

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        for thread in self._threads:
            thread.join()

    # the solver's thread

    def _work(self) -> None:
        try:
            self._outcome = self._search()
            self._events.put(Done(self._outcome))
        except BaseException as error:  # noqa: BLE001 - handed over to the thread that asked
            self._error = error
        finally:
            self._finished.set()

    def _search(self) -> Outcome:
        roots: tuple[Board, ...] = self.task.roots
        while True:
            try:
                remaining = tuple(self.solver.search(self.task.replace(roots=roots), self._control))
            except (SolverFailure, MemoryError) as error:
                return self._result(roots, Stop.FAILED, str(error) or "out of memory")
            if not remaining or self._control.reason is not None or not self._paused():
                return self._result(remaining, self._why(remaining))
            roots = remaining
            if self._checkpoint:
                self._checkpoint.save(self._result(roots, Stop.LIMIT))
            self._control.begin_slice()

    def _paused(self) -> bool:
        return self._checkpoint is not None and bool(self.solver.can & Can.SPLIT) and self._control.nodes_left != 0

    def _why(self, remaining: tuple[Board, ...]) -> Stop:
        if not remaining:
            return Stop.DONE
        if self._control.reason is not None:
            return self._control.reason
        return Stop.LIMIT if self._control.nodes_left == 0 else Stop.DONE

    def _result(self, remaining: tuple[Board, ...], stop: Stop, error: str = "") -> Outcome:
        control = self._control
        if self.task.goal.improve and not remaining:
            control.bound = control.floor
        return Outcome(
            solver=self.solver.spec,
            answers=tuple(control.answers),
            remaining=remaining,
            stop=stop,
            stats=control.stats(),
            bound=control.bound,
            goal=self.task.goal,
            error=error,
        )

    # the clock's thread

    def _watch(self) -> None:
        next_save = self._checkpoint.seconds if self._checkpoint and self.solver.can & Can.SPLIT else float("inf")
        next_progress = self._progress_every or float("inf")
        while not self._finished.wait(TICK_SECONDS):
            stats = self._control.stats()
            if self.limits.seconds is not None and stats.seconds >= self.limits.seconds:
                self._control.stop(Stop.LIMIT)
            if self.limits.memory is not None and memory_in_use() > self.limits.memory:
                self._control.stop(Stop.LIMIT)
            if stats.seconds >= next_save and self._checkpoint:
                next_save = stats.seconds + self._checkpoint.seconds
                self._control.pause()
            if stats.seconds >= next_progress and self._progress_every:
                next_progress = stats.seconds + self._progress_every
                self._events.put(Progress(stats, self._control.view()))


def memory_in_use() -> int:
    """Bytes of memory this process holds; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * 4096


def solve(
    puzzle: Puzzle | Task,
    goal: Goal = FIRST,
    *,
    solver: str | Solver = DEFAULT,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Outcome:
    """Search and wait for the outcome.

    `em.solve(puzzle).answers[0]` is a solution; `em.solve(puzzle, em.ALL)` finds them all.
    """
    task = puzzle if isinstance(puzzle, Task) else Task(puzzle, goal, seed=seed)
    return Run(solver, task, Limits(seconds=seconds, nodes=nodes, threads=threads)).outcome


def count(puzzle: Puzzle, *, labelled: bool = False, solver: str | Solver = DEFAULT, threads: int = 1) -> int:
    """The number of solutions; `labelled` tells identical pieces apart."""
    goal = Goal(want=COUNT.want, boards=COUNT.boards, labelled=labelled)
    return solve(puzzle, goal, solver=solver, threads=threads).count
