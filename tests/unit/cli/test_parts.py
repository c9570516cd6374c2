"""Splitting, adding up, perft, and a run that is killed again and again: nothing lost, nothing twice."""

from __future__ import annotations

import io
import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from tests.data import reference

from edgematch import catalog, formats
from edgematch.model.orders import make_order
from edgematch.search import Goal, Limits, Run, Stats, Task
from edgematch.search.progress import Forecast, ProgressText, rate, span
from edgematch.store import load_run

COMMAND = [sys.executable, "-m", "edgematch"]


def edgematch(*words: object) -> dict:
    result = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False)
    assert result.returncode in (0, 1, 3), result.stderr
    return json.loads(result.stdout) if "json" in words else {}


def test_parts_add_up_to_the_whole(tmp_path):
    whole = edgematch("count", "demo-6x6", "--format", "json")
    edgematch("split", "demo-6x6", "--parts", 3, "--into", tmp_path)
    parts = sorted(tmp_path.glob("part-*.json"))
    assert len(parts) == 3
    for part in parts:
        edgematch("count", "--resume", part)
    total = edgematch("add", *parts, "--format", "json")
    assert (total["count"], total["nodes"], total["remaining"]) == (whole["count"], whole["nodes"], 0)


@pytest.mark.parametrize("order", ["snake", "auto", "file"])
def test_parts_are_searched_in_the_order_they_were_cut_in(tmp_path, order):
    if order == "file":
        order = str(tmp_path / "column.txt")
        (tmp_path / "column.txt").write_text(" ".join(str(c) for c in make_order("column", 6, 6)), encoding="utf-8")
    edgematch("split", "demo-6x6", "--parts", 2, "--order", order, "--into", tmp_path)
    solver = load_run(tmp_path / "part-1.json").outcome.solver
    whole = edgematch("count", "demo-6x6", "--solver", solver, "--format", "json")
    parts = sorted(tmp_path.glob("part-*.json"))
    result = [edgematch("count", "--resume", part, "--format", "json") for part in parts]
    assert {part["solver"] for part in result} == {solver}
    assert sum(part["nodes"] for part in result) == whole["nodes"]


def test_perft_counts_what_a_search_walks_through():
    result = edgematch("perft", "demo-6x6", "--depth", 36, "--order", "snake", "--format", "json")
    whole = edgematch("count", "demo-6x6", "--solver", "backtrack?order=snake", "--format", "json")
    assert sum(result["boards"][1:]) == whole["nodes"]
    assert result["boards"][-1] == whole["count"]


WORKER = """
import sys
from pathlib import Path
from edgematch import formats
from edgematch.search import Checkpoint, Goal, Run, Task
from edgematch.store import load_run, save_run

puzzle, file = Path(sys.argv[1]), Path(sys.argv[2])
before = load_run(file) if file.exists() else None
task = before.rest() if before else Task(formats.load(puzzle), Goal(want=None, labelled=True))
total = lambda part: before.outcome.then(part) if before else part
run = Run("backtrack?order=diagonal", task, checkpoint=Checkpoint(0.1, lambda part: save_run(file, task, total(part))))
print("begun", flush=True)
save_run(file, task, total(run.outcome))
print("done", flush=True)
"""


def search_and_kill(puzzle, file, draw, *, most):
    """Search to the end through kills at random moments, at most so many; returns how many there were."""
    kills, said = -1, ""
    while "done" not in said:
        kills += 1
        process = subprocess.Popen([sys.executable, "-c", WORKER, puzzle, file], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "begun\n"
        if kills < most:
            time.sleep(0.05 + 0.3 * draw.random())
            os.kill(process.pid, signal.SIGKILL)
        said = process.stdout.read()
        process.stdout.close()
        process.wait()
    return kills


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_killed_without_warning_twenty_times(tmp_path):
    """Every solution once, and the node total of the uninterrupted run: what a kill loses is not counted twice."""
    puzzle, draw, kills = reference("owen", "set1", "06x06.txt"), random.Random(1), 0
    whole = Run("backtrack?order=diagonal", Task(formats.load(puzzle), Goal(want=None, labelled=True))).outcome
    while kills < 20:
        file = tmp_path / f"after-{kills}-kills.json"
        kills += search_and_kill(puzzle, file, draw, most=20 - kills)
        outcome = load_run(file).outcome
        assert len({board.placements.tobytes() for board in outcome.answers}) == len(outcome.answers) == 260
        assert set(outcome.answers) == set(whole.answers)
        assert outcome.stats.nodes == whole.stats.nodes


def test_the_forecast_is_a_range_of_all_that_is_known():
    forecast = Forecast()
    assert forecast.line(Stats()) == ""
    line = forecast.line(Stats(nodes=100, seconds=10, fraction=0.1))
    assert line == f"[{'=' * 3}{' ' * 27}] 10 % of the tree done, 1.5 minutes left"
    estimate = {"nodes": 1000.0, "low": 500.0, "high": 7300.0}
    line = forecast.line(Stats(nodes=200, seconds=20, fraction=0.4, details={"estimate": estimate}))
    assert line.endswith("40 % of the tree done (20 % by the estimate), 30 seconds to 12 minutes left")
    assert (span(0.2, 0.4), span(3, 50), span(70, 130)) == (
        "less than a second",
        "3 to 50 seconds",
        "1.2 to 2.2 minutes",
    )


def test_the_live_view_shows_the_share_of_a_limit_and_a_sensible_rate():
    view = ProgressText(Task(catalog.get("demo-4x4")), Limits(seconds=40))
    lines = view.lines(Stats(nodes=172, seconds=10, depth=7))
    assert lines[0] == "nothing found yet, depth 7 of 16, 10.0 s, 17.2 nodes per second, 172 nodes"
    assert lines[1].endswith("25 % of the time limit used, 30 seconds left")
    assert [rate(n) for n in (999.6, 2.5e6, 8.7e10)] == [
        "1 k nodes per second",
        "2.5 M nodes per second",
        "87 G nodes per second",
    ]


@pytest.mark.parametrize("plain", [True, False])
def test_the_live_view_cuts_no_number_and_obeys_no_color(plain, monkeypatch):
    from edgematch.cli import live_view
    from edgematch.search import Progress, Stats

    screen = io.StringIO()
    monkeypatch.setattr(live_view.sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR" if plain else "FORCE_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR" if plain else "NO_COLOR", raising=False)
    board = catalog.get("demo-4x4").empty()
    view = live_view.LiveBoard(Task(board.puzzle), Limits())
    view.show(Progress(Stats(nodes=123_456_789, seconds=10.0, depth=7), board))
    lines = screen.getvalue().replace(live_view.CLEAR_LINE, "").splitlines()
    assert "nothing found yet, depth 7 of 16, 10.0 s" in screen.getvalue()
    assert all("123,4" not in line for line in lines), "a number that is cut is another number"
    assert ("\x1b[48" in screen.getvalue()) is not plain


def test_a_dumb_terminal_gets_no_live_view(monkeypatch):
    from edgematch.cli.live_view import can_redraw

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm")
    assert can_redraw(Terminal())
    assert not can_redraw(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not can_redraw(Terminal())
