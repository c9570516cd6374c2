"""Public collections, against an HTTP server on this machine."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from typer.testing import CliRunner

import edgematch as em
from edgematch import catalog
from edgematch.bench import instances
from edgematch.catalog import collections
from edgematch.cli import build
from edgematch.errors import EdgeMatchError, UnknownName

pytest.importorskip("pooch", reason="downloads need pooch")
PUZZLES = {f"one/{n}.txt": f"2 2\n0 {n} {n} 0\n0 0 {n} {n}\n{n} {n} 0 0\n{n} 0 0 {n}\n".encode() for n in (1, 2, 3)}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append(self.path)
        content = self.server.content.get(self.path.split("/", 4)[4])
        if content is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(content) + self.server.missing_bytes))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch, tmp_path):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.content, server.asked, server.missing_bytes = dict(PUZZLES), [], 0
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    files = tuple(
        collections.File(path.removeprefix("one/"), path, hashlib.sha256(content).hexdigest(), len(content))
        for path, content in PUZZLES.items()
    )
    made = collections.Collection("tiny", "three puzzles", "somebody/puzzles", "c0ffee", "no licence", files)
    monkeypatch.setattr(collections, "_all", lambda: {"tiny": made})
    monkeypatch.setenv("EDGEMATCH_MIRROR", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("EDGEMATCH_DATA", raising=False)
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def run(*arguments):
    return CliRunner().invoke(build(), arguments, catch_exceptions=True)


def test_a_name_says_how_to_fetch_and_works_once_fetched(server):
    with pytest.raises(EdgeMatchError, match="edgematch data fetch tiny"):
        em.load("tiny/1")
    with pytest.raises(UnknownName, match="tiny/1"):
        em.load("tiny/11")
    with pytest.raises(UnknownName, match="unknown collection 'tinny'; did you mean 'tiny'"):
        em.load("tinny/1")
    collections.fetch("tiny")
    with pytest.raises(UnknownName, match="did you mean 'tiny/3' or 'tiny/2' or 'tiny/1'"):
        em.load("tiny/9")
    assert catalog.load_puzzle("tiny/2").cells == 4
    assert collections.expand("tiny/*") == ["tiny/1.txt", "tiny/2.txt", "tiny/3.txt"]


def test_fetching_again_downloads_nothing(server):
    collections.fetch("tiny")
    asked = len(server.asked)
    collections.fetch("tiny")
    assert (asked, len(server.asked)) == (3, 3)


def test_a_file_with_other_content_is_refused_and_not_kept(server):
    server.content["one/2.txt"] = b"2 2\n"
    with pytest.raises(collections.FetchError, match="SHA-256"):
        collections.fetch("tiny")
    assert [file.stem for file in collections.get("tiny").fetched()] == ["1"]


def test_a_broken_download_is_reported_and_resumes(server):
    del server.content["one/3.txt"]
    with pytest.raises(collections.FetchError, match=r"one/3\.txt could not be downloaded \(status 404\).*again"):
        collections.fetch("tiny")
    server.content["one/3.txt"] = PUZZLES["one/3.txt"]
    collections.fetch("tiny")
    assert [path.rpartition("/")[2] for path in server.asked] == ["1.txt", "2.txt", "3.txt", "3.txt"]


def test_a_download_cut_short_is_not_kept(server):
    server.missing_bytes = 5
    with pytest.raises(collections.FetchError):
        collections.fetch("tiny")
    assert not collections.get("tiny").fetched()
    assert not [path for path in collections.cache_folder().rglob("*") if path.is_file()]


def test_without_a_network_the_command_line_says_so(server, monkeypatch):
    monkeypatch.setenv("EDGEMATCH_MIRROR", "http://127.0.0.1:9")
    result = run("data", "fetch", "tiny")
    assert isinstance(result.exception, collections.FetchError)
    assert "ConnectionError" in str(result.exception)


def test_command_line(server, tmp_path):
    assert "0 of   3 files present" in run("data", "list").stdout
    fetched = run("data", "fetch")
    assert (fetched.exit_code, fetched.stderr) == (0, "")  # progress is for terminals
    assert "3 of   3 files present" in run("data", "list").stdout
    folder = tmp_path / "cache" / "edgematch" / "data" / "tiny"
    assert run("data", "path", "tiny").stdout.strip() == str(folder)
    assert run("data", "path", "tiny/3").stdout.strip() == str(folder / "3.txt")


def test_the_list_is_sound():
    for name in collections.names():
        one = collections.get(name)
        assert len({file.stem for file in one.files}) == len(one.files) > 0
        assert all(len(file.sha256) == 64 and file.bytes > 0 for file in one.files)


ON_A_PUZZLE = [
    "show", "solve", "count", "best --nodes 1000", "convert --to native", "encode --to lp -o puzzle.lp", "analyse report",
    "analyse backbone", "perft --depth 2", "split --parts 2 --into parts", "generate --like", "boards list --puzzle",
    "campaign new --goal count --jobs 1 one", "bench compare plain backtrack --repeat 1",
]  # fmt: skip


@pytest.mark.parametrize("words", ON_A_PUZZLE)
def test_every_verb_takes_the_name_of_a_file(server, words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EDGEMATCH_STORE", f"sqlite:///{tmp_path / 'store.db'}")
    command = [*words.split(), "tiny/2"]
    refused = run(*command)
    assert "edgematch data fetch tiny" in f"{refused.exception} {refused.output}"
    collections.fetch("tiny")
    em.store.open_store(f"sqlite:///{tmp_path / 'store.db'}").boards.add(em.load("tiny/2").start())
    done = run(*command)
    assert done.exit_code in (0, 1, 3), done.output
    assert "boards" not in words or "0 of 4" in done.stdout


def test_suites_take_the_names_that_commands_take(server):
    collections.fetch("tiny")
    assert instances.expand("tiny/*") == instances.expand("data:tiny/*") == instances.listed("tiny/*")
    assert instances.load("tiny/2") == instances.load("data:tiny/2.txt") == em.load("tiny/2")
    assert instances.listed("tiny/3") == ["data:tiny/3.txt"]
    assert instances.matches("tiny/*", "data:tiny/3.txt")
    assert instances.matches("tiny/3", "data:tiny/3.txt")
    assert not instances.matches("tiny/3", "data:tiny/2.txt")
