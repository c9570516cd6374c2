"""Work that takes longer than a blink, away from the loop that answers requests."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from edgematch.errors import EdgeMatchError

T = TypeVar("T")

MOST_AT_ONCE = 2
MOST_WAITING = 16


class TooMany(EdgeMatchError):  # noqa: N818 - reads as what happened
    """A bound on what one server does at once is reached."""


async def in_thread(work: Callable[..., T], /, *arguments: Any, **options: Any) -> T:
    """Run work in a thread, so that other requests go on."""
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(work, *arguments, **options))


class Queue:
    """Threads for work that may take seconds: a few at once, so that it never delays what is quick."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="studio")
        self._waiting = 0

    async def run(self, work: Callable[..., T], /, *arguments: Any, **options: Any) -> T:
        """Run work when a thread is free; refused when too much waits already."""
        if self._waiting >= MOST_WAITING:
            raise TooMany(f"{MOST_WAITING} requests wait for an analysis or a puzzle already; try again later")
        self._waiting += 1
        try:
            call = functools.partial(work, *arguments, **options)
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Drop what waits; what runs ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
