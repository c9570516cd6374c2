"""Saved searches that were cut or changed: refused with the field that is wrong, or resumed, never a traceback."""

from __future__ import annotations

import copy
import json
import random

import pytest

from edgematch.errors import EdgeMatchError, FormatError
from edgematch.search import ALL, BEST, Goal, Limits, Run, Task, solve
from edgematch.store import load_run, save_run
from edgematch.testing.zoo import ZOO

VALUES = [
    None, True, False, 0, -1, 1, 7, 2**31, 2**63, -(2**70), 10**30, 0.5, -0.0, float("nan"), float("inf"), 1e308, "",
    "x", "\0", "7", [], [[]], [None], [1, 2, 3], {}, {"x": 1}, {"improve": "yes"}, "plain", "done",
]  # fmt: skip


def saved(path, kind, goal, nodes):
    task = Task(ZOO[kind](), goal)
    save_run(path, task, solve(task, solver="plain", nodes=nodes))
    return json.loads(path.read_text())


def places(value, path=()):
    """Every place inside a document, as a path of keys."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*path, key))


def mutate(document, rng):
    """Change, remove or repeat something somewhere."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        *path, last = rng.choice([place for place in places(document) if place])
        where = document
        for key in path:
            where = where[key]
        action = rng.randrange(4)
        if action == 0 and isinstance(where, dict):
            where.pop(last)
        elif action == 1 and isinstance(where, list):
            where.insert(last, copy.deepcopy(where[last]))
        elif action == 2 and isinstance(where[last], int):
            where[last] += rng.choice([-4, -1, 1, 4, 100])
        else:
            where[last] = copy.deepcopy(rng.choice(VALUES))
    return document


def resume(path):
    """What `--resume` does; an error of the package is a refusal."""
    try:
        run = load_run(path)
        if run.outcome.remaining:
            outcome = Run("plain", run.rest(), Limits(nodes=30, seconds=5)).outcome
            save_run(path, run.task, run.outcome.then(outcome))
            load_run(path)
    except EdgeMatchError:
        return False
    return True


@pytest.mark.parametrize(("kind", "goal"), [("small", ALL), ("hints", Goal(want=2)), ("small", BEST), ("strip", ALL)])
def test_edited_files_never_end_in_a_traceback(kind, goal, tmp_path):
    rng, path = random.Random(f"{kind} {goal}"), tmp_path / "run.json"
    document = saved(path, kind, goal, nodes=12)
    document.pop("sha256")
    refused = 0
    for _ in range(250):
        path.write_text(json.dumps(mutate(document, rng)))
        refused += not resume(path)
    assert refused > 50


def test_an_edited_file_with_its_old_checksum_is_refused(tmp_path):
    rng, path = random.Random(1), tmp_path / "run.json"
    document = saved(path, "small", ALL, nodes=12)
    for _ in range(100):
        changed = mutate(document, rng)
        path.write_text(json.dumps(changed))
        if changed != document and "sha256" in changed:
            with pytest.raises(FormatError, match=r"run\.json"):
                load_run(path)
    document["stats"]["nodes"] += 1
    path.write_text(json.dumps(document))
    with pytest.raises(FormatError, match="checksum"):
        load_run(path)


def test_a_truncated_file_is_distinguished_from_a_changed_one(tmp_path):
    path = tmp_path / "run.json"
    saved(path, "small", ALL, nodes=12)
    whole = path.read_bytes()
    for size in range(0, len(whole) - 2, 37):
        path.write_bytes(whole[:size])
        with pytest.raises(FormatError, match="cut short" if size > 30 else r"run\.json"):
            load_run(path)
    rng = random.Random(2)
    for _ in range(200):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        if bytes(data) != whole:
            with pytest.raises(FormatError, match=r"run\.json"):
                load_run(path)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda d: d["goal"].update(want="two"), "goal.want"), (lambda d: d["goal"].update(labelled=1), "goal.labelled"),
        (lambda d: d["goal"].update(colour=1), "colour"), (lambda d: d.update(seed=-1), "seed"),
        (lambda d: d.update(beat=10**9), "beat"), (lambda d: d["stats"].update(nodes=1.5), "stats.nodes"),
        (lambda d: d["stats"].update(seconds=float("nan")), "stats.seconds"), (lambda d: d.update(stop="tired"), "stop"),
        (lambda d: d["remaining"][0].pop(), r"remaining\[0\]"), (lambda d: d["remaining"].insert(0, [0] * 9), "remaining"),
        (lambda d: d.update(answers=[[0] * 9]), r"answers\[0\]"), (lambda d: d.update(bound="high"), "bound"),
        (lambda d: d.update(solver=7), "solver"), (lambda d: d["puzzle"].update(width="x"), "puzzle"),
        (lambda d: d.update(state="%%"), "state"), (lambda d: d["stats"].update(details=[]), "stats.details"),
    ],
)  # fmt: skip
def test_the_field_that_is_wrong_is_named(change, field, tmp_path):
    path = tmp_path / "run.json"
    document = saved(path, "small", ALL, nodes=12)
    change(document)
    path.write_text(json.dumps(document))
    with pytest.raises(FormatError, match=field):
        load_run(path)


def test_a_change_that_is_meant_is_taken_without_the_checksum(tmp_path):
    path = tmp_path / "run.json"
    document = saved(path, "small", ALL, nodes=12)
    document["seed"] = 5
    document.pop("sha256")
    path.write_text(json.dumps(document))
    assert load_run(path).task.seed == 5
