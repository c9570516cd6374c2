"""Splitting, adding up, perft, and a run that is killed again and again: nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from tests.data import reference

from edgematch import formats
from edgematch.search import Goal, Run, Task
from edgematch.store import load_run

COMMAND = [sys.executable, "-m", "edgematch"]


def edgematch(*words: object) -> dict:
    told = subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False)
    assert told.returncode in (0, 1, 3), told.stderr
    return json.loads(told.stdout) if "json" in words else {}


def test_parts_add_up_to_the_whole(tmp_path):
    whole = edgematch("count", "demo-6x6", "--format", "json")
    edgematch("split", "demo-6x6", "--parts", 3, "--into", tmp_path)
    parts = sorted(tmp_path.glob("part-*.json"))
    assert len(parts) == 3
    for part in parts:
        edgematch("count", "--resume", part)
    total = edgematch("add", *parts, "--format", "json")
    assert (total["count"], total["nodes"], total["remaining"]) == (whole["count"], whole["nodes"], 0)


def test_perft_counts_what_a_search_walks_through():
    told = edgematch("perft", "demo-6x6", "--depth", 36, "--order", "snake", "--format", "json")
    whole = edgematch("count", "demo-6x6", "--solver", "backtrack?order=snake", "--format", "json")
    assert sum(told["boards"][1:]) == whole["nodes"]
    assert told["boards"][-1] == whole["count"]


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


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_killed_without_warning_twenty_times(tmp_path):
    """Every solution once, and the node total of the uninterrupted run: what a kill loses is done again, not counted twice."""
    puzzle, file, draw = reference("owen", "set1", "06x06.txt"), tmp_path / "run.json", random.Random(1)
    kills = 0
    while True:
        process = subprocess.Popen([sys.executable, "-c", WORKER, puzzle, file], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "begun\n"
        if kills < 20:
            time.sleep(0.05 + 0.5 * draw.random())
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        said = process.stdout.read()
        process.stdout.close()
        process.wait()
        if "done" in said:
            break
    outcome = load_run(file).outcome
    whole = Run("backtrack?order=diagonal", Task(formats.load(puzzle), Goal(want=None, labelled=True))).outcome
    assert kills >= 10
    assert len({board.placements.tobytes() for board in outcome.answers}) == len(outcome.answers) == 260
    assert set(outcome.answers) == set(whole.answers)
    assert outcome.stats.nodes == whole.stats.nodes
