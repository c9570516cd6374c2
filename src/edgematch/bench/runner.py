"""Running a suite: one process per measurement, limits kept from outside, records appended as they come.

A runner that is killed and started again repeats nothing, and loses only the measurements that were running.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass

from edgematch.bench.machine import facts
from edgematch.bench.records import Record, Records
from edgematch.bench.suite import Job, Suite
from edgematch.errors import OptionError

BUSY = 40
"""How many times its limit of CPU time a process may take by the clock: others use the cores too."""

GRACE_SECONDS = 30
"""How long beyond its limit a process may take to start, to build its model and to stop, before it is killed."""


@dataclass(frozen=True)
class Progress:
    """How far a suite has come; without a record, it is about to start."""

    done: int
    total: int
    seconds_left: float | None = None
    record: Record | None = None


def run_suite(
    suite: Suite,
    records: Records,
    *,
    jobs: int = 1,
    allow_dirty: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> int:
    """Make all measurements that are not on record yet; returns how many were made.

    A checkout with changes is refused unless `allow_dirty`: its records could not be made again.
    """
    if not allow_dirty and facts()["commit"].endswith("-dirty"):
        raise OptionError("the checkout has changes that are not committed: commit them first, or give --dirty")
    with records.held():
        known = records.keys()
        todo = [job for job in suite.jobs() if job.key not in known]
        total, began = len(todo), time.monotonic()
        if on_progress is not None:
            on_progress(Progress(0, total))
        for made, record in enumerate(_measure_all(todo, jobs), start=1):
            records.append(record)
            if on_progress is not None:
                left = (time.monotonic() - began) / made * (total - made)
                on_progress(Progress(made, total, left, record))
    return total


def _measure_all(todo: list[Job], jobs: int) -> Iterator[Record]:
    """The records in the order in which they come, at most `jobs` processes at a time."""
    waiting = iter(todo)
    with ThreadPoolExecutor(jobs) as pool:
        running: set[Future[Record]] = set()
        try:
            while True:
                for job in waiting:
                    running.add(pool.submit(measure_apart, job))
                    if len(running) >= jobs:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in finished)
        finally:
            for future in running:
                future.cancel()


def measure_apart(job: Job, *, python: str = sys.executable) -> Record:
    """One measurement in its own process, killed when it overruns its limit; `python` may be another checkout's."""
    command = [python, "-m", "edgematch.bench.worker"]
    limit = job.seconds * (BUSY if job.clock != "wall" else 1)
    try:
        done = subprocess.run(  # noqa: S603 - ourselves
            command, input=json.dumps(asdict(job)), capture_output=True, text=True, check=False,
            timeout=limit + GRACE_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Record(job, "unknown", "failed", error=f"killed {GRACE_SECONDS} s after its limit", facts=facts())
    try:
        values = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return Record(
            job, "unknown", "failed", error=done.stderr.strip()[-500:] or f"exit code {done.returncode}", facts=facts()
        )
    values.pop("key")
    return Record(job, **{key: value for key, value in values.items() if key != "job"})
