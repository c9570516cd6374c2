"""One pass of a beam in the memory of its engine: from a root to complete boards, step by step.

At each step a sample of the boards is expanded in full to estimate the cut. Then only children cheaper than the cut are
made, and of those with the same pieces left and the same open colors the cheapest stays. Children are sorted by their
hash, so a layer is always in the same order, whatever the order in which a device made it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._beam_lanes import BeamLanes, Children, Prices
from edgematch.solvers.gpu._beam_tables import NOISE, ROLES, BeamTables

SAMPLE = 1 << 14
"""Boards that are expanded in full to place the cut, and whose colors left are averaged."""
MARGIN, SPACE = 1.1, 1.4
"""Children made per board kept, which covers duplicates, and space for them, which covers sampling errors."""
NARROW = 24
"""Boards kept after a stop was requested."""
NOISE_REACH = 6.0
"""Noise, in temperatures, that is allowed for before a candidate is tested."""
NOT_CHOSEN = 0xFFFF_FFFF
NO_CUT = 1e30


def hashes_of(tables: BeamTables, temperature: float, *, seed: int) -> dict[str, NDArray[Any]]:
    """Random numbers that make up the hashes of boards, and the noise that belongs to a hash."""
    rng = np.random.default_rng(seed)
    drawn = (np.arange(NOISE) + 0.5) / NOISE
    return {
        "piece": rng.integers(1 << 64, size=tables.puzzle.cells, dtype=np.uint64),
        "slot": rng.integers(1 << 64, size=tables.slots * tables.colors, dtype=np.uint64),
        # At temperature 0 a trace of noise still breaks ties at random.
        "noise": (max(temperature, 1e-3) * np.log(-np.log(drawn))).astype(np.float32),
    }


class BeamLayer:
    """The boards of one depth, and their ancestors."""

    def __init__(
        self, tables: BeamTables, lanes: BeamLanes, *, width: int, price: float, foresight: float, temperature: float
    ) -> None:
        self.tables, self.lanes, self.xp = tables, lanes, lanes.xp
        self.width, self.price, self.foresight = width, price, foresight
        self.reach = NOISE_REACH * temperature
        self.records = self.xp.asarray(tables.first_record()[None])
        self.history: list[tuple[Any, Any]] = []
        self._unknown = tables.unknown_edges()

    @property
    def depth(self) -> int:
        """Cells filled so far."""
        return len(self.history)

    @property
    def is_done(self) -> bool:
        """Whether the boards are complete, or there are none."""
        return self.depth == len(self.tables.order) or not len(self.records)

    def step(self) -> None:
        """Fill the next cell of all boards."""
        children = self._distinct(self._children(self._prices()))
        if len(children.costs) > self.width:
            limit = self.xp.partition(children.costs, self.width - 1)[self.width - 1]
            children = children.taken(self.xp.flatnonzero(children.costs <= limit))
        grown = self.lanes.grow(self.depth, self.records, children)
        self.history.append((children.parents, (children.moves & 0xFFFF).astype(np.uint16)))
        self.records = grown

    def breaks(self) -> Any:
        """The breaks of each board."""
        return self.xp.ascontiguousarray(self.records[:, 8:12]).view(np.uint32)[:, 0]

    def boards(self, which: Any) -> NDArray[np.int16]:
        """Some boards with all their placements."""
        boards = np.tile(self.tables.root.placements, (len(which), 1))
        for depth in reversed(range(self.depth)):
            parents, placements = self.history[depth]
            placed = placements[which]
            boards[:, self.tables.order[depth]] = placed if self.xp is np else placed.get()
            which = parents[which]
        return boards

    # prices

    def _sampled(self) -> tuple[Any, int]:
        stride = -(-len(self.records) // SAMPLE)
        return self.records[::stride], stride

    def _prices(self) -> Prices:
        """The cost of sides of each color, from the mean numbers of them that are left."""
        tables = self.tables
        counts = self.xp.ascontiguousarray(self._sampled()[0][:, tables.counts_at : tables.slots_at]).view(np.uint16)
        typical = counts.mean(axis=0, dtype=np.float64)
        typical = (typical if self.xp is np else typical.get()).reshape(ROLES, tables.colors)[:, 1:]
        broken, total = np.exp(-self.price), np.maximum(1.0, typical.sum(axis=1))
        most = np.arange(int(counts.max()) + 2)
        open_cost = -self.foresight * np.log(most / total[:, None] + broken)
        pairs = np.maximum(1.0, np.outer(typical.sum(axis=1), typical.sum(axis=1)))
        agree = typical @ typical.T / pairs + broken
        gain = self.foresight * self._unknown[self.depth] * (1 - broken) / agree / pairs
        return Prices(self._floats(gain), self._floats(open_cost), price=self.price, reach=self.reach)

    def _floats(self, values: NDArray[np.float64]) -> Any:
        return self.xp.asarray(np.ascontiguousarray(values, dtype=np.float32))

    # children

    def _children(self, prices: Prices) -> Children:
        """Children cheaper than a cut that leaves about as many as are wanted."""
        xp, space = self.xp, max(4096, int(self.width * SPACE))
        if len(self.records) * int(self.tables.steps[self.depth]["all_count"]) <= space:
            share, costs, wanted = 1.0, None, 0
        else:
            costs, share = self._sampled_costs(prices)
            wanted = int(self.width * MARGIN * share) + 20
        while True:
            cut = NO_CUT if costs is None or len(costs) <= wanted else float(xp.partition(costs, wanted)[wanted])
            made = Children(
                xp.empty(space, np.float32),
                xp.empty(space, np.uint32),
                xp.empty(space, np.uint64),
                xp.empty(space, np.uint32),
            )
            count = self.lanes.expand(self.depth, self.records, made, prices, stride=1, cut=cut)
            if count <= space:
                return made.taken(slice(count))
            wanted = int(wanted * 0.9 * space / count)

    def _sampled_costs(self, prices: Prices) -> tuple[Any, float]:
        """The costs of all children of a sample of the boards, and the share of the boards in the sample."""
        _, stride = self._sampled()
        looked = -(-len(self.records) // stride)
        space = looked * int(self.tables.steps[self.depth]["all_count"])
        costs = self.xp.empty(space, np.float32)
        count = self.lanes.expand(self.depth, self.records, Children(costs), prices, stride=stride, cut=NO_CUT)
        return costs[:count], looked / len(self.records)

    def _distinct(self, children: Children) -> Children:
        order = self.xp.argsort(children.hashes, kind="stable")
        chosen = self.lanes.choose(order.astype(np.int64), children)
        return children.taken(chosen[chosen != NOT_CHOSEN])
