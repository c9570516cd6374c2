from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from edgematch.bench import Job, Record, Records, load_suite, report, run_suite, run_suites, runner, suite_names
from edgematch.bench.compare import Request, build_commit, compare, default_goal, describe, with_solver
from edgematch.bench.instances import expand, load, short
from edgematch.bench.machine import facts
from edgematch.bench.measures import MEASURES
from edgematch.bench.records import results_folder
from edgematch.bench.runner import measure_apart
from edgematch.bench.statistics import (
    cells,
    geometric_mean,
    median_interval,
    paired,
    par10,
    ratios,
    times,
    virtual_best,
)
from edgematch.bench.suite import GOALS, Suite
from edgematch.errors import OptionError, RefusedTask, UnknownName
from edgematch.files import FileError
from edgematch.search import Task, make

TINY = Suite(
    "tiny", "Tiny", puzzles=("demo-4x4", "two-set?frame=2&inner=2@3x3#1-2"), solvers=("plain", "backtrack"), seconds=20
)


def record(puzzle="p", solver="s", wall=1.0, status="all-found", **more):
    job = Job("x", puzzle, solver, **{k: v for k, v in more.items() if k in ("goal", "seed")})
    return Record(
        job, status, "done", wall=wall, cpu=wall, **{k: v for k, v in more.items() if k not in ("goal", "seed")}
    )


@pytest.mark.parametrize("name", suite_names())
@pytest.mark.parametrize("quick", [False, True])
def test_every_suite_is_well_formed(name, quick, monkeypatch, tmp_path):
    for folder in (os.environ.get("EDGEMATCH_DATA", ""), str(tmp_path)):
        if folder:
            monkeypatch.setenv("EDGEMATCH_DATA", folder)
        suite = load_suite(name, quick=quick)
        assert suite.goal in GOALS
        assert suite.jobs()
        load(suite.instances[0])
    assert set(suite.measures) <= set(MEASURES)


@pytest.mark.parametrize("name", suite_names())
def test_every_solver_of_a_suite_takes_its_task(name):
    suite = load_suite(name)
    job = suite.jobs()[0]
    task = Task(load(job.puzzle), replace(GOALS[suite.goal], labelled=suite.labelled))
    refused = []
    for solver in suite.solvers:
        try:
            make(solver).refuse(task)
        except RefusedTask as reason:
            refused.append(str(reason))
    assert refused == []


def test_instances():
    assert expand("demo-4x4") == ["demo-4x4"]
    assert expand("two-set?frame=2&inner=2@3x3#2-4")[-1] == "two-set?frame=2&inner=2@3x3#4"
    assert load("two-set?frame=2&inner=2@3x3#2") == load("two-set?frame=2&inner=2@3x3#2")
    assert load("like:demo-5x5#3").cells == 25
    assert short("data:benoist48/E_7_1.b6i6.nohint") == "E_7_1"
    for bad in ("two-set@3#1", "two-set?frame=2&inner=2@3x3#x-y"):
        with pytest.raises(OptionError):
            [load(one) for one in expand(bad)]


def test_a_suite_runs_once_and_is_reported(tmp_path):
    records, seen = Records(tmp_path / "tiny.jsonl"), []
    assert run_suite(TINY, records, allow_dirty=True, on_progress=seen.append) == 6
    assert [p.done for p in seen] == [0, 1, 2, 3, 4, 5, 6]
    assert run_suite(TINY, records, allow_dirty=True) == 0
    assert all(r.facts["machine"] and r.facts["compiler"] and r.facts["date"] and r.is_finished for r in records)
    assert all(r.share == pytest.approx(r.cpu / r.wall, rel=0.05, abs=0.01) for r in records if r.wall > 0.01)
    text = report(TINY, records, tmp_path / "out")
    assert "| demo-4x4 | 4 |" in text
    assert "`backtrack` against `plain`" in text
    assert "disagree" not in text
    assert (tmp_path / "out" / "tiny-cactus.svg").read_text().startswith("<?xml")
    assert "<table>" in (tmp_path / "out" / "tiny.html").read_text()


