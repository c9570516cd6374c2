"""Choosing an order: the tree of each candidate order is estimated by random probes, and the smallest one is taken.

Trees of one puzzle differ by factors of 10 to 1,000 between shapes, and by factors of 2 to 10 between the eight
orientations of one shape. A probe (core/src/exact/tree_estimate.cpp) costs about as much as two nodes of the search per
board and level. Batches that are too small estimate far too low, each order by another factor, and the smallest of many
such estimates is a bad choice. So the first round probes as many orders as the budget allows with 256 boards, the
likely ones first; the best of them are probed again with 1,024 and then with 4,096 boards, whose estimates are within
about 5 %. All probing costs about a twentieth of the search that the first estimate predicts: a tree of a few
milliseconds is searched, not measured. Measurements: docs/research/exact.md.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from edgematch import native
from edgematch.model import Puzzle
from edgematch.model.orders import ORIENTED, Order, order_of
from edgematch.search import Task

LIKELY = ("row", "snake", "spiral-in")
"""The shapes that are best, by estimate and in any orientation, in 46 of the 48 instances of Benoist and Bourreau."""

OTHERS = ("frame", "block-comb", "zigzag", "diagonal", "spiral-out")
FIRST_BOARDS = 128
"""Boards of the first probe, which estimates the tree and so what choosing may cost."""

ROUNDS = ((256, 1), (1024, 1), (4096, 2))
"""Boards per batch and batches, by round; a third of the candidates goes on to the next round."""

MANY = 32
"""Most candidates that are probed."""

FEWEST = 4
"""Fewest candidates that the first round must be able to afford; with fewer, probing costs more than it gains."""

SHARE = 0.05
"""The share of the search that choosing may cost; the first round may cost half of it."""

SET_UP, BOARD = 14_000, 2
"""The cost of a probe, in nodes of the search: once for its lists, and per board and level."""


class Estimate(NamedTuple):
    """The estimated nodes of the search in one order, from `low` to `high` with about 95 % confidence."""

    order: str
    nodes: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """The estimate ready for JSON."""
        return {"order": self.order, "nodes": self.nodes, "low": self.low, "high": self.high}


class Chooser:
    """Probes the orders of a task and keeps the estimates and their cost."""

    def __init__(self, task: Task, is_over: Callable[[], bool] = lambda: False) -> None:
        self.task, self.is_over = task, is_over
        self.spent, self.allowed = 0.0, math.inf
        self.probed: dict[str, Estimate] = {}

    def first(self) -> Estimate:
        """A quick estimate, in the likeliest order."""
        return self._probe(next(candidates(self.task.puzzle)), boards=FIRST_BOARDS, batches=1)

    def choose(self) -> Estimate:
        """The order with the smallest estimated tree."""
        best = next(iter(self.probed.values())) if self.probed else self.first()
        self.allowed = SHARE * best.nodes
        most = self._affordable(*ROUNDS[0], of=self.allowed / 2)
        if most < FEWEST:
            return best
        names = list(islice(candidates(self.task.puzzle), min(most, MANY)))
        for boards, batches in ROUNDS:
            names = names[: self._affordable(boards, batches, of=self.allowed)]
            if len(names) < 2:
                break
            seen = [self._probe(name, boards=boards, batches=batches) for name in names if not self.is_over()]
            if len(seen) < len(names):
                break
            seen.sort(key=lambda estimate: estimate.nodes)
            best = seen[0]
            names = [estimate.order for estimate in seen[: max(2, len(seen) // 3)]]
        return best

    def _affordable(self, boards: int, batches: int, *, of: float) -> int:
        """How many more orders can be probed within a budget."""
        return max(0, int((of - self.spent) / self._cost(boards, batches)))

    def _cost(self, boards: int, batches: int) -> float:
        empty = self.task.puzzle.cells - min(root.count for root in self.task.roots)
        return SET_UP + BOARD * empty * boards * batches

    def _probe(self, name: str, *, boards: int, batches: int) -> Estimate:
        self.spent += self._cost(boards, batches)
        nodes = probe(self.task, order_of(name, self.task.puzzle), boards=boards, batches=batches)
        self.probed[name] = Estimate(name, float(nodes.mean()), *interval(nodes))
        return self.probed[name]


def probe(task: Task, order: Order, *, boards: int, batches: int) -> np.ndarray:
    """Independent estimates of the number of nodes of a search in that order."""
    probes, seed = batches * min(8, len(task.roots)), native.unsigned_seed(task.seed)
    options = native.ProbeOptions(order=order, probes=probes, batch=boards, seed=seed)
    search = native.search_below(task.roots, labelled=task.goal.labelled)
    return native.probe_tree(native.compiled(task.puzzle), search, options).nodes


def interval(nodes: np.ndarray) -> tuple[float, float]:
    """The interval of the mean of lognormal estimates; a single estimate is trusted within a factor of ten."""
    positive = nodes[nodes > 0]
    if len(positive) < 2:
        return float(nodes.mean()) / 10, float(nodes.mean()) * 10
    reach = 2 * max(float(np.log(positive).std(ddof=1)), 0.05) / math.sqrt(len(positive))
    return float(nodes.mean()) * math.exp(-reach), float(nodes.mean()) * math.exp(reach)


def candidates(puzzle: Puzzle) -> Iterator[str]:
    """The orders worth probing, each permutation once, the likely ones first; with hints, those that start there."""
    seen: set[bytes] = set()
    likely = ("clue", *LIKELY[1:]) if puzzle.hints else LIKELY
    sides = ("", *ORIENTED[1:])
    names = [shape + side for shapes in (likely, LIKELY[:1], OTHERS) for side in sides for shape in shapes]
    for name in names:
        order = order_of(name, puzzle).tobytes()
        if order not in seen:
            seen.add(order)
            yield name
