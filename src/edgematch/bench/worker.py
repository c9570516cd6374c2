"""One measurement in a process of its own: a job on standard input, its record on standard output."""

from __future__ import annotations

import json
import resource
import sys
import time

from edgematch import formats
from edgematch.bench.instances import load
from edgematch.bench.machine import facts
from edgematch.bench.measures import take
from edgematch.bench.records import Record
from edgematch.bench.suite import MEASURE, Job
from edgematch.errors import EdgeMatchError
from edgematch.model import Board
from edgematch.search import Limits, Outcome, Run, Task


def measure(job: Job) -> Record:
    """Do the job and tell what came of it; a solver that cannot do it is a record too."""
    try:
        if job.goal == MEASURE:
            return _figures(job)
        task = Task(load(job.puzzle), job.goal_value(), seed=job.seed)
        if job.anchored:
            anchors = task.puzzle.anchors()
            task = task.replace(roots=anchors, placed=sum(anchor.count for anchor in anchors))
        began, before = time.monotonic(), _user_seconds()
        outcome = Run(job.solver, task, _limits(job)).outcome
    except EdgeMatchError as error:
        return Record(job, "unknown", "failed", error=str(error), facts=facts())
    wall = outcome.stats.seconds if job.clock == "wall" else time.monotonic() - began
    return _record(job, outcome, wall=wall, user=_user_seconds() - before)


def _limits(job: Job) -> Limits:
    return Limits(seconds=job.seconds, threads=job.threads, clock=Limits.FORMER_CLOCKS.get(job.clock, job.clock))


def _figures(job: Job) -> Record:
    puzzle, began, before = load(job.puzzle), time.monotonic(), _user_seconds()
    figures = take(job.solver, puzzle, _limits(job))
    wall, user = time.monotonic() - began, _user_seconds() - before
    return Record(job, "measured", "done", wall=round(wall, 4), user=round(user, 4), details=figures, facts=facts())


def _record(job: Job, outcome: Outcome, *, wall: float, user: float) -> Record:
    best = outcome.best
    return Record(
        job,
        outcome.status.value,
        outcome.stop.value,
        count=outcome.count,
        nodes=outcome.stats.nodes,
        wall=round(wall, 4),
        user=round(user, 4),
        score=best.score if best else None,
        bound=outcome.bound,
        board=_address(best) if best and job.goal == "best" else None,
        error=outcome.error,
        details={key: value for key, value in outcome.stats.details.items() if not isinstance(value, (list, tuple))},
        facts=facts(),
    )


def _address(board: Board) -> str | None:
    try:
        return formats.dump(board, "bucas").strip()
    except EdgeMatchError:
        return None


def _user_seconds() -> float:
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def main() -> None:
    """Read a job, do it, print its record."""
    sys.stdout.write(measure(Job(**json.load(sys.stdin))).line() + "\n")


if __name__ == "__main__":
    main()
