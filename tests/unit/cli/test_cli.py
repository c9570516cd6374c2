"""The command line as a person uses it: exit codes, what is printed where, files kept, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from tests.data import reference
from tests.processes import start

from edgematch import catalog, formats
from edgematch.model import Board
from edgematch.search import COUNT, Task, solve
from edgematch.store import save_run
from edgematch.testing.zoo import planted


def edgematch(*args, stdin=None):
    """Run the command; everything it prints comes back."""
    return subprocess.run(
        [sys.executable, "-m", "edgematch", *map(str, args)], capture_output=True, text=True, input=stdin, timeout=100
    )


def solution(name="demo-4x4"):
    return solve(catalog.get(name), solver="plain").answers[0]


@pytest.fixture
def board_file(tmp_path):
    path = tmp_path / "board.json"
    formats.save(solution(), path)
    return path


def test_solve_prints_the_contract(tmp_path):
    done = edgematch("solve", "demo-4x4", "--format", "json", "--solver", "plain", "--all")
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"], result["stop"], result["count"], result["remaining"]) == (
        0,
        "all-found",
        "done",
        4,
        0,
    )
    assert result["score"] == result["boards"][0]["score"] == 24
    assert result["boards"][0]["breaks"] == 0
    assert result["nodes"] > 0
    assert result["seconds"] > 0
    assert result["solver"] == "plain"
    assert Board(catalog.get("demo-4x4"), result["boards"][0]["placements"]).is_solution
    assert result["boards"][0]["url"].startswith("https://e2.bucas.name/")
    assert done.stderr == ""


def test_jsonl_is_one_event_a_line():
    lines = edgematch("solve", "demo-4x4", "--format", "jsonl", "--solver", "plain", "--all").stdout.splitlines()
    events = [json.loads(line) for line in lines]
    assert [event["event"] for event in events] == ["found"] * 4 + ["done"]


def test_exit_codes(tmp_path):
    impossible = tmp_path / "impossible.txt"
    impossible.write_text("2 2\n0 0 1 1\n0 0 2 2\n0 0 3 3\n0 0 4 4\n")
    assert edgematch("solve", "demo-4x4", "--solver", "plain").returncode == 0
    assert edgematch("solve", "demo-6x6", "--solver", "plain", "--nodes", "5").returncode == 1
    assert edgematch("solve", impossible, "--solver", "plain").returncode == 3
    assert edgematch("solve").returncode == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["solve", "demo-4y4"], "did you mean 'demo-4x4'"),
        (["solve", "absent.txt"], "no such file"),
        (["solve", "demo-4x4", "--solver", "plane"], "did you mean 'plain'"),
        (["solve", "demo-4x4", "--solver", "plain?x=1"], "unknown option"),
        (["solve", "demo-4x4", "--seconds", "-1"], "must be 0 or more"),
        (["solve", "demo-4x4", "--threads", "0"], "threads must be"),
        (["solve", "demo-4x4", "--breaks", "-1"], "breaks must be"),
        (["solve", "--resume", "absent.json"], "absent.json"),
        (["solve", "demo-4x4", "--nonsense"], "No such option"),
        (["nonsense"], "No such command"),
        (["convert", "demo-4x4", "--to", "bucas"], "formats that can"),
        (["convert", "demo-4x4", "/nowhere/at/all.json"], "no folder"),
        (["score", "demo-4x4"], ""),
        (["show", "demo-4x4", "-o", "picture.gif"], "no picture has the suffix"),
        (["solvers", "nonsense"], "unknown solver"),
    ],
)
def test_bad_usage_is_reported_without_a_traceback(args, said):
    done = edgematch(*args)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert said in done.stderr
    assert done.stdout == ""


def test_bad_files_are_reported_with_position_and_caret(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("2 2\n0 0 1 1\n0 0 x 1\n0 0 1 1\n0 0 1 1\n")
    done = edgematch("solve", path)
    assert done.returncode == 2
    assert "bad.txt:3:5" in done.stderr
    assert "        ^" in done.stderr


def test_standard_input_and_output(board_file):
    text = edgematch("convert", board_file, "--to", "sides").stdout
    back = edgematch("score", "-", "--puzzle", "demo-4x4", "--format", "json", stdin=text)
    assert json.loads(back.stdout)["score"] == 24


def test_score_reports_everything(board_file):
    result = json.loads(edgematch("score", board_file, "--format", "json").stdout)
    assert result | {"url": ""} == {
        "source": str(board_file), "puzzle": "demo-4x4", "score": 24, "edges": 24, "joins": 24, "breaks": 0, "placed": 16, "cells": 16, "width": 4, "height": 4, "faults": [],
        "hints": {"kept": [], "missed": []}, "solution": True, "url": "",
    }  # fmt: skip


@pytest.mark.data
def test_record_boards_score_as_stated():
    records = json.loads(reference("records", "boards.json").read_text())
    done = edgematch("score", "--format", "jsonl", *[record["url"] for record in records])
    result = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(t["score"], t["placed"], t["hints"]["kept"]) for t in result] == [
        (r["score"], r["placed"], r["clue_cells"]) for r in records
    ]
    assert all(t["puzzle"].startswith("eternity2") for t in result)


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html"])
def test_show_writes_pictures(suffix, tmp_path, board_file):
    out = tmp_path / f"picture{suffix}"
    assert edgematch("show", board_file, "-o", out, "--numbers").returncode == 0
    assert out.stat().st_size > 1000
    assert "demo-4x4" in edgematch("show", "demo-4x4").stdout


def test_show_writes_a_sheet(tmp_path):
    out = tmp_path / "pieces.pdf"
    assert edgematch("show", "demo-4x4", "--sheet", "-o", out).returncode == 0
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_stopped_search_resumes_and_reports_nothing_twice(kill, tmp_path):
    path, puzzle = tmp_path / "run.json", tmp_path / "puzzle.txt"
    formats.save(planted(6, 5, colors=4, seed=11), puzzle)
    exact = ("--all", "--solver", "backtrack")  # auto may take another solver where the machine is busy
    whole = json.loads(edgematch("solve", puzzle, *exact, "--format", "json").stdout)
    command = [
        sys.executable,
        "-m",
        "edgematch",
        "solve",
        str(puzzle),
        *exact,
        "--format",
        "json",
        "--save",
        str(path),
    ]
    first = start(command, stderr=None)
    while not path.exists():
        time.sleep(0.005)
    time.sleep(0.1)
    os.kill(first.pid, kill)
    printed = first.communicate(timeout=60)[0]
    assert kill == signal.SIGKILL or json.loads(printed)["stop"] in ("cancelled", "done")
    result = json.loads(edgematch("solve", "--resume", path, "--format", "json").stdout)
    assert (result["count"], result["nodes"], result["remaining"]) == (whole["count"], whole["nodes"], 0)
    placements = {tuple(board["placements"]) for board in result["boards"]}
    assert len(placements) == result["count"]
    assert placements == {tuple(board["placements"]) for board in whole["boards"]}


def test_a_search_of_gpu_in_several_runs_counts_what_one_run_counts(tmp_path):
    path, puzzle = tmp_path / "run.json", tmp_path / "puzzle.txt"
    formats.save(planted(5, 5, colors=3, seed=5), puzzle)
    whole = json.loads(edgematch("count", puzzle, "--solver", "backtrack", "--format", "json").stdout)
    result = json.loads(
        edgematch(
            "count", puzzle, "--solver", "gpu?device=cpu", "--nodes", 5000, "--save", path, "--format", "json"
        ).stdout
    )
    limit = whole["nodes"] // 3
    for _ in range(9):
        if not result["remaining"]:
            break
        assert '"version":2' in path.read_text(encoding="ascii")[:60]
        result = json.loads(edgematch("count", "--resume", path, "--nodes", limit, "--format", "json").stdout)
    assert (result["count"], result["nodes"], result["remaining"]) == (whole["count"], whole["nodes"], 0)


def test_what_auto_left_in_columns_goes_on_with_the_solver_that_it_chose(tmp_path):
    path, task = tmp_path / "run.json", Task(planted(5, 5, colors=3, seed=5), COUNT)
    part = solve(task, solver="gpu?device=cpu", nodes=2000)
    stats = replace(part.stats, details={"chosen": "gpu?device=cpu"})
    save_run(path, task, replace(part, solver="auto", stats=stats))
    result = json.loads(edgematch("count", "--resume", path, "--format", "json").stdout)
    assert result["solver"] == "auto + gpu?device=cpu"
    assert result["count"] == solve(task, solver="backtrack").count


def test_resuming_another_puzzle_is_refused(tmp_path):
    path = tmp_path / "run.json"
    edgematch("solve", "demo-5x5", "--solver", "plain", "--nodes", "10", "--save", path)
    done = edgematch("solve", "demo-4x4", "--resume", path, "--solver", "plain")
    assert done.returncode == 2
    assert "another puzzle" in done.stderr
    assert (
        json.loads(edgematch("solve", "demo-5x5", "--resume", path, "--solver", "plain", "--format", "json").stdout)[
            "count"
        ]
        == 1
    )


def test_help_has_examples_and_completion_is_offered():
    for verb in ("solve", "count", "show", "score", "convert"):
        assert "Examples" in edgematch(verb, "--help").stdout
    assert "--install-completion" in edgematch("--help").stdout
    assert edgematch("--version").stdout.startswith("edgematch ")


def test_listings():
    assert "eternity2-clues" in edgematch("puzzles").stdout
    assert any(
        json.loads(line)["name"] == "clue1" for line in edgematch("puzzles", "--format", "jsonl").stdout.splitlines()
    )
    assert "plain" in edgematch("solvers").stdout
    assert "PROVE" in json.loads(edgematch("solvers", "plain", "--format", "json").stdout)["can"]


def test_a_closed_pipe_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m edgematch puzzles | head -1", shell=True, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
