"""Running suites: one process per measurement, limits kept from outside, records appended as they come.

A runner that is killed and started again repeats nothing, and loses only the measurements that were running.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
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
    """Make all measurements of one suite that are not on record yet; see `run_suites`."""
    return run_suites([(suite, records)], jobs=jobs, only=only, allow_dirty=allow_dirty, on_progress=on_progress)


def run_suites(
    suites: Sequence[tuple[Suite, Records]],
    *,
    jobs: int = 1,
    only: Sequence[str] = (),
    seconds: float | None = None,
    allow_dirty: bool = False,
    on_progress: Callable[[Progress], None] | None = None,
) -> int:
    """Make all measurements that are not on record yet, one suite after another; returns how many were made.

    `jobs` processes work at a time, through the end of one suite and the start of the next. `only` chooses columns and
    rows of the tables (see `choose`). After `seconds`, the measurements that are running are killed and left for
    another time. A checkout with changes is refused unless `allow_dirty`: its records could not be made again.
    """
    if not allow_dirty and facts()["commit"].endswith("-dirty"):
        raise OptionError("the checkout has changes that are not committed: commit them first, or give --dirty")
    if jobs < 1:
        raise OptionError(f"the number of processes at a time must be 1 or more, not {jobs}")
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    files = {suite.name: records for suite, records in suites}
    with ExitStack() as stack:
        for records in files.values():
            stack.enter_context(records.held())
        known = {key for records in files.values() for key in records.keys()}  # noqa: SIM118 - not a mapping
        chosen = {job.key: job for job in choose([suite for suite, _ in suites], only)}
        todo = [job for key, job in chosen.items() if key not in known]
        total, made, began = len(todo), 0, time.monotonic()
        if on_progress is not None:
            on_progress(Progress(0, total))
        for made, record in enumerate(_measure_all(todo, jobs, deadline), start=1):
            files[record.job.suite].append(record)
            if on_progress is not None:
                left = (time.monotonic() - began) / made * (total - made)
                on_progress(Progress(made, total, left, record))
    return made


def unavailable(suite: Suite) -> dict[str, str]:
    """The solvers of a suite that need a program or device which is not here, and what to install.

    They are left out rather than recorded as failed, so that the same command measures them once it is there.
    """
    return {spec: reason for spec in suite.solvers if _is_known(spec) and (reason := make(spec).missing_dependency())}


def _is_known(spec: str) -> bool:
    """Whether a string names a solver; one that does not gives a record that says so."""
    return re.split(r"[:?]", spec, maxsplit=1)[0] in SOLVERS.names()


def choose(suites: Sequence[Suite], only: Sequence[str]) -> list[Job]:
    """The jobs of the columns and rows that patterns such as `pla*` or `6x6 *` name; without patterns, all.

    A pattern that names a column chooses among the columns, one that names a row among the rows; of several suites
    only those are run in which a pattern names something.
    """
    names = {name for suite in suites for table in _columns_and_rows(suite) for name in table}
    for pattern in only:
        if not any(fnmatchcase(name, pattern) for name in names):
            tables = "; ".join(
                f"columns of {suite.name}: {', '.join(columns)}; rows: {', '.join(rows)}"
                for suite in suites
                for columns, rows in [_columns_and_rows(suite)]
            )
            raise OptionError(f"no column or row is {pattern!r}; {tables}")
    return [job for suite in suites for job in _chosen_of(suite, only)]


def _columns_and_rows(suite: Suite) -> tuple[list[str], list[str]]:
    """The names of the columns and of the rows of a suite's table."""
    return [*suite.solvers, *suite.measures], list(dict.fromkeys(suite.row(puzzle) for puzzle in suite.instances))


def _chosen_of(suite: Suite, only: Sequence[str]) -> list[Job]:
    """The jobs of one suite that patterns name, without those of solvers that are not available here."""
    absent = unavailable(suite)
    jobs = [job for job in suite.jobs() if job.solver not in absent]
    if not only:
        return jobs
    named = [{n for n in names for pattern in only if fnmatchcase(n, pattern)} for names in _columns_and_rows(suite)]
    if not any(named):
        return []
    columns, rows = named
    return [
        job for job in jobs if (not columns or job.solver in columns) and (not rows or suite.row(job.puzzle) in rows)
    ]


def _measure_all(todo: list[Job], jobs: int, deadline: float) -> Iterator[Record]:
    """The records in the order in which they come, at most `jobs` processes at a time, none beyond the deadline."""
    waiting = iter(todo)
    with ThreadPoolExecutor(jobs) as pool:
        running: set[Future[Record | None]] = set()
        try:
            while True:
                for job in waiting if time.monotonic() < deadline else ():
                    running.add(pool.submit(measure_apart, job, deadline=deadline))
                    if len(running) >= jobs:
                        break
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (record for future in finished if (record := future.result()) is not None)
        finally:
            for future in running:
                future.cancel()


def measure_apart(job: Job, *, python: str = sys.executable, deadline: float = math.inf) -> Record | None:
    """One measurement in its own process, killed when it overruns its limit; `python` may be another checkout's.

    None: it was killed at the deadline, a time of the monotonic clock.
    """
    limit = job.seconds * (BUSY if job.clock != "wall" else 1) + GRACE_SECONDS
    left = max(0.0, deadline - time.monotonic())
    try:
        done = subprocess.run(  # noqa: S603 - ourselves
            [python, "-m", "edgematch.bench.worker"],
            input=json.dumps(asdict(job)), capture_output=True, text=True, check=False, timeout=min(limit, left),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        if left < limit:
            return None
        return Record(job, "unknown", "failed", error=f"killed {GRACE_SECONDS} s after its limit", facts=facts())
    try:
        values = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return Record(
            job, "unknown", "failed", error=done.stderr.strip()[-500:] or f"exit code {done.returncode}", facts=facts()
        )
    values.pop("key")
    return Record(job, **{key: value for key, value in values.items() if key != "job"})
