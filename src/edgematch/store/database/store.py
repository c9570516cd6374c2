"""A store: one database, its tables by topic, and the transactions that all of them use."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Table, select, text
from sqlalchemy.dialects import postgresql, sqlite

from edgematch.store.database.boards import Boards
from edgematch.store.database.campaigns import Campaigns
from edgematch.store.database.connect import connect, store_url, translated
from edgematch.store.database.jobs import Jobs
from edgematch.store.database.packing import chunks
from edgematch.store.database.runs import Runs


class Store:
    """Boards, runs and campaigns behind a URL; a context manager that closes its connections.

    `create` makes a store that does not exist; without it, a missing one is refused.
    """

    def __init__(self, url: str, *, create: bool = True) -> None:
        self._url = store_url(url)
        self._engine = connect(self._url, create=create)
        self.boards, self.runs = Boards(self), Runs(self)
        self.campaigns, self.jobs = Campaigns(self), Jobs(self)

    @property
    def url(self) -> str:
        """The URL that opens this store, password included."""
        return self._url.render_as_string(hide_password=False)

    @cached_property
    def name(self) -> str:
        """The URL as messages show it, without the password."""
        return self._url.render_as_string()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file."""
        return self._engine.dialect.name == "sqlite"

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Store({self.name!r})"

    # for the tables

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the store and takes no lock."""
        readers = self._engine.execution_options(reads_only=True)
        with translated(self._url), readers.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept whole or not at all."""
        with translated(self._url), self._engine.begin() as connection:
            yield connection

    def now(self, connection: Connection) -> float:
        """The time by the clock of the database, the same for all machines that use it."""
        if self.is_sqlite:
            return time.time()
        return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())

    def insert_once(self, connection: Connection, table: Table, values: dict[str, Any], *, key: str) -> int:
        """Insert a row unless one with that key is there; its id."""
        statement = self._insert(table).values(values).on_conflict_do_nothing(index_elements=[key])
        made = connection.execute(statement.returning(table.c.id)).scalar()
        if made is None:
            made = connection.execute(select(table.c.id).where(table.c[key] == values[key])).scalar_one()
        return int(made)

    def insert_missing(self, connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
        """Insert the rows that are not there."""
        for some in chunks(rows):
            connection.execute(self._insert(table).on_conflict_do_nothing(), some)

    def _insert(self, table: Table) -> Any:
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)
