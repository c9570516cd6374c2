from __future__ import annotations

import base64
import json
import zlib

import pytest

from edgematch.errors import FormatError
from edgematch.model import Roots
from edgematch.search import ALL, BEST, Task, solve
from edgematch.store import load_run, save_run
from edgematch.testing.zoo import ZOO


@pytest.mark.parametrize("kind", ZOO)
def test_a_saved_search_resumes_where_it_stopped(kind, tmp_path):
    task, path = Task(ZOO[kind](), ALL), tmp_path / "run.json"
    whole = solve(task, solver="plain")
    save_run(path, task, solve(task, solver="plain", nodes=10))
    saved = load_run(path)
    assert saved.task == task
    outcome = saved.outcome.then(solve(saved.rest(), solver="plain")) if saved.outcome.remaining else saved.outcome
    assert outcome.answers == whole.answers or set(outcome.answers) == set(whole.answers)
    assert outcome.stats.nodes == whole.stats.nodes


def test_a_resumed_improving_search_must_beat_the_best_so_far(tmp_path):
    task, path = Task(ZOO["small"](), BEST), tmp_path / "run.json"
    part = solve(task, solver="plain", nodes=20)
    save_run(path, task, part)
    assert load_run(path).rest().beat == part.best.score


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d.pop("puzzle"), lambda d: d.update(version=9), lambda d: d.update(format="x"), lambda d: d.update(stop="x"),
        lambda d: d.update(answers=[[99999]]), lambda d: d.update(remaining=7), lambda d: d.update(goal={"want": 0}),
        lambda d: d.update(stats={"bogus": 1}), lambda d: d["puzzle"].update(width=9),
    ],
)  # fmt: skip
def test_damaged_files_are_refused(damage, tmp_path):
    task, path = Task(ZOO["small"](), ALL), tmp_path / "run.json"
    save_run(path, task, solve(task, solver="plain", nodes=10))
    document = json.loads(path.read_text())
    damage(document)
    path.write_text(json.dumps(document))
    with pytest.raises(FormatError, match=r"run\.json"):
        load_run(path)


def test_roots_in_columns_come_back_as_columns(tmp_path):
    task, path = Task(ZOO["duplicates"](), ALL), tmp_path / "run.json"
    outcome = solve(task, solver="gpu?device=cpu", nodes=20)
    save_run(path, task, outcome)
    saved = load_run(path)
    assert saved.outcome.remaining == outcome.remaining
    assert isinstance(saved.rest().roots, Roots)
    save_run(path, task, solve(task, solver="gpu?device=cpu"))
    assert load_run(path).outcome.remaining == ()


def test_a_file_of_version_1_can_be_read(tmp_path):
    task, path = Task(ZOO["duplicates"](), ALL), tmp_path / "run.json"
    outcome = solve(task, solver="plain", nodes=20)
    save_run(path, task, outcome)
    assert json.loads(path.read_text())["version"] == 1
    assert load_run(path).outcome.remaining == outcome.remaining


@pytest.mark.parametrize(
    "damage",
    [
        lambda b: b[:-9], lambda b: b[:8], lambda b: b[1:], lambda b: b[:8] + zlib.compress(b""),
        lambda b: b[:8] + zlib.compress(zlib.decompress(b[8:])[:-2]), lambda b: b[:8] + zlib.compress(zlib.decompress(b[8:])[2:]),
        lambda b: b[:8] + zlib.compress(zlib.decompress(b[8:])[:-2] + b"\x7f\x7f"),
        lambda b: b[:8] + zlib.compress(b"\xff" * 24 + zlib.decompress(b[8:])[24:]),
        lambda b: b[:8] + zlib.compress(zlib.decompress(b[8:])[:24] + bytes(len(zlib.decompress(b[8:])) - 24)),
    ],
)  # fmt: skip
def test_damaged_columns_are_refused(damage, tmp_path):
    task, path = Task(ZOO["small"](), ALL), tmp_path / "run.json"
    save_run(path, task, solve(task, solver="gpu?device=cpu", nodes=10))
    document = json.loads(path.read_text())
    columns = base64.b64decode(document["remaining"])
    for text in (base64.b64encode(damage(columns)).decode("ascii"), "no base 64!"):
        path.write_text(json.dumps(document | {"remaining": text}))
        with pytest.raises(FormatError, match=r"remaining"):
            load_run(path)


@pytest.mark.parametrize("content", ["", "{", "[]", "[" * 100_000, "\0\0"])
def test_other_files_are_refused(content, tmp_path):
    path = tmp_path / "run.json"
    path.write_text(content)
    with pytest.raises(FormatError):
        load_run(path)
    with pytest.raises(FormatError):
        load_run(tmp_path / "absent.json")


def test_a_failed_write_leaves_the_file_before(tmp_path, monkeypatch):
    task, path = Task(ZOO["small"](), ALL), tmp_path / "run.json"
    save_run(path, task, solve(task, solver="plain", nodes=10))
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(FormatError):
        save_run(path, task, solve(task, solver="plain"))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
