"""A puzzle, an order and a root as the flat tables that the beam on a GPU reads.

The lists are those of the core (`native.CandidateTables`, `native.plan_chains`), the layout is that of
`core/device/beam.hpp`. When the order is fixed, the set of open sides after each step is fixed too and only their
colors differ between boards. So each open side gets a slot when its cell is filled, and the slot is free again when the
neighbour is filled. The open sides of the root keep their colors, which are stored once.
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
from edgematch.solvers.gpu._beam_chains import NO_CHAIN, BeamChains

ROLES, NO_ROLE, MOST_WAITING, MOST_TABLES, NOISE = 3, 3, 96, 5, 1 << 12
ALONG, INWARD, INNER = range(ROLES)
"""Where a side points: along the frame, from the frame inwards, or it belongs to an inner cell."""
COVERED = 4
"""Added to the role of a waiting side whose cost is that of a chain."""
USED_AT, NO_SIDE, NO_ENTRY, FIXED_SLOT = 4, -1, 0xFFFF_FFFF, 0x8000
NARROW_COUNTS = 255
"""Most sides of a color and role that are counted in one byte."""

STEP = np.dtype(
    [
        (name, np.uint32)
        for name in ("known", "opened", "waiting", "tables", "is_full_scan", "exact", "all", "all_count", "frame")
    ]
    + [("side_table", np.uint32, 4)]
    + [(name, np.uint32, MOST_TABLES) for name in ("table_role", "table_wanted", "table_chain")]
    + [(name, np.uint32, 4) for name in ("known_side", "known_slot", "near", "near_count", "open_side", "open_slot")]
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

    def __init__(
        self, root: Board, order: NDArray[np.int16], *, full_scan: int, price: float = 6.0, has_chains: bool = True
    ) -> None:
        self.root, self.puzzle = root, root.puzzle
        self.order = order[~root.filled[order]].astype(np.int64)
        self.colors = int(self.puzzle.pieces.max()) + 1
        self.roles = roles_of(self._outside())
        self._open = _OpenSides(self.puzzle, root, self.roles)
        self._candidates = native.CandidateTables(
            native.compiled(self.puzzle), self._free_placements(), renumber_colors=False
        )
        self._placements: list[NDArray[np.int16]] = []
        self._heads: list[int] = []
        self._lists: dict[Any, int] = {}
        self._near_lists: dict[Any, tuple[int, int]] = {}
        self.chains = BeamChains(root, order, price=price, colors=self.colors, is_wanted=has_chains)
        self.steps = np.zeros(len(self.order), dtype=STEP)
        for depth, cell in enumerate(self.order.tolist()):
            self._add_step(self.steps[depth : depth + 1], depth, cell)
        self.steps["is_full_scan"] = np.arange(len(self.order)) >= len(self.order) - full_scan
        self._pack()
        self._place_fields()

    def _outside(self) -> NDArray[np.bool_]:
        outside = frame_mask(self.puzzle.width, self.puzzle.height).astype(bool)
        return outside if self.puzzle.framed else np.zeros_like(outside)

    def _frame(self, cell: int) -> int:
        return int(self._outside()[cell] @ (1 << np.arange(4)))

    # steps and lists

    def _add_step(self, step: NDArray[Any], depth: int, cell: int) -> None:
        chain_of, covered = self.chains.add_step(depth, self._open.slot_at)
        known, opened, waiting = self._open.fill(cell)
        if len(waiting) > MOST_WAITING:
            raise SolverFailure("the board is too wide for the beam on the GPU")
        step["frame"] = self._frame(cell)
        step["known"], step["opened"], step["waiting"] = len(known), len(opened), len(waiting)
        for k, (side, slot) in enumerate(known):
            step["known_side"][0, k], step["known_slot"][0, k] = side, slot
            step["near"][0, k], step["near_count"][0, k] = self._near(cell, side)
        for k, (side, slot, _) in enumerate(opened):
            step["open_side"][0, k], step["open_slot"][0, k] = side, slot
        for k, (_, slot, role) in enumerate(waiting):
            step["waiting_slot"][0, k], step["waiting_role"][0, k] = slot, role + COVERED * (slot in covered)
        if len(known) > 1:
            step["exact"] = self._list(cell, (known[0][0], known[1][0]))
        everything = self._list(cell, ())
        step["all"], step["all_count"] = self._heads[everything], self._heads[everything + 1] - self._heads[everything]
        self._share_tables(step, cell, {side: role for side, _, role in opened}, chain_of)

    def _share_tables(self, step: NDArray[Any], cell: int, wanted: dict[int, int], chain_of: dict[int, int]) -> None:
        """Give each side a table of costs; sides that cost the same share one, and the first has no chain."""
        outside = self._outside()[cell]
        kinds = {
            side: (
                chain_of.get(side, NO_CHAIN),
                int(self.roles[cell, side]),
                NO_ROLE if side in chain_of else wanted.get(side, NO_ROLE),
            )
            for side in range(4)
            if not outside[side]
        }
        tables = sorted(set(kinds.values()), key=lambda kind: (kind[0] != NO_CHAIN, kind))
        if not tables or tables[0][0] != NO_CHAIN:
            tables.insert(0, (NO_CHAIN, INNER, NO_ROLE))
        step["tables"] = len(tables)
        for number, (chain, role, later) in enumerate(tables):
            step["table_chain"][0, number], step["table_role"][0, number] = chain, role
            step["table_wanted"][0, number] = later
        for side, kind in kinds.items():
            step["side_table"][0, side] = tables.index(kind)

    def _list(self, cell: int, sides: tuple[int, ...]) -> int:
        """Where the heads begin of the lists of a cell's candidates by the colors of up to two sides."""
        shape = (self._frame(cell), sum(1 << side for side in sides), sides[1] if len(sides) > 1 else NO_SIDE)
        if shape not in self._lists:
            heads, placements, _ = self._candidates.lists(*shape)
            ends = heads[1:].reshape([1 << self._candidates.color_bits] * len(sides))
            start, self._lists[shape] = self._size, len(self._heads)
            self._heads += [start, *(start + ends[(slice(self.colors),) * len(sides)].reshape(-1)).tolist()]
            self._placements.append(placements)
        return self._lists[shape]

    def _near(self, cell: int, side: int) -> tuple[int, int]:
        """Where the lists by the color of one side begin, as [rank][color], and where their lengths do."""
        shape = (self._frame(cell), side)
        if shape not in self._near_lists:
            heads, placements, _ = self._candidates.lists(self._frame(cell), 1 << side, NO_SIDE)
            counts = np.diff(heads.astype(np.int64))[: self.colors]
            ranked = np.zeros((max(1, int(counts.max())), self.colors), dtype=np.int16)
            for color, (head, count) in enumerate(zip(heads.tolist(), counts.tolist(), strict=False)):
                ranked[:count, color] = placements[head : head + count]
            self._near_lists[shape] = self._size, len(self._heads)
            self._heads += counts.tolist()
            self._placements.append(ranked.reshape(-1))
        return self._near_lists[shape]

    @property
    def _size(self) -> int:
        return sum(map(len, self._placements))

    def _free_placements(self) -> NDArray[np.int16]:
        is_free = ~np.isin(np.arange(self.puzzle.cells), self.root.placements[self.root.filled] >> 2)
        return np.flatnonzero(np.repeat(is_free, 4)).astype(np.int16)

    def _pack(self) -> None:
        placements = np.concatenate(self._placements)
        self.sides = packed(self.puzzle.sides)
        self.fits = np.zeros(len(placements), dtype=FIT)
        self.fits["sides"], self.fits["placement"] = self.sides[placements], placements
        self.heads = np.array(self._heads, dtype=np.uint32)
        self.fixed = np.array([*self._open.fixed, 0], dtype=np.uint8)

    # records

    def _place_fields(self) -> None:
        """Choose where a record has its fields, and what placing each piece adds to its words."""
        pieces, cells = self.puzzle.pieces, self.puzzle.cells
        roles = roles_of((pieces == 0) & self.puzzle.framed)
        self.all_counts = np.zeros((ROLES, self.colors), dtype=np.int64)
        np.add.at(self.all_counts, (roles, pieces), 1)
        self.all_counts[:, 0] = 0
        self.wide_counts = int(self.all_counts.max() > NARROW_COUNTS)
        at, width = 4 * (USED_AT + -(-cells // 32)), 1 + self.wide_counts
        self.entries = np.full((ROLES, self.colors), NO_ENTRY, dtype=np.uint32)
        self.hulls = np.zeros((ROLES, 3), dtype=np.uint32)
        for role, counts in enumerate(self.all_counts):
            colors = np.flatnonzero(counts)
            first, end = (int(colors[0]), int(colors[-1]) + 1) if len(colors) else (1, 1)
            self.hulls[role] = first, end - first, at
            self.entries[role, first:end] = at + width * np.arange(end - first)
            at += width * (end - first)
        self.slots = self._open.count
        self.slots_at = -(-at // 4)
        self.words = -(-(self.slots_at + max(1, -(-self.slots // 4))) // 4) * 4
        taken = np.zeros((cells, self.words), dtype=np.int64)
        taken[np.arange(cells), USED_AT + np.arange(cells) // 32] = 1 << (np.arange(cells) % 32)
        entries = self.entries[roles, pieces].astype(np.int64)
        piece, side = (entries != NO_ENTRY).nonzero()
        entry = entries[piece, side]
        np.subtract.at(taken, (piece, entry // 4), 1 << (8 * (entry % 4)))
        self.taken = (taken % (1 << 32)).astype(np.uint32)

    def first_record(self) -> NDArray[np.uint32]:
        """The record of the root: one group of four words per row."""
        record = np.zeros(4 * self.words, dtype=np.uint8)
        width = 1 + self.wide_counts
        for (role, color), at in np.ndenumerate(self.entries):
            if at != NO_ENTRY:
                record[at : at + width] = np.frombuffer(
                    int(self.all_counts[role, color]).to_bytes(width, "little"), np.uint8
                )
        words = record.view(np.uint32).astype(np.int64)
        words += self.taken[self.root.placements[self.root.filled] >> 2].astype(np.int64).sum(axis=0)
        return (words % (1 << 32)).astype(np.uint32).reshape(-1, 1, 4)

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
        self.fixed: list[int] = []
        self.count = 0
        self._free: list[int] = []
        self._open: dict[tuple[int, int], tuple[int, int, int]] = {}
        for cell in np.flatnonzero(self.filled).tolist():
            for side, near in enumerate(self.near[cell].tolist()):
                if near >= 0 and not self.filled[near]:
                    slot = FIXED_SLOT + len(self.fixed)
                    self.fixed.append(int(puzzle.sides[root.placements[cell], side]))
                    self._open[cell, side] = (side, slot, int(self.roles[near, opposite(side)]))

    def slot_at(self, place: int) -> int:
        """The slot of a side of a filled cell, as `core/device/chains.hpp` numbers them."""
        return self._open[place // 4, place % 4][1]

    def fill(self, cell: int) -> tuple[list[tuple[int, int]], list[tuple[int, int, int]], list[tuple[int, int, int]]]:
        """Fill a cell: its known sides, those it opens, and those that stay open elsewhere."""
        known = []
        for side, near in enumerate(self.near[cell].tolist()):
            if near >= 0 and self.filled[near]:
                slot = self._open.pop((near, opposite(side)))[1]
                if slot < FIXED_SLOT:
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
        self.count += 1
        return self.count - 1
