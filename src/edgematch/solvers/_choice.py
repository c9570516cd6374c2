"""Choosing an order: the tree of each candidate is estimated at random, and the smallest one is taken.

Trees of one puzzle differ by factors of ten to a thousand between shapes, and by factors of two to ten between the eight
orientations of one shape; an estimate by a flock of boards (see the core's probe.cpp) costs about as much as a few thousand
nodes. Small flocks look at every candidate, larger ones at the best of them, as long as all probing together costs less
than a tenth of the search that the best estimate promises: a tree of a few milliseconds is walked, not measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from edgematch.model import Puzzle
from edgematch.model.orders import Order
from edgematch.search import Task
from edgematch.solvers._exact import order_of, stacked

SHAPES = ("row", "snake", "spiral-in", "frame", "zigzag", "comb", "diagonal", "spiral-out")
ORIENTATIONS = ("", "/1", "/2", "/3", "/0m", "/1m", "/2m", "/3m")
FIRST_LOOK = 128
"""The flock that tells how large the tree is at all, and so what choosing may cost; smaller ones estimate far too low."""

ROUNDS = ((64, 1, 4), (256, 2, 4), (1024, 4, 3))
"""Flock size, flocks, and the part of the candidates that goes on to the next round (one in so many)."""

SHARE = 0.08
"""The part of the search that choosing may cost."""

SET_UP, BOARD = 20_000, 10
"""What a probe costs, in nodes of the search: once for its lists, and a board a level."""


@dataclass(frozen=True)
class Estimate:
    """How many nodes the search in one order has, from `low` to `high` with about 95 % confidence."""

    order: str
    nodes: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """The estimate ready for JSON."""
        return {"order": self.order, "nodes": self.nodes, "low": self.low, "high": self.high}


@dataclass
class Chooser:
    """Probes orders of a task and remembers what it saw and spent."""

    task: Task
    spent: float = 0.0
    allowed: float = math.inf
    probed: dict[str, Estimate] = field(default_factory=dict)

    def choose(self) -> Estimate:
        """The order with the smallest estimated tree."""
        names = [next(candidates(self.task.puzzle))]
        best = self._look_at(names[0], flock=FIRST_LOOK, flocks=1)
        assert best is not None
        self.allowed = SHARE * best.nodes
        if self.spent < self.allowed:
            names = list(candidates(self.task.puzzle))
        for flock, flocks, cut in ROUNDS:
            seen = [e for name in names if (e := self._look_at(name, flock=flock, flocks=flocks))]
            seen.sort(key=lambda estimate: estimate.nodes)
            if len(seen) > 1 or (seen and len(names) == 1):
                best = seen[0]
            if len(seen) < len(names):
                break
            names = [estimate.order for estimate in seen[: max(2, len(seen) // cut)]]
        return best

    def _look_at(self, name: str, *, flock: int, flocks: int) -> Estimate | None:
        """Probe one order, unless that costs more than it can save."""
        empty = self.task.puzzle.cells - min(root.count for root in self.task.roots)
        cost = SET_UP + BOARD * empty * flock * flocks
        if self.spent + cost > self.allowed:
            return None
        self.spent += cost
        nodes = probe(self.task, order_of(name, self.task.puzzle), flock=flock, flocks=flocks)
        self.probed[name] = Estimate(name, float(nodes.mean()), *interval(nodes))
        return self.probed[name]


def probe(task: Task, order: Order, *, flock: int, flocks: int) -> np.ndarray:
    """Independent estimates of the number of nodes of a search in that order."""
    from edgematch import _core

    puzzle = task.puzzle
    return _core.probe_tree(
        puzzle.width, puzzle.height, puzzle.pieces, puzzle.framed, puzzle.turnable, task.goal.labelled,
        order=order, roots=stacked(task.roots),
        dives=flocks * min(8, len(task.roots)), flock=flock, seed=task.seed,
    ).nodes  # fmt: skip


def interval(nodes: np.ndarray) -> tuple[float, float]:
    """Where the mean of estimates spread like a lognormal lies; one estimate alone is trusted within a factor of ten."""
    positive = nodes[nodes > 0]
    if len(positive) < 2:
        return float(nodes.mean()) / 10, float(nodes.mean()) * 10
    reach = 2 * max(float(np.log(positive).std(ddof=1)), 0.05) / math.sqrt(len(positive))
    return float(nodes.mean()) * math.exp(-reach), float(nodes.mean()) * math.exp(reach)


def candidates(puzzle: Puzzle) -> Iterator[str]:
    """The orders worth a look, each different one once; with hints also those that start around them."""
    seen: set[bytes] = set()
    shapes: Sequence[str] = (*(("clue",) if puzzle.hints else ()), *SHAPES)
    for shape in shapes:
        for orientation in ORIENTATIONS:
            order = order_of(shape + orientation, puzzle).tobytes()
            if order not in seen:
                seen.add(order)
                yield shape + orientation
