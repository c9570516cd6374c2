"""A search under way: iterate its events, stop it, ask for its outcome.

One harness does for every solver what solvers must not do: limits, clocks, interrupts, checkpoints, events, status.
The solver works in a thread of its own; another thread watches the clock. A checkpoint needs no support from the
solver beyond stopping: it stops, what remains is saved, and the search goes on with it. That is sound because every
solver that can SPLIT returns exactly what it did not finish, and one with STATE goes on where it was. A solver that
can neither is not stopped. When it looks for better boards, what it has found is saved while it runs, with all its
roots: whoever goes on searches them again, for boards better than these.

Ctrl-C never passes for a result: the search stops, its threads end, and `KeyboardInterrupt` is raised with what was
found so far as its attribute `outcome`.
"""

from __future__ import annotations

import atexit
import contextlib
import queue
import signal
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from edgematch.errors import SolverFailure
from edgematch.model import AnyRoots, Board, Puzzle, Roots
from edgematch.search._processes import memory_in_use
from edgematch.search.control import Control
from edgematch.search.events import Done, Event, Progress
from edgematch.search.goal import COUNT, FIRST, Goal
from edgematch.search.limits import Limits
from edgematch.search.outcome import Outcome, Stop
from edgematch.search.solver import DEFAULT, Can, Solver, make, require
from edgematch.search.task import Task

TICK_SECONDS = 0.02
"""How often the clock is read: a limit is noticed within this time, and the solver stops a few ms later."""
EXIT_SECONDS = 10.0
"""How long the end of the process waits for searches that were left running."""
ANSWER_SECONDS = 1.0
"""A better board is saved after this time at the latest, where saving does not stop the search."""
CHECKPOINT_SHARE = 0.05
"""Checkpoints that take long become rarer, so that they cost no more than this share of the time."""

_running: weakref.WeakSet[Run] = weakref.WeakSet()


@dataclass(frozen=True)
class Checkpoint:
    """Every so many seconds, save the outcome so far (complete in itself: its remaining roots can be resumed)."""

    seconds: float
    save: Callable[[Outcome], None]


