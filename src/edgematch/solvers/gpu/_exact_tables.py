"""A puzzle and an order as flat tables: all that a lane of the exact GPU engine knows.

The lists are those of the core (`native.CandidateTables`), stored in a few arrays that fit into the shared memory of a
multiprocessor; core/device/exact_lane.hpp says how they are read. Cells that a root fills come first in the order, so
that hints and resumed roots are paths like all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import EMPTY, Puzzle
from edgematch.model.grid import frame_mask, opposite
from edgematch.solvers.gpu._flat_lists import FlatLists, Ints

LEVEL = np.dtype([("heads", np.uint32), ("other", np.uint16), ("bits", np.uint16)])
FURTHER = np.dtype([("table", np.uint32), ("depth", np.uint16), ("shift", np.uint16)])
OTHER_SHIFT, HAS_OWN, HAS_OTHER, FURTHER_SHIFT, MOST_FURTHER = 6, 1 << 12, 1 << 13, 14, 3
CARRY_SHIFT, CARRIED, NO_SIDE = 10, 63, -1


@dataclass(frozen=True)
class Variant:
    """One instance of the templates of exact_lane.hpp: candidate and cursor types, and where free pieces are kept."""

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


class PieceFields:
    """The kinds of pieces, and the bits of each in the set of free pieces; a field does not cross a word of 32 bits."""

    def __init__(self, kinds: native.Kinds) -> None:
        self.of, self.copies = kinds.of, np.bincount(kinds.of)
        self.widths = np.array([1 + int(copies - 1).bit_length() for copies in self.copies])
        self.tops, low, full = np.zeros(len(self.copies), dtype=np.int64), 1, 1
        for kind, (width, copies) in enumerate(zip(self.widths.tolist(), self.copies.tolist(), strict=True)):
            if low % 32 + width > 32:
                low += 32 - low % 32
            full |= ((1 << (width - 1)) - 1 + copies) << low
            low += width
            self.tops[kind] = low - 1
        self.full = np.array([full >> shift & 0xFFFFFFFF for shift in range(0, low, 32)], dtype=np.uint32)


class ExactTables:
    """The tables of one puzzle and order."""

    def __init__(self, puzzle: Puzzle, order: Ints, *, labelled: bool) -> None:
        self.puzzle, self.order = puzzle, np.asarray(order, dtype=np.int64)
        self.kinds = native.Kinds(native.compiled(puzzle), labelled=labelled)
        self.fields = PieceFields(self.kinds)
        self._candidates = native.CandidateTables(native.compiled(puzzle), self.kinds.looks, renumber_colors=True)
        self.color_bits = self._candidates.color_bits
        self.top_bits = max(1, int(self.fields.tops.max()).bit_length())
        self.spread_bits = int(self.fields.widths.max() - 1).bit_length()
        self.levels = np.zeros(puzzle.cells, dtype=LEVEL)
        self.further = np.zeros((puzzle.cells, MOST_FURTHER), dtype=FURTHER)
        self._store_lists()

    def _store_lists(self) -> None:
        lists, rows = FlatLists(), [np.zeros(1, dtype=np.uint16)]
        stored: dict[Any, tuple[int, list[int]]] = {}
        masks = frame_mask(self.puzzle.width, self.puzzle.height) @ (1 << np.arange(4))
        for depth, cell in enumerate(self.order.tolist()):
            near = self.puzzle.neighbours()[cell]
            known = {
                s: int(self.depth_of[near[s]]) for s in range(4) if near[s] >= 0 and self.depth_of[near[s]] < depth
            }
            own = next((side for side, at in known.items() if at == depth - 1), NO_SIDE)
            shape = (int(masks[cell]), sum(1 << side for side in known), own)
            if shape not in stored:
                heads, placements, tries = self._candidates.lists(*shape)
                starts = np.cumsum([sum(map(len, rows)), *map(len, tries)])[:-1].tolist()
                stored[shape] = lists.add(heads, placements), starts
                rows += tries
            self._set_level(depth, known, own, *stored[shape])
        self.placements, starts_of_lists = lists.arrays()
        self.variant = self._variant()
        self.words = self._pack()
        self.heads, self.rows = starts_of_lists.astype(self.variant.cursor_type), np.concatenate(rows)

    def _set_level(self, depth: int, known: dict[int, int], own: int, heads: int, tries: list[int]) -> None:
        """Say how the list of one depth is found, by the depths of the neighbours that are filled before."""
        others = [side for side in known if side != own]
        bits = len(tries) << FURTHER_SHIFT
        if own != NO_SIDE:
            bits |= HAS_OWN | self._shift(opposite(own))
        if others:
            bits |= HAS_OTHER | self._shift(opposite(others[0])) << OTHER_SHIFT
        self.levels[depth] = (heads, known[others[0]] if others else 0, bits)
        for i, (side, trie) in enumerate(zip(others[1:], tries, strict=True)):
            self.further[depth, i] = (trie, known[side], self._shift(opposite(side)))

    @cached_property
    def depth_of(self) -> Ints:
        """For each cell its place in the order."""
        return np.argsort(self.order)

    @cached_property
    def kind_of_candidate(self) -> NDArray[np.int16]:
        """For each candidate its kind; -1 at the end of a list."""
        return np.where(self.placements == EMPTY, -1, self.fields.of[self.placements >> 2]).astype(np.int16)

    def _shift(self, side: int) -> int:
        return self.top_bits + self.spread_bits + side * self.color_bits

    def _variant(self) -> Variant:
        if self._shift(4) > 32 or len(self.placements) >= 1 << 16:
            return LARGE
        if len(self.fields.full) > 2:
            return MEDIUM
        return TINY if len(self.placements) <= 1 << (16 - self.color_bits) else SMALL

    def _pack(self) -> NDArray[Any]:
        words = np.zeros(len(self.placements), dtype=np.uint64)
        real = self.placements != EMPTY
        kind, shown = self.kind_of_candidate[real], self._candidates.sides[self.placements[real]].astype(np.int64)
        packed = self.fields.tops[kind] | (self.fields.widths[kind] - 1) << self.top_bits
        for side in range(4):
            packed |= shown[:, side] << self._shift(side)
        words[real] = packed.astype(np.uint64)
        return words.astype(self.variant.word_type)

    @cached_property
    def lane_levels(self) -> NDArray[Any]:
        """The levels as lanes read them: a color on the stack is that of the first neighbour to ask for it."""
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

    @cached_property
    def lists(self) -> native.ExactTables | native.WideExactTables:
        """The lists as the core reads them."""
        is_wide = self.words.dtype == np.uint64
        return (native.WideExactTables if is_wide else native.ExactTables)(
            words=self.words, heads=self.heads, rows=self.rows, levels=self.lane_levels.view(np.uint8),
            further=self.further.view(np.uint8), full=self.fields.full, color_bits=self.color_bits,
            top_bits=self.top_bits, spread_bits=self.spread_bits,
        )  # fmt: skip

    @cached_property
    def names(self) -> native.ExactNames:
        """What the candidates stand for; a hint is always the very piece that it names."""
        hints, looks, cells = self.puzzle.start().placements, self.kinds.look_of.astype(np.int64), self.puzzle.cells
        allowed = np.arange(4 * cells)
        allowed = allowed[np.isin(allowed % 4, self.puzzle.turns) & ~np.isin(allowed >> 2, hints[hints != EMPTY] >> 2)]
        copies = np.unique(looks[allowed] * cells + (allowed >> 2), return_index=True)
        return native.ExactNames(
            candidates=self.placements.astype(np.int16), kinds=self.kind_of_candidate,
            copies=self.fields.copies.astype(np.uint16), order=self.order.astype(np.int16), look_of=self.kinds.look_of,
            hints=hints, names=allowed[copies[1]].astype(np.int16),
            first_names=np.searchsorted(copies[0] // cells, np.arange(4 * cells + 1)).astype(np.uint32),
        )  # fmt: skip
