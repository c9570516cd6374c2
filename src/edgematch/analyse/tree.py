"""The size of a search tree before it is searched, estimated at random, with an interval.

The core sends batches of random probes down the tree, over the candidate lists of its own engine, for any order of
the cells (the essay is in core/src/exact/tree_estimate.cpp). A batch of one board is a random probe of Knuth (1975).
Its estimate has no bias, but in deep trees nearly all probes end early, so that even the mean of many is far too low
and the interval does not show it. Larger batches are good at any size.

The estimates are distributed like a lognormal, so the interval is Cox's for the mean of one: with m and s the mean
and deviation of the logarithms of n estimates, exp(m + s^2/2 +- t sqrt(s^2/n + s^4/(2(n - 1)))). Where there are
many, they are first gathered into groups, whose means are taken as the estimates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.model.orders import order_of

BATCHES = 10
BATCH_SIZE = 500
PROBES = 100_000
GROUPS = 50
CONFIDENCE = 0.95
MOST = 700.0
"""The greatest logarithm an interval reaches: two batches that disagree give nearly no information."""


@dataclass(frozen=True)
class TreeEstimate:
    """How many nodes a full search in one order has, from `low` to `high` with 95 % confidence.

    All three are infinite where the tree is larger than a floating-point number can say, about 10^308 nodes.
    """

    order: str
    nodes: float
    low: float
    high: float
    by_depth: tuple[float, ...]

    @property
    def answers(self) -> float:
        """The estimated number of solutions: nodes with all cells filled."""
        return self.by_depth[-1]

    @property
    def widest(self) -> int:
        """How many cells are filled where the tree is widest."""
        return max(range(len(self.by_depth)), key=lambda depth: self.by_depth[depth])

    def to_dict(self) -> dict[str, Any]:
        """The estimate ready for JSON, without the profile."""
        log10 = round(math.log10(self.nodes), 3) if self.nodes and math.isfinite(self.nodes) else None
        nodes, low, high = (value if math.isfinite(value) else None for value in (self.nodes, self.low, self.high))
        return {"order": self.order, "nodes": nodes, "low": low, "high": high, "log10": log10,
                "answers": self.answers if math.isfinite(self.answers) else None, "widest": self.widest}  # fmt: skip


def estimate_tree(
    puzzle: Puzzle, order: str = "row", *, batches: int = BATCHES, size: int = BATCH_SIZE, seed: int = 0,
    labelled: bool = False, roots: Sequence[Board] = (),
) -> TreeEstimate:  # fmt: skip
    """Estimate a full search by batches of probes, below the given roots or with one corner pinned."""
    if batches < 2 or size < 1:
        raise OptionError(f"an estimate needs 2 batches of 1 or more, not {batches} of {size}")
    cells = order_of(order, puzzle)
    nodes, by_depth = np.zeros(batches), np.zeros(puzzle.cells + 1)
    options = native.ProbeOptions(order=cells, probes=batches, batch=size, seed=native.unsigned_seed(seed))
    for root in roots or puzzle.anchors(labelled=True):
        search = native.search_below([root], labelled=labelled)
        probes = native.probe_tree(native.compiled(puzzle), search, options)
        nodes += probes.nodes
        by_depth += probes.by_depth
    if not np.isfinite(nodes).all():
        return TreeEstimate(order, math.inf, math.inf, math.inf, tuple(by_depth.tolist()))
    low, high = mean_interval(np.array([group.mean() for group in np.array_split(nodes, min(GROUPS, batches))]))
    return TreeEstimate(order, float(nodes.mean()), low, high, tuple(by_depth.tolist()))


def estimate_by_probes(puzzle: Puzzle, order: str = "row", *, probes: int = PROBES, **how: Any) -> TreeEstimate:
    """Estimate a full search by Knuth's random probes, batches of one: quick, and good up to 7x7 or so."""
    return estimate_tree(puzzle, order, batches=probes, size=1, **how)


def mean_interval(estimates: NDArray[np.float64]) -> tuple[float, float]:
    """The interval of the mean of a lognormal sample with 95 % confidence; (0, 0) when all of it is zero."""
    from scipy.stats import t

    positive = estimates[estimates > 0]
    if len(positive) < 2:
        return float(estimates.min()), float(estimates.max())
    logs, n = np.log(positive), len(positive)
    variance = float(logs.var(ddof=1))
    middle = float(logs.mean()) + variance / 2 + math.log(n / len(estimates))
    reach = float(t.ppf((1 + CONFIDENCE) / 2, n - 1)) * math.sqrt(variance / n + variance**2 / (2 * (n - 1)))
    return math.exp(middle - reach), math.exp(min(middle + reach, MOST))
