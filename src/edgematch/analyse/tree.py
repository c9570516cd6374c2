"""The size of a search tree before it is searched, estimated at random, with an interval.

Two ways, both without bias, for any order in which the cells are filled:

- `estimate_by_dives`, Knuth (1975): a dive takes one branch at random at each level, and the product of the numbers of branches
  it passed estimates how many nodes that level has. The core makes millions a second, over the very lists its engine
  walks. Good up to 7x7 or so; in deeper trees nearly all dives end early and even the mean of many is far too low, with
  an interval that does not know.
- `estimate_tree`, by flocks of boards that go down together (see `flock`). Good at any size: it puts the row order of
  Eternity II, one corner pinned, at 3e49 nodes and widest at 162 cells, where a hundred thousand dives say 2e35 and 77.

The estimates of single dives or flocks are spread like a lognormal, so the interval is Cox's for the mean of one: with m and
s the mean and deviation of the logarithms of n estimates, exp(m + s^2/2 +- t sqrt(s^2/n + s^4/(2(n - 1)))). Dives are first
gathered into batches, whose means are taken as the estimates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.analyse.flock import sample_by_depth
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.model.orders import make_order

FLOCKS = 10
FLOCK_SIZE = 500
DIVES = 100_000
BATCHES = 50
CONFIDENCE = 0.95


@dataclass(frozen=True)
class TreeEstimate:
    """How many nodes a full search in one order has, from `low` to `high` with 95 % confidence."""

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
        log10 = round(math.log10(self.nodes), 3) if self.nodes else None
        return {"order": self.order, "nodes": self.nodes, "low": self.low, "high": self.high, "log10": log10,
                "answers": self.answers, "widest": self.widest}  # fmt: skip


def estimate_tree(
    puzzle: Puzzle, order: str = "row", *, flocks: int = FLOCKS, size: int = FLOCK_SIZE, seed: int = 0,
    labelled: bool = False, roots: Sequence[Board] = (),
) -> TreeEstimate:  # fmt: skip
    """Estimate a full search by flocks; the roots are the puzzle with one corner pinned unless others are given."""
    if flocks < 2 or size < 1:
        raise OptionError(f"an estimate needs 2 flocks of 1 or more, not {flocks} of {size}")
    cells, roots = _cells(puzzle, order), roots or puzzle.anchors()
    by_depth = np.stack([
        sample_by_depth(puzzle, cells, roots=roots, size=size, seed=seed * flocks + number, labelled=labelled)
        for number in range(flocks)
    ])  # fmt: skip
    low, high = mean_interval(by_depth.sum(axis=1))
    return TreeEstimate(order, float(by_depth.sum() / flocks), low, high, tuple(by_depth.mean(axis=0).tolist()))


def estimate_by_dives(
    puzzle: Puzzle, order: str = "row", *, dives: int = DIVES, seed: int = 0, labelled: bool = False,
    roots: Sequence[Board] = (),
) -> TreeEstimate:  # fmt: skip
    """Estimate a full search by Knuth's random dives."""
    from edgematch import _core

    if dives < 2:
        raise OptionError(f"an estimate needs 2 dives or more, not {dives}")
    probes = _core.probe_tree(
        puzzle.width, puzzle.height, puzzle.pieces, puzzle.framed, puzzle.turnable, labelled,
        order=_cells(puzzle, order), roots=np.stack([root.placements for root in roots or puzzle.anchors()]),
        dives=dives, seed=seed,
    )  # fmt: skip
    batches = np.array([part.mean() for part in np.array_split(probes.nodes, min(BATCHES, dives))])
    low, high = mean_interval(batches)
    return TreeEstimate(order, float(probes.nodes.mean()), low, high, tuple(probes.by_depth.tolist()))


def mean_interval(estimates: NDArray[np.float64]) -> tuple[float, float]:
    """Where the mean of a lognormal sample lies with 95 % confidence; (0, 0) when all of it is zero."""
    from scipy.stats import t

    positive = estimates[estimates > 0]
    if len(positive) < 2:
        return float(estimates.min()), float(estimates.max())
    logs, n = np.log(positive), len(positive)
    variance = float(logs.var(ddof=1))
    middle = float(logs.mean()) + variance / 2 + math.log(n / len(estimates))
    reach = float(t.ppf((1 + CONFIDENCE) / 2, n - 1)) * math.sqrt(variance / n + variance**2 / (2 * (n - 1)))
    return math.exp(middle - reach), math.exp(middle + reach)


def _cells(puzzle: Puzzle, order: str) -> NDArray[np.int16]:
    """The cells in the order that a text asks for, such as `row`, `spiral-in` or `comb:rows=11`."""
    return make_order(order, puzzle.width, puzzle.height, filled=puzzle.hints)
