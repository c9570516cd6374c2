"""Records of measurements: one JSON line each, appended and never changed; a line cut short by a crash is dropped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from edgematch.bench.suite import Job
from edgematch.files import append_line, held, read_lines


@dataclass(frozen=True)
class Record:
    """What came of one job."""

    job: Job
    status: str
    stop: str
    count: int = 0
    nodes: int = 0
    wall: float = 0.0
    user: float = 0.0
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
        return self.wall if self.job.clock == "wall" else self.user

    def line(self) -> str:
        """The record as one JSON line."""
        return json.dumps(asdict(self) | {"key": self.job.key}, separators=(",", ":"))


class Records:
    """The records of a suite in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __iter__(self) -> Iterator[Record]:
        for line in read_lines(self.path):
            record = _parse(line)
            if record is not None:
                yield record

    def keys(self) -> set[str]:
        """The jobs that were done."""
        return {record.job.key for record in self}

    def held(self) -> AbstractContextManager[None]:
        """Keep other runs away: two that measure the same suite would both make every measurement."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return held(self.path)

    def append(self, record: Record) -> None:
        """Add a record; it is on the disk when this returns."""
        append_line(self.path, record.line())


def _parse(line: str) -> Record | None:
    """The record of a line, or None for a line that was cut short."""
    try:
        values = json.loads(line)
        job = Job(**values.pop("job"))
        return Record(job, **{f.name: values[f.name] for f in fields(Record) if f.name in values})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
