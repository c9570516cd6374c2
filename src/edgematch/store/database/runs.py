"""Searches in the store: one row per task, replaced as the search goes on, complete in itself."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from edgematch.errors import StoreError
from edgematch.search import Outcome, Task
from edgematch.store.database import tables
from edgematch.store.database.boards import insert_boards, insert_puzzle
from edgematch.store.savefile import SavedRun, dump_run, parse_run

if TYPE_CHECKING:
    from edgematch.store.database.store import Store


@dataclass(frozen=True)
class StoredRun:
    """A search as a list shows it; `Runs.load` gives it whole."""

    name: str
    solver: str
    status: str
    stop: str
    answers: int
    nodes: int
    seconds: float
    score: int | None
    is_finished: bool
    saved_at: float


class Runs:
    """The searches of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, task: Task, outcome: Outcome, *, name: str = "", found_by: str = "") -> str:
        """Keep a search and its boards in one transaction, and return its name; it replaces what was kept before."""
        name, best = name or name_of(task), outcome.best
        with self._store.writing() as connection:
            connection.execute(delete(tables.runs).where(tables.runs.c.name == name))
            values = {
                "puzzle_id": insert_puzzle(self._store, connection, task.puzzle),
                "name": name,
                "solver": outcome.solver,
                "status": outcome.status.value,
                "stop": outcome.stop.value,
                "answers": outcome.count,
                "nodes": outcome.stats.nodes,
                "seconds": outcome.stats.seconds,
                "score": best.score if best else None,
                "is_finished": not outcome.remaining,
                "document": zlib.compress(dump_run(task, outcome).encode(), 1),
                "saved_at": self._store.now(connection),
            }
            connection.execute(insert(tables.runs).values(values))
            insert_boards(self._store, connection, outcome.answers, found_by=found_by, solver=outcome.solver)
        return name

    def list(self) -> list[StoredRun]:
        """All searches, the latest first."""
        columns = [tables.runs.c[name] for name in StoredRun.__dataclass_fields__]
        with self._store.reading() as connection:
            rows = connection.execute(select(*columns).order_by(tables.runs.c.saved_at.desc()))
            return [StoredRun(*row) for row in rows]

    def load(self, name: str) -> SavedRun:
        """A search, ready to go on."""
        with self._store.reading() as connection:
            document = connection.execute(select(tables.runs.c.document).where(tables.runs.c.name == name)).scalar()
        if document is None:
            raise StoreError(f"there is no search {name!r} in store {self._store.name}")
        return parse_run(zlib.decompress(document).decode(), source=f"{self._store.name}: {name}")


def name_of(task: Task) -> str:
    """The name of a task in the store: that of its puzzle, and a hash of what is asked."""
    return f"{task.puzzle.name or 'puzzle'}-{hashlib.sha256(task.fingerprint.encode()).hexdigest()[:8]}"
