"""Where the steps of a beam run: kernels of a CUDA device, or the same lanes on the CPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.solvers.gpu._beam_tables import NO_ENTRY, BeamTables

LEAST_CHILDREN = 1 << 18
"""Space for children that even a narrow beam has."""
SPACE = 1.25
"""Space for children per board that is kept; covers duplicates and sampling errors."""
NO_CUT = 0xFFFF_FFFE
"""The highest cost, as integers that compare like floats."""
DROPPED = 0xFFFF_FFFF
"""The cost of a child that has been dropped."""
BREAKS_AT = 2
"""The word of a record that counts its breaks."""


@dataclass(frozen=True)
class Prices:
    """The prices of a step: see `BeamPrices` in the header."""

    gain: NDArray[np.float32]
    open: NDArray[np.float32]
    price: float
    chains: float
    reach: float
    """Noise that is allowed for before a candidate is tested."""


class BeamLanes(Protocol):
    """The boards of a layer, their children and their ancestors on some machine.

    Costs are integers that compare like floats.
    """

    tables: BeamTables
    most_boards: int
    most_children: int

    def draw_sample(self, share: int) -> int:
        """Draw a sample of the boards, by hash, of `share` / 2**32 of them; returns its size."""

    def sample_sums(self) -> NDArray[Any]:
        """The sums of the numbers of sides left over the sample."""

    def expand(self, step: int, prices: Prices, cut: int, *, only_sample: bool = False) -> int:
        """Make the children up to the cut; returns their number, even if there is no space for all."""

    def cost_of_rank(self, made: int, rank: int) -> tuple[int, int]:
        """The cost of the child of a rank by cost, and how many cost no more."""

    def drop_duplicates(self, made: int) -> int:
        """Of children with the same future drop all but the best; returns how many."""

    def grow(self, step: int, made: int, limit: int) -> int:
        """Replace the boards by their children up to a cost; returns their number."""

    def prune(self) -> None:
        """Forget ancestors without descendants."""

    def counts_by_breaks(self) -> NDArray[Any]:
        """How many boards have 0, 1, 2 ... breaks."""

    def boards(self, most_breaks: int, *, most: int) -> NDArray[np.int16]:
        """The boards with at most so many breaks, with all their placements."""


def float_of(key: int) -> float:
    """The float that an integer stands for which compares like it."""
    bits = key & 0x7FFF_FFFF if key >> 31 else ~key & 0xFFFF_FFFF
    return float(np.array(bits, dtype=np.uint32).view(np.float32))


def slack_of(cut: int, reach: float) -> float:
    """The cost, without noise, up to which candidates are tested."""
    return 1e30 if cut == NO_CUT else float_of(cut) + reach


class HostBeam:
    """The core's build of the same header."""

    def __init__(self, tables: BeamTables, hashes: dict[str, NDArray[Any]], *, width: int) -> None:
        self.tables, self.most_boards = tables, 2 * width + 64
        self.most_children = max(LEAST_CHILDREN, int(SPACE * width))
        self._tables = native.BeamTables(
            fits=tables.fits.view(np.uint32), heads=tables.heads, sides=tables.sides, taken=tables.taken.reshape(-1),
            hulls=tables.hulls.reshape(-1), fixed=tables.fixed, piece_hash=hashes["piece"],
            slot_hash=hashes["slot"], noise=hashes["noise"], chain_cells=tables.chains.cells.view(np.uint8),
            chain_fits=tables.chains.fits, chains=tables.chains.chains.view(np.uint8),
            steps=tables.steps.view(np.uint8), colors=tables.colors, words=tables.words, slots_at=tables.slots_at,
            wide_counts=tables.wide_counts,
        )  # fmt: skip
        self.records = np.ascontiguousarray(tables.first_record())
        self._children = np.empty((self.most_children, 4), dtype=np.uint32)
        self._sample = np.zeros(0, dtype=np.uint32)
        self._history: list[tuple[Any, Any]] = []

    def draw_sample(self, share: int) -> int:
        """By the hash of each board."""
        head = self.records[0].astype(np.uint64)
        drawn = _scrambled((head[:, 1] << np.uint64(32) | head[:, 0]) + np.uint64(1)) & np.uint64(0xFFFF_FFFF)
        is_wanted = (drawn < share) | (share == DROPPED)
        self._sample = np.flatnonzero(is_wanted).astype(np.uint32)
        return len(self._sample)

    def sample_sums(self) -> NDArray[Any]:
        """Field by field."""
        records = self.records[:, self._sample].transpose(1, 0, 2).reshape(len(self._sample), -1).view(np.uint8)
        entries = self.tables.entries[self.tables.entries != NO_ENTRY].astype(np.int64)
        sums: NDArray[Any] = records[:, entries].sum(axis=0, dtype=np.int64)
        if self.tables.wide_counts:
            sums = sums + 256 * records[:, entries + 1].sum(axis=0, dtype=np.int64)
        return sums

    def expand(self, step: int, prices: Prices, cut: int, *, only_sample: bool = False) -> int:
        """One board after the other."""
        given = native.BeamPrices(
            gain=prices.gain.reshape(-1), open=prices.open.reshape(-1), price=float(prices.price),
            chain_weight=float(prices.chains), slack=slack_of(cut, prices.reach), cut=cut,
        )  # fmt: skip
        which = self._sample if only_sample else np.arange(self.records.shape[1], dtype=np.uint32)
        return native.expand_beam(self._tables, step, self.records, which, given, self._children)

    def cost_of_rank(self, made: int, rank: int) -> tuple[int, int]:
        """By partition."""
        costs = self._children[:made, 0]
        limit = int(np.partition(costs, rank)[rank])
        return limit, int((costs <= limit).sum())

    def drop_duplicates(self, made: int) -> int:
        """By a hash table."""
        return native.drop_duplicates(self._tables, self.records, self._children[:made])

    def grow(self, step: int, made: int, limit: int) -> int:
        """One after the other."""
        children = self._children[:made]
        kept = np.ascontiguousarray(children[children[:, 0] <= limit])
        grown = np.empty((len(self.records), len(kept), 4), dtype=np.uint32)
        native.grow_beam(self._tables, step, self.records, kept, grown)
        self.records = grown
        self._history.append((kept[:, 1], (kept[:, 3] & 0xFFF).astype(np.int16)))
        return len(kept)

    def prune(self) -> None:
        """Nothing: it is narrow."""

    def counts_by_breaks(self) -> NDArray[Any]:
        """By counting."""
        return np.bincount(self.records[0, :, BREAKS_AT])

    def boards(self, most_breaks: int, *, most: int) -> NDArray[np.int16]:
        """Up the history, level by level."""
        which = np.flatnonzero(self.records[0, :, BREAKS_AT] <= most_breaks)[:most]
        boards = np.tile(self.tables.root.placements, (len(which), 1))
        for depth in reversed(range(len(self._history))):
            parents, placements = self._history[depth]
            boards[:, self.tables.order[depth]] = placements[which]
            which = parents[which]
        return boards


def _scrambled(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The hash of the header."""
    z = values + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
