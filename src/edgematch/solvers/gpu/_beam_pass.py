"""One pass of a beam in the memory of its engine: from a root to complete boards, step by step.

At each step a sample of the boards is expanded in full to estimate the cut. Then only children up to the cut are made,
and of those with the same pieces left and the same open colors the cheapest stays. The sample is drawn by hash and
costs are compared as numbers, so the boards of a layer do not depend on the sequence in which a device made them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._beam_lanes import NO_CUT, BeamLanes, Prices
from edgematch.solvers.gpu._beam_tables import NO_ENTRY, NOISE, ROLES, BeamTables
from edgematch.solvers.score._beam_weights import Weights

SAMPLE = 1 << 14
"""Boards that are expanded in full to place the cut, and whose colors left are averaged."""
MARGIN = 1.02
"""Children made per board kept, besides the duplicates that the step before had."""
NARROW = 24
"""Boards kept after a stop was requested."""
NOISE_REACH = 6.0
"""Noise, in temperatures, that is allowed for before a candidate is tested."""
ALL = 0xFFFF_FFFF
"""The share of all boards."""
PRUNED_EVERY = 16
"""Steps after which boards without descendants leave the history."""


def hashes_of(tables: BeamTables, temperature: float, *, seed: int) -> dict[str, NDArray[Any]]:
    """Random numbers that make up the hashes of boards, and the noise that belongs to a hash."""
    rng = np.random.default_rng(seed)
    drawn = (np.arange(NOISE) + 0.5) / NOISE
    return {
        "piece": rng.integers(1 << 64, size=tables.puzzle.cells, dtype=np.uint64),
        "slot": rng.integers(1 << 64, size=max(1, tables.slots) * tables.colors, dtype=np.uint64),
        # At temperature 0 a trace of noise still breaks ties at random.
        "noise": (max(temperature, 1e-3) * np.log(-np.log(drawn))).astype(np.float32),
    }


class BeamPass:
    """The boards of one depth, which a step replaces by their best children."""

    def __init__(self, lanes: BeamLanes, *, width: int, price: float, weights: Weights, temperature: float) -> None:
        self.lanes, self.tables, self.width = lanes, lanes.tables, width
        self.price, self.weights = price, weights
        self.reach = NOISE_REACH * temperature
        self.depth, self.count = 0, 1
        self._unknown = self.tables.unknown_edges()
        self._children_per_board = MARGIN

    @property
    def is_done(self) -> bool:
        """Whether the boards are complete, or there are none."""
        return self.depth == len(self.tables.order) or not self.count

    def step(self) -> None:
        """Fill the next cell of all boards."""
        lanes = self.lanes
        made = self._make_children(self._prices())
        is_last = self.depth + 1 == len(self.tables.order)  # all its boards have the same future: none
        left = made - (0 if is_last else lanes.drop_duplicates(made))
        self._children_per_board = MARGIN * made / max(1, left)
        limit = NO_CUT
        if left > self.width:
            limit, up_to = lanes.cost_of_rank(made, self.width - 1)
            if up_to > lanes.most_boards:
                limit -= 1
        self.count = lanes.grow(self.depth, made, limit)
        self.depth += 1
        if self.depth % PRUNED_EVERY == 0:
            lanes.prune()

    def _prices(self) -> Prices:
        """The cost of sides of each color, from the mean numbers of them that are left."""
        tables = self.tables
        self._sampled = self.lanes.draw_sample(self._share(SAMPLE))
        typical = np.zeros((ROLES, tables.colors))
        typical[tables.entries != NO_ENTRY] = self.lanes.sample_sums() / max(1, self._sampled)
        typical = typical[:, 1:]
        broken, total = np.exp(-self.price), np.maximum(1.0, typical.sum(axis=1))
        most = np.arange(int(tables.all_counts.max()) + 2)
        empty = len(tables.order) - self.depth
        open_cost = -self.weights.open[empty] * np.log(most / total[:, None] + broken)
        pairs = np.maximum(1.0, np.outer(typical.sum(axis=1), typical.sum(axis=1)))
        agree = typical @ typical.T / pairs + broken
        gain = self.weights.pairs[empty] * self._unknown[self.depth] * (1 - broken) / agree / pairs
        return Prices(
            gain.astype(np.float32),
            open_cost.astype(np.float32),
            self.price,
            float(self.weights.chains[empty]),
            self.reach,
        )

    def _share(self, boards: int) -> int:
        """The share of all boards, in 2**32 parts, that has so many on average."""
        return ALL if boards >= self.count else boards * (1 << 32) // self.count

    def _make_children(self, prices: Prices) -> int:
        """Make the children up to a cut that leaves about as many as are wanted; returns their number."""
        lanes, each = self.lanes, int(self.tables.steps[self.depth]["all_count"])
        if self.count * each <= lanes.most_children:
            return lanes.expand(self.depth, prices, NO_CUT)
        most = max(1, lanes.most_children // (2 * each))
        if self._sampled > most:
            self._sampled = lanes.draw_sample(self._share(most))
        made = lanes.expand(self.depth, prices, NO_CUT, only_sample=True)
        wanted = self.width * self._children_per_board * self._sampled / self.count
        while True:
            cut = NO_CUT if made <= wanted else lanes.cost_of_rank(made, int(wanted))[0]
            if cut == NO_CUT:
                wanted = made
            many = lanes.expand(self.depth, prices, cut)
            if many <= lanes.most_children:
                return many
            # Too many for the space: the sample is made again, since children share the space with it.
            made = lanes.expand(self.depth, prices, NO_CUT, only_sample=True)
            wanted *= 0.95 * lanes.most_children / many
