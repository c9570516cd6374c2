"""The events of a search, reported as they happen: each is a value that becomes one JSON line."""

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
        return {"event": "found", "number": self.number} | _board_facts(self.board, self.stats)


@dataclass(frozen=True)
class Kept:
    """A board that is no answer (it does not improve), but scores as much as the search was asked to keep."""

    board: Board
    stats: Stats

    def to_dict(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {"event": "kept"} | _board_facts(self.board, self.stats)


@dataclass(frozen=True)
class Progress:
    """How far the search is, with the board it is working on when the solver shows one."""

    stats: Stats
    board: Board | None = None

    def to_dict(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {"event": "progress", **self.stats.to_dict()}


@dataclass(frozen=True)
class Note:
    """A remark of the solver, such as the order it chose or the size of a model; never a board."""

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


Event: TypeAlias = Found | Kept | Progress | Note | Done


def _board_facts(board: Board, stats: Stats) -> dict[str, Any]:
    return {
        "score": board.score,
        "breaks": board.breaks,
        "placements": board.placements.tolist(),
        "nodes": stats.nodes,
        "seconds": round(stats.seconds, 6),
    }
