"""Files that are never half written: what is on the disk after a failure, and with several processes at once."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys

import pytest

from edgematch.files import FileError, append_line, held, make_folder, read_lines, replacing, write_whole

APPEND = """
import sys
from pathlib import Path
from edgematch.files import append_line
for number in range(200):
    append_line(Path(sys.argv[1]), f"{sys.argv[2]} {number} " + "x" * 500)
"""

HOLD = """
import sys
from pathlib import Path
from edgematch.files import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""

LIMITED = """
import sys
from pathlib import Path
from edgematch.errors import EdgeMatchError
from edgematch.files import append_line, write_whole
path, write = Path(sys.argv[1]), {"append": append_line, "replace": write_whole}[sys.argv[2]]
try:
    write(path, "y" * 100_000)
except EdgeMatchError as error:
    print(error)
"""


def no_more_than(size):
    """Let the child write files of so many bytes at most: a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_replacing_leaves_the_old_file_when_the_block_fails(tmp_path):
    path = tmp_path / "x"
    write_whole(path, "old")
    with pytest.raises(TypeError), replacing(path) as file:
        file.writelines([b"half", "no bytes"])
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("how", ["append", "replace"])
def test_a_full_disk_leaves_the_file_as_it_was(how, tmp_path):
    path = tmp_path / "x"
    append_line(path, "first")
    command = [sys.executable, "-c", LIMITED, str(path), how]
    done = subprocess.run(command, capture_output=True, text=True, check=True, preexec_fn=lambda: no_more_than(20_000))
    assert str(path) in done.stdout
    assert path.read_text() == "first\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_line_cut_short_is_dropped(tmp_path):
    path = tmp_path / "x"
    append_line(path, "one")
    with path.open("a") as file:
        file.write("two, cut sho")
    assert read_lines(path) == ["one"]
    append_line(path, "three")
    assert path.read_text() == "one\nthree\n"
    path.write_text("no line at all")
    append_line(path, "four")
    assert read_lines(path) == ["four"]
    assert read_lines(tmp_path / "absent") == []


def test_two_processes_append_whole_lines(tmp_path):
    path = tmp_path / "x"
    children = [subprocess.Popen([sys.executable, "-c", APPEND, str(path), name]) for name in "ab"]
    assert [child.wait(120) for child in children] == [0, 0]
    lines = read_lines(path)
    assert sorted(lines) == sorted(f"{name} {number} " + "x" * 500 for name in "ab" for number in range(200))


def test_a_file_is_held_by_one_process(tmp_path):
    path = tmp_path / "x"
    child = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "held\n"
    with pytest.raises(FileError, match="another process"), held(path):
        pass
    child.communicate("", timeout=30)
    with held(path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_path_is_reported_at_once(tmp_path):
    for act in (lambda p: write_whole(p, ""), lambda p: held(p).__enter__()):
        with pytest.raises(FileError, match="no folder"):
            act(tmp_path / "absent" / "x")
    with pytest.raises(FileError, match="folder"):
        write_whole(tmp_path, "")
    with pytest.raises(FileError, match="too long"):
        write_whole(tmp_path / ("x" * 300), "")
    with pytest.raises(FileError):
        read_lines(tmp_path)


def test_a_folder_that_cannot_be_made_is_said_at_once(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "inner"):
        with pytest.raises(FileError, match="folder cannot be made"):
            make_folder(path)
    assert make_folder(tmp_path / "a" / "b").is_dir()
    assert list((tmp_path / "a" / "b").iterdir()) == []


@pytest.mark.parametrize(
    "command",
    [
        ["best", "demo-4x4", "--seconds", "1", "--out"], ["split", "demo-4x4", "--into"], ["generate", "two-set", "--count", "2", "--out"],
        ["demo"], ["analyse", "report", "demo-4x4", "--plot"],
    ],
    ids=lambda command: command[0],
)  # fmt: skip
def test_no_verb_ends_in_a_traceback_when_its_folder_cannot_be_made(command, tmp_path):
    (tmp_path / "file").write_text("")
    place = tmp_path / "file" / "inner" / ("x.svg" if command[-1] == "--plot" else "")
    done = subprocess.run([sys.executable, "-m", "edgematch", *command, place], capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "folder" in done.stderr
