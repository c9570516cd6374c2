"""How much a search may spend."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from edgematch.errors import OptionError, warn_renamed
from edgematch.search._processes import running_children_seconds


@dataclass(frozen=True)
class Limits:
    """What a search may spend: seconds, nodes, bytes of memory, threads.

    `clock` says which seconds are counted: wall-clock time (`wall`), or the CPU time of this process and its children
    (`cpu`), which does not depend on what else the machine does.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    threads: int = 1
    clock: str = "wall"

    CLOCKS: ClassVar[Mapping[str, Callable[[], float]]] = {
        "wall": time.perf_counter,
        "cpu": lambda: time.process_time() + sum(os.times()[2:4]) + running_children_seconds(),
    }
    FORMER_CLOCKS: ClassVar[Mapping[str, str]] = {"processor": "cpu"}
    MAX_THREADS: int = field(default=1024, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for what in ("seconds", "nodes", "memory"):
            value = getattr(self, what)
            if value is not None and not (value >= 0 and math.isfinite(value)):
                raise OptionError(f"the limit on {what} must be 0 or more, not {value}")
        if not 1 <= self.threads <= self.MAX_THREADS:
            raise OptionError(f"threads must be 1 to {self.MAX_THREADS}, not {self.threads}")
        if self.clock in self.FORMER_CLOCKS:
            warn_renamed(f"clock {self.clock!r}", repr(self.FORMER_CLOCKS[self.clock]), stacklevel=4)
            object.__setattr__(self, "clock", self.FORMER_CLOCKS[self.clock])
        if self.clock not in self.CLOCKS:
            raise OptionError(f"the clock must be one of {', '.join(self.CLOCKS)}, not {self.clock!r}")

    def now(self) -> float:
        """The time by the clock that counts."""
        return self.CLOCKS[self.clock]()

    def share_spent(self, *, seconds: float, nodes: int) -> float | None:
        """The share of these limits that so many seconds and nodes are; None without a limit on either."""
        parts = [
            1.0 if limit == 0 else spent / limit
            for limit, spent in ((self.seconds, seconds), (self.nodes, nodes))
            if limit is not None
        ]
        return max(parts) if parts else None
