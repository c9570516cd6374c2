"""What a solver sees of the search that runs it: count nodes, report boards, and learn when to stop.

A solver never reads a clock, prints, or writes a file, and it does not decide what its answers are worth: it uses the
`Control` it was given. Native engines share two small arrays with it, so that they can be stopped and can report
progress while the GIL is released: `shared` holds the counters named by `SharedCounter`, `window` the board they are
working on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from edgematch.errors import UnsoundAnswer
from edgematch.model import EMPTY, Board, RootIndex, Roots
from edgematch.search.events import Event, Found, Kept, Note
from edgematch.search.limits import Limits
from edgematch.search.outcome import Stop
from edgematch.search.stats import Stats
from edgematch.search.task import Task


class SharedCounter(IntEnum):
    """The words of `Control.shared`, the same as in the core's control.hpp."""

    STOP = 0
    NODES = 1
    ANSWERS = 2
    DEPTH = 3
    BILLIONTHS = 4
    TESTS = 5
    SIZE = 8


class Control:
    """Counts, checks and records for one search, and says when to stop.

    `keep` is the score from which every board that a solver offers becomes an event, whether it is an answer or not
    (None: only answers); `keep_best` does so for the boards of so many of the best scores. `state` is for solvers that
    go on where they stopped: bytes that only the solver reads, taken from the checkpoint when the search begins and,
    where there are checkpoints (`wants_state`), set again before `search` returns. A solver that is not stopped for
    checkpoints sets it whenever it changes.
    """

    def __init__(
        self,
        task: Task,
        limits: Limits,
        emit: Callable[[Event], None],
        *,
        keep: int | None = None,
        keep_best: int = 0,
        state: bytes = b"",
        wants_state: bool = False,
    ) -> None:
        self.task, self.limits, self.keep, self.keep_best, self.state = task, limits, keep, keep_best, state
        self.wants_state = wants_state
        self.shared = np.zeros(SharedCounter.SIZE, dtype=np.int64)
        self.window = np.full(task.puzzle.cells, EMPTY, dtype=np.int16)
        self.floor = task.beat
        self.bound: int | None = None
        self.answers: list[Board] = []
        self.details: dict[str, Any] = {}
        self.reason: Stop | None = None
        self._emit, self._began, self._lock = emit, limits.now(), threading.Lock()
        self._answer_count = 0
        self._nodes_before = 0
        self._nodes_of_part: int | None = None
        self._share_left = self._share_of_part = 1.0
        self._kept: set[int] = set()
        self._held: list[Board | int] | None = None

    # for solvers: counting

    def node(self, depth: int = 0) -> bool:
        """Count one placement; False, and nothing counted: stop now without making it."""
        if self.shared[SharedCounter.STOP] or self.nodes_left == 0:
            return False
        self.shared[SharedCounter.NODES] += 1
        self.shared[SharedCounter.DEPTH] = depth
        return True

    def split(self, roots: int) -> None:
        """Count placements that are returned as roots when stopping: resuming will not make them again."""
        self.shared[SharedCounter.NODES] += roots

    def tally(self, name: str, more: int = 1) -> None:
        """Add to a counter of the details; several threads may do so."""
        with self._lock:
            self.details[name] = self.details.get(name, 0) + more

    def spent(self) -> float | None:
        """The share of the limits that is spent, 0 to 1 (or a little more); None where there is no limit."""
        stats = self.stats()
        return self.limits.share_spent(seconds=stats.seconds, nodes=stats.nodes)

    @contextmanager
    def part(self, nodes: int, *, left: float = 1.0, share: float = 1.0) -> Iterator[None]:
        """For solvers that run others: within this block at most so many nodes are spent.

        For the progress that is shown, `left` is the share of the search that is open when the block begins, and
        `share` the part of it that is searched in the block.
        """
        before, self._share_left = self._share_left, self._share_left * left
        self._nodes_of_part, self._share_of_part = self._nodes_spent + nodes, share
        try:
            yield
        finally:
            self.shared[SharedCounter.BILLIONTHS] = 0
            self._nodes_of_part, self._share_of_part, self._share_left = None, 1.0, before

    @contextmanager
    def holding(self) -> Iterator[None]:
        """For solvers that run others: within this block answers are held back until they are released or dropped.

        Those that are still held at its end are released. Only for goals that want all answers.
        """
        self._held = []
        try:
            yield
        finally:
            self.release()

    def release(self) -> None:
        """Record the answers that are held back; from now on they are recorded at once."""
        held, self._held = self._held or [], None
        for answer in held:
            if isinstance(answer, int):
                self.count(answer)
            else:
                self.found(answer)

    def drop(self) -> None:
        """Forget the answers that are held back, since they will be found again; from now on they are recorded."""
        self._held = None

    @property
    def nodes_left(self) -> int | None:
        """How many nodes may still be spent; None: no limit."""
        limits = [limit for limit in (self.limits.nodes, self._nodes_of_part) if limit is not None]
        return max(0, min(limits) - self._nodes_spent) if limits else None

    @property
    def seconds_left(self) -> float | None:
        """The seconds that may still be spent, for back ends with a time limit of their own; None: no limit."""
        limit = self.limits.seconds
        return None if limit is None else max(0.0, limit - (self.limits.now() - self._began))

    @property
    def is_stopped(self) -> bool:
        """Whether the solver should stop."""
        return bool(self.shared[SharedCounter.STOP]) or self.nodes_left == 0

    @property
    def recorded(self) -> int:
        """How many answers were recorded; those held back are not."""
        return self._answer_count

    @property
    def is_enough(self) -> bool:
        """Whether as many answers as wanted were recorded."""
        want = self.task.goal.want
        return want is not None and self._answer_count >= want

    # for solvers: reporting

    def found(self, board: Board) -> bool:
        """Record an answer after checking it with the model's own code; False: that is enough, stop."""
        with self._lock:
            self._check(board)
            if self.task.goal.improve and board.score <= self.floor:
                return self.reason is None
            if self._held is not None:
                self._held.append(board)
                return self.reason is None
            board = board if self.task.goal.labelled else board.canonical()
            self._answer_count += 1
            if self.task.goal.boards:
                self.answers.append(board)
            if self.task.goal.improve:
                self.floor = board.score
            self._is_new(board)
            self._emit(Found(board, self._answer_count, self.stats()))
            return self._go_on()

    def found_all(self, boards: Iterable[Board]) -> list[Board]:
        """Record answers one after the other until there are enough; those not recorded come back as roots."""
        spare = []
        for board in boards:
            if self.is_enough:
                spare.append(board)
            else:
                self.found(board)
        return spare

    def count(self, answers: int) -> bool:
        """Record so many answers without their boards; False: that is enough, stop."""
        with self._lock:
            if self._held is not None:
                self._held.append(answers)
                return self.reason is None
            self._answer_count += answers
            return self._go_on()

    def offer(self, board: Board) -> None:
        """Report a board that may or may not be an answer; one that scores enough to be kept becomes an event."""
        allowed = self.task.goal.breaks
        is_answer = allowed is None or (board.is_complete and board.breaks <= allowed)
        if is_answer and board.score > self.floor and not self.is_enough:
            self.found(board)
        elif self.keeps(board.score):
            with self._lock:
                self._check(board, is_answer=False)
                board = board if self.task.goal.labelled else board.canonical()
                if self._is_new(board):
                    self._emit(Kept(board, self.stats()))

    @property
    def kept_from(self) -> int | None:
        """The score from which a board is an event even when it is no answer; None: no such board is."""
        among_best = max(0, self.floor + 1 - self.keep_best) if self.keep_best else None
        return min((score for score in (self.keep, among_best) if score is not None), default=None)

    def keeps(self, score: int) -> bool:
        """Whether a board of this score is an event even when it is no answer."""
        least = self.kept_from
        return least is not None and score >= least

    def show(self, board: Board) -> None:
        """Show a board to whoever is watching; costs next to nothing."""
        self.window[:] = board.placements

    def note(self, text: str) -> None:
        """Add a remark about the search; boards are reported by `offer`, never in a remark."""
        self._emit(Note(text))

    # for the harness

    def stop(self, reason: Stop) -> None:
        """Ask the solver to stop; the first reason counts."""
        with self._lock:
            self._stop(reason)

    def interrupt(self) -> None:
        """Ask the solver to stop, from a signal handler: takes no lock."""
        self._stop(Stop.CANCELLED)

    def begin_slice(self) -> None:
        """Go on after a checkpoint, keeping what was counted."""
        with self._lock:
            self._share_left *= 1 - self._slice_fraction()
            self._nodes_before += int(self.shared[SharedCounter.NODES])
            self.shared[[SharedCounter.NODES, SharedCounter.BILLIONTHS]] = 0
            self.shared[SharedCounter.STOP] = self.reason is not None

    def pause(self) -> None:
        """Ask the solver to stop for a checkpoint; the search itself goes on."""
        self.shared[SharedCounter.STOP] = 1

    def stats(self) -> Stats:
        """The counters as they are now."""
        return Stats(
            nodes=self.task.placed + self._nodes_spent,
            tests=int(self.shared[SharedCounter.TESTS]),
            answers=self._answer_count,
            seconds=self.limits.now() - self._began,
            depth=int(self.shared[SharedCounter.DEPTH]),
            fraction=1 - self._share_left * (1 - self._slice_fraction()),
            details=dict(self.details),
        )

    def view(self) -> Board | None:
        """The board the solver shows at the moment, if it shows any."""
        placements = self.window.copy()
        return Board(self.task.puzzle, placements) if (placements >= 0).any() else None

    # internal

    @property
    def _nodes_spent(self) -> int:
        return self._nodes_before + int(self.shared[SharedCounter.NODES])

    def _slice_fraction(self) -> float:
        return self._share_of_part * min(1.0, int(self.shared[SharedCounter.BILLIONTHS]) / 1e9)

    def _stop(self, reason: Stop) -> None:
        self.reason = self.reason or reason
        self.shared[SharedCounter.STOP] = 1

    def _go_on(self) -> bool:
        if self.is_enough:
            self._stop(Stop.ENOUGH)
        return self.reason is None

    def _is_new(self, board: Board) -> bool:
        """Whether a board worth keeping was not reported before."""
        if not self.keeps(board.score):
            return False
        key, known = hash(board.placements.tobytes()), len(self._kept)
        self._kept.add(key)
        return len(self._kept) > known

    def _look(self, board: Board) -> Any:
        """The placements of a board; those that look the same are made equal unless the goal is labelled."""
        placements = board.placements
        if self.task.goal.labelled:
            return placements
        return np.where(placements >= 0, self.task.puzzle.looks[placements], EMPTY)

    @cached_property
    def _extends_a_root(self) -> Callable[[Board], bool]:
        roots = self.task.roots
        if isinstance(roots, Roots):
            return RootIndex(roots, labelled=self.task.goal.labelled).is_extended_by
        looks = np.stack([self._look(root) for root in roots])
        return lambda board: bool(((looks == EMPTY) | (looks == self._look(board))).all(axis=1).any())

    def _check(self, board: Board, *, is_answer: bool = True) -> None:
        """Raise unless the board is sound, extends a root and, as an answer, has no more breaks than allowed."""
        breaks, problems = self.task.goal.breaks if is_answer else None, board.faults()
        if board.puzzle != self.task.puzzle:
            problems = ["it is a board of another puzzle"]
        elif not self._extends_a_root(board):
            problems.append("it extends none of the roots")
        if breaks is not None and not board.is_complete:
            problems.append("it has empty cells")
        if breaks is not None and board.breaks > breaks:
            problems.append(f"it has {board.breaks} breaks, at most {breaks} are allowed")
        if problems:
            raise UnsoundAnswer(f"the solver reported a board that is no answer: {'; '.join(problems)}")
