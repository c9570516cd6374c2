"""Which placement may be in which cell: the yes-or-no questions of every encoding, numbered once for all of them.

A *choice* is one placement in one cell. An answer is a set of choices, one per cell. Since an answer is what one
sees, placements that look the same are one choice: identical pieces form one *kind*, placed as often as there are
copies of it. When labelled, every piece is a kind of its own and every turn counts.

Global constraints such as all-different are about pieces, not kinds. For them `per_piece` keeps a choice for each
piece, and `twins` lists the identical pairs whose order must be fixed so that each answer is met once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, Board, Puzzle

Ints = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Choices:
    """Parallel arrays: choice `i` puts `placements[i]` into `cells[i]` and uses up one of `copies[kinds[i]]`."""

    puzzle: Puzzle
    labelled: bool
    per_piece: bool
    cells: Ints
    placements: Ints
    kinds: Ints
    copies: Ints

    @classmethod
    def of(cls, puzzle: Puzzle, *, labelled: bool = False, per_piece: bool = False, misfits: bool = False) -> Choices:
        """The choices of a puzzle, by cell; `misfits` keeps those that the frame rules out."""
        everything = np.arange(4 * puzzle.cells)
        stands = np.isin(everything % 4, list(puzzle.turns))
        if not labelled:
            stands &= _first_of_its_look(puzzle, per_piece=per_piece)
        able = np.broadcast_to(stands, puzzle.fits.shape) if misfits else stands & puzzle.fits
        cells, placements = (part.astype(np.int32) for part in np.nonzero(able))
        owner = np.arange(puzzle.cells) if labelled or per_piece else puzzle.kinds
        names, dense, copies = np.unique(owner, return_inverse=True, return_counts=True)
        assert len(names)
        return cls(
            puzzle, labelled, per_piece, cells, placements,
            dense.reshape(-1)[placements >> 2].astype(np.int32), copies.astype(np.int32),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def sides(self) -> NDArray[np.uint8]:
        """The four colors that each choice shows."""
        return self.puzzle.sides[self.placements]

    @cached_property
    def fitting(self) -> NDArray[np.bool_]:
        """For each choice whether the frame allows it."""
        return self.puzzle.fits[self.cells, self.placements]

    def in_cell(self) -> list[Ints]:
        """For each cell its choices."""
        return _grouped(self.cells, self.puzzle.cells)

    def of_kind(self) -> list[Ints]:
        """For each kind its choices."""
        return _grouped(self.kinds, len(self.copies))

    @cached_property
    def _numbers(self) -> Ints:
        """For each cell and placement the choice, -1 where there is none."""
        table = np.full((self.puzzle.cells, 4 * self.puzzle.cells), -1, dtype=np.int32)
        table[self.cells, self.placements] = np.arange(len(self))
        return table

    @property
    def twins(self) -> list[tuple[int, int]]:
        """Pairs of identical pieces; to meet each answer once, the first of a pair is in the earlier cell."""
        if self.labelled or not self.per_piece:
            return []
        pieces = _grouped(self.puzzle.kinds, self.puzzle.cells)
        return [(int(a), int(b)) for same in pieces for a, b in itertools.pairwise(same)]

    # roots in, boards out

    def fixed(self, root: Board) -> list[list[int]]:
        """For each filled cell of a root the choices that agree with it; an answer makes one of each."""
        return [self._agreeing(cell, placement) for cell, placement in root.placed()]

    def _agreeing(self, cell: int, placement: int) -> list[int]:
        looks = self.puzzle.looks
        same = [placement] if self.labelled else np.flatnonzero(looks == looks[placement])
        numbers = self._numbers[cell, same]
        return [int(n) for n in numbers if n >= 0]

    def chosen(self, board: Board) -> list[int]:
        """The choices that make up a board: the inverse of `board`."""
        board = board if self.labelled else board.canonical()
        return [next(iter(self._agreeing(cell, placement))) for cell, placement in board.placed()]

    def board(self, chosen: Iterable[int]) -> Board:
        """The board that these choices make, with a different piece for each of them."""
        numbers = list(chosen)
        return self.board_with({int(self.cells[n]): int(self.placements[n]) for n in numbers})

    def board_with(self, placed: dict[int, int]) -> Board:
        """The board that shows these placements by cell, with a different piece for each of them."""
        return self.puzzle.empty().place(placed if self.labelled else self._with_own_pieces(placed))

    def _with_own_pieces(self, placed: dict[int, int]) -> dict[int, int]:
        """The same looks with a different piece of the kind for each copy, hints keeping the piece they name."""
        looks, hints = self.puzzle.looks, self.puzzle.hints
        kept = {c: hints[c] for c, p in placed.items() if c in hints and looks[hints[c]] == looks[p]}
        used = {placement >> 2 for placement in kept.values()}
        for cell, placement in sorted(placed.items()):
            if cell not in kept:
                same = np.flatnonzero(looks == looks[placement])
                free = (int(p) for p in same if p >> 2 not in used and p % 4 in self.puzzle.turns)
                kept[cell] = next(free, placement)
                used.add(kept[cell] >> 2)
        return kept


def root_mask(choices: Choices, root: Board) -> NDArray[np.bool_]:
    """For each choice whether it is compatible with a root: in an empty cell, or agreeing with a filled one."""
    mask = np.asarray(root.placements[choices.cells] == EMPTY)
    for agreeing in choices.fixed(root):
        mask[agreeing] = True
    return mask


def is_fillable(puzzle: Puzzle) -> bool:
    """Whether every partial board can be filled up: as many pieces of each frame class as there are cells for it."""
    cell_classes, cells = np.unique(puzzle.fits, axis=0, return_counts=True)
    takes = np.logical_or.reduce(cell_classes.reshape(len(cells), puzzle.cells, 4), axis=2)
    merged: dict[bytes, tuple[int, int]] = {}
    for pieces, count in zip(takes, cells.tolist(), strict=True):
        old = merged.get(pieces.tobytes(), (0, 0))
        merged[pieces.tobytes()] = (old[0] + count, int(pieces.sum()))
    return all(cell_count == piece_count for cell_count, piece_count in merged.values())


def _first_of_its_look(puzzle: Puzzle, *, per_piece: bool) -> NDArray[np.bool_]:
    """For each placement whether it stands for its look (of its piece, when each piece keeps its own)."""
    looks: NDArray[np.int64] = puzzle.looks.astype(np.int64)
    if per_piece:
        looks = looks + (np.arange(len(looks)) >> 2) * len(looks)
    mask = np.zeros(len(looks), dtype=np.bool_)
    mask[np.unique(looks, return_index=True)[1]] = True
    return mask


def _grouped(keys: NDArray[np.integer], groups: int) -> list[Ints]:
    """The positions of each key value, in order."""
    order = np.argsort(keys, kind="stable").astype(np.int32)
    return np.split(order, np.cumsum(np.bincount(keys, minlength=groups))[:-1])


def flatten(lists: Sequence[Sequence[int]]) -> list[int]:
    """One list of all items."""
    return [item for part in lists for item in part]
