"""A real server in a process of its own, one for all tests of a worker."""

from __future__ import annotations

import subprocess
import sys

import pytest

for _needed in ("fastapi", "uvicorn", "websockets", "httpx"):
    pytest.importorskip(_needed, reason="the studio is not installed")


def start(*arguments):
    """A studio on a free port: its process and the URL it printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "edgematch.cli", "studio", "--port", "0", "--no-browser", *arguments],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return process, process.stdout.readline().strip()


@pytest.fixture(scope="session")
def url():
    process, address = start("--most-seconds", "30")
    yield address.rstrip("/")
    process.terminate()
    process.wait(10)
    process.stdout.close()


@pytest.fixture
def client(url):
    import httpx

    with httpx.Client(base_url=url, timeout=60) as client:
        yield client
