"""Choosing an order: the tree of each candidate is estimated at random, and the smallest one is taken.

Trees of one puzzle differ by factors of ten to a thousand between shapes, and by factors of two to ten between the eight
orientations of one shape; an estimate by a flock of boards (see the core's probe.cpp) costs about as much as a few thousand
nodes. Small flocks look at every candidate, larger ones at the best of them, as long as all probing together costs less
than a tenth of the search that the best estimate promises: a tree of a few milliseconds is walked, not measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from edgematch.model import Puzzle
from edgematch.model.orders import Order
from edgematch.search import Task
from edgematch.solvers._exact import order_of, stacked

SHAPES = ("row", "snake", "spiral-in", "frame", "zigzag", "comb", "diagonal", "spiral-out")
ORIENTATIONS = ("", "/1", "/2", "/3", "/0m", "/1m", "/2m", "/3m")
ROUNDS = ((16, 1, 4), (128, 2, 4), (1024, 4, 3))
"""Flock size, flocks, and the part of the candidates that goes on to the next round (one in so many)."""

SHARE = 0.1
"""The part of the search that choosing may cost. Chosen on the 48 instances of Benoist and Bourreau."""

SET_UP, BOARD = 10_000, 6
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
    estimates: dict[str, Estimate] = field(default_factory=dict)

    def choose(self) -> Estimate:
        """The order with the smallest estimated tree."""
        names = list(candidates(self.task.puzzle))
        for flock, flocks, cut in ROUNDS:
            for name in names:
                if not self._look_at(name, flock=flock, flocks=flocks):
                    return self.best
            names = self._ranked(names)[: max(2, len(names) // cut)]
        return self.best

    @property
    def best(self) -> Estimate:
        """The smallest estimate so far."""
        return min(self.estimates.values(), key=lambda estimate: estimate.nodes)

    def _ranked(self, names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: self.estimates[name].nodes)

    def _look_at(self, name: str, *, flock: int, flocks: int) -> bool:
        """Probe one order, unless that costs more than it can save."""
        empty = self.task.puzzle.cells - min(root.count for root in self.task.roots)
        cost = SET_UP + BOARD * empty * flock * flocks
        if self.estimates and self.spent + cost > SHARE * self.best.nodes:
            return False
        self.spent += cost
        nodes = probe(self.task, order_of(name, self.task.puzzle), flock=flock, flocks=flocks)
        self.estimates[name] = Estimate(name, float(nodes.mean()), *interval(nodes))
        return True


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
