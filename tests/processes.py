"""Programs that tests start: none outlives its test, and Ctrl-C reaches all of them."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Any

import psutil

STARTED: list[subprocess.Popen[str]] = []


def start(command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    """Start a program whose output is read as text; it is killed at the end of the test."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    child = subprocess.Popen(command, **{**streams, **options})
    STARTED.append(child)
    return child


def wait_for_work(child: subprocess.Popen[str], seconds: float) -> None:
    """Wait until a program and its children have used so much CPU time, however busy the machine is."""
    with contextlib.suppress(psutil.NoSuchProcess):
        root = psutil.Process(child.pid)
        while child.poll() is None and _cpu_seconds(root) < seconds:
            time.sleep(0.02)


def _cpu_seconds(root: psutil.Process) -> float:
    spent = 0.0
    for process in (root, *root.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            spent += times.user + times.system
    return spent


def kill_started() -> None:
    """Kill what is still running of the programs that `start` started."""
    for child in STARTED:
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream is not None:
                stream.close()
    STARTED.clear()


@contextlib.contextmanager
def obeying_ctrl_c() -> Iterator[None]:
    """A shell that runs the tests in the background has Ctrl-C ignored, and what the tests start inherits that."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
