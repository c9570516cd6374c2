"""Standard streams that are closed, full, cut or poor in characters: a sentence and an exit code, never a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

COMMAND = f"{sys.executable} -m edgematch"


def shell(script, **environment):
    import os

    return subprocess.run(
        ["bash", "-c", script], capture_output=True, timeout=60, env=os.environ | environment, errors="replace"
    )


def quiet(done):
    return "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


@pytest.mark.parametrize("verb", ["show demo-4x4", "solve demo-4x4", "score x"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(verb, closed):
    done = shell(f"{COMMAND} {verb} {closed}")
    assert done.returncode == (2 if verb == "score x" else 0), done.stderr
    assert quiet(done)


@pytest.mark.parametrize("verb", ["puzzles --format json", "solve demo-4x4", "--help"])
def test_a_full_disk_behind_standard_output_is_reported(verb):
    done = shell(f"{COMMAND} {verb} > /dev/full")
    assert (done.returncode, quiet(done)) == (2, True), done.stderr
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize("verb", ["solvers", "solve demo-5x5 --format jsonl", "--help"])
def test_a_reader_that_stops_early(verb):
    done = shell(f"{COMMAND} {verb} | head -c 1 > /dev/null; echo ${{PIPESTATUS[0]}}")
    assert done.stdout.strip() in ("0", "141")
    assert not done.stderr


@pytest.mark.parametrize(
    ("words", "environment", "colored"),
    [
        ("show demo-4x4 --color", {}, True), ("show demo-4x4", {}, False), ("show demo-4x4", {"FORCE_COLOR": "1"}, True),
        ("show demo-4x4 --no-color", {"FORCE_COLOR": "1"}, False), ("solve demo-4x4", {"FORCE_COLOR": "1"}, True),
        ("show demo-4x4", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)  # fmt: skip
def test_colors_in_a_pipe_are_those_that_were_asked_for(words, environment, colored):
    done = shell(f"{COMMAND} {words} | cat", **environment)
    assert ("\x1b[38;2;" in done.stdout) == colored


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_characters_that_the_terminal_lacks_are_escaped(encoding, tmp_path):
    environment = {"PYTHONIOENCODING": encoding}
    assert shell(f"{COMMAND} show demo-4x4", **environment).returncode == 0
    path = tmp_path / "h\udcff\u00e9\U0001f9e9.txt"
    path.write_text("nothing")
    done = shell(f"cd {tmp_path}; {COMMAND} score * --format json; {COMMAND} score *", **environment)
    assert (done.returncode, quiet(done)) == (2, True)
    assert "no known format" in done.stderr
