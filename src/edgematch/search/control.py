"""The face a search shows to its solver: count a node, report an answer, learn that it is time to stop.

A solver never reads a clock, never prints and never decides what its answers are worth: it asks the `Control` it was
given. Native engines share two small arrays with it, so that they can be told to stop and can tell how far they are
while Python's lock is released: `shared` holds the words named by `SharedCounter`, `window` the board they are looking at.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from edgematch.errors import UnsoundAnswer
from edgematch.model import EMPTY, Board
from edgematch.search.events import Event, Found, Note
from edgematch.search.goal import Limits, Task
from edgematch.search.outcome import Stop
from edgematch.search.stats import Stats


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
    """Counts, checks and records for one search, and tells it when to unwind."""

    def __init__(self, task: Task, limits: Limits, emit: Callable[[Event], None]) -> None:
        self.task, self.limits = task, limits
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
        self._share_left = 1.0
        self._roots = np.stack([self._look(root) for root in task.roots])

    # what a solver calls

    def node(self, depth: int = 0) -> bool:
        """Count one placement; False, and nothing counted: unwind now without making it."""
        if self.shared[SharedCounter.STOP] or self.nodes_left == 0:
            return False
        self.shared[SharedCounter.NODES] += 1
        self.shared[SharedCounter.DEPTH] = depth
        return True

    def split(self, roots: int) -> None:
        """Count placements that unwinding hands over as roots: resuming will not make them again."""
        self.shared[SharedCounter.NODES] += roots

    def found(self, board: Board) -> bool:
        """Record an answer after checking it with the model's own code; False: that is enough, unwind."""
        with self._lock:
            self._check(board)
            if self.task.goal.improve and board.score <= self.floor:
                return self.reason is None
            board = board if self.task.goal.labelled else board.canonical()
            self._answer_count += 1
            if self.task.goal.boards:
                self.answers.append(board)
            if self.task.goal.improve:
                self.floor = board.score
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
        """Record so many answers without their boards; False: that is enough, unwind."""
        with self._lock:
            self._answer_count += answers
            return self._go_on()

    def show(self, board: Board) -> None:
        """Offer a board to whoever is watching; costs next to nothing."""
        self.window[:] = board.placements

    def note(self, text: str) -> None:
        """Say something worth knowing about the search."""
        self._emit(Note(text))

    @property
    def nodes_left(self) -> int | None:
        """How many nodes may still be spent; None: no limit."""
        limit = self.limits.nodes
        return None if limit is None else max(0, limit - self._nodes_before - int(self.shared[SharedCounter.NODES]))

    @property
    def is_stopped(self) -> bool:
        """Whether the solver should unwind."""
        return bool(self.shared[SharedCounter.STOP]) or self.nodes_left == 0

    @property
    def is_enough(self) -> bool:
        """Whether as many answers as wanted were recorded."""
        want = self.task.goal.want
        return want is not None and self._answer_count >= want

    # what the harness calls

    def stop(self, reason: Stop) -> None:
        """Tell the solver to unwind; the first reason stands."""
        with self._lock:
            self._stop(reason)

    def begin_slice(self) -> None:
        """Forget that the solver was stopped for a checkpoint, keeping what was counted."""
        with self._lock:
            self._share_left *= 1 - self._slice_fraction()
            self._nodes_before += int(self.shared[SharedCounter.NODES])
            self.shared[[SharedCounter.NODES, SharedCounter.BILLIONTHS]] = 0
            self.shared[SharedCounter.STOP] = self.reason is not None

    def pause(self) -> None:
        """Tell the solver to unwind for a checkpoint; the search itself goes on."""
        self.shared[SharedCounter.STOP] = 1

    def stats(self) -> Stats:
        """The counters as they are now."""
        return Stats(
            nodes=self.task.laid + self._nodes_before + int(self.shared[SharedCounter.NODES]),
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

    # privately

    def _slice_fraction(self) -> float:
        return min(1.0, int(self.shared[SharedCounter.BILLIONTHS]) / 1e9)

    def _stop(self, reason: Stop) -> None:
        self.reason = self.reason or reason
        self.shared[SharedCounter.STOP] = 1

    def _go_on(self) -> bool:
        if self.is_enough:
            self._stop(Stop.ENOUGH)
        return self.reason is None

    def _look(self, board: Board) -> Any:
        """The placements of a board, with those that look alike made equal unless they are told apart."""
        placements = board.placements
        if self.task.goal.labelled:
            return placements
        return np.where(placements >= 0, self.task.puzzle.looks[placements], EMPTY)

    def _check(self, board: Board) -> None:
        goal, problems = self.task.goal, board.faults()
        if board.puzzle != self.task.puzzle:
            problems = ["it is a board of another puzzle"]
        elif not ((self._roots == EMPTY) | (self._roots == self._look(board))).all(axis=1).any():
            problems.append("it extends none of the roots")
        if goal.breaks is not None and not board.is_complete:
            problems.append("it has empty cells")
        if goal.breaks is not None and board.breaks > goal.breaks:
            problems.append(f"it has {board.breaks} breaks, at most {goal.breaks} are allowed")
        if problems:
            raise UnsoundAnswer(f"the solver reported a board that is no answer: {'; '.join(problems)}")
