"""What happens during a search, told as it happens: each event is a value that becomes one JSON line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from edgematch.model import Board
from edgematch.search.outcome import Outcome
from edgematch.search.stats import Stats


@dataclass(frozen=True)
class Found:
    """An answer."""

    board: Board
    number: int
    stats: Stats

    def to_dict(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {
            "event": "found",
            "number": self.number,
            "score": self.board.score,
            "breaks": self.board.breaks,
            "placements": self.board.placements.tolist(),
            "nodes": self.stats.nodes,
            "seconds": round(self.stats.seconds, 6),
        }


@dataclass(frozen=True)
class Progress:
    """How far the search is, with the board it is looking at when it shows one."""

    stats: Stats
    board: Board | None = None

    def to_dict(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {"event": "progress", **self.stats.to_dict()}


@dataclass(frozen=True)
class Note:
    """A remark of the solver: an order it chose, a back end's version, a model's size."""

    text: str

    def to_dict(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {"event": "note", "text": self.text}


@dataclass(frozen=True)
class Done:
    """The end, always the last event."""

    outcome: Outcome

    def to_dict(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {"event": "done", **self.outcome.to_dict()}


Event: TypeAlias = Found | Progress | Note | Done
