"""Work that takes longer than a blink, away from the loop that answers requests."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[..., T], *arguments: Any, **options: Any) -> T:
    """Run work in a thread, so that other requests go on."""
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(work, *arguments, **options))
