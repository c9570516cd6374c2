"""A puzzle and an order of its cells as flat tables: all that a lane of the GPU engine knows.

The lists are those of the core's exact engine (every candidate that agrees with all neighbours laid before, found by
following their colors), written into a few arrays so that they fit into the memory of a multiprocessor. core/device/exact_lane.hpp
says how they are read. Cells that a root fills come first in the order; so hints and resumed roots are paths like all
others, and nothing else is special about them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, Puzzle
from edgematch.model.grid import frame_mask, opposite

LEVEL = np.dtype([("heads", np.uint32), ("other", np.uint16), ("bits", np.uint16)])
FURTHER = np.dtype([("table", np.uint32), ("depth", np.uint16), ("shift", np.uint16)])
OTHER_SHIFT, HAS_OWN, HAS_OTHER, FURTHER_SHIFT, MOST_FURTHER = 6, 1 << 12, 1 << 13, 14, 3
CARRY_SHIFT, CARRIED = 10, 63

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Variant:
    """One instance of the templates of lane.hpp: the types of a candidate and a cursor, and where free pieces are kept."""

    name: str
    word: str
    cursor: str
    free: str
    stack: str
    word_type: Any
    cursor_type: Any


TINY = Variant("tiny", "u32", "u16", "FreeInRegister", "CarryingStack", np.uint32, np.uint16)
SMALL = Variant("small", "u32", "u16", "FreeInRegister", "CursorStack<u16>", np.uint32, np.uint16)
MEDIUM = Variant("medium", "u32", "u16", "FreeInMemory", "CursorStack<u16>", np.uint32, np.uint16)
LARGE = Variant("large", "u64", "u32", "FreeInMemory", "CursorStack<u32>", np.uint64, np.uint32)


class Kinds:
    """Which pieces may be exchanged: all copies of a kind when boards that look alike are one, none when labelled."""

    def __init__(self, puzzle: Puzzle, *, labelled: bool) -> None:
        pieces = np.arange(puzzle.cells)
        self.of = pieces if labelled else np.unique(puzzle.kinds, return_inverse=True)[1].reshape(-1)
        self.copies = np.bincount(self.of)
        turned = np.arange(4 * puzzle.cells)
        turned = turned[np.isin(turned % 4, list(puzzle.turns))]
        self.looks: Ints = turned if labelled else np.unique(puzzle.looks[turned]).astype(np.int64)
        self.look_of: Ints = np.arange(4 * puzzle.cells) if labelled else puzzle.looks.astype(np.int64)
        self._set_up_fields()

    def _set_up_fields(self) -> None:
        """Give each kind its bits in the set of free pieces; a field does not cross a word of 32 bits."""
        self.widths = np.array([1 + int(copies - 1).bit_length() for copies in self.copies])
        self.tops, low, full = np.zeros(len(self.copies), dtype=np.int64), 1, 1
        for kind, (width, copies) in enumerate(zip(self.widths.tolist(), self.copies.tolist(), strict=True)):
            if low % 32 + width > 32:
                low += 32 - low % 32
            full |= ((1 << (width - 1)) - 1 + copies) << low
            low += width
            self.tops[kind] = low - 1
        self.full = np.array([full >> shift & 0xFFFFFFFF for shift in range(0, low, 32)], dtype=np.uint32)


class Flat:
    """The tables of one puzzle and order."""

    def __init__(self, puzzle: Puzzle, order: Ints, *, labelled: bool) -> None:
        self.puzzle, self.order, self.kinds = (
            puzzle,
            np.asarray(order, dtype=np.int64),
            Kinds(puzzle, labelled=labelled),
        )
        self.labelled = labelled
        colors = np.unique(puzzle.pieces)
        self.palette = np.zeros(256, dtype=np.int64)
        self.palette[colors] = np.arange(len(colors))
        self.color_bits = max(1, int(len(colors) - 1).bit_length())
        self.top_bits = max(1, int(self.kinds.tops.max()).bit_length())
        self.spread_bits = int(self.kinds.widths.max() - 1).bit_length()
        self._placements: list[Ints] = [np.array([EMPTY])]
        self._heads: list[Ints] = []
        self._rows: list[Ints] = []
        self._shapes: dict[Any, tuple[int, list[int]]] = {}
        self.levels = np.zeros(puzzle.cells, dtype=LEVEL)
        self.further = np.zeros((puzzle.cells, MOST_FURTHER), dtype=FURTHER)
        for depth in range(puzzle.cells):
            self._compile(depth)
        self.placements = np.concatenate(self._placements)
        self.variant = self._variant()
        self.words = self._pack()
        self.heads = np.concatenate(self._heads).astype(self.variant.cursor_type)
        self.rows = np.concatenate([np.zeros(1, dtype=np.int64), *self._rows]).astype(np.uint16)

    @cached_property
    def depth_of(self) -> Ints:
        """For each cell its place in the order."""
        return np.argsort(self.order)

    @cached_property
    def kind_of_candidate(self) -> NDArray[np.int16]:
        """For each candidate its kind; -1 at the end of a list."""
        return np.where(self.placements == EMPTY, -1, self.kinds.of[self.placements >> 2]).astype(np.int16)

    @cached_property
    def shown(self) -> Ints:
        """For each candidate its colors by number in the palette."""
        return self.palette[self.puzzle.sides[self.placements]]

    # compiling

    def _compile(self, depth: int) -> None:
        cell = int(self.order[depth])
        near = self.puzzle.neighbours()[cell]
        depths = {side: int(self.depth_of[near[side]]) for side in range(4) if near[side] >= 0}
        known = {side: at for side, at in depths.items() if at < depth}
        own = next((side for side, at in known.items() if at == depth - 1), None)
        others = [side for side in known if side != own]
        outside = tuple(frame_mask(self.puzzle.width, self.puzzle.height)[cell].tolist())
        heads, tables = self._lists((outside, tuple(known), own), cell, others, own)
        bits = len(others[1:]) << FURTHER_SHIFT
        if own is not None:
            bits |= HAS_OWN | self._shift(opposite(own))
        if others:
            bits |= HAS_OTHER | self._shift(opposite(others[0])) << OTHER_SHIFT
        self.levels[depth] = (heads, known[others[0]] if others else 0, bits)
        for i, (side, table) in enumerate(zip(others[1:], tables, strict=True)):
            self.further[depth, i] = (table, known[side], self._shift(opposite(side)))

    def _lists(self, shape: Any, cell: int, others: list[int], own: int | None) -> tuple[int, list[int]]:
        """Where the heads and the row tables of a shape lie; compiled when first asked for."""
        if shape not in self._shapes:
            pool = self.kinds.looks[self.puzzle.fits[cell][self.kinds.looks]]
            shown = self.palette[self.puzzle.sides[pool]]
            row, rows, tables = self._number_rows(shown, others)
            bits = 0 if own is None else self.color_bits
            key = (row << bits) + (0 if own is None else shown[:, own])
            self._shapes[shape] = (self._add_lists(pool, key, rows << bits), tables)
        return self._shapes[shape]

    def _number_rows(self, shown: Ints, others: list[int]) -> tuple[Ints, int, list[int]]:
        """The row of each candidate by the colors of the other neighbours, and the tables to follow them."""
        row, rows, tables = np.zeros(len(shown), dtype=np.int64), 1, []
        for i, side in enumerate(others):
            row, rows = (row << self.color_bits) + shown[:, side], rows << self.color_bits
            if i > 0:
                states, numbers = np.unique(row, return_inverse=True)
                table = np.zeros(rows, dtype=np.int64)
                table[states] = np.arange(1, len(states) + 1)
                tables.append(1 + sum(map(len, self._rows)))
                self._rows.append(table)
                row, rows = numbers.reshape(-1) + 1, len(states) + 1
        return row, rows, tables

    def _add_lists(self, pool: Ints, key: Ints, size: int) -> int:
        """Append the candidates sorted by key, each list with its end, and their heads."""
        offset, start = sum(map(len, self._heads)), sum(map(len, self._placements))
        heads = np.zeros(size, dtype=np.int64)
        for value in np.unique(key).tolist():
            heads[value] = start
            self._placements.append(np.append(pool[key == value], EMPTY))
            start += len(self._placements[-1])
        self._heads.append(heads)
        return offset

    def _shift(self, side: int) -> int:
        return self.top_bits + self.spread_bits + side * self.color_bits

    def _variant(self) -> Variant:
        if self._shift(4) > 32 or len(self.placements) >= 1 << 16:
            return LARGE
        if len(self.kinds.full) > 2:
            return MEDIUM
        return TINY if len(self.placements) <= 1 << (16 - self.color_bits) else SMALL

    def _pack(self) -> NDArray[Any]:
        words = np.zeros(len(self.placements), dtype=np.uint64)
        real = self.placements != EMPTY
        kind = self.kind_of_candidate[real]
        packed = self.kinds.tops[kind] | (self.kinds.widths[kind] - 1) << self.top_bits
        for side in range(4):
            packed |= self.shown[real, side] << self._shift(side)
        words[real] = packed.astype(np.uint64)
        return words.astype(self.variant.word_type)

    @cached_property
    def lane_levels(self) -> NDArray[Any]:
        """The levels as lanes read them: where stacks carry a color, it is that of the first neighbour to ask for it."""
        levels, carrying = self.levels.copy(), set()
        if self.variant is not TINY:
            return levels
        for depth in np.flatnonzero(levels["bits"] & HAS_OTHER).tolist():
            other, bits = int(levels[depth]["other"]) & ((1 << CARRY_SHIFT) - 1), int(levels[depth]["bits"])
            if other not in carrying:
                carrying.add(other)
                levels["other"][other + 1] |= (bits >> OTHER_SHIFT & 63) << CARRY_SHIFT
                levels["bits"][depth] |= CARRIED << OTHER_SHIFT
        return levels

    # following paths, many at a time: column j of `paths` is a path

    def list_heads(self, paths: NDArray[Any], depth: int) -> Ints:
        """For each path the first candidate of the list at that depth."""
        level = self.levels[depth]
        bits = int(level["bits"])
        index = np.zeros(paths.shape[1], dtype=np.int64)
        if bits & HAS_OTHER:
            index = self._color(paths[level["other"]], bits >> OTHER_SHIFT & 63)
        for further in self.further[depth, : bits >> FURTHER_SHIFT]:
            at = (index << self.color_bits) + self._color(paths[further["depth"]], int(further["shift"]))
            index = self.rows[int(further["table"]) + at].astype(np.int64)
        if bits & HAS_OWN:
            index = (index << self.color_bits) + self._color(paths[depth - 1], bits & 63)
        return self.heads[int(level["heads"]) + index].astype(np.int64)

    def _color(self, cursors: NDArray[Any], shift: int) -> Ints:
        colors: Ints = (self.words[cursors].astype(np.int64) >> shift) & ((1 << self.color_bits) - 1)
        return colors
