"""Choosing an order: the tree of each candidate is estimated at random, and the smallest one is taken.

Trees of one puzzle differ by factors of ten to a thousand between shapes, and by factors of two to ten between the eight
orientations of one shape; an estimate by a flock of boards (see the core's probe.cpp) costs about as much as two nodes of the search a board and
level. Flocks that are too small estimate far too low, each order by another factor, and the smallest of many such estimates is a bad
choice: over eight instances of Benoist and Bourreau and three orders, single flocks of 64 boards spread by a factor of 3.0, half of
them lower than half of what flocks of 1,024 tell; flocks of 256 spread by 1.8, of 1,024 by 1.3. So the first round is of 256,
over as many candidates as may be afforded, the likely ones first, and the best of them are looked at again with flocks of 1,024,
then of 4,096, whose estimates are within some 5 % (48 instances, the order of `zla`, true over estimated: 1.01). All probing together costs
about a twentieth of the search that the first look promises: a tree of a few milliseconds is walked, not measured.

How good can a choice be? On the 44 of these instances that are quickly enumerated, knowing the sizes of all 24 trees of LIKELY beforehand, for
nothing, would give trees 1.55 times as small as those of `zla`, in geometric mean; what is chosen here gives 1.34, of which choosing
costs 0.04. In 22 of the 44, `zla` itself is within a fifth of the best. Other shapes are not the way: of fifty more in all
orientations (bands, shells, an L or a U of frame first, k rows and then a spiral, rings and then rows), none was
better than the best of LIKELY by more than the error of its estimate, and local search over permutations from `clue` found improvements of
less than one in a thousand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from edgematch import native
from edgematch.model import Puzzle
from edgematch.model.orders import ORIENTED, Order, order_of
from edgematch.search import Task

LIKELY = ("row", "snake", "spiral-in")
"""The shapes that are best, by estimate, in 46 of the 48 instances of Benoist and Bourreau (`row` as `clue`), in all orientations."""

OTHERS = ("frame", "block-comb", "zigzag", "diagonal", "spiral-out")
FIRST_LOOK = 128
"""The flock that tells how large the tree is at all, and so what choosing may cost."""

ROUNDS = ((256, 1), (1024, 1), (4096, 2))
"""Flock size and flocks; a third of the candidates goes on to the next round."""

MANY = 32
"""Candidates that are looked at."""

FEWEST = 4
"""Candidates that a first round must be able to look at; with fewer, looking costs more than it finds."""

SHARE = 0.05
"""The part of the search that choosing may cost; the first round may cost half of it."""

SET_UP, BOARD = 14_000, 2
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
    is_over: Callable[[], bool] = lambda: False
    spent: float = 0.0
    allowed: float = math.inf
    probed: dict[str, Estimate] = field(default_factory=dict)

    def choose(self) -> Estimate:
        """The order with the smallest estimated tree."""
        best = self._look_at(next(candidates(self.task.puzzle)), flock=FIRST_LOOK, flocks=1)
        self.allowed = SHARE * best.nodes
        most = self._affordable(*ROUNDS[0], of=self.allowed / 2)
        if most < FEWEST:
            return best
        names = list(islice(candidates(self.task.puzzle), min(most, MANY)))
        for flock, flocks in ROUNDS:
            names = names[: self._affordable(flock, flocks, of=self.allowed)]
            if len(names) < 2:
                break
            seen = [self._look_at(name, flock=flock, flocks=flocks) for name in names if not self.is_over()]
            if len(seen) < len(names):
                break
            seen.sort(key=lambda estimate: estimate.nodes)
            best = seen[0]
            names = [estimate.order for estimate in seen[: max(2, len(seen) // 3)]]
        return best

    def _affordable(self, flock: int, flocks: int, *, of: float) -> int:
        """How many more orders may be probed so, out of a budget."""
        return max(0, int((of - self.spent) / self._cost(flock, flocks)))

    def _cost(self, flock: int, flocks: int) -> float:
        empty = self.task.puzzle.cells - min(root.count for root in self.task.roots)
        return SET_UP + BOARD * empty * flock * flocks

    def _look_at(self, name: str, *, flock: int, flocks: int) -> Estimate:
        self.spent += self._cost(flock, flocks)
        nodes = probe(self.task, order_of(name, self.task.puzzle), flock=flock, flocks=flocks)
        self.probed[name] = Estimate(name, float(nodes.mean()), *interval(nodes))
        return self.probed[name]


def probe(task: Task, order: Order, *, flock: int, flocks: int) -> np.ndarray:
    """Independent estimates of the number of nodes of a search in that order."""
    probes, seed = flocks * min(8, len(task.roots)), native.unsigned_seed(task.seed)
    options = native.ProbeOptions(order=order, probes=probes, batch=flock, seed=seed)
    search = native.search_below(task.roots, labelled=task.goal.labelled)
    return native.probe_tree(native.compiled(task.puzzle), search, options).nodes


def interval(nodes: np.ndarray) -> tuple[float, float]:
    """Where the mean of estimates spread like a lognormal lies; one estimate alone is trusted within a factor of ten."""
    positive = nodes[nodes > 0]
    if len(positive) < 2:
        return float(nodes.mean()) / 10, float(nodes.mean()) * 10
    reach = 2 * max(float(np.log(positive).std(ddof=1)), 0.05) / math.sqrt(len(positive))
    return float(nodes.mean()) * math.exp(-reach), float(nodes.mean()) * math.exp(reach)


def candidates(puzzle: Puzzle) -> Iterator[str]:
    """The orders worth a look, each different one once, the likely ones first; with hints those that start around them."""
    seen: set[bytes] = set()
    likely = ("clue", *LIKELY[1:]) if puzzle.hints else LIKELY
    sides = ("", *ORIENTED[1:])
    names = [shape + side for shapes in (likely, LIKELY[:1], OTHERS) for side in sides for shape in shapes]
    for name in names:
        order = order_of(name, puzzle).tobytes()
        if order not in seen:
            seen.add(order)
            yield name
