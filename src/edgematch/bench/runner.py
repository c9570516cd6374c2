"""Running a suite: one process per measurement, limits kept from outside, records appended as they come.

A runner that is killed and started again repeats nothing, and loses only the measurements that were running.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase

from edgematch.bench.machine import facts
from edgematch.bench.records import Record, Records
from edgematch.bench.suite import Job, Suite
from edgematch.errors import OptionError
from edgematch.search import SOLVERS, make

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
    only: Sequence[str] = (),
    allow_dirty: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> int:
    """Make all measurements that are not on record yet; returns how many were made.

    `only` chooses columns and rows of the table (see `choose`). A checkout with changes is refused unless
    `allow_dirty`: its records could not be made again.
    """
    if not allow_dirty and facts()["commit"].endswith("-dirty"):
        raise OptionError("the checkout has changes that are not committed: commit them first, or give --dirty")
    with records.held():
        known = records.keys()
        todo = [job for job in choose(suite, only) if job.key not in known]
        total, began = len(todo), time.monotonic()
        if on_progress is not None:
            on_progress(Progress(0, total))
        for made, record in enumerate(_measure_all(todo, jobs), start=1):
            records.append(record)
            if on_progress is not None:
                left = (time.monotonic() - began) / made * (total - made)
                on_progress(Progress(made, total, left, record))
    return total


def unavailable(suite: Suite) -> dict[str, str]:
    """The solvers of a suite that need a program or device which is not here, and what to install.

    They are left out rather than recorded as failed, so that the same command measures them once it is there.
    """
    return {spec: reason for spec in suite.solvers if _is_known(spec) and (reason := make(spec).missing_dependency())}


def _is_known(spec: str) -> bool:
    """Whether a string names a solver; one that does not gives a record that says so."""
    return re.split(r"[:?]", spec, maxsplit=1)[0] in SOLVERS.names()


def choose(suite: Suite, only: Sequence[str]) -> list[Job]:
    """The jobs of the columns and rows that patterns such as `pla*` or `6x6 *` name; without patterns, all.

    A pattern that names a column chooses among the columns, one that names a row among the rows.
    """
    absent = unavailable(suite)
    jobs = [job for job in suite.jobs() if job.solver not in absent]
    if not only:
        return jobs
    row_of = {puzzle: suite.row(puzzle) for puzzle in suite.instances}
    columns, rows = [*suite.solvers, *suite.measures], list(dict.fromkeys(row_of.values()))
    for pattern in only:
        if not any(fnmatchcase(name, pattern) for name in (*columns, *rows)):
            raise OptionError(
                f"no column or row of {suite.name} is {pattern!r}; columns: {', '.join(columns)}; rows: {', '.join(rows)}"
            )
    chosen_columns, chosen_rows = (
        {name for name in names for pattern in only if fnmatchcase(name, pattern)} or set(names)
        for names in (columns, rows)
    )
    return [job for job in jobs if job.solver in chosen_columns and row_of[job.puzzle] in chosen_rows]


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
