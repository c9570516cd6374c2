"""The result of a search: what it found, what it did not finish, and why it ended; the status follows from these."""

from __future__ import annotations

import html
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from edgematch.model import AnyRoots, Board
from edgematch.search.goal import FIRST, Goal
from edgematch.search.stats import Stats


class Stop(Enum):
    """Why a search ended; of two parts of a search the later one in this list counts."""

    DONE = "done"
    ENOUGH = "enough"
    LIMIT = "limit"
    CANCELLED = "cancelled"
    FAILED = "failed"

    def __or__(self, other: Stop) -> Stop:
        """The reason of two parts together."""
        order = list(Stop)
        return max(self, other, key=order.index)


class Status(Enum):
    """What is known about the answers."""

    UNKNOWN = "unknown"
    SATISFIED = "satisfied"
    UNSATISFIABLE = "unsatisfiable"
    ALL_FOUND = "all-found"
    OPTIMAL = "optimal"


@dataclass(frozen=True, repr=False)
class Outcome:
    """Answers, what was not finished, why the search ended, and what it counted.

    `state` is whatever a solver wants to have again when the search goes on (see `Control.state`); only that solver
    reads it. `remaining` are boards in a tuple or, where there may be millions, `Roots`, which make a board when it is
    asked for. `deepest` is the partial board with most pieces that was seen or remains.
    """

    solver: str
    answers: tuple[Board, ...] = ()
    remaining: AnyRoots = ()
    stop: Stop = Stop.DONE
    stats: Stats = field(default_factory=Stats)
    bound: int | None = None
    goal: Goal = FIRST
    error: str = ""
    state: bytes = b""
    deepest: Board | None = None

    @property
    def count(self) -> int:
        """How many answers there are, whether or not their boards were kept."""
        return self.stats.answers

    @property
    def status(self) -> Status:
        """What is known, derived from what remains and what was found."""
        if self.remaining:
            return Status.SATISFIED if self.count else Status.UNKNOWN
        if not self.count:
            return Status.UNSATISFIABLE
        return Status.OPTIMAL if self.goal.improve else Status.ALL_FOUND

    @property
    def best(self) -> Board | None:
        """The answer with the highest score, the first of them when several."""
        return max(self.answers, key=lambda board: board.score, default=None)

    def __repr__(self) -> str:
        """One line: what is known, the best score, what remains, and the cost."""
        parts = [self.status.value, f"{self.count:,} answer{'' if self.count == 1 else 's'}"]
        if self.best is not None:
            parts.append(f"best {self.best.score} of {self.best.puzzle.edges} edges")
        if self.remaining:
            parts.append(f"{len(self.remaining):,} roots remain ({self.stop.value})")
        parts.append(f"{self.stats.nodes:,} nodes in {self.stats.seconds:.3g} s")
        return f"<Outcome of {self.solver}: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """For notebooks: the line, and a picture of the best answer."""
        picture = (self.best._repr_svg_() if self.best is not None else None) or ""
        return f"<p>{html.escape(repr(self))}</p>{picture}"

    def __add__(self, other: Outcome) -> Outcome:
        """Both together: the outcome of searching the roots of both."""
        answers = self.answers + other.answers
        if self.goal.improve:
            answers = _rising(answers)
        bound = None if self.bound is None or other.bound is None else max(self.bound, other.bound)
        stats = self.stats + other.stats
        return Outcome(
            solver=self.solver if self.solver == other.solver else f"{self.solver} + {other.solver}",
            answers=answers,
            remaining=self.remaining + other.remaining,
            stop=self.stop | other.stop,
            stats=replace(stats, answers=len(answers)) if self.goal.improve else stats,
            bound=bound,
            goal=self.goal,
            error="\n".join(filter(None, (self.error, other.error))),
        )

    def then(self, later: Outcome) -> Outcome:
        """This outcome followed by the search of what it left: the later one says what remains and why it ended."""
        total = replace(self, remaining=(), bound=later.bound) + later
        return replace(total, stop=later.stop, state=later.state, deepest=later.deepest)

    def to_dict(self) -> dict[str, Any]:
        """The facts without the boards, ready for JSON."""
        return {
            "status": self.status.value,
            "stop": self.stop.value,
            "count": self.count,
            "nodes": self.stats.nodes,
            "seconds": round(self.stats.seconds, 6),
            "solver": self.solver,
            "score": self.best.score if self.best else None,
            "bound": self.bound,
            "remaining": len(self.remaining),
            "stats": self.stats.to_dict(),
        } | ({"error": self.error} if self.error else {})


def _rising(boards: tuple[Board, ...]) -> tuple[Board, ...]:
    """Those boards that score more than all before them."""
    kept: list[Board] = []
    for board in boards:
        if not kept or board.score > kept[-1].score:
            kept.append(board)
    return tuple(kept)
