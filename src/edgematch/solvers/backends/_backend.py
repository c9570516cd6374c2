"""What solvers over another engine share: one root after the other, and stopping an engine that is busy.

Such an engine knows nothing of roots that remain. It lists all answers below one root, then below the next. When it is
stopped, the root at hand remains as a whole, and so do those after it. Resuming may report some answers again, which is
why such solvers do not claim to SPLIT.
"""

from __future__ import annotations

import atexit
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import ClassVar, TypeVar

from edgematch.model import Board
from edgematch.search.control import Control, SharedCounter
from edgematch.search.solver import Solver
from edgematch.search.task import Task

POLL_SECONDS = 0.02
GRACE_SECONDS = 0.4
EXIT_SECONDS = 20.0
"""How long the end of the process waits for an engine that was left running."""

_left_running: dict[threading.Thread, Callable[[], object]] = {}

T = TypeVar("T")


class Stopped(Exception):  # noqa: N818 - not an error
    """The search was stopped while an engine was being set up or was searching."""


Report = Callable[[Board], bool]
"""Records an answer; False: that is enough."""
Explore = Callable[[Board, Report], bool]
"""Reports all answers below a root; False: it was stopped before all were found."""


class BackEnd(Solver):
    """A solver that hands its roots to another engine, one at a time."""

    prompt_seconds: ClassVar[float] = 1.0

    @abstractmethod
    def session(self, task: Task, control: Control) -> AbstractContextManager[Explore]:
        """Set the engine up for a task, and take it down at the end; `Stopped` may be raised at any time."""

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Explore one root after the other."""

        def report(board: Board) -> bool:
            return control.found(board) if task.goal.boards else control.count(1)

        done = 0
        if control.is_stopped:
            return task.roots
        try:
            with self.session(task, control) as explore:
                while done < len(task.roots) and explore(task.roots[done], report):
                    done += 1
        except Stopped:
            pass
        return task.roots[done:]


def unless_stopped(items: Iterable[T], control: Control) -> Iterator[T]:
    """The items, until the search is stopped; then `Stopped` is raised."""
    for item in items:
        if control.is_stopped:
            raise Stopped
        yield item


def run_interruptible(control: Control, work: Callable[[], T], interrupt: Callable[[], object]) -> T:
    """The result of native work that is done in a thread of its own and interrupted when the search is stopped.

    The engine is interrupted again and again, since it may not have begun when it is asked first. One that does not
    stop soon is left to end by itself, at the latest before the process exits, and `Stopped` is raised.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def do() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that asked
            errors.append(error)

    thread = threading.Thread(target=do, name="edgematch-engine", daemon=True)
    thread.start()
    while thread.is_alive() and not control.is_stopped:
        thread.join(POLL_SECONDS)
    if not _end(thread, interrupt, GRACE_SECONDS):
        _left_running[thread] = interrupt
    if errors:
        raise errors[0]
    if not results:
        raise Stopped
    return results[0]


def _end(thread: threading.Thread, interrupt: Callable[[], object], seconds: float) -> bool:
    """Interrupt a thread until it ends; False: it has not ended after so many seconds."""
    for _ in range(int(seconds / POLL_SECONDS)):
        if not thread.is_alive():
            return True
        interrupt()
        thread.join(POLL_SECONDS)
    return not thread.is_alive()


@atexit.register
def _end_all() -> None:
    """Wait for engines that were left running: native code must not outlive the interpreter."""
    while _left_running:  # emptied, so that engines are deleted before the modules that delete them
        thread, interrupt = _left_running.popitem()
        _end(thread, interrupt, EXIT_SECONDS)


def set_nodes(control: Control, nodes: int) -> None:
    """Set the nodes to what the engine has counted."""
    control.shared[SharedCounter.NODES] = max(nodes, int(control.shared[SharedCounter.NODES]))
