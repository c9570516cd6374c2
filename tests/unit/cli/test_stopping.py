"""The command line when it is interrupted, and when what it writes to is full, gone or in use."""

from __future__ import annotations

import json
import resource
import shutil
import signal
import sys
import time

import pytest
from tests import processes

from edgematch import formats
from edgematch.store import load_run, open_store
from edgematch.testing.zoo import large


def start(*arguments, code="from edgematch.cli import main; main()", **more):
    return processes.start([sys.executable, "-c", code, *map(str, arguments)], **more)


def finish(child):
    """The exit code of a child, its output read."""
    child.communicate(timeout=60)
    return child.returncode


@pytest.fixture
def puzzle(tmp_path):
    """A puzzle that no solver finishes."""
    path = tmp_path / "puzzle.json"
    formats.save(large(12), path, "native")
    return path


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize(
    "command",
    [
        ["solve"], ["solve", "--threads", "2"], ["count"], ["solve", "--solver", "plain"], ["solve", "--solver", "cpsat"],
        ["solve", "--solver", "sat"], ["solve", "--solver", "edgecp"], ["tune", "--nodes", "20000000"],
        ["perft", "--depth", "100", "--threads", "2"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_ctrl_c_exits_with_130_and_no_noise(command, times, puzzle):
    child = start(command[0], puzzle, *command[1:])
    processes.wait_for_work(child, 1)
    for _ in range(times):
        child.send_signal(signal.SIGINT)
        time.sleep(0.004)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130, err
    assert "Traceback" not in err
    assert "nanobind" not in err
    assert "terminate" not in err


def test_an_engine_that_stops_late_is_ended_without_noise(puzzle):
    code = "from edgematch.solvers.backends import _backend; _backend.GRACE_SECONDS = 0; from edgematch.cli import main; main()"
    child = start("solve", puzzle, "--solver", "sat", code=code)
    processes.wait_for_work(child, 3)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, "Traceback" in err) == (130, False), err


def test_an_interrupted_count_says_that_it_is_not_finished(puzzle):
    child = start("count", puzzle, "--format", "json")
    processes.wait_for_work(child, 1)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    outcome = json.loads(out)
    assert (child.returncode, outcome["stop"]) == (130, "cancelled")
    assert outcome["remaining"] > 0


def test_an_interrupted_tune_lists_the_trials_it_has_finished(tmp_path):
    slow_second = """
import time
from edgematch import analyse
def tune(*words, **more):
    for number, row in enumerate(original(*words, **more)):
        if number:
            print("second", flush=True)
            time.sleep(60)
        yield row
original, analyse.tune = analyse.tune, tune
from edgematch.cli import main; main()"""
    child = start("tune", "demo-10x10", "--nodes", 1000, "--format", "json", code=slow_second)
    assert child.stdout.readline() == "second\n"
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (child.returncode, len(json.loads(out))) == (130, 1), err


def test_an_interrupted_fit_of_a_beam_keeps_the_passes_it_has_finished(tmp_path):
    slow_fourth = """
import time
from edgematch import analyse
def run(fit):
    for row in original(fit):
        if row[:2] == (1, 4):
            print("fourth", flush=True)
            time.sleep(60)
        yield row
original, analyse.BeamFit.run = analyse.BeamFit.run, run
from edgematch.cli import main; main()"""
    out = tmp_path / "weights.json"
    words = ["demo-6x6", "--width", 300, "--passes", 9, "--format", "jsonl", "--out", out]
    child = start("tune", "beam", *words, code=slow_fourth)
    assert child.stdout.readline() == "fourth\n"
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=20)
    assert (child.returncode, json.loads(out.read_text())["made"]["passes_finished"]) == (130, 4), err


@pytest.mark.parametrize("times", [1, 2])
def test_an_interrupted_best_keeps_its_board(times, puzzle):
    child = start("best", puzzle, "--format", "json")
    processes.wait_for_work(child, 2)
    for _ in range(times):
        child.send_signal(signal.SIGINT)
        time.sleep(0.004)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 0
    assert json.loads(out)["boards"]


def wait_until(condition, child):
    until = time.monotonic() + 100
    while not condition() and child.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    assert condition()


def test_a_killed_hunt_keeps_the_boards_it_has_found(puzzle, tmp_path):
    child = start("best", puzzle, "--seconds", 300, "--out", tmp_path / "boards")
    wait_until(lambda: list(tmp_path.glob("boards/*.json")), child)
    child.kill()
    child.communicate(timeout=60)
    files = list(tmp_path.glob("boards/*.json"))
    assert files
    for file in files:
        assert file.name.startswith(f"{formats.load_board(file).score:04d}-")


def test_a_killed_hunt_goes_on_from_the_file_it_saved(puzzle, tmp_path):
    save, store = tmp_path / "run.json", f"sqlite:///{tmp_path}/boards.db"
    child = start("best", puzzle, "--save", save, "--out", store)
    wait_until(lambda: save.exists() and load_run(save).outcome.state, child)
    child.kill()
    child.communicate(timeout=30)
    saved = load_run(save).outcome
    kept = [found.score for found in open_store(store).boards.list()]
    assert len(kept) > len(set(kept)), "near misses are in the store too"
    out, err = start("best", "--resume", save, "--seconds", "1", "--format", "json").communicate(timeout=60)
    after = json.loads(out)
    assert after["score"] >= saved.best.score, err
    assert after["nodes"] > saved.stats.nodes
    assert int(load_run(save).outcome.state) > int(saved.state), "turns are not repeated"


def test_an_interrupted_solve_writes_its_deepest_board(puzzle, tmp_path):
    out = tmp_path / "deepest.json"
    child = start("solve", puzzle, "-o", out)
    processes.wait_for_work(child, 1)
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=60)
    board = formats.load_board(out)
    assert board.count > 30
    assert not board.faults()
    assert board.breaks == 0


