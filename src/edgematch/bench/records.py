"""Records of measurements: one JSON line each, appended and never changed; a line cut short by a crash is dropped."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from edgematch.bench.suite import Job
from edgematch.errors import OptionError


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
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            record = _parse(line)
            if record is not None:
                yield record

    def keys(self) -> set[str]:
        """The jobs that were done."""
        return {record.job.key for record in self}

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other runs away: two that measure the same suite would both make every measurement."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OptionError(
                    f"another run is adding to {self.path}: wait for it, or name other --results"
                ) from None
            yield

    def append(self, record: Record) -> None:
        """Add a record; it is on the disk when this returns."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab+") as file:
            if file.tell() and not _ends_whole(self.path):
                file.write(b"\n")
            file.write(record.line().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _parse(line: str) -> Record | None:
    """The record of a line, or None for a line that was cut short."""
    try:
        values = json.loads(line)
        job = Job(**values.pop("job"))
        return Record(job, **{f.name: values[f.name] for f in fields(Record) if f.name in values})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
