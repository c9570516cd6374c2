"""Where the steps of a beam run: kernels of a CUDA device, or the same lanes on the CPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.solvers.gpu._beam_tables import USED_AT, BeamTables
from edgematch.solvers.gpu._devices import compiled

THREADS, BLOCKS = 128, 16
"""Threads per block and blocks per multiprocessor."""
CHILD_BYTES = 96
"""Memory per board of a beam while its children are made and sorted."""
HISTORY_BYTES = 6
"""Memory per board and filled cell for its history."""
MEMORY_SHARE = 0.8
"""Share of the free memory that a beam uses."""
WIDEST = 1 << 24
"""Largest automatic width: one pass takes 25 seconds on an H200."""


@dataclass(frozen=True)
class Prices:
    """The prices of a step: see `BeamPrices` in the header."""

    gain: Any
    open: Any
    price: float
    reach: float
    """Noise that is allowed for before a candidate is tested."""


@dataclass(frozen=True)
class Children:
    """Children as arrays; without parents only their costs are wanted."""

    costs: Any
    parents: Any = None
    hashes: Any = None
    moves: Any = None

    def taken(self, which: Any) -> Children:
        """Some of the children."""
        return Children(self.costs[which], self.parents[which], self.hashes[which], self.moves[which])


class BeamLanes(Protocol):
    """The steps on some machine, with `numpy` or `cupy` as `xp`."""

    xp: Any
    width: int
    """The width of a beam that suits the machine."""

    def expand(self, step: int, records: Any, out: Children, prices: Prices, *, stride: int, cut: float) -> int:
        """Make the children that are cheaper than the cut; returns their number, even if not all fit into `out`."""

    def choose(self, order: Any, children: Children) -> Any:
        """Of equal children, which are neighbours in the order, the one that stays; 2**32 - 1 for the others."""

    def grow(self, step: int, records: Any, children: Children) -> Any:
        """The records of children."""


class HostBeam:
    """The core's build of the same header."""

    xp: Any = np
    width = 256

    def __init__(self, tables: BeamTables, hashes: dict[str, NDArray[Any]]) -> None:
        self.tables = tables
        self._tables = native.BeamTables(
            fits=tables.fits.view(np.uint32), heads=tables.heads, pieces=tables.pieces.view(np.uint32),
            sides=tables.sides, piece_hash=hashes["piece"], slot_hash=hashes["slot"], noise=hashes["noise"],
            steps=tables.steps.view(np.uint8), colors=tables.colors, used_at=USED_AT, counts_at=tables.counts_at,
            slots_at=tables.slots_at, size=tables.size,
        )  # fmt: skip

    def expand(self, step: int, records: Any, out: Children, prices: Prices, *, stride: int, cut: float) -> int:
        """Make children one board after the other."""
        costs = native.BeamPrices(
            gain=prices.gain,
            open=prices.open,
            price=float(prices.price),
            cut=float(cut),
            slack=float(cut + prices.reach),
        )
        return native.expand_beam(self._tables, step, records, stride, costs, self._children(out))

    def choose(self, order: Any, children: Children) -> Any:
        """Choose one after the other."""
        chosen = np.zeros(len(order), dtype=np.uint32)
        native.choose_children(order, self._children(children), chosen)
        return chosen

    def grow(self, step: int, records: Any, children: Children) -> Any:
        """Grow one after the other."""
        grown = np.empty((len(children.costs), self.tables.size), dtype=np.uint8)
        native.grow_beam(self._tables, step, records, self._children(children), grown)
        return grown

    @staticmethod
    def _children(children: Children) -> native.BeamChildren:
        none = np.zeros(0, dtype=np.uint32)
        return native.BeamChildren(
            costs=children.costs,
            parents=none if children.parents is None else children.parents,
            hashes=none.astype(np.uint64) if children.hashes is None else children.hashes,
            moves=none if children.moves is None else children.moves,
        )


class CudaBeam:
    """Kernels of the current CUDA device."""

    def __init__(self, tables: BeamTables, hashes: dict[str, NDArray[Any]]) -> None:
        import cupy

        self.xp, self.tables = cupy, tables
        self._module = compiled(
            "beam.cu", THREADS=THREADS, COLORS=tables.colors, USED_AT=USED_AT, COUNTS_AT=tables.counts_at,
            SLOTS_AT=tables.slots_at, SIZE=tables.size,
        )  # fmt: skip
        self._blocks = BLOCKS * cupy.cuda.Device().attributes["MultiProcessorCount"]
        parts = (tables.fits, tables.heads, tables.pieces, tables.sides, *hashes.values())
        self._arrays = tuple(cupy.asarray(part.view(np.uint8)) for part in parts)
        self._steps = cupy.asarray(tables.steps.view(np.uint8).reshape(len(tables.steps), -1))
        self._made = cupy.zeros(1, dtype=np.uint32)
        free, _ = cupy.cuda.runtime.memGetInfo()
        board = 2 * tables.size + CHILD_BYTES + HISTORY_BYTES * len(tables.order)
        self.width = min(WIDEST, max(1, int(MEMORY_SHARE * free / board)))

    def expand(self, step: int, records: Any, out: Children, prices: Prices, *, stride: int, cut: float) -> int:
        """Make children, one warp per board."""
        u32, f32, null = np.uint32, np.float32, np.uint64(0)
        self._made.fill(0)
        count = -(-len(records) // stride)
        arguments = (
            *self._arrays, self._steps[step], records, u32(count), u32(stride), prices.gain, prices.open,
            u32(prices.open.shape[1]), f32(prices.price), f32(cut), f32(cut + prices.reach), self._made,
            u32(len(out.costs)), out.costs,
            *(null if part is None else part for part in (out.parents, out.hashes, out.moves)),
        )  # fmt: skip
        blocks = min(self._blocks, -(-count * 32 // THREADS))
        self._module.get_function("expand")((blocks,), (THREADS,), arguments)
        return int(self._made[0])

    def choose(self, order: Any, children: Children) -> Any:
        """Choose, one thread per child."""
        chosen = self.xp.empty(len(order), dtype=np.uint32)
        self._each("choose_cheapest", len(order), (
            order, children.costs, children.parents, children.hashes, children.moves, np.uint32(len(order)), chosen,
        ))  # fmt: skip
        return chosen

    def grow(self, step: int, records: Any, children: Children) -> Any:
        """Grow, one thread per child."""
        count = len(children.costs)
        grown = self.xp.empty((count, self.tables.size), dtype=np.uint8)
        self._each("grow_boards", count, (
            *self._arrays, self._steps[step], records, grown, children.parents, children.hashes, children.moves,
            np.uint32(count),
        ))  # fmt: skip
        return grown

    def _each(self, name: str, count: int, arguments: tuple[Any, ...]) -> None:
        self._module.get_function(name)((-(-count // THREADS),), (THREADS,), arguments)
