"""What a worker does: search the roots of some jobs for a while and report. It needs no store and keeps nothing.

A worker process gets slices as tasks of Dask. It can be asked to end its slices early (`stop_slices`), so that Ctrl-C,
a pause, or an idle worker that wants a share need not wait for the end of a slice.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.model import Board
from edgematch.search import Can, Checkpoint, Found, Goal, Kept, Limits, Run, Stop, Task, make
from edgematch.store.database.boards import parse_puzzle
from edgematch.store.database.jobs import Slice
from edgematch.store.database.packing import pack, unpack

MOST_KEPT = 200
"""Boards of one slice that are kept beyond its answers, the highest scores first."""

MOST_ANSWERS = 100_000
"""Boards of answers with which a slice ends early: a worker has to hold them, and one message to carry them."""

_lock = threading.Lock()
_runs: set[Run] = set()
_stopped_at = 0.0


@dataclass(frozen=True)
class SliceRequest:
    """The roots of one job, and what to do below them; boards are packed columns."""

    puzzle: str
    goal: Goal
    solver: str
    roots: bytes
    seed: int = 0
    start: bytes = b""
    keep: int | None = None
    solver_state: bytes = b""
    is_attempt: bool = False


def run_slices(requests: Sequence[SliceRequest], seconds: float | None) -> list[Slice | None]:
    """Search the jobs one after the other within the time; None for those that were not begun."""
    began = time.monotonic()
    done: list[Slice | None] = []
    for number, request in enumerate(requests):
        left = None if seconds is None else seconds - (time.monotonic() - began)
        is_over = number > 0 and ((left is not None and left <= 0) or _stopped_at >= began)
        done.append(None if is_over else run_slice(request, left))
    return done


def run_slice(request: SliceRequest, seconds: float | None) -> Slice:
    """Search one job for at most that time; without a limit, to its end."""
    puzzle, solver = parse_puzzle(request.puzzle), make(request.solver)
    start = unpack(request.start, puzzle)
    task = Task(
        puzzle, request.goal, roots=unpack(request.roots, puzzle), seed=request.seed, start=start[0] if start else None
    )
    checkpoint = Checkpoint(math.inf, lambda outcome: None) if solver.can & Can.STATE else None  # noqa: ARG005
    run = Run(
        solver, task, Limits(seconds=seconds), checkpoint=checkpoint, keep=request.keep, state=request.solver_state
    )
    with _lock:
        _runs.add(run)
    boards: set[Board] = set()
    try:
        for event in run:
            if isinstance(event, (Found, Kept)):
                boards.add(event.board)
                if len(boards) >= MOST_ANSWERS and solver.can & Can.SPLIT and not request.is_attempt:
                    run.stop()
        outcome = run.outcome
    finally:
        with _lock:
            _runs.discard(run)
    if outcome.stop is Stop.FAILED:
        raise RuntimeError(outcome.error)
    kept = sorted(boards, key=lambda board: -board.score)
    if request.is_attempt:
        kept = kept[:MOST_KEPT]
    is_over = request.is_attempt and outcome.stop is not Stop.CANCELLED
    remaining = () if is_over else outcome.remaining
    return Slice(
        answers=outcome.count,
        nodes=outcome.stats.nodes,
        seconds=outcome.stats.seconds,
        boards=pack(kept),
        remaining=pack(remaining),
        remaining_count=len(remaining),
        solver_state=outcome.state,
        error=outcome.error,
    )


def stop_slices() -> None:
    """Ask the slices of this process to end now and report what they have."""
    global _stopped_at  # noqa: PLW0603 - one value per process, as the runs are
    _stopped_at = time.monotonic()
    with _lock:
        for run in _runs:
            run.stop()