def test_columns_and_rows_are_chosen_by_name(tmp_path):
    suite = replace(TINY, puzzles={"four": "demo-4x4", "three": "two-set?frame=2&inner=2@3x3#1-2"})
    records = Records(tmp_path / "tiny.jsonl")
    assert run_suite(suite, records, only=["pl*", "three"], allow_dirty=True) == 2
    assert {(r.job.solver, suite.row(r.job.puzzle)) for r in records} == {("plain", "three")}
    assert run_suite(suite, records, only=["plain"], allow_dirty=True) == 1
    assert run_suite(suite, records, allow_dirty=True) == 3
    with pytest.raises(
        OptionError, match="no column or row is 'nonsense'; columns of tiny: plain, backtrack; rows: four"
    ):
        run_suite(suite, records, only=["plain", "nonsense"], allow_dirty=True)


def test_several_suites_share_the_processes_and_a_pattern_leaves_suites_out(tmp_path):
    tiny, other = Records(tmp_path / "tiny.jsonl"), Records(tmp_path / "other.jsonl")
    second = replace(TINY, name="other", puzzles=("demo-4x4",), solvers=("plain", "zla"))
    assert run_suites([(TINY, tiny), (second, other)], jobs=3, only=["zla"], allow_dirty=True) == 1
    assert ([*tiny], [r.job.solver for r in other]) == ([], ["zla"])
    assert run_suites([(TINY, tiny), (second, other), (TINY, tiny)], jobs=3, allow_dirty=True) == 7
    assert {len(tiny.keys()), len([*tiny])} == {6}
    assert {r.job.suite for r in other} == {"other"}
    with pytest.raises(OptionError, match="1 or more, not 0"):
        run_suites([(TINY, tiny)], jobs=0, allow_dirty=True)


def test_after_the_given_time_runs_are_killed_and_left_for_later(tmp_path):
    records = Records(tmp_path / "long.jsonl")
    suite = replace(TINY, name="long", puzzles=("eternity2",), solvers=("backtrack", "zla", "edgecp"), seconds=300)
    began = time.monotonic()
    assert run_suites([(suite, records)], jobs=2, seconds=1, allow_dirty=True) == 0
    assert time.monotonic() - began < 60
    assert not [*records]


def test_a_solver_whose_program_is_not_here_is_left_for_later(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    suite = replace(TINY, puzzles=("demo-4x4",), solvers=("minion", "plain"))
    assert "PATH" in runner.unavailable(suite)["minion"]
    records = Records(tmp_path / "tiny.jsonl")
    assert run_suite(suite, records, allow_dirty=True) == 1
    assert [r.job.solver for r in records] == ["plain"]


def test_two_runs_at_once_are_refused(tmp_path):
    records = Records(tmp_path / "tiny.jsonl")
    with records.held(), pytest.raises(FileError, match="another process"):
        run_suite(TINY, records, allow_dirty=True)


def test_a_checkout_with_changes_is_refused_unless_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "facts", lambda: facts() | {"commit": "0123456789-dirty"})
    suite, records = replace(TINY, puzzles=("demo-4x4",), solvers=("plain",)), Records(tmp_path / "tiny.jsonl")
    with pytest.raises(OptionError, match="--dirty"):
        run_suite(suite, records)
    assert not records.path.exists()
    assert run_suite(suite, records, allow_dirty=True) == 1


def test_records_go_to_the_checkout_or_to_a_folder_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert results_folder().name == "edgematch-results"
    (tmp_path / "benchmarks" / "results").mkdir(parents=True)
    assert results_folder() == Path("benchmarks/results")


