"""One measurement in a process of its own: a job on standard input, its record on standard output."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field

from edgematch import formats
from edgematch.bench.instances import load
from edgematch.bench.machine import cpu_seconds, device, facts
from edgematch.bench.measures import take
from edgematch.bench.records import Record
from edgematch.bench.suite import MEASURE, Job
from edgematch.errors import EdgeMatchError
from edgematch.model import Board
from edgematch.search import Can, Limits, Outcome, Run, Task, make


def measure(job: Job) -> Record:
    """Do the job; a solver that cannot do it gives a record too, with the reason."""
    try:
        if job.goal == MEASURE:
            return _figures(job)
        task = Task(load(job.puzzle), job.goal_value(), seed=job.seed)
        if job.anchored:
            anchors = task.puzzle.anchors(labelled=task.goal.labelled)
            task = task.replace(roots=anchors, placed=sum(anchor.count for anchor in anchors))
        stopwatch = _Stopwatch()
        outcome = Run(job.solver, task, _limits(job)).outcome
    except EdgeMatchError as error:
        return Record(job, "unknown", "failed", error=str(error), facts=facts())
    return _record(job, outcome, stopwatch)


@dataclass(frozen=True)
class _Stopwatch:
    """Wall and CPU time since it was made."""

    wall_before: float = field(default_factory=time.monotonic)
    cpu_before: float = field(default_factory=cpu_seconds)

    def read(self) -> dict[str, float]:
        """The fields of a record: `wall`, `cpu` and `share`."""
        wall, cpu = time.monotonic() - self.wall_before, cpu_seconds() - self.cpu_before
        return {"wall": round(wall, 4), "cpu": round(cpu, 4), "share": round(cpu / max(wall, 1e-6), 3)}


def _limits(job: Job) -> Limits:
    return Limits(seconds=job.seconds, threads=job.threads, clock=job.clock)


def _figures(job: Job) -> Record:
    puzzle, stopwatch = load(job.puzzle), _Stopwatch()
    figures = take(job.solver, puzzle, _limits(job))
    return Record(job, "measured", "done", **stopwatch.read(), details=figures, facts=facts())  # type: ignore[arg-type]


def _record(job: Job, outcome: Outcome, stopwatch: _Stopwatch) -> Record:
    best = outcome.best
    return Record(
        job,
        outcome.status.value,
        outcome.stop.value,
        count=outcome.count,
        nodes=outcome.stats.nodes,
        **stopwatch.read(),
        score=best.score if best else None,
        bound=outcome.bound,
        board=_url(best) if best and job.goal == "best" else None,
        error=outcome.error,
        details={key: value for key, value in outcome.stats.details.items() if not isinstance(value, (list, tuple))},
        facts=facts() | ({"device": device()} if make(job.solver).can & Can.GPU else {}),
    )


def _url(board: Board) -> str | None:
    try:
        return formats.dump(board, "bucas").strip()
    except EdgeMatchError:
        return None


def main() -> None:
    """Read a job, do it, print its record."""
    sys.stdout.write(measure(Job(**json.load(sys.stdin))).line() + "\n")


if __name__ == "__main__":
    main()
