"""Rows of many instances, measures, published columns, and the page made of all of it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from edgematch.bench import Job, Record, Records, load_suite, report
from edgematch.bench.measures import MEASURES, take
from edgematch.bench.papers import Paper
from edgematch.bench.readme import claim, readme
from edgematch.bench.results import Results
from edgematch.bench.runner import measure_apart
from edgematch.bench.suite import MEASURE, Suite
from edgematch.bench.summary import distance
from edgematch.catalog import load_puzzle
from edgematch.errors import OptionError, UnknownName
from edgematch.search import Limits

GROUPED = Suite(
    "grouped", "Grouped",
    puzzles={"small": "two-set?frame=2&inner=2@3x3#1-3", "files": "data:owen/set1/04x04.txt"},
    fallback={"files": ["demo-4x4"]}, solvers=("backtrack",), measures=("expected",), seeds=(0, 1),
)  # fmt: skip
PAPER = Paper(
    "a paper", "seconds", {"theirs": {"small": "8", "mean": "450"}, "bound": {"small": ">9"}}, summary=("mean",)
)


def record(suite, row, solver="backtrack", **values):
    given = {"wall": 1.0, "status": "all-found", "stop": "done", **values}
    puzzle = given.pop("puzzle", row)
    goal = MEASURE if solver in suite.measures else suite.goal
    return Record(Job(suite.name, puzzle, solver, goal, seed=given.pop("seed", 0)), **given)


def small(k, **values):
    return record(GROUPED, "", puzzle=f"two-set?frame=2&inner=2@3x3#{k}", **values)


def test_rows_of_a_table_fall_back_one_by_one(tmp_path, monkeypatch):
    monkeypatch.setenv("EDGEMATCH_DATA", str(tmp_path))
    assert GROUPED.instances == [f"two-set?frame=2&inner=2@3x3#{k}" for k in (1, 2, 3)] + ["demo-4x4"]
    assert [GROUPED.row(i) for i in GROUPED.instances] == ["small"] * 3 + ["files"]
    assert [GROUPED.is_fallback(i) for i in GROUPED.instances] == [False] * 3 + [True]
    assert GROUPED.row("data:owen/set1/04x04.txt") == "files"
    assert len(replace(GROUPED, most=1).instances) == 2


def test_measures_are_taken_once_whatever_the_seeds():
    columns = [job.solver for job in GROUPED.jobs() if job.puzzle == "two-set?frame=2&inner=2@3x3#1"]
    assert sorted(columns) == ["backtrack", "backtrack", "expected"]


def test_a_row_is_the_median_and_an_unfinished_run_is_longer_than_any():
    text = report(GROUPED, [small(1, wall=1.0), small(2, wall=3.0, nodes=7), small(3, wall=9.0, status="unknown")])
    assert "| small (3) | 0 | 3 s, 0 (2 of 3) |" in text
    text = report(GROUPED, [small(1, wall=1.0), small(2, status="unknown"), small(3, status="unknown")])
    assert "| small (3) | 0 | > 60 s (1 of 3) |" in text
    text = report(GROUPED, [small(1, count=1), small(2, count=4), small(3, status="unknown", error="broken")])
    assert "| small (3) | 1 to 4 | 1 s, 0 (2 of 3), 1 failed |" in text


def test_a_column_that_had_fewer_instances_says_so():
    suite = replace(GROUPED, solvers=("backtrack", "zla"))
    runs = [
        record(suite, "", s, puzzle=small(k).job.puzzle) for s, k in (("backtrack", 1), ("backtrack", 2), ("zla", 1))
    ]
    assert "| small (2 of 3) | 0 | 1 s, 0 | 1 s, 0 (1 of 1) |" in report(suite, runs)
    late = record(suite, "", "zla", puzzle=small(1).job.puzzle, status="unknown")
    assert "| small (2 of 3) | 0 | 1 s, 0 | > 60 s (0 of 1) |" in report(suite, [*runs[:2], late])


def test_rows_are_in_the_order_of_the_suite_whichever_run_ended_first():
    runs = [record(GROUPED, "", puzzle="demo-4x4"), small(2)]
    assert Results(GROUPED, runs).rows == Results(GROUPED, runs[::-1]).rows == ["small", "files"]


def test_the_report_does_not_need_the_data(tmp_path, monkeypatch):
    records = [record(GROUPED, "", puzzle="data:owen/set1/04x04.txt"), small(1)]
    before = report(GROUPED, records)
    monkeypatch.setenv("EDGEMATCH_DATA", str(tmp_path))
    assert report(GROUPED, records) == before
    assert "look-alikes" not in before
    assert "look-alikes" in report(GROUPED, [record(GROUPED, "", puzzle="demo-4x4")])


@pytest.mark.parametrize("name", [name for name in MEASURES if "formula" in name or name == "expected"])
def test_measures_are_figures_of_the_puzzle(name):
    assert take(name, load_puzzle("demo-4x4"), Limits()) == take(name, load_puzzle("demo-4x4"), Limits())
    with pytest.raises(UnknownName, match="expected"):
        take("nonsense", load_puzzle("demo-4x4"), Limits())


def test_sizes_of_the_clique_graph_and_of_the_program():
    """Nodes and variables as they follow from the size of the board: Salassa et al., section 2."""
    found = take("clique-graph", load_puzzle("demo-4x4"), Limits())
    assert found["nodes"] == 1 + 3 * 3 + 8 * 8 + 4 * 4 * 4
    assert found["edges"] < found["nodes"] * (found["nodes"] - 1) / 2
    assert take("milp-program", load_puzzle("demo-4x4"), Limits())["variables"] == 4 * 4**4 + 24


def test_a_simplified_formula_is_smaller():
    pytest.importorskip("pysat")
    sizes = [take(f"primal-dual-{kind}", load_puzzle("demo-4x4"), Limits()) for kind in ("formula", "simplified")]
    assert sizes[1].keys() == sizes[0].keys()
    assert sizes[1]["variables"] < sizes[0]["variables"]


def test_a_measure_runs_like_a_solver(tmp_path):
    found = measure_apart(Job("grouped", "demo-4x4", "backbone", MEASURE))
    assert (found.status, found.details) == ("measured", {"% backbone": 100.0})
    shown = report(replace(GROUPED, measures=("backbone",)), [found])
    assert "| instance | `backbone` |" in shown
    assert "| files | 100 |" in shown
    assert "## Summary" not in shown
    assert "unknown measure" in measure_apart(Job("grouped", "demo-4x4", "nonsense", MEASURE)).error


def test_distances_to_a_paper():
    results = Results(GROUPED, [small(k, wall=2.0) for k in (1, 2, 3)])
    assert distance(results, PAPER, "backtrack", "theirs") == "4 (small, 3 instances)"
    late = Results(GROUPED, [*results.records, record(GROUPED, "", puzzle="demo-4x4", status="unknown")])
    both = replace(PAPER, columns={"theirs": {"small": "8", "files": "9"}})
    assert distance(late, both, "backtrack", "theirs") == "4 (small, 3 instances, 1 more not finished)"
    assert distance(results, PAPER, "backtrack", "bound") == ""
    assert distance(results, replace(PAPER, unit="curves"), "backtrack", "theirs") == ""
    best = replace(GROUPED, goal="best")
    scores = Results(best, [small(1, score=452), small(2, score=453)])
    only_summed = replace(PAPER, unit="score", columns={"theirs": {"mean": "450", "best": "455"}})
    assert distance(scores, only_summed, "backtrack", "theirs") == "mean +2.5"
    assert scores.number("best", "backtrack") == 453


def test_a_geometric_mean_is_only_that_of_a_solver_that_finished_everything():
    done = [small(1, wall=1.0), small(2, wall=4.0)]
    assert Results(GROUPED, done).number("geometric mean", "backtrack") == pytest.approx(2)
    assert Results(GROUPED, [*done, small(3, status="unknown")]).number("geometric mean", "backtrack") is None


def test_rates():
    suite = replace(GROUPED, show="rate")
    text = report(suite, [small(1, cpu=1.0, wall=3.0, nodes=10**8, status="unknown")])
    assert "| small (1 of 3) | 1 | 10 ns |" in text
    assert "| `backtrack` | 10 | 100 |" in text


def test_the_page_has_a_section_for_each_suite_with_records(tmp_path):
    suite = load_suite("smoke")
    runs = [
        replace(
            record(suite, "demo-4x4", solver, wall=w, count=4),
            job=Job("smoke", "demo-4x4", solver, labelled=True, seconds=5),
        )
        for solver, w in (("backtrack", 0.5), ("sat", 2.0))
    ]
    for one in runs:
        Records(tmp_path / "results" / "smoke.jsonl").append(one)
    text = readme(tmp_path)
    assert "](#smoke) | 1 of 8 puzzles, 5 s of wall-clock time per run | `backtrack`: 1 of 1 finished |" in text
    assert "## smoke\n" in text
    assert "#### Summary" in text
    assert "`benoist48`" in text.partition("## Not measured yet")[2]
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "smoke-cactus.svg").touch()
    assert "![smoke-cactus](reports/smoke-cactus.svg)" in readme(tmp_path)


def test_claims_of_scores_and_rates():
    scores = Results(replace(GROUPED, goal="best"), [small(1, score=7), small(2, score=9)])
    assert claim(scores)[1:] == [
        "2 of 4 puzzles, 1 of 2 rows, 60 s of wall-clock time per run",
        "`backtrack`: mean small 8.0",
    ]
    rates = Results(replace(GROUPED, show="rate"), [small(1, cpu=1.0, nodes=10**8)])
    assert claim(rates)[2] == "`backtrack`: 10 ns per node"
    both = [small(1, solver="edgecp"), small(1)]
    two = replace(GROUPED, solvers=("backtrack", "edgecp"))
    assert claim(Results(two, both))[2] == "`backtrack`: 1 of 1 finished"
    assert claim(Results(replace(two, main="edgecp"), both))[2] == "`edgecp`: 1 of 1 finished"
    measured = Results(GROUPED, [record(GROUPED, "small", "expected", details={"x": 1})])
    assert claim(measured)[2] == "one figure per puzzle: see the table"


def test_a_claim_is_that_of_the_main_method_of_a_paper():
    job = Job("zla-table2", "eternity?frame=2&inner=6@6x6#1", "zla", "first", anchored=True, seconds=20, clock="cpu")
    fast = Record(job, "satisfied", "done", cpu=0.013)
    title, extent, result = claim(Results(load_suite("zla-table2"), [fast]))
    assert title.endswith("](#zla-table2)")
    assert extent == "1 of 320 puzzles, 1 of 6 rows, 20 s of CPU time per run"
    assert result == "*ZLA (E II style)*: 6x6 6:2 0.013 s (published: 0.026 s); 6x6 6:2, 1 instance"
    rules = load_suite("rules")
    runs = [
        Record(Job("rules", "data:benoist48/E_9_3.b11i12.nohint", solver, seconds=20, clock="cpu"), "all-found", "done", cpu=c, nodes=n)
        for solver, c, n in (("colorpair?heuristic=offer&shaving=1000", 2.0, 100), ("colorpair?shaving=1000", 1.4, 60))
    ]  # fmt: skip
    assert claim(Results(rules, runs))[2] == (
        "*MinExpectedGap*: time 30 % less (published: 30.50 % less), nodes 40 % less (published: 38.00 % less); on 1 instances"
    )
    table1 = load_suite("ansotegui-table1")
    found = Record(
        Job("ansotegui-table1", table1.listed[0], "expected", MEASURE), "measured", "done", details={"log10": 4.03}
    )
    assert claim(Results(table1, [found]))[2] == "at most 0.03 from the published figure on 1 rows"


@pytest.mark.parametrize("line", ['show = "colors"', 'solvers = []\ntitle = "x"', "measures = []"])
def test_suites_without_columns_are_refused(line, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(f'puzzles = ["demo-4x4"]\n{line}\n' + ('title = "t"\n' if "title" not in line else ""))
    with pytest.raises(OptionError, match="bad"):
        load_suite(str(path))


def test_smoke_runs_and_is_reported(tmp_path):
    """A suite from end to end, in a folder that is no checkout."""
    base = [sys.executable, "-m", "edgematch", "bench"]
    where = {"capture_output": True, "text": True, "check": True, "cwd": tmp_path}
    ran = subprocess.run([*base, "run", "smoke", "--dirty"], **where)
    assert "16 measurements made" in ran.stdout
    assert ran.stderr.startswith("16 measurements to make; records go to edgematch-results")
    assert (tmp_path / "edgematch-results" / "smoke.jsonl").exists()
    shown = subprocess.run([*base, "report", "smoke", "--out", "out"], **where)
    assert "failed" not in shown.stdout
    assert "disagree" not in shown.stdout
    assert (tmp_path / "out" / "smoke-profile.svg").exists()


def test_a_baseline_is_compared_by_the_clock_of_the_suite():
    suite = Suite("b", "B", ("p", "q", "r"), ("slow", "quick"), baseline="slow", clock="cpu", seconds=5)

    def run(puzzle, solver, cpu, **values):
        job = Job(suite.name, puzzle, solver, suite.goal, clock=suite.clock)
        return Record(job, **{"status": "all-found", "stop": "done", "wall": 99.0, "cpu": cpu, **values})

    text = report(suite, [
        run("p", "slow", 4.0, nodes=30), run("p", "quick", 0.2, nodes=10),
        run("q", "slow", 5.0, status="unknown"), run("q", "quick", 0.1),
        run("r", "slow", 1.0, nodes=1), run("r", "quick", 5.0, status="unknown"),
    ])  # fmt: skip
    assert "runs of at most 5 s of CPU time" in text
    assert "| p | 0 | 4 s, 30 | 0.2 s, 10 | `quick` | 20 |" in text
    assert "| q | 0 | > 5 s | 0.1 s, 0 | `quick` | > 50 |" in text
    assert "| r | 0 | 1 s, 1 | > 5 s | `slow` |  |" in text
    assert "ten times or more as fast as `slow` on 2 of 3" in text


def test_sums_are_multiples_of_the_first_solver():
    suite = Suite("s", "S", ("p", "q"), ("first", "other"))
    runs = [record(suite, "p", "first", nodes=10), record(suite, "q", "first", nodes=30)]
    results = Results(suite, [*runs, record(suite, "p", "other", nodes=15, wall=2.0)])
    assert results.number("nodes", "other") == 1.5
    assert results.number("time", "other") == 2.0


def test_cpu_time_is_a_limit():
    job = Job("w", "eternity2", "backtrack", "count", seconds=0.2, clock="cpu")
    made = measure_apart(job)
    assert (made.status, made.stop, made.error) == ("unknown", "limit", "")
    assert 0.1 <= made.cpu < 2
    assert replace(job, clock="wall").key == Job("w", "eternity2", "backtrack", "count", seconds=0.2).key != job.key


def test_records_of_other_limits_or_columns_are_left_out():
    made = small(1).job
    assert GROUPED.includes(made)
    for change in (
        {"seconds": 5.0},
        {"clock": "cpu"},
        {"solver": "zla"},
        {"seed": 7},
        {"labelled": True},
        {"puzzle": "clue1"},
    ):
        assert not GROUPED.includes(replace(made, **change)), change


def test_rows_take_turns():
    suite = Suite("turns", "Turns", puzzles={"a": "two-set@3x3#1-2", "b": "two-set@4x4#1-2"}, solvers=("zla",))
    assert [job.puzzle[-5:] for job in suite.jobs()] == ["3x3#1", "4x4#1", "3x3#2", "4x4#2"]


def test_every_machine_is_named_in_the_report():
    facts = [{"machine": name, "compiler": "g++"} for name in ("one", "other", "one")]
    assert "; one; g++, and other; g++." in report(GROUPED, [small(k + 1, facts=f) for k, f in enumerate(facts)])


def test_a_checkout_with_changes_is_named_in_the_report():
    shown = report(GROUPED, [small(1, facts={"commit": "abc-dirty"}), small(2, facts={"commit": "abc"})])
    assert "1 of 2 runs were made from a checkout with uncommitted changes." in shown
