"""Numbers of thousands of digits or out of range, and places that are no files: refused in a sentence."""

from __future__ import annotations

import os
import stat

import pytest
from typer.testing import CliRunner

from edgematch import cli
from edgematch.errors import EdgeMatchError
from edgematch.files import FileError, append_line, check_writable, write_whole

DIGITS = "9" * 5000


@pytest.mark.parametrize(
    "words",
    [
        ["show", "demo-4x4", "--size", DIGITS], ["perft", "demo-4x4", "--threads", "99999999999999999999"],
        ["solve", "demo-4x4", "--threads", DIGITS], ["generate", "gemp", "--size", DIGITS],
        ["generate", "gemp", "--size", f"3x{DIGITS}"], ["analyse", "transition", "--size", f"1:{DIGITS}"],
        ["perft", "demo-4x4", "--threads", "0"], ["perft", "demo-4x4", "--threads", "2000"],
    ],
    ids=lambda words: f"{words[0]} {words[-1][:5]}",
)  # fmt: skip
def test_numbers_without_end(words):
    result = CliRunner().invoke(cli.build(), words)
    assert isinstance(result.exception, (SystemExit, EdgeMatchError)), result.exception
    assert result.exit_code in (1, 2)


def test_what_is_no_file_is_not_replaced(tmp_path):
    """A device or pipe must survive: a file that is renamed onto /dev/full would remove it from the system."""
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for write in (lambda: write_whole(pipe, "x"), lambda: append_line(pipe, "x"), lambda: check_writable(pipe)):
        with pytest.raises(FileError, match="a device or a pipe, not a file"):
            write()
    result = CliRunner().invoke(cli.build(), ["solve", "demo-4x4", "-o", str(pipe)])
    assert "a device or a pipe" in str(result.exception)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
