"""A puzzle, an order and a root as the flat tables that a beam on a graphics processor reads.

The layout is that of `core/device/beam.hpp`. When the order is fixed, the set of open sides after each step is fixed
too and only their colors differ from board to board: each open side is given a slot when its cell is filled, which is free
again when the neighbour is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import SolverFailure
from edgematch.model import Board, Puzzle
from edgematch.model.grid import frame_mask, opposite

ROLES, NO_ROLE, MOST_WAITING, NOISE = 3, 3, 96, 1 << 12
ALONG, INWARD, INNER = range(ROLES)
"""What a side faces: along the frame, from the frame inwards, or all within."""
PAIRS = ((0, 1, 2), (1, 3, 4), (2, 4, 5))
"""The place of two roles among the pairs of roles."""
USED_AT = 40

STEP = np.dtype(
    [(name, np.uint32) for name in ("known", "opened", "waiting", "is_full_scan", "exact", "all", "all_count", "rim")]
    + [
        (name, np.uint32, 4)
        for name in ("roles", "wanted", "known_side", "known_slot", "near", "open_side", "open_slot")
    ]
    + [(name, np.uint32, MOST_WAITING) for name in ("waiting_slot", "waiting_role")]
)
FIT = np.dtype([("sides", np.uint32), ("placement", np.uint32)])


def roles_of(outside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The roles of the sides of cells or pieces, by which of their sides are on the outside."""
    beside = np.roll(outside, 1, axis=-1) | np.roll(outside, -1, axis=-1)
    return np.where(~outside.any(axis=-1, keepdims=True), INNER, np.where(beside, ALONG, INWARD))


def packed(sides: NDArray[Any]) -> NDArray[np.uint32]:
    """Four small numbers a row in one word, a byte each."""
    words: NDArray[np.uint32] = (sides.astype(np.uint32) << (8 * np.arange(4, dtype=np.uint32))).sum(
        axis=-1, dtype=np.uint32
    )
    return words


class FrontTables:
    """The tables of one root and order."""

    def __init__(self, root: Board, order: NDArray[np.int16], *, full_scan: int) -> None:
        self.root, self.puzzle = root, root.puzzle
        self.order = order[~root.filled[order]].astype(np.int64)
        self.colors = int(self.puzzle.pieces.max()) + 1
        self.roles = roles_of(self._outside())
        self._plan = _Plan(self.puzzle, root, self.roles)
        self._fits: list[NDArray[np.int64]] = []
        self._heads: list[int] = []
        self._lists: dict[Any, int] = {}
        self.steps = np.zeros(len(self.order), dtype=STEP)
        for depth, cell in enumerate(self.order.tolist()):
            self._add_step(self.steps[depth : depth + 1], cell)
        self.steps["is_full_scan"] = np.arange(len(self.order)) >= len(self.order) - full_scan
        self._pack()
        self._lay_out_records()

    def _outside(self) -> NDArray[np.bool_]:
        outside = frame_mask(self.puzzle.width, self.puzzle.height).astype(bool)
        return outside if self.puzzle.framed else np.zeros_like(outside)

    # steps and lists

    def _add_step(self, step: NDArray[Any], cell: int) -> None:
        known, opened, waiting = self._plan.fill(cell)
        if len(waiting) > MOST_WAITING:
            raise SolverFailure("the board is too wide for the beam on the GPU")
        step["rim"] = int(self._outside()[cell] @ (1 << np.arange(4)))
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
        """Where the heads begin of the lists of a cell's candidates by the colors of some sides."""
        shape = (self._outside()[cell].tobytes(), sides)
        if shape not in self._lists:
            self._lists[shape] = self._add_lists(np.flatnonzero(self._may_lie(cell)), sides)
        return self._lists[shape]

    def _may_lie(self, cell: int) -> NDArray[np.bool_]:
        free = np.ones(self.puzzle.cells, dtype=bool)
        free[self.root.placements[self.root.filled] >> 2] = False
        fits: NDArray[np.bool_] = self.puzzle.fits[cell] & np.repeat(free, 4)
        return fits

    def _add_lists(self, fits: NDArray[np.int64], sides: tuple[int, ...]) -> int:
        key = np.zeros(len(fits), dtype=np.int64)
        for side in sides:
            key = key * self.colors + self.puzzle.sides[fits, side]
        by_key = np.argsort(key, kind="stable")
        ends = np.cumsum(np.bincount(key, minlength=self.colors ** len(sides)))
        start, offset = sum(map(len, self._fits)), len(self._heads)
        self._heads += [start, *(start + ends).tolist()]
        self._fits.append(fits[by_key])
        return offset

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

    def _lay_out_records(self) -> None:
        cells = self.puzzle.cells
        self.slots = len(self._plan.colors)
        self.counts_at = USED_AT + -(-cells // 32) * 4
        self.slots_at = self.counts_at + ROLES * self.colors * 2
        self.size = -(-(self.slots_at + self.slots) // 16) * 16

    def first_record(self) -> NDArray[np.uint8]:
        """The board that is nothing but the root."""
        record = np.zeros(self.size, dtype=np.uint8)
        laid = self.root.placements[self.root.filled] >> 2
        used = np.zeros((self.counts_at - USED_AT) * 8, dtype=np.uint8)
        used[laid] = 1
        record[USED_AT : self.counts_at] = np.packbits(used, bitorder="little")
        counts = np.zeros((ROLES, self.colors), dtype=np.uint16)
        free = np.setdiff1d(np.arange(self.puzzle.cells), laid)
        np.add.at(counts, (self.piece_roles[free], self.puzzle.pieces[free]), 1)
        record[self.counts_at : self.slots_at] = counts.reshape(-1).view(np.uint8)
        record[self.slots_at : self.slots_at + self.slots] = self._plan.colors
        inner = counts[:, 1:].astype(np.int64)
        pairs = np.zeros(6, dtype=np.int32)
        for a in range(ROLES):
            for b in range(a, ROLES):
                pairs[PAIRS[a][b]] = inner[a] @ inner[b]
        record[16:USED_AT] = pairs.view(np.uint8)
        return record

    def unknown_edges(self) -> NDArray[np.int64]:
        """After each step the edges with neither side known, by the roles of both: each is met from either side."""
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


class _Plan:
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
        """The known sides of a cell that is filled, those it opens, and those that wait elsewhere meanwhile."""
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
