"""What this process and the child processes that run use: back ends that cannot be interrupted search in a child.

Where the system does not say (there is no /proc), children count for nothing and the memory is 0.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def running_children() -> Iterator[Path]:
    """The folders in /proc of the child processes that run."""
    for listing in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            yield from (Path("/proc") / child for child in listing.read_text().split())


def running_children_seconds() -> float:
    """The CPU time of the children that run; `os.times` counts children only when they have ended."""
    used = 0
    for folder in running_children():
        with suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK") if used else 0.0


def memory_in_use() -> int:
    """Bytes of memory that this process and its children hold."""
    pages = 0
    for folder in (Path("/proc/self"), *running_children()):
        with suppress(OSError, ValueError, IndexError):
            pages += int((folder / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") if pages else 0
