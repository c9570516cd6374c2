"""The store over both databases: the same promises, kept by a SQLite file and by PostgreSQL."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time

import numpy as np
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from typer.testing import CliRunner

import edgematch as em
from edgematch import cli
from edgematch.errors import StoreError
from edgematch.model import Board
from edgematch.store import is_store_url, open_store
from edgematch.store.database import packing, tables
from edgematch.store.database.connect import store_url as parsed


@pytest.fixture(scope="module")
def solutions():
    return em.solve("demo-5x5", em.ALL).answers


def test_a_board_is_kept_once_however_often_it_is_found(store_url, solutions):
    with open_store(store_url) as store:
        assert store.boards.add(solutions, found_by="first", solver="backtrack") == len(solutions)
        assert store.boards.add(solutions, found_by="second") == 0
        kept = store.boards.list()
        assert {one.board for one in kept} == {board.canonical() for board in solutions}
        assert {one.found_by for one in kept} == {"first"}


def test_boards_are_listed_by_score_and_filtered(store_url, solutions):
    partial = solutions[0].without([0, 1, 2])
    clued = em.load_puzzle("eternity2-clues").start()
    with open_store(store_url) as store:
        store.boards.add([partial, solutions[0], clued])
        assert [one.score for one in store.boards.list(puzzle="demo-5x5")] == [40, partial.score]
        assert [one.score for one in store.boards.list(min_score=40)] == [40]
        assert [one.board for one in store.boards.list(hints=5)] == [clued]
        assert store.boards.count(puzzle=partial.puzzle) == 2
        assert store.boards.list(puzzle=partial.puzzle.digest[:10], limit=1, offset=1)[0].board == partial.canonical()
        assert store.boards.get(store.boards.list()[0].id[:12]).score == 40
        assert {row["name"]: row["best"] for row in store.boards.puzzles()}["demo-5x5"] == 40


@pytest.mark.parametrize("wrong", ["", "zz", "0" * 65, "'; drop table boards", "000000"])
def test_an_unknown_id_is_refused(store_url, wrong):
    with open_store(store_url) as store, pytest.raises(StoreError):
        store.boards.get(wrong)


def test_a_board_with_faults_is_refused_and_none_of_its_batch_is_kept(store_url, solutions):
    wrong = solutions[0].place({0: int(solutions[0].placements[1])})
    with open_store(store_url) as store:
        with pytest.raises(StoreError, match="faults"):
            store.boards.add([solutions[0], wrong])
        assert store.boards.count() == 0


def test_a_search_is_kept_whole_and_goes_on(store_url):
    task = em.Task(em.load_puzzle("demo-6x6"), em.ALL)
    part = em.Run("backtrack", task, em.Limits(nodes=3000)).outcome
    with open_store(store_url) as store:
        name = store.runs.save(task, part)
        assert store.runs.save(task, part) == name
        assert [run.nodes for run in store.runs.list()] == [part.stats.nodes]
        saved = store.runs.load(name)
    rest = em.Run("backtrack", saved.rest()).outcome
    assert saved.outcome.then(rest).stats.nodes == em.solve(task).stats.nodes


def test_the_migrations_lead_to_the_tables(store_url):
    open_store(store_url).close()
    engine = sa.create_engine(parsed(store_url))
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), tables.metadata)
    engine.dispose()
    assert differences == []


def test_a_store_of_a_later_version_is_refused_with_the_remedy(store_url):
    open_store(store_url).close()
    engine = sa.create_engine(parsed(store_url))
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="pip install --upgrade"):
        open_store(store_url)


def test_a_database_of_others_is_left_alone(store_url):
    engine = sa.create_engine(parsed(store_url))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE invoices (id INTEGER)"))
    engine.dispose()
    with pytest.raises(StoreError, match="other tables"):
        open_store(store_url)


def test_several_processes_may_open_a_new_store_at_once(store_url, solutions):
    code = f"from edgematch.store import open_store; print(open_store({store_url!r}).boards.count())"
    made = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate(timeout=100)[0].strip() for process in made] == ["0"] * 3


@pytest.mark.parametrize(
    "url",
    ["mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:", "http://x", "postgresql://u:secret@127.0.0.1:9/x"],
)
def test_an_unknown_store_is_refused_without_its_password(url):
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_store_is_refused_and_kept(tmp_path):
    path = tmp_path / "text.db"
    path.write_text("this is no database, only a text that is long enough to look at " * 20)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a store"):
        open_store(str(path))
    assert path.read_bytes() == before
    with pytest.raises(StoreError, match="there is no store"):
        open_store(str(tmp_path / "missing.db"), create=False)
    with pytest.raises(StoreError, match="folder"):
        open_store(f"sqlite:///{tmp_path}")


def test_a_full_disk_loses_nothing(tmp_path, solutions):
    url = f"sqlite:///{tmp_path / 'store.db'}"
    with open_store(url) as store:
        store.boards.add(solutions[0])

        @sa.event.listens_for(store._engine, "connect")
        def limit(connection, record):
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages}")

        store.close()
        task = em.Task(em.load_puzzle("eternity2"), em.ALL)
        part = em.Run("backtrack", task, em.Limits(nodes=100_000)).outcome
        with pytest.raises(StoreError, match="disk is full"):
            store.runs.save(task, part)
        assert (store.boards.count(), store.runs.list()) == (1, [])
    assert sqlite3.connect(tmp_path / "store.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_million_roots_are_packed_within_seconds():
    puzzle = em.load_puzzle("eternity2")
    some = em.Run("backtrack", em.Task(puzzle, em.ALL), em.Limits(nodes=20_000)).outcome.remaining
    rows = np.resize(np.stack([root.placements for root in some]), (100_000, puzzle.cells))
    began = time.process_time()
    packed = packing.pack_rows(rows)
    assert time.process_time() - began < 3, "a tenth of a million roots"
    assert len(packed) < rows.nbytes / 10
    assert packing.unpack(packing.pack(some), puzzle) == tuple(some)


@pytest.mark.parametrize("damage", [lambda p: p[:-3], lambda p: b"no" + p, lambda p: p[:0] + b"x"])
def test_a_damaged_column_is_refused(damage):
    board = em.load_puzzle("demo-4x4").start()
    with pytest.raises(StoreError, match="damaged"):
        packing.unpack(damage(packing.pack([board] * 50)), board.puzzle)
    assert packing.unpack(b"", board.puzzle) == ()
    assert isinstance(packing.unpack(packing.pack([board]), board.puzzle)[0], Board)


def test_urls_of_stores_are_no_files():
    assert all(map(is_store_url, ("sqlite:///x.db", "postgresql+psycopg://h/d", "postgres://h/d")))
    assert not any(map(is_store_url, ("x.db", "/tmp/boards", "https://e2.bucas.name/#puzzle")))


def test_a_search_of_the_command_line_is_kept_in_a_store_and_resumed(store_url):
    def run(*words):
        return CliRunner().invoke(cli.build(), words)

    limited = run("count", "demo-5x5", "--solver", "backtrack", "--nodes", "50", "--save", store_url)
    assert limited.exit_code == 1, limited.output
    with open_store(store_url) as store:
        (kept,) = store.runs.list()
    assert f"--resume '{store_url}#{kept.name}'" in limited.output
    done = json.loads(run("count", "--resume", store_url, "--format", "json").output)
    whole = em.solve("demo-5x5", em.COUNT, solver="backtrack")
    assert (done["count"], done["nodes"]) == (whole.count, whole.stats.nodes)
    assert "no search to resume" in str(run("count", "--resume", store_url).exception)
    for name in ("one", "two"):
        assert run("solve", "demo-5x5", "--nodes", "20", "--save", f"{store_url}#{name}").exit_code == 1
    assert "name one" in str(run("solve", "--resume", store_url).exception)
    assert "no search 'three'" in str(run("solve", "--resume", f"{store_url}#three").exception)
    assert run("solve", "--resume", f"{store_url}#two").exit_code == 0
    with open_store(store_url) as store:
        assert {run.name: run.answers for run in store.runs.list()} == {kept.name: whole.count, "one": 0, "two": 1}
        assert store.boards.count() == 1, "what it found"
