"""A puzzle, an order and a root as the flat tables that the beam on a GPU reads.

The lists are those of the core (`native.CandidateTables`), the layout is that of `core/device/beam.hpp`. When the order
is fixed, the set of open sides after each step is fixed too and only their colors differ between boards. So each open
side gets a slot when its cell is filled, and the slot is free again when the neighbour is filled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.errors import SolverFailure
from edgematch.model import Board, Puzzle
from edgematch.model.grid import frame_mask, opposite

ROLES, NO_ROLE, MOST_WAITING, NOISE = 3, 3, 96, 1 << 12
ALONG, INWARD, INNER = range(ROLES)
"""Where a side points: along the frame, from the frame inwards, or it belongs to an inner cell."""
PAIRS = ((0, 1, 2), (1, 3, 4), (2, 4, 5))
"""The number of each pair of roles."""
USED_AT, NO_SIDE = 40, -1

STEP = np.dtype(
    [(name, np.uint32) for name in ("known", "opened", "waiting", "is_full_scan", "exact", "all", "all_count", "frame")]
    + [
        (name, np.uint32, 4)
        for name in ("roles", "wanted", "known_side", "known_slot", "near", "open_side", "open_slot")
    ]
    + [(name, np.uint32, MOST_WAITING) for name in ("waiting_slot", "waiting_role")]
)
FIT = np.dtype([("sides", np.uint32), ("placement", np.uint32)])


def roles_of(outside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The roles of the sides of cells or pieces, from the sides that are on the outside."""
    beside = np.roll(outside, 1, axis=-1) | np.roll(outside, -1, axis=-1)
    return np.where(~outside.any(axis=-1, keepdims=True), INNER, np.where(beside, ALONG, INWARD))


def packed(sides: NDArray[Any]) -> NDArray[np.uint32]:
    """Four small numbers per row in one word, one byte each."""
    words: NDArray[np.uint32] = (sides.astype(np.uint32) << (8 * np.arange(4, dtype=np.uint32))).sum(
        axis=-1, dtype=np.uint32
    )
    return words


