"""Ctrl-C and `kill` end long work as a limit would."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def stopping_on_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-C and `kill` call `stop` instead of breaking into the work, however often they come.

    After one of them they are ignored at the end, so that what was found is still written.
    """
    received: list[int] = []

    def receive(number: int, frame: object) -> None:  # noqa: ARG001 - the signature that signals require
        received.append(number)
        stop()

    before = {number: signal.signal(number, receive) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if received else handler)
