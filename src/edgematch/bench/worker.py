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

TICK_SECONDS = 0.02
"""How often the time at work is looked at."""


def measure(job: Job) -> Record:
    """Do the job and tell what came of it; a solver that cannot do it is a record too."""
    try:
        if job.goal == MEASURE:
            return _figures(job)
        task = Task(load(job.puzzle), job.goal_value(), seed=job.seed)
        if job.anchored:
            anchors = task.puzzle.anchors()
            task = task.replace(roots=anchors, laid=sum(anchor.count for anchor in anchors))
        before = _user_seconds()
        outcome = _run(job, task)
    except EdgeMatchError as error:
        return Record(job, "unknown", "failed", error=str(error), facts=facts())
    return _record(job, outcome, _user_seconds() - before)


def _run(job: Job, task: Task) -> Outcome:
    """Search until the limit, by the clock that the job names."""
    if job.clock == "wall":
        return Run(job.solver, task, Limits(seconds=job.seconds, threads=job.threads)).outcome
    end = _user_seconds() + job.seconds
    run = Run(job.solver, task, Limits(threads=job.threads), progress_every=TICK_SECONDS)
    for _event in run:
        if _user_seconds() >= end:
            run.stop()
    return run.outcome


def _figures(job: Job) -> Record:
    puzzle, began, before = load(job.puzzle), time.monotonic(), _user_seconds()
    figures = take(job.solver, puzzle, Limits(seconds=job.seconds, threads=job.threads))
    wall, user = time.monotonic() - began, _user_seconds() - before
    return Record(job, "measured", "done", wall=round(wall, 4), user=round(user, 4), details=figures, facts=facts())


def _record(job: Job, outcome: Outcome, user: float) -> Record:
    best = outcome.best
    return Record(
        job,
        outcome.status.value,
        outcome.stop.value,
        count=outcome.count,
        nodes=outcome.stats.nodes,
        wall=round(outcome.stats.seconds, 4),
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
