"""A program on the PATH, run until it ends or the search is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence

from edgematch.search.control import Control
from edgematch.solvers.backends._backend import POLL_SECONDS, Stopped


def run_program(command: Sequence[str], control: Control) -> str:
    """What the program printed; it and its children are killed, and `Stopped` raised, when the search is stopped."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(  # noqa: S603 - the user named the program
            list(command), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            _wait(process, control)
        finally:
            _kill(process)
        out.seek(0)
        return out.read().decode("utf-8", errors="replace")


def _wait(process: subprocess.Popen[bytes], control: Control) -> None:
    while True:
        try:
            process.wait(POLL_SECONDS)
        except subprocess.TimeoutExpired:
            if control.is_stopped:
                raise Stopped from None
        else:
            return


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
