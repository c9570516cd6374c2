"""The chains of a beam as `core/device/chains.hpp` reads them on a GPU: places as slots, lists by rank."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import Board

NO_CHAIN = NO_PLACE = 0xFFFF_FFFF
RANKS_AT_ONCE = TURNS = 4
"""Lists are filled up to a multiple of this many candidates."""

CHAIN = np.dtype(
    [(name, np.uint32) for name in ("side", "begin", "count", "end")]
    + [(name, np.float32) for name in ("miss", "mean")]
)
CELL = np.dtype(
    [(name, np.uint32) for name in ("first", "second", "lists", "is_filled", "role")]
    + [(name, np.float32) for name in ("miss", "miss_known", "links", "per_link", "sides", "scale")]
)


class BeamChains:
    """The chains of all steps of an order; none where they are not wanted."""

    def __init__(self, root: Board, order: NDArray[np.int16], *, price: float, colors: int, is_wanted: bool) -> None:
        self.colors, self._is_wanted = colors, is_wanted
        steps, chains, cells, heads, fits, self._plan_colors = native.plan_chains(
            native.compiled(root.puzzle), np.ascontiguousarray(order, dtype=np.int16), root.placements, price
        )
        self._begins, self.chains, self.cells = steps, chains.view(CHAIN).copy(), cells.view(CELL).copy()
        self._heads, self._fits = heads.astype(np.int64), fits.view(np.uint32)
        self._pieces = root.puzzle.cells
        self._ranked: list[NDArray[np.uint32]] = [np.zeros(4, dtype=np.uint32)]
        self._lists: dict[int, int] = {}
        self._shapes: list[tuple[int, int, int]] = []
        self._size = 4

    @property
    def fits(self) -> NDArray[np.uint32]:
        """All candidates."""
        return np.concatenate(self._ranked)

    def without(self, is_used: NDArray[np.bool_]) -> NDArray[np.uint32]:
        """All candidates, where lists by rank leave out pieces that every board has used."""
        words = self.fits
        for start, size, apart in self._shapes:
            ranked = words[start : start + size].reshape(-1, apart)
            is_left_out = is_used[ranked & 0xFFFF] | (ranked == 0)
            kept = np.where(is_left_out, 0, ranked)
            ranked[:] = np.take_along_axis(kept, np.argsort(is_left_out, axis=0, kind="stable"), axis=0)
        return words

    def add_step(self, depth: int, slot_at: Callable[[int], int]) -> tuple[dict[int, int], set[int]]:
        """Translate the chains of a step; returns the chain that faces each side, and the slots that they count."""
        found, slots = dict[int, int](), set[int]()
        if not self._is_wanted:
            return found, slots
        for number in range(int(self._begins[depth]), int(self._begins[depth + 1])):
            chain = self.chains[number]
            found[int(chain["side"])] = number
            if chain["end"] != NO_PLACE:
                chain["end"] = slot_at(int(chain["end"]))
            for cell in self.cells[int(chain["begin"]) : int(chain["begin"]) + int(chain["count"])]:
                self._translate(cell, slot_at)
                slots |= {int(cell["first"]), int(cell["second"])}
            slots.add(int(chain["end"]))
        return found, slots

    def _translate(self, cell: Any, slot_at: Callable[[int], int]) -> None:
        known = [name for name in ("first", "second") if cell[name] != NO_PLACE]
        if not cell["is_filled"]:
            cell["lists"] = self._stored(int(cell["lists"]), known=len(known))
        for name in known:
            cell[name] = slot_at(int(cell[name]))

    def _stored(self, first: int, *, known: int) -> int:
        """Where the lists of a shape begin."""
        if first not in self._lists:
            words = self._by_rank(first, is_single=known == 1) if known else self._by_piece(first)
            if known:
                self._shapes.append((self._size, len(words), self.colors**known))
            words = np.append(words, np.zeros(-len(words) % 4, dtype=np.uint32))
            self._ranked.append(words)
            self._lists[first] = self._size
            self._size += len(words)
        return self._lists[first]

    def _by_rank(self, first: int, *, is_single: bool) -> NDArray[np.uint32]:
        """Lists by rank, those of all colors next to each other."""
        colors, known = self.colors, self._plan_colors
        keys = np.arange(known) * known if is_single else np.arange(known * known)
        begins, counts = self._heads[first + keys], self._heads[first + keys + 1] - self._heads[first + keys]
        ranks = (int(counts.max()) // RANKS_AT_ONCE + 1) * RANKS_AT_ONCE
        ranked = np.zeros((ranks, colors if is_single else colors * colors), dtype=np.uint32)
        for key, (begin, count) in enumerate(zip(begins.tolist(), counts.tolist(), strict=True)):
            place = key if is_single else key // known * colors + key % known
            ranked[:count, place] = self._fits[begin : begin + count]
        return ranked.reshape(-1)

    def _by_piece(self, first: int) -> NDArray[np.uint32]:
        """A list by piece, and the set of its pieces. Of each color ahead, candidates keep their sequence."""
        fits = self._fits[self._heads[first] : self._heads[first + 1]]
        pieces = (fits & 0xFFFF).astype(np.int64)
        by_piece, counts = np.zeros((self._pieces, TURNS), dtype=np.uint32), np.zeros(self._pieces, dtype=np.int64)
        for piece, fit in zip(pieces.tolist(), fits.tolist(), strict=True):
            by_piece[piece, counts[piece]] = fit
            counts[piece] += 1
        bits = np.zeros(-(-self._pieces // 32) * 32, dtype=np.uint8)
        bits[pieces] = 1
        return np.concatenate([by_piece.reshape(-1), np.packbits(bits, bitorder="little").view(np.uint32)])