class Run:
    """One search from start to outcome.

    `keep` makes every board of that score or more an event, `keep_best` every board of so many of the best scores.
    `state` is the one of the outcome that this search goes on from.

    Examples:
        >>> with Run("backtrack", Task(puzzle)) as run:  # doctest: +SKIP
        ...     for event in run:
        ...         print(event)
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
        keep: int | None = None,
        keep_best: int = 0,
        state: bytes = b"",
    ) -> None:
        asked = make(solver)
        require(asked)
        asked.refuse(task)
        self.solver = asked.for_task(task)
        self.task, self.limits = task, limits or Limits()
        self._is_pausing = bool(self.solver.can & (Can.SPLIT | Can.STATE))
        self._checkpoint = checkpoint if self._is_pausing or task.goal.improve else None
        self._progress_every = progress_every
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._control = Control(
            task,
            self.limits,
            self._events.put,
            keep=keep,
            keep_best=keep_best,
            state=state,
            wants_state=self._checkpoint is not None,
        )
        self._saved_answers, self._save_pause = 0, 0.0
        self._deepest: Board | None = None
        self._next_save = float("inf")
        self._outcome: Outcome | None = None
        self._error: BaseException | None = None
        self._is_interrupted = False
        self._finished = threading.Event()
        self._threads: list[threading.Thread] = []

    # for callers

    def start(self) -> Self:
        """Begin to search; iterating or asking for the outcome does so too."""
        if self._threads:
            return self
        with self._stopping_on_ctrl_c():
            _running.add(self)
            self._threads = [
                threading.Thread(target=target, name=f"edgematch-{target.__name__}", daemon=True)
                for target in (self._work, self._watch)
            ]
            for thread in self._threads:
                thread.start()
        if self._is_interrupted:
            self._raise_if_failed()
        return self

    def stop(self) -> None:
        """Ask the search to end now and keep what it has; returns at once."""
        self._control.stop(Stop.CANCELLED)

    def interrupt(self) -> None:
        """Stop, from a signal handler."""
        self._control.interrupt()

    def __iter__(self) -> Iterator[Event]:
        """The events until the last, which is `Done`; after Ctrl-C the rest of them, then `KeyboardInterrupt`."""
        self.start()
        event: Event | None = None
        while not isinstance(event, Done) and not (self._finished.is_set() and self._events.empty()):
            with self._stopping_on_ctrl_c(), contextlib.suppress(queue.Empty):
                event = None
                event = self._events.get(timeout=0.1)
            if event is not None:
                yield event
        self._raise_if_failed()

    @property
    def outcome(self) -> Outcome:
        """The outcome; waits for the end. Ctrl-C meanwhile raises `KeyboardInterrupt` with the partial outcome."""
        self.start()
        with self._stopping_on_ctrl_c():
            while not self._finished.wait(0.1):
                pass
        self._raise_if_failed()
        assert self._outcome is not None
        return self._outcome

    def join(self, timeout: float | None = None) -> None:
        """Wait until the threads of the search have ended."""
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(timeout)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        with self._stopping_on_ctrl_c():
            self.join()

    @contextmanager
    def _stopping_on_ctrl_c(self) -> Iterator[None]:
        """While waiting, let Ctrl-C stop the search instead of breaking into the code that waits for it."""
        is_ours = threading.current_thread() is threading.main_thread()
        if not is_ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return

        def stop(number: int, frame: object) -> None:  # noqa: ARG001 - the signature that signals need
            self._is_interrupted = True
            self.interrupt()

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _raise_if_failed(self) -> None:
        if self._error is not None:
            raise self._error
        if self._is_interrupted:
            with self._stopping_on_ctrl_c():
                self.join()
            self._is_interrupted = False
            # No subclass: only for KeyboardInterrupt itself does Python exit as a process that Ctrl-C ended.
            error = KeyboardInterrupt("the search was interrupted; its outcome so far is the attribute `outcome`")
            error.outcome = self._outcome  # type: ignore[attr-defined]
            raise error

    # the solver's thread

    def _work(self) -> None:
        try:
            self._outcome = self._search()
            self._events.put(Done(self._outcome))
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self._error = error
        finally:
            self._finished.set()

    def _search(self) -> Outcome:
        roots = self.task.roots
        while True:
            try:
                left = self.solver.search(self.task.replace(roots=roots), self._control)
            except (SolverFailure, MemoryError) as error:
                return self._result(roots, Stop.FAILED, str(error) or "out of memory")
            remaining = left if isinstance(left, Roots) else tuple(left)
            is_paused = self._checkpoint is not None and self._is_pausing and self._control.nodes_left != 0
            if not remaining or self._control.reason is not None or not is_paused:
                return self._result(remaining, self._why(remaining))
            roots = remaining
            self._save(roots)
            self._control.begin_slice()

    def _save(self, roots: AnyRoots) -> None:
        assert self._checkpoint is not None
        began = self._control.stats().seconds
        part = self._result(roots, Stop.LIMIT)
        self._checkpoint.save(part)
        self._saved_answers = len(part.answers)
        now = self._control.stats().seconds
        self._save_pause = (now - began) / CHECKPOINT_SHARE
        self._next_save = now + max(self._checkpoint.seconds, self._save_pause)

    def _save_running(self) -> None:
        """Save from the clock's thread; a failure ends the search and is raised to whoever waits for it."""
        try:
            self._save(self.task.roots)
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that waits
            self._error = error
            self._control.stop(Stop.FAILED)

    def _why(self, remaining: AnyRoots) -> Stop:
        if not remaining:
            return Stop.DONE
        if self._control.reason is not None:
            return self._control.reason
        # A back end with a time limit of its own may end before the clock's thread has noticed.
        return Stop.LIMIT if 0 in (self._control.nodes_left, self._control.seconds_left) else Stop.DONE

    def _result(self, remaining: AnyRoots, stop: Stop, error: str = "") -> Outcome:
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
            state=control.state if remaining else b"",
            deepest=self._deepest_of(remaining),
        )

    def _deepest_of(self, remaining: AnyRoots) -> Board | None:
        """The partial board with most pieces that was seen or remains."""
        seen = [self._deepest] if self._deepest is not None else []
        most = [remaining.deepest] if remaining and isinstance(remaining, Roots) else remaining
        return max([*seen, *most], key=lambda board: board.count, default=None)

    # the clock's thread

    def _watch(self) -> None:
        if self._checkpoint is not None:
            self._next_save = self._checkpoint.seconds
        next_progress, last_save = self._progress_every or float("inf"), 0.0
        while not self._finished.wait(TICK_SECONDS):
            stats, view = self._control.stats(), self._control.view()
            if self.limits.seconds is not None and stats.seconds >= self.limits.seconds:
                self._control.stop(Stop.LIMIT)
            if self.limits.memory is not None and memory_in_use() > self.limits.memory:
                self._control.stop(Stop.LIMIT)
            if self._checkpoint is not None and not self._is_pausing and stats.answers > self._saved_answers:
                self._next_save = min(self._next_save, last_save + max(ANSWER_SECONDS, self._save_pause))
            if stats.seconds >= self._next_save:
                last_save, self._next_save = stats.seconds, float("inf")  # until this checkpoint is saved
                if self._is_pausing:
                    self._control.pause()
                else:
                    self._save_running()
            if stats.seconds >= next_progress and self._progress_every:
                next_progress = stats.seconds + self._progress_every
                self._events.put(Progress(stats, view))
            self._remember(view)

    def _remember(self, view: Board | None) -> None:
        """Keep the deepest board seen; a view taken while the solver changes it may be none at all."""
        if view is None or view.count <= (self._deepest.count if self._deepest else 0) or view.faults():
            return
        allowed = self.task.goal.breaks
        if allowed is None or view.breaks <= allowed:
            self._deepest = view


@atexit.register
def _stop_all() -> None:
    """End searches that are left running: threads in native code must not outlive the interpreter."""
    runs = [run for run in _running if not run._finished.is_set()]  # noqa: SLF001 - the class's own clean-up
    if runs and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    for run in runs:
        run.stop()
    for run in runs:
        run.join(EXIT_SECONDS)


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

    `em.solve(puzzle).answers[0]` is a solution; `em.solve(puzzle, em.ALL)` finds them all. A limit (`seconds`,
    `nodes`) ends the search early: `outcome.stop` says so, and `outcome.remaining` is what was not searched. Ctrl-C
    raises `KeyboardInterrupt`, whose attribute `outcome` holds what was found until then.
    """
    task = puzzle if isinstance(puzzle, Task) else Task(puzzle, goal, seed=seed)
    return Run(solver, task, Limits(seconds=seconds, nodes=nodes, threads=threads)).outcome


def count(puzzle: Puzzle, *, labelled: bool = False, solver: str | Solver = DEFAULT, threads: int = 1) -> int:
    """The number of solutions; with `labelled`, identical pieces that are exchanged count separately.

    There is no limit: it is the exact number, or an exception. Ctrl-C raises `KeyboardInterrupt`, whose attribute
    `outcome` holds the count until then and the roots that were not searched.
    """
    goal = replace(COUNT, labelled=labelled)
    return solve(puzzle, goal, solver=solver, threads=threads).count
