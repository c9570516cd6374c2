"""One pass of a beam in the memory of its engine: from a root to complete boards, step by step.

At each step a sample of the boards is expanded in full to learn where the cut will fall, then only children below it are
made, and of those with the same future the cheapest stays. Children are sorted by the hash of their future, so a front is
always in the same order, whatever the order in which a device made them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._beam_lanes import Children, FrontLanes, Prices
from edgematch.solvers.gpu._beam_tables import NOISE, ROLES, FrontTables

SAMPLE = 1 << 14
"""Boards expanded in full to place the cut, and looked at for the colors left."""
MARGIN, ROOM = 1.1, 1.4
"""Children made for each board kept, which covers duplicates; and room for them, which covers sampling errors."""
NARROW = 24
"""Boards kept after being told to stop."""
NOISE_REACH = 6.0
"""Noise, in temperatures, that is allowed for before a candidate is looked at."""
NOT_CHOSEN = 0xFFFF_FFFF
NO_CUT = 1e30


def hashes_of(tables: FrontTables, temperature: float, *, seed: int) -> dict[str, NDArray[Any]]:
    """Random numbers by which futures are told apart, and the noise that goes with their hashes."""
    rng = np.random.default_rng(seed)
    drawn = (np.arange(NOISE) + 0.5) / NOISE
    return {
        "piece": rng.integers(1 << 64, size=tables.puzzle.cells, dtype=np.uint64),
        "slot": rng.integers(1 << 64, size=tables.slots * tables.colors, dtype=np.uint64),
        # At temperature 0 a trace of noise still breaks ties at random.
        "noise": (max(temperature, 1e-3) * np.log(-np.log(drawn))).astype(np.float32),
    }


class Front:
    """The boards of one depth, and how they came about."""

    def __init__(
        self, tables: FrontTables, lanes: FrontLanes, *, width: int, price: float, foresight: float, temperature: float
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
        """Of each board."""
        return self.xp.ascontiguousarray(self.records[:, 8:12]).view(np.uint32)[:, 0]

    def boards(self, which: Any) -> NDArray[np.int16]:
        """Some boards as a whole."""
        boards = np.tile(self.tables.root.placements, (len(which), 1))
        for depth in reversed(range(self.depth)):
            parents, placements = self.history[depth]
            laid = placements[which]
            boards[:, self.tables.order[depth]] = laid if self.xp is np else laid.get()
            which = parents[which]
        return boards

    # the judgement

    def _sampled(self) -> tuple[Any, int]:
        stride = -(-len(self.records) // SAMPLE)
        return self.records[::stride], stride

    def _prices(self) -> Prices:
        """What sides of each color cost now, from the typical numbers of them that are left."""
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
        """Children below a cut that leaves about as many as are wanted."""
        xp, room = self.xp, max(4096, int(self.width * ROOM))
        if len(self.records) * int(self.tables.steps[self.depth]["all_count"]) <= room:
            share, costs, wanted = 1.0, None, 0
        else:
            costs, share = self._sampled_costs(prices)
            wanted = int(self.width * MARGIN * share) + 20
        while True:
            cut = NO_CUT if costs is None or len(costs) <= wanted else float(xp.partition(costs, wanted)[wanted])
            made = Children(
                xp.empty(room, np.float32),
                xp.empty(room, np.uint32),
                xp.empty(room, np.uint64),
                xp.empty(room, np.uint32),
            )
            count = self.lanes.expand(self.depth, self.records, made, prices, stride=1, cut=cut)
            if count <= room:
                return made.taken(slice(count))
            wanted = int(wanted * 0.9 * room / count)

    def _sampled_costs(self, prices: Prices) -> tuple[Any, float]:
        """The costs of all children of a sample of the boards, and the share of the boards it is."""
        _, stride = self._sampled()
        looked = -(-len(self.records) // stride)
        room = looked * int(self.tables.steps[self.depth]["all_count"])
        costs = self.xp.empty(room, np.float32)
        count = self.lanes.expand(self.depth, self.records, Children(costs), prices, stride=stride, cut=NO_CUT)
        return costs[:count], looked / len(self.records)

    def _distinct(self, children: Children) -> Children:
        order = self.xp.argsort(children.hashes, kind="stable")
        chosen = self.lanes.choose(order.astype(np.int64), children)
        return children.taken(chosen[chosen != NOT_CHOSEN])
