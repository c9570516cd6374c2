"""The counters of a search: one table, each line with its unit and meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any


def _counter(unit: str, meaning: str, *, default: Any = 0) -> Any:
    return field(default=default, metadata={"unit": unit, "meaning": meaning})


@dataclass(frozen=True)
class Stats:
    """The counters of a search at one moment."""

    nodes: int = _counter("placements", "placements committed by the search")
    tests: int = _counter("placements", "placements examined, committed or not; 0 when the solver does not count them")
    answers: int = _counter("boards", "answers found")
    seconds: float = _counter("s", "time spent searching", default=0.0)
    depth: int = _counter("cells", "cells filled at this moment")
    fraction: float = _counter("of 1", "share of the search space done, as the solver estimates it", default=0.0)
    details: Mapping[str, Any] = field(
        default_factory=dict, metadata={"unit": "", "meaning": "counters of this solver only"}
    )

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def __add__(self, other: Stats) -> Stats:
        """The counters of both searches together; depth and fraction are those of the later one."""
        details = dict(self.details)
        for key, value in other.details.items():
            details[key] = _merged(details[key], value) if key in details else value
        return replace(
            other,
            nodes=self.nodes + other.nodes,
            tests=self.tests + other.tests,
            answers=self.answers + other.answers,
            seconds=self.seconds + other.seconds,
            details=details,
        )

    def to_dict(self) -> dict[str, Any]:
        """All counters by name, ready for JSON."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "details"} | {
            "details": dict(self.details)
        }


def _merged(old: Any, new: Any) -> Any:
    """Numbers are added, lists of numbers item by item; of anything else the later value is taken."""
    if isinstance(old, (int, float)) and isinstance(new, (int, float)) and not isinstance(new, bool):
        return old + new
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [_merged(a, b) for a, b in zip(old, new, strict=True)]
    return new
