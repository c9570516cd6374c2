"""Records of measurements: one JSON line each, appended and never changed; a line cut short by a crash is dropped.

Every file of records has the same schema:

| key | meaning |
| --- | --- |
| `job` | what was measured: `suite`, `puzzle`, `solver` (or measure), `goal`, `labelled`, `anchored`, `seconds`, `threads`, `seed`, `repetition`, `clock` |
| `key` | a hash of the job: a measurement is made once |
| `status`, `stop` | of the outcome, as in the search model; `measured` for a measure |
| `count`, `nodes` | answers and nodes |
| `wall`, `cpu` | seconds by the clock, and of CPU time (user and system, all threads and ended child processes) |
| `share` | CPU time over wall time: 1.0 is one core for the whole run, 0.2 a fifth of one |
| `score`, `bound`, `board` | of the best board, for goal `best`; the board as a URL |
| `error` | why there is no result, empty otherwise |
| `details` | what the solver counts besides, or the figures of a measure |
| `facts` | `date`, `machine`, `compiler`, `commit` (`-dirty`: files were changed since), `python`, `versions` |
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from edgematch.bench.suite import Job
from edgematch.errors import MissingDependency
from edgematch.files import append_line, held, make_folder, read_lines

IN_A_CHECKOUT = Path("benchmarks") / "results"
ELSEWHERE = Path("edgematch-results")


def results_folder() -> Path:
    """Where records are kept by default: `benchmarks/results` in a checkout, else a folder in the current directory."""
    return IN_A_CHECKOUT if IN_A_CHECKOUT.is_dir() else ELSEWHERE


@dataclass(frozen=True)
class Record:
    """What one job gave."""

    job: Job
    status: str
    stop: str
    count: int = 0
    nodes: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    share: float | None = None
    score: int | None = None
    bound: int | None = None
    board: str | None = None
    error: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def is_finished(self) -> bool:
        """Whether the question was answered within the limit."""
        answered = self.job.goal in ("first", "unique") and self.status in ("satisfied", "all-found", "unsatisfiable")
        return answered or self.status in ("all-found", "unsatisfiable", "optimal", "measured")

    @property
    def seconds(self) -> float:
        """The time it took by the clock of its job."""
        return self.wall if self.job.clock == "wall" else self.cpu

    def row(self) -> dict[str, Any]:
        """The record as one flat row: its job, its figures, then its details and facts with prefixed names."""
        more = {
            f"{kind}.{name}": value
            for kind, values in (("details", self.details), ("facts", self.facts))
            for name, value in values.items()
        }
        own = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("job", "details", "facts")}
        job = {("limit" if name == "seconds" else name): value for name, value in asdict(self.job).items()}
        return job | own | {"seconds": self.seconds, "finished": self.is_finished} | more

    def line(self) -> str:
        """The record as one JSON line."""
        return json.dumps(asdict(self) | {"key": self.job.key}, separators=(",", ":"))


class Records:
    """The records of a suite in a file."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __iter__(self) -> Iterator[Record]:
        for line in read_lines(self.path):
            record = parse(line)
            if record is not None:
                yield record

    def frame(self) -> Any:
        """The records as a pandas DataFrame, one row each (see `Record.row`)."""
        try:
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise MissingDependency("a DataFrame needs pandas: pip install pandas") from None
        return pandas.DataFrame([record.row() for record in self])

    def keys(self) -> set[str]:
        """The keys of the jobs that are done."""
        return {record.job.key for record in self}

    def held(self) -> AbstractContextManager[None]:
        """Keep other runs away: two that measure the same suite would both make every measurement."""
        make_folder(self.path.parent)
        return held(self.path)

    def append(self, record: Record) -> None:
        """Add a record; it is on the disk when this returns."""
        append_line(self.path, record.line())


def parse(line: str) -> Record | None:
    """The record of a line, or None for a line that was cut short."""
    try:
        values = json.loads(line)
        job = Job(**values.pop("job"))
        return Record(job, **{f.name: values[f.name] for f in fields(Record) if f.name in values})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
