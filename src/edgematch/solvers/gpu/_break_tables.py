"""A puzzle, a root and a recipe as the flat tables that the lanes of the break-tolerant GPU engine read.

The lists are those of the core (`native.CandidateTables`). The layout is that of `core/device/break_lane.hpp`: words
for candidates, lists that end with a zero, heads of the lists by color, and one record per cell. What the first stage
does not need comes last, so that it need not be copied into shared memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.errors import SolverFailure
from edgematch.model import EMPTY, Board
from edgematch.model.grid import frame_mask, opposite
from edgematch.solvers.gpu._flat_lists import FlatLists, Ints
from edgematch.solvers.score._recipes import Recipe

NO_LIST, NO_SIDE, ANY_FRAME, MOST_LAST, BURNT_BITS = 0xFFFF_FFFF, -1, 16, 32, 3
NARROW_BITS = 32
"""Bits of a candidate that fits into the smaller word."""
PADDING = 4
"""Zeros after the last list: lanes test several candidates at once."""
LEAST_WINDOW = 64
"""Fewest levels of a strict path that are kept in shared memory."""
PREFIX, FEWEST = 120 / 256, 40 / 256
"""Shares of the cells: where a strict path is divided if possible, and below which it never is."""
STRICT, BREAKING, COMPLETING = range(3)
"""The stages, as the kernels number them."""


@dataclass(frozen=True)
class Stage:
    """Depths `start` to `end` of the order, searched by one kind of lane."""

    kind: int
    start: int
    end: int
    low: int
    """The first depth that its lanes keep on their stack."""


class BreakTables:
    """The tables of one root and recipe."""

    def __init__(self, root: Board, recipe: Recipe, *, seed: int, cut: int = 1 << 16) -> None:
        self.puzzle, self.root, self.recipe, self.cut = root.puzzle, root, recipe, cut
        self.order: Ints = recipe.order[~root.filled[recipe.order]].astype(np.int64)
        self.cells, self.filled = len(self.order), int(root.filled.sum())
        self.first_side, self.second_side = self._lookup_sides()
        self._set_up_bits()
        self._candidates = native.CandidateTables(
            native.compiled(self.puzzle), self._in_sequence(seed), renumber_colors=False
        )
        self._lists, self._stored = FlatLists(), dict[Any, int]()
        self._exact = [self._list(depth, 0) for depth in range(self.cells)]
        self._lists.pad(np.full(PADDING, EMPTY))
        self.exact_words, self.exact_heads = self._lists.size, self._lists.head_count
        self._broken = [self._broken_lists(depth) for depth in range(self.cells)]
        self._lists.pad(np.full(PADDING, EMPTY))
        self.faces = self._lists.size
        self._lists.pad(np.arange(4 * self.puzzle.cells))
        self.placements, heads = self._lists.arrays()
        if len(self.placements) >= 1 << 16:
            raise SolverFailure("the puzzle has too many candidates for the break-tolerant GPU engine")
        self.words = np.where(self.placements == EMPTY, 0, self._packed[self.placements]).astype(self.word_type)
        self.heads = heads.astype(np.uint16)

    # the stages

    @cached_property
    def stages(self) -> list[Stage]:
        """Strict, breaking and completing; empty stages are left out.

        The first ends at the cut, but not before the last quota and not after the first break.
        """
        last = self.cells - min(MOST_LAST, max(1, self.recipe.endgame_cells)) if self.cells > 2 else 0
        breaking = next((depth for depth in range(self.cells) if self._allowed(depth)), last)
        quota = max((depth + 1 for depth in range(self.cells) if self._quota(depth)), default=0)
        strict = min(last, max(1, min(breaking, max(self.cut - self.filled, quota))))
        found = [Stage(STRICT, 0, strict, 0)] if strict else []
        if strict < last:
            found.append(Stage(BREAKING, strict, last, self._low(strict, last)))
        return [*found, Stage(COMPLETING, last, last, self._low(strict, self.cells))]

    @property
    def strict(self) -> int:
        """The depth at which followers begin."""
        return self.stages[0].end if self.stages[0].kind == STRICT else 0

    def cell_records(self, stage: Stage) -> NDArray[Any]:
        """What the lanes of a stage know of each cell."""
        word = self.word_type
        kind = np.dtype(
            [("mask", word), ("fixed", word), ("value", word), ("heads", np.uint32, 3), ("first", np.uint16),
             ("second", np.uint16), ("allowed", np.uint16), ("quota", np.uint16), ("frame", np.uint16),
             ("unused", np.uint16)], align=True,
        )  # fmt: skip
        records = np.zeros(self.cells, dtype=kind)
        for depth in range(self.cells):
            mask, fixed, value = self._known_sides(depth)
            heads = (self._exact[depth], *self._broken[depth])
            near = [self._place(depth, side, stage) for side in (self.first_side, self.second_side)]
            records[depth] = (
                mask, fixed, value, heads, *near, self._allowed(depth), self._quota(depth), self._frame(depth), 0,
            )  # fmt: skip
        return records

    def facts(self, stage: Stage) -> dict[str, int]:
        """The numbers of `BreakTables` in the header, in its order."""
        hints = self.root.placements[self.root.filled] >> 2
        levels = [round(share * self.cells) if stage.kind == STRICT else stage.start for share in (PREFIX, FEWEST)]
        return {
            "FULL_WORDS": len(self.full), "START": stage.start, "END": stage.end, "LOW": stage.low,
            "STRICT": self.strict, "ROW": self._row, "FACES": self.faces,
            "TURNS": len(self.puzzle.turns), "CELLS": self.cells, "COLOR_BITS": self.color_bits,
            "PIECE_BITS": self.piece_bits, "BURNT_BITS": BURNT_BITS, "FIRST_SIDE": self.first_side,
            "SECOND_SIDE": self.second_side, "HINT_BURNT": int(self._burnt[hints].sum()), "WINDOW": self.window,
            "REACH": self._reach, "DIVIDE_FROM": levels[0], "DIVIDE_DOWN": levels[1],
        }  # fmt: skip

    @cached_property
    def _row(self) -> int:
        """Cells that may be filled at random: a row, up to the first cell that faces a hint."""
        faces_hint = (depth for depth in range(self.cells) if self._known_sides(depth)[1])
        most = min(self.puzzle.width, self.puzzle.height, self.strict - 1, next(faces_hint, self.cells))
        return max(0, most)

    @cached_property
    def full(self) -> NDArray[np.uint32]:
        """The set of free pieces, one bit per piece; bit 0 is the end of every list."""
        bits = np.zeros(-(-(self.puzzle.cells + 1) // 32) * 32, dtype=np.uint8)
        bits[: self.puzzle.cells + 1] = 1
        bits[1 + (self.root.placements[self.root.filled] >> 2)] = 0
        return np.packbits(bits, bitorder="little").view(np.uint32)

    def boards(self, paths: NDArray[Any]) -> NDArray[np.int16]:
        """The boards at the end of paths, which are columns."""
        boards = np.tile(self.root.placements, (paths.shape[1], 1))
        boards[:, self.order[: len(paths)]] = self.placements[paths.astype(np.int64)].T
        return boards

    # bits and candidates

    def _set_up_bits(self) -> None:
        self.color_bits = max(1, int(self.puzzle.pieces.max()).bit_length())
        self.piece_bits = self.puzzle.cells.bit_length()
        self.word_type: Any = np.uint32 if self._shift(4) <= NARROW_BITS else np.uint64
        pieces = np.arange(4 * self.puzzle.cells) >> 2
        self._burnt = np.isin(self.puzzle.pieces, self.recipe.burnt).sum(axis=1)
        self._packed: Ints = (pieces + 1) | self._burnt[pieces] << self.piece_bits
        for side in range(4):
            self._packed |= self.puzzle.sides[:, side].astype(np.int64) << self._shift(side)

    def _shift(self, side: int) -> int:
        return self.piece_bits + BURNT_BITS + side * self.color_bits

    def _in_sequence(self, seed: int) -> NDArray[np.int16]:
        """All placements of free pieces, those with most burnt sides first, ties at random."""
        placements = np.random.default_rng(seed).permutation(4 * self.puzzle.cells)
        used = self.root.placements[self.root.filled] >> 2
        placements = placements[~np.isin(placements >> 2, used)]
        return placements[np.argsort(-self._burnt[placements >> 2], kind="stable")].astype(np.int16)

    # geometry

    def _lookup_sides(self) -> tuple[int, int]:
        """The two sides of a cell whose neighbours are filled before it, the same for all cells."""
        when = np.full(self.puzzle.cells, self.cells)
        when[self.order] = np.arange(self.cells)
        near = self.puzzle.neighbours()[self.order]
        before = (near >= 0) & (when[near] < np.arange(self.cells)[:, None])
        sides: list[int] = np.flatnonzero(before.any(axis=0)).tolist()
        if len(sides) > 2 or (len(sides) == 2 and opposite(sides[0]) == sides[1]):
            raise SolverFailure(
                "the break-tolerant GPU engine needs an order in which the same two neighbours of each cell are filled first"
            )
        self.when = when
        sides += [side for side in range(4) if side not in sides and opposite(side) not in sides]
        return sides[0], sides[1]

    def _near(self, depth: int, side: int) -> int:
        return int(self.puzzle.neighbours()[self.order[depth], side])

    def _is_known(self, depth: int, side: int) -> bool:
        near = self._near(depth, side)
        return near >= 0 and (bool(self.root.filled[near]) or self.when[near] < depth)

    def _known_sides(self, depth: int) -> tuple[int, int, int]:
        """Masks of the sides known when the cell is filled and of those that face hints, and the hints' colors."""
        mask = fixed = value = 0
        for side in range(4):
            if not self._is_known(depth, side):
                continue
            bits = ((1 << self.color_bits) - 1) << self._shift(side)
            mask |= bits
            near = self._near(depth, side)
            if self.root.filled[near]:
                fixed |= bits
                value |= int(self.puzzle.sides[self.root.placements[near], opposite(side)]) << self._shift(side)
        return mask, fixed, value

    def slots(self, stage: Stage) -> int:
        """Entries on the stack of a lane of a stage, including the one for no neighbour."""
        if stage.kind == STRICT:
            return self.window + 1
        return (self.cells if stage.kind == COMPLETING else stage.end) - stage.low + 1

    def _place(self, depth: int, side: int, stage: Stage) -> int:
        """The position of the neighbour on the stack of a stage, or that of no neighbour."""
        near = self._near(depth, side)
        when = int(self.when[near]) if near >= 0 else depth
        if stage.kind == STRICT:
            return when % self.window if when < depth else self.window
        return when - stage.low + 1 if stage.low <= when < depth else 0

    @cached_property
    def _reach(self) -> int:
        """How far back in the order the neighbours of a cell of the strict stage are, at most."""
        return max((depth - self._low(depth, depth + 1) for depth in range(self.strict)), default=0)

    @cached_property
    def window(self) -> int:
        """Levels that a strict lane keeps in shared memory: enough for all neighbours and for some backtracking."""
        return max(LEAST_WINDOW, 1 << (2 * self._reach - 1).bit_length())

    def _low(self, start: int, end: int) -> int:
        """The first depth that cells of a stage read."""
        nears = [self._near(d, s) for d in range(start, end) for s in (self.first_side, self.second_side)]
        return min([start, *(int(self.when[near]) for near in nears if near >= 0)])

    def _frame(self, depth: int) -> int:
        outside = frame_mask(self.puzzle.width, self.puzzle.height)[self.order[depth]]
        return int(outside @ (1 << np.arange(4))) if self.puzzle.framed else ANY_FRAME

    def _allowed(self, depth: int) -> int:
        allowed = self.recipe.allowed
        return allowed[min(self.filled + depth, len(allowed) - 1)] if allowed else 0

    def _quota(self, depth: int) -> int:
        quota = self.recipe.quota
        return quota[min(self.filled + depth, len(quota) - 1)] if quota else 0

    # lists

    def _broken_lists(self, depth: int) -> tuple[int, int]:
        """The lists of candidates that match only the first or only the second neighbour, where the other may break."""
        return (
            self._list(depth, 1) if self._may_break(depth, self.second_side) else NO_LIST,
            self._list(depth, 2) if self._may_break(depth, self.first_side) else NO_LIST,
        )

    def _may_break(self, depth: int, side: int) -> bool:
        if not self._allowed(depth) or not self._is_known(depth, side):
            return False
        outside = frame_mask(self.puzzle.width, self.puzzle.height)[self.order[depth]]
        is_along_frame = self.puzzle.framed and bool(outside[(side + 1) % 4] or outside[(side - 1) % 4])
        return not is_along_frame or self.filled + depth >= self.recipe.frame_from

    def _list(self, depth: int, which: int) -> int:
        """Where the heads begin of the lists that match both neighbours (0), the first (1) or the second (2)."""
        sides = [self.first_side, self.second_side]
        is_key = [self._is_known(depth, sides[i]) and which in (0, i + 1) for i in range(2)]
        known = sum(1 << side for side, is_asked in zip(sides, is_key, strict=True) if is_asked)
        shape = (self._frame(depth) % ANY_FRAME, known, self.second_side if all(is_key) else NO_SIDE)
        if (shape, which == 0) not in self._stored:
            heads, placements, _ = self._candidates.lists(*shape)
            apart = 1 << self.color_bits if which == 0 and is_key == [True, False] else 1
            size = 1 << (2 * self.color_bits if which == 0 and is_key[0] else self.color_bits)
            self._stored[shape, which == 0] = self._lists.add(heads, placements, size=size, apart=apart)
        return self._stored[shape, which == 0]