class BeamTables:
    """The tables of one root and order."""

    def __init__(self, root: Board, order: NDArray[np.int16], *, full_scan: int) -> None:
        self.root, self.puzzle = root, root.puzzle
        self.order = order[~root.filled[order]].astype(np.int64)
        self.colors = int(self.puzzle.pieces.max()) + 1
        self.roles = roles_of(self._outside())
        self._open = _OpenSides(self.puzzle, root, self.roles)
        self._candidates = native.CandidateTables(
            native.compiled(self.puzzle), self._free_placements(), renumber_colors=False
        )
        self._fits: list[NDArray[np.int16]] = []
        self._heads: list[int] = []
        self._lists: dict[Any, int] = {}
        self.steps = np.zeros(len(self.order), dtype=STEP)
        for depth, cell in enumerate(self.order.tolist()):
            self._add_step(self.steps[depth : depth + 1], cell)
        self.steps["is_full_scan"] = np.arange(len(self.order)) >= len(self.order) - full_scan
        self._pack()
        self._place_fields()

    def _outside(self) -> NDArray[np.bool_]:
        outside = frame_mask(self.puzzle.width, self.puzzle.height).astype(bool)
        return outside if self.puzzle.framed else np.zeros_like(outside)

    def _frame(self, cell: int) -> int:
        return int(self._outside()[cell] @ (1 << np.arange(4)))

    # steps and lists

    def _add_step(self, step: NDArray[Any], cell: int) -> None:
        known, opened, waiting = self._open.fill(cell)
        if len(waiting) > MOST_WAITING:
            raise SolverFailure("the board is too wide for the beam on the GPU")
        step["frame"] = self._frame(cell)
        step["roles"], step["wanted"] = self.roles[cell], NO_ROLE
        step["known"], step["opened"], step["waiting"] = len(known), len(opened), len(waiting)
        for k, (side, slot) in enumerate(known):
            step["known_side"][0, k], step["known_slot"][0, k] = side, slot
            step["near"][0, k] = self._list(cell, (side,))
        for k, (side, slot, role) in enumerate(opened):
            step["open_side"][0, k], step["open_slot"][0, k], step["wanted"][0, side] = side, slot, role
        for k, (_, slot, role) in enumerate(waiting):
            step["waiting_slot"][0, k], step["waiting_role"][0, k] = slot, role
        if len(known) > 1:
            step["exact"] = self._list(cell, (known[0][0], known[1][0]))
        everything = self._list(cell, ())
        step["all"], step["all_count"] = self._heads[everything], self._heads[everything + 1] - self._heads[everything]

    def _list(self, cell: int, sides: tuple[int, ...]) -> int:
        """Where the heads begin of the lists of a cell's candidates by the colors of up to two sides."""
        shape = (self._frame(cell), sum(1 << side for side in sides), sides[1] if len(sides) > 1 else NO_SIDE)
        if shape not in self._lists:
            heads, placements, _ = self._candidates.lists(*shape)
            ends = heads[1:].reshape([1 << self._candidates.color_bits] * len(sides))
            start, self._lists[shape] = sum(map(len, self._fits)), len(self._heads)
            self._heads += [start, *(start + ends[(slice(self.colors),) * len(sides)].reshape(-1)).tolist()]
            self._fits.append(placements)
        return self._lists[shape]

    def _free_placements(self) -> NDArray[np.int16]:
        is_free = ~np.isin(np.arange(self.puzzle.cells), self.root.placements[self.root.filled] >> 2)
        return np.flatnonzero(np.repeat(is_free, 4)).astype(np.int16)

    def _pack(self) -> None:
        placements = np.concatenate(self._fits)
        self.sides = packed(self.puzzle.sides)
        self.fits = np.zeros(len(placements), dtype=FIT)
        self.fits["sides"], self.fits["placement"] = self.sides[placements], placements
        self.heads = np.array(self._heads, dtype=np.uint32)
        pieces = self.puzzle.pieces
        self.piece_roles = roles_of((pieces == 0) & self.puzzle.framed)
        self.pieces = np.zeros(len(pieces), dtype=FIT)
        self.pieces["sides"], self.pieces["placement"] = packed(pieces), packed(self.piece_roles)

    # records

    def _place_fields(self) -> None:
        cells = self.puzzle.cells
        self.slots = len(self._open.colors)
        self.counts_at = USED_AT + -(-cells // 32) * 4
        self.slots_at = self.counts_at + ROLES * self.colors * 2
        self.size = -(-(self.slots_at + self.slots) // 16) * 16

    def first_record(self) -> NDArray[np.uint8]:
        """The record of the root."""
        record = np.zeros(self.size, dtype=np.uint8)
        placed = self.root.placements[self.root.filled] >> 2
        used = np.zeros((self.counts_at - USED_AT) * 8, dtype=np.uint8)
        used[placed] = 1
        record[USED_AT : self.counts_at] = np.packbits(used, bitorder="little")
        counts = np.zeros((ROLES, self.colors), dtype=np.uint16)
        free = np.setdiff1d(np.arange(self.puzzle.cells), placed)
        np.add.at(counts, (self.piece_roles[free], self.puzzle.pieces[free]), 1)
        record[self.counts_at : self.slots_at] = counts.reshape(-1).view(np.uint8)
        record[self.slots_at : self.slots_at + self.slots] = self._open.colors
        inner = counts[:, 1:].astype(np.int64)
        pairs = np.zeros(6, dtype=np.int32)
        for a in range(ROLES):
            for b in range(a, ROLES):
                pairs[PAIRS[a][b]] = inner[a] @ inner[b]
        record[16:USED_AT] = pairs.view(np.uint8)
        return record

    def unknown_edges(self) -> NDArray[np.int64]:
        """After each step the edges with neither side known, by the roles of both sides; each counts from both."""
        near = self.puzzle.neighbours()
        filled = self.root.filled.copy()
        unknown = np.zeros((len(self.order), ROLES, ROLES), dtype=np.int64)
        cells, sides = (near >= 0).nonzero()
        others = near[cells, sides]
        roles = self.roles[cells, sides], self.roles[others, (sides + 2) % 4]
        for depth, cell in enumerate(self.order.tolist()):
            filled[cell] = True
            is_open = ~filled[cells] & ~filled[others]
            np.add.at(unknown[depth], (roles[0][is_open], roles[1][is_open]), 1)
        return unknown


class _OpenSides:
    """Which sides are open, and in which slots their colors are kept."""

    def __init__(self, puzzle: Puzzle, root: Board, roles: NDArray[np.int64]) -> None:
        self.near, self.roles, self.filled = puzzle.neighbours(), roles, root.filled.copy()
        self.colors: list[int] = []
        self._free: list[int] = []
        self._open: dict[tuple[int, int], tuple[int, int, int]] = {}
        for cell in np.flatnonzero(self.filled).tolist():
            for side, slot, _ in self._open_sides(cell):
                self.colors[slot] = int(puzzle.sides[root.placements[cell], side])

    def fill(self, cell: int) -> tuple[list[tuple[int, int]], list[tuple[int, int, int]], list[tuple[int, int, int]]]:
        """Fill a cell: its known sides, those it opens, and those that stay open elsewhere."""
        known = []
        for side, near in enumerate(self.near[cell].tolist()):
            if near >= 0 and self.filled[near]:
                slot = self._open.pop((near, opposite(side)))[1]
                self._free.append(slot)
                known.append((side, slot))
        waiting = list(self._open.values())
        self.filled[cell] = True
        return known, list(self._open_sides(cell)), waiting

    def _open_sides(self, cell: int) -> Iterable[tuple[int, int, int]]:
        for side, near in enumerate(self.near[cell].tolist()):
            if near >= 0 and not self.filled[near]:
                opened = (side, self._new_slot(), int(self.roles[near, opposite(side)]))
                self._open[cell, side] = opened
                yield opened

    def _new_slot(self) -> int:
        if self._free:
            return self._free.pop()
        self.colors.append(0)
        return len(self.colors) - 1