def test_a_plot_without_matplotlib_is_refused_before_the_search(tmp_path):
    code = "import sys; sys.modules['matplotlib'] = None; from edgematch.cli import main; main()"
    child = start("best", "demo-10x10", "--seconds", "30", "--plot", tmp_path / "x.svg", code=code)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert "matplotlib" in err


@pytest.mark.parametrize("file", ["x.nonsense", "absent/x.json", "."])
def test_a_board_file_that_cannot_be_written_is_refused_before_the_search(file, puzzle, tmp_path):
    child = start("solve", puzzle, "-o", tmp_path / file)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert "error:" in err


@pytest.mark.parametrize("place", ["", ".", "/", "folder"])
def test_a_search_is_not_saved_to_a_folder(place, puzzle, tmp_path):
    (tmp_path / "folder").mkdir()
    child = start("count", puzzle, "--save", place, cwd=tmp_path)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, "Traceback" in err) == (2, False), err
    assert "this is a folder, not a file" in err


def test_two_searches_cannot_save_to_one_file(puzzle, tmp_path):
    save = tmp_path / "run.json"
    first = start("solve", puzzle, "--save", save)
    while not save.exists():
        time.sleep(0.05)
    second = start("solve", "--resume", save, "--seconds", "1")
    _, err = second.communicate(timeout=60)
    assert second.returncode == 2
    assert "another process" in err
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=60)
    assert finish(start("solve", "--resume", save, "--seconds", "0.2")) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["puzzle.json", "run.json"]


def test_a_folder_that_is_removed_loses_nothing(puzzle, tmp_path):
    folder = tmp_path / "saves"
    folder.mkdir()
    child = start("solve", puzzle, "--save", folder / "run.json", "--seconds", "3", "--format", "json")
    while not (folder / "run.json").exists():
        time.sleep(0.05)
    shutil.rmtree(folder)
    out, err = child.communicate(timeout=60)
    assert json.loads(out)["remaining"] > 0
    assert child.returncode == 2
    assert "no folder" in err


def limited(size):
    """Let the child write files of so many bytes at most: a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_keeps_the_file_before_and_prints_the_outcome(puzzle, tmp_path):
    save = tmp_path / "run.json"
    assert finish(start("solve", puzzle, "--save", save, "--nodes", "100")) == 1
    before = save.read_bytes()
    child = start(
        "solve", "--resume", save, "--seconds", "0.5", "--format", "json", preexec_fn=lambda: limited(len(before) // 2)
    )
    out, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert str(save) in err
    assert json.loads(out)["nodes"] > 100
    assert save.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["puzzle.json", "run.json"]


def test_boards_that_cannot_be_written_are_reported_and_printed(puzzle, tmp_path):
    child = start(
        "best",
        puzzle,
        "--seconds",
        "2",
        "--out",
        tmp_path / "boards",
        "--format",
        "json",
        preexec_fn=lambda: limited(50),
    )
    out, err = child.communicate(timeout=60)
    assert child.returncode == 2
    assert "boards" in err
    assert json.loads(out)["boards"]
    assert list((tmp_path / "boards").iterdir()) == []


@pytest.mark.parametrize("spec", ["hunt", "gpu-breaks?device=cpu", "localsearch"])
def test_a_search_for_the_best_board_is_saved_and_resumed(spec, puzzle, tmp_path):
    save = tmp_path / "run.json"
    first = start("best", puzzle, "--solver", spec, "--save", save, "--seconds", "2", "--format", "json")
    before = json.loads(first.communicate(timeout=60)[0])
    second = start("best", "--resume", save, "--seconds", "2", "--format", "json")
    out, err = second.communicate(timeout=60)
    assert second.returncode == 0, err
    after = json.loads(out)
    assert after["score"] >= before["score"]
    assert after["nodes"] > before["nodes"]
    assert after["solver"] == before["solver"]


def test_the_former_option_state_saves_and_resumes(puzzle, tmp_path):
    state = tmp_path / "state"
    command = ["best", puzzle, "--solver", f"gpu-breaks?device=cpu&state={state}", "--seconds", "2", "--format", "json"]
    before = json.loads(start(*command).communicate(timeout=60)[0])
    out, err = start(*command).communicate(timeout=60)
    assert json.loads(out)["nodes"] > before["nodes"]
    assert err.count("deprecated") == 1


def test_boards_of_a_score_are_written(puzzle, tmp_path):
    command = ["best", puzzle, "--solver", "gpu-breaks?device=cpu", "--seconds", "3", "--keep", "200"]
    assert finish(start(*command, "--out", tmp_path / "boards")) == 0
    scores = [int(path.name[:4]) for path in (tmp_path / "boards").glob("*.json")]
    kept = [score for score in scores if score >= 200]
    assert len(kept) > len(set(kept)), "boards that improve nothing are there too"
    assert all(scores.count(score) == 1 for score in scores if score < 200)