def test_every_file_of_records_has_the_one_schema():
    folder = Path(__file__).parents[3] / "benchmarks" / "results"
    assert {path.suffix for path in folder.rglob("*") if path.is_file()} == {".jsonl"}
    for path in folder.rglob("*.jsonl"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [record.line() for record in Records(path)] == lines, path
        assert len(Records(path).keys()) == len(lines), path


def test_killing_the_runner_repeats_nothing_and_loses_nothing(tmp_path):
    suite = tmp_path / "slow.toml"
    suite.write_text(
        'title = "t"\npuzzles = ["demo-4x4", "demo-5x5", "demo-6x4", "demo-twins"]\nsolvers = ["backtrack"]\nrepeat = 3\n'
    )
    path = tmp_path / "slow.jsonl"
    command = [sys.executable, "-m", "edgematch", "bench", "run", str(suite), "--results", str(tmp_path), "--dirty"]
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
    while not path.exists() or path.stat().st_size < 10:
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    with path.open("a") as file:
        file.write('{"job":{"suite"')  # what a crash in the middle of a line leaves
    before = [r.line() for r in Records(path)]
    assert 0 < len(before) < 12
    subprocess.run(command, check=True, capture_output=True)
    after = [r.line() for r in Records(path)]
    assert after[: len(before)] == before
    assert len({json.loads(line)["key"] for line in after}) == len(after) == 12


def test_solvers_that_cannot_are_recorded():
    assert "cannot take" in measure_apart(Job("x", "demo-4x4", "backtrack", goal="best")).error
    assert "unknown solver" in measure_apart(Job("x", "demo-4x4", "nonsense")).error
    assert "unknown puzzle" in measure_apart(Job("x", "nonsense", "plain")).error


def test_statistics():
    table = times(
        cells(
            [
                record("a", "s", 1),
                record("a", "t", 4),
                record("b", "s", 2),
                record("b", "t", 2),
                record("c", "s", 9, "unknown"),
            ]
        )
    )
    assert table == {"s": {"a": 1, "b": 2}, "t": {"a": 4, "b": 2}}
    assert ratios(table, "s", "t") == [1, 4]
    assert geometric_mean([1, 4]) == pytest.approx(2)
    assert virtual_best(table) == {"a": 1, "b": 2}
    assert par10(table["s"], ["a", "b", "c"], 10) == pytest.approx(103 / 3)
    assert median_interval([1, 2, 3]) == (1, 3)
    low, high = median_interval(list(range(101)))
    assert 35 < low < 50 < high < 65
    gap = paired([3, 4, 5, 9], [1, 2, 3, 4])
    assert gap.difference == pytest.approx(2.75)
    assert gap.low < 2.75 < gap.high
    assert math.isnan(paired([1], [2]).low)
    assert paired([1, 1], [1, 1]).wilcoxon == 1


def test_scores_are_reported_in_pairs():
    suite = replace(TINY, goal="best", solvers=("a", "b"), puzzles=("p",), seeds=(0, 1, 2))
    rows = [record("p", s, goal="best", seed=k, score=base + k) for s, base in (("a", 10), ("b", 12)) for k in range(3)]
    rows = [replace(r, job=replace(r.job, suite="tiny")) for r in rows]
    text = report(suite, rows)
    assert "`b` minus `a`: +2.00" in text
    assert "| `a` | 3 | 11.00 | 11 | 10 | 12 |" in text


def test_disagreement_is_marked():
    rows = [replace(record("p", s, count=n), job=Job("tiny", "p", s)) for s, n in (("plain", 1), ("backtrack", 2))]
    assert "**disagree**" in report(TINY, rows)


def test_comparing_solvers_gives_signatures_and_ratios():
    sides = with_solver("plain"), with_solver("backtrack")
    text = describe(compare([Request("demo-4x4", "")], *sides, repeat=2), ("plain", "backtrack"))
    assert "nodes in both;" in text
    assert "times as fast" in text
    beam = compare([Request("demo-4x4", "", "best", nodes=50)], with_solver("plain"), with_solver("beam"), repeat=1)
    assert not beam[0].is_same_search
    with pytest.raises(OptionError, match="nonsense"):
        compare([Request("demo-4x4", "")], sides[0], with_solver("nonsense"), repeat=1)


def test_comparing_with_what_is_installed(tmp_path):
    assert build_commit(".", tmp_path) == Path(sys.executable)
    with pytest.raises(OptionError, match=r"cannot be built|only in a checkout"):
        build_commit("no-such-commit", tmp_path)
    assert default_goal("beam", Task(load("demo-4x4"))) == "best"
    assert default_goal("edgecp", Task(load("demo-4x4"))) == "count"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title = 3 =",
        'title="t"\npuzzles=[]\nsolvers=[]\nnonsense=1',
        'title="t"\npuzzles=[]\nsolvers=[]\ngoal="win"',
    ],
)
def test_bad_suites_are_refused(text, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(OptionError, match="bad"):
        load_suite(str(path))
    with pytest.raises(UnknownName):
        load_suite("nonsense")
