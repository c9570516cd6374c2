"""Opening a database: its URL, its settings, its schema, and what goes wrong in the words of this package.

SQLite runs in write-ahead mode: readers never wait, one process writes at a time, and a process that is killed leaves
the last committed transaction. Every transaction that writes begins by taking the write lock (BEGIN IMMEDIATE), so that
what it reads stays true until it commits.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError, SQLAlchemyError

from edgematch.errors import MissingDependency, StoreError, StoreUnavailable
from edgematch.store.database.tables import REVISION

BUSY_SECONDS = 60
"""How long a process waits for another one's transaction."""
MIGRATION_LOCK = 0x656467656D
"""The advisory lock of PostgreSQL that keeps two processes from migrating one database at a time."""
SQLITE_SUFFIXES = (".db", ".sqlite", ".sqlite3")
CAUSES = {
    "database or disk is full": "the disk is full; nothing of this step was kept, all before it was",
    "disk I/O error": "the disk is full, or cannot be read or written; nothing of this step was kept, all before it was",
    "No space left on device": "the disk of the database is full; nothing of this step was kept, all before it was",
    "attempt to write a readonly database": "this database may only be read",
    "file is not a database": "this file is not a store (not a SQLite database)",
    "unable to open database file": "this file cannot be opened: its folder is missing or may not be written",
    "database is locked": f"another process holds this database for more than {BUSY_SECONDS} s; try again",
    "malformed": "this file is damaged; restore it from a copy (the command line tool of SQLite: `.recover`)",
}


def store_url(text: str) -> URL:
    """The URL of a store; a path that ends in .db or .sqlite is a SQLite file, `postgresql://` uses psycopg."""
    source = f"sqlite:///{text}" if text.endswith(SQLITE_SUFFIXES) and "://" not in text else text
    try:
        url = make_url(source)
    except (ArgumentError, ValueError):
        raise StoreError(_unknown(text)) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(_unknown(text))
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError("a store is kept in a file: write sqlite:///boards.db")
    return url


def _unknown(text: str) -> str:
    return f"{_without_password(text)!r} is no store; write sqlite:///FILE.db or postgresql+psycopg://USER@HOST/NAME"


def _without_password(text: str) -> str:
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", text)


def connect(url: URL, *, create: bool) -> Engine:
    """The engine of a store whose schema is the present one; a store that does not exist is made where allowed."""
    if url.get_backend_name() == "sqlite":
        _prepare_file(url, create=create)
    with translated(url):
        engine = _engine(url)
        try:
            _bring_up_to_date(engine, create=create)
        except BaseException:
            engine.dispose()
            raise
    return engine


def _prepare_file(url: URL, *, create: bool) -> None:
    path = Path(url.database or "")
    if path.is_dir():
        raise StoreError(f"{path} is a folder, not a store")
    if not path.exists():
        if not create:
            raise StoreError(
                f"there is no store at {path}; `edgematch boards add` and `edgematch campaign new` make one"
            )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as bad:
            raise StoreError(f"the folder {path.parent} cannot be made: {bad.strerror}") from None


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 10})
    except ModuleNotFoundError:
        raise MissingDependency("PostgreSQL needs psycopg: pip install 'edgematch[postgres]'") from None


def _set_up_sqlite(connection: Any, record: object) -> None:  # noqa: ARG001 - the signature of the event
    connection.isolation_level = None  # transactions begin where `_begin_sqlite` says, not where Python guesses
    for setting in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    reads_only = connection.get_execution_options().get("reads_only", False)
    connection.exec_driver_sql("BEGIN" if reads_only else "BEGIN IMMEDIATE")


def _bring_up_to_date(engine: Engine, *, create: bool) -> None:
    """Migrate a database of an earlier version in one transaction; refuse one of a later version."""
    with engine.connect().execution_options(reads_only=True) as connection:
        found = _revision(connection)
    if found == REVISION:
        return
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        found = _revision(connection)  # another process may have migrated it by now
        if found > REVISION:
            raise StoreError(
                f"this store has schema {found}, this version of edgematch knows {REVISION}; "
                "remedy: pip install --upgrade edgematch"
            )
        if not found and inspect(connection).get_table_names():
            raise StoreError("this database holds other tables and is no store; name another one")
        if not found and not create and engine.dialect.name == "postgresql":
            raise StoreError(
                "this database holds no store yet; `edgematch boards add` and `edgematch campaign new` make one"
            )
        if found < REVISION:
            _migrate(connection)


def _revision(connection: Connection) -> str:
    """The revision of the schema; empty where there is none."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


def _migrate(connection: Connection) -> None:
    try:
        from alembic import command
        from alembic.config import Config
    except ModuleNotFoundError as missing:
        raise MissingDependency(f"the store needs {missing.name}: pip install 'edgematch[store]'") from None

    config = Config()
    config.set_main_option("script_location", str(files("edgematch.store.database") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def translated(url: URL) -> Iterator[None]:
    """Say in words what the database refuses, with the URL and without the password."""
    try:
        yield
    except NoSuchModuleError:
        raise StoreError(_unknown(str(url))) from None
    except (SQLAlchemyError, sqlite3.Error) as bad:
        cause = str(bad.orig if isinstance(bad, DBAPIError) else bad).strip()
        known = next((words for sign, words in CAUSES.items() if sign in cause), None)
        kind = StoreUnavailable if isinstance(bad, OperationalError) else StoreError
        raise kind(f"store {url.render_as_string()}: {known or cause.partition(chr(10))[0]}") from bad


def default_url() -> str:
    """The store of a user who names none: EDGEMATCH_STORE, or a SQLite file in the user's data folder."""
    given = os.environ.get("EDGEMATCH_STORE")
    if given:
        return given
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(base) / 'edgematch' / 'store.db'}"
