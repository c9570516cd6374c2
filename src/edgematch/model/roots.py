"""Many roots of one search as columns: a search on a GPU leaves tens of millions, too many for a `Board` each.

Roots that a search leaves come in families: all that branch off one path of the search share the path. So a family is
one row of placements, and a root of it eight bytes: its row, how many cells it keeps of it, and one placement more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import ModelError
from edgematch.model.board import Board
from edgematch.model.puzzle import EMPTY, Puzzle

CHUNK = 1 << 16
"""Roots or rows that are handled together, so that what is computed on the way takes little memory."""


@dataclass(frozen=True, eq=False, repr=False)
class Roots(Sequence[Board]):
    """Partial boards of one puzzle, each made into a `Board` when it is asked for.

    Root i has, in the first `kept[i]` cells of an order, what row `row[i]` has there, and in the next cell `last[i]`
    (-1: nothing). The order is `orders[order_of[row[i]]]`, a permutation of the cells.
    """

    puzzle: Puzzle
    orders: NDArray[np.int16]
    order_of: NDArray[np.int32]
    rows: NDArray[np.int16]
    row: NDArray[np.uint32]
    kept: NDArray[np.uint16]
    last: NDArray[np.int16]

    @classmethod
    def of(cls, puzzle: Puzzle, boards: Sequence[Board], order: NDArray[Any] | None = None) -> Roots:
        """Boards as columns, unless they are so already.

        Those that fill what all have in common and then a first part of an order (none given: row by row), as the roots
        of a stopped search do, share an order.
        """
        if isinstance(boards, Roots):
            return boards
        rows = np.array([board.placements for board in boards], dtype=np.int16).reshape(-1, puzzle.cells)
        return cls._of_rows(puzzle, rows, np.arange(puzzle.cells) if order is None else order)

    @classmethod
    def _of_rows(cls, puzzle: Puzzle, rows: NDArray[np.int16], order: NDArray[Any]) -> Roots:
        filled = rows != EMPTY
        common = filled.all(axis=0)
        rest = filled[:, order[~common[order]]]
        is_first_part = (rest[:, :-1] >= rest[:, 1:]).all(axis=1)
        keys, order_of = np.unique(np.where(is_first_part[:, None], common, filled), axis=0, return_inverse=True)
        orders = [np.concatenate([order[key[order]], order[~key[order]]]) for key in keys]
        return cls(
            puzzle,
            orders=np.array(orders, dtype=np.int16).reshape(-1, puzzle.cells),
            order_of=order_of.reshape(-1).astype(np.int32),
            rows=rows,
            row=np.arange(len(rows), dtype=np.uint32),
            kept=filled.sum(axis=1).astype(np.uint16),
            last=np.full(len(rows), EMPTY, dtype=np.int16),
        )

    def along(self, order: NDArray[Any]) -> Roots:
        """The same roots for a search in that order: each fills a first part of an order that goes on with its rest.

        Those that a search in that order left are so already. Those of another search become a row each.
        """
        for cells, some in self.by_order():
            rest = cells[int(some.filled.min()) :]
            if not np.array_equal(rest, order[np.isin(order, rest)]):
                return self._of_rows(self.puzzle, self.placements(), order)
        return self

    def by_order(self) -> Iterator[tuple[NDArray[np.int16], Roots]]:
        """Each order of the cells with its roots."""
        if len(self.orders) == 1 and len(self):
            yield self.orders[0], self
            return
        numbers = self.order_of[self.row]
        for number in np.unique(numbers).tolist():
            yield self.orders[number], self.take(numbers == number)

    # a sequence of boards

    def __len__(self) -> int:
        return len(self.row)

    @overload
    def __getitem__(self, which: int) -> Board: ...

    @overload
    def __getitem__(self, which: slice) -> Roots: ...

    def __getitem__(self, which: int | slice) -> Board | Roots:
        if isinstance(which, slice):
            return self.take(which)
        if not -len(self) <= which < len(self):
            raise IndexError(f"there are {len(self)} roots")
        return Board(self.puzzle, self.take([which]).placements()[0])

    def __iter__(self) -> Iterator[Board]:
        for some in self.chunks():
            yield from Board.rows(self.puzzle, some.placements())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(ours == theirs for ours, theirs in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __add__(self, other: Sequence[Board]) -> Roots:
        return self._joined(Roots.of(self.puzzle, other)) if len(other) else self

    def __radd__(self, other: Sequence[Board]) -> Roots:
        return Roots.of(self.puzzle, other)._joined(self) if len(other) else self

    def __repr__(self) -> str:
        return f"<{len(self):,} roots of {self.puzzle}>"

    def _joined(self, other: Roots) -> Roots:
        orders, numbers = np.unique(np.concatenate([self.orders, other.orders]), axis=0, return_inverse=True)
        ours, theirs = np.split(numbers.reshape(-1).astype(np.int32), [len(self.orders)])
        return Roots(
            self.puzzle,
            orders=orders,
            order_of=np.concatenate([ours[self.order_of], theirs[other.order_of]]),
            rows=np.concatenate([self.rows, other.rows]),
            row=np.concatenate([self.row, other.row + np.uint32(len(self.rows))]),
            kept=np.concatenate([self.kept, other.kept]),
            last=np.concatenate([self.last, other.last]),
        )

    # columns

    def take(self, which: Any) -> Roots:
        """Some of the roots, by anything that selects entries of an array."""
        columns = (self.row[which], self.kept[which], self.last[which])
        return Roots(self.puzzle, self.orders, self.order_of, self.rows, *columns)

    def compact(self) -> Roots:
        """The same without rows that no root uses."""
        used = np.zeros(len(self.rows), dtype=bool)
        used[self.row] = True
        if used.all():
            return self
        row = (np.cumsum(used, dtype=np.uint32) - np.uint32(1))[self.row]
        return Roots(self.puzzle, self.orders, self.order_of[used], self.rows[used], row, self.kept, self.last)

    def placements(self) -> NDArray[np.int16]:
        """All roots as rows of placements; this takes two bytes per cell and root."""
        number = self.order_of[self.row]
        boards = np.where(self._ranks[number] < self.kept[:, None], self.rows[self.row], np.int16(EMPTY))
        longer = np.flatnonzero(self.last != EMPTY)
        boards[longer, self.orders[number[longer], self.kept[longer]]] = self.last[longer]
        return boards

    @property
    def filled(self) -> NDArray[np.uint16]:
        """How many cells each root fills."""
        filled: NDArray[np.uint16] = self.kept + (self.last != EMPTY)
        return filled

    @property
    def deepest(self) -> Board:
        """The first of those that fill most cells."""
        return self[int(self.filled.argmax())]

    @cached_property
    def _ranks(self) -> NDArray[np.int16]:
        """For each order the place of each cell in it."""
        return np.argsort(self.orders, axis=1).astype(np.int16)

    def chunks(self) -> Iterator[Roots]:
        """All of them, some at a time."""
        return (self.take(slice(start, start + CHUNK)) for start in range(0, len(self), CHUNK))

    # what is wrong

    def check(self) -> None:
        """Raise unless all roots are sound boards that have the hints: for columns of a stranger."""
        self._check_columns()
        for some in self.chunks():
            wrong = some._unsound()  # noqa: SLF001 - its own class
            if wrong is not None:
                board = some[wrong]
                raise ModelError("a root is wrong", board.faults() or ["a hint or a placement of it is missing"])

    def _check_columns(self) -> None:
        cells = self.puzzle.cells
        is_whole = (
            self.orders.shape[1:] == self.rows.shape[1:] == (cells,)
            and len(self.order_of) == len(self.rows)
            and len(self.kept) == len(self.last) == len(self.row)
        )
        if not is_whole or not all(
            low <= part.min(initial=low) <= part.max(initial=low) < high
            for part, low, high in (
                (self.orders, 0, cells),
                (self.order_of, 0, len(self.orders)),
                (self.row, 0, len(self.rows)),
                (self.kept, 0, cells + 1),
                (self.filled, 0, cells + 1),
                (self.rows, EMPTY, 4 * cells),
                (self.last, EMPTY, 4 * cells),
            )
        ):
            raise ModelError("the columns of the roots do not belong together")
        if (np.sort(self.orders, axis=1) != np.arange(cells)).any():
            raise ModelError("an order of the roots is no permutation of the cells")

    def _unsound(self) -> int | None:
        """The number of a root that is no sound board or lacks a hint."""
        puzzle, number = self.puzzle, self.order_of[self.row]
        used, row = np.unique(self.row, return_inverse=True)
        rows, order = self.rows[used], self.orders[self.order_of[used]]
        most = np.zeros(len(rows), dtype=np.uint16)
        np.maximum.at(most, row, self.kept)
        along = np.take_along_axis(rows, order.astype(np.int64), axis=1)
        place, is_kept = np.arange(puzzle.cells, dtype=np.int16), np.arange(puzzle.cells) < most[:, None]
        place_of = np.full((len(rows), puzzle.cells + 1), puzzle.cells, dtype=np.int16)
        pieces = np.where(is_kept, along >> 2, puzzle.cells)
        np.put_along_axis(place_of, pieces, np.broadcast_to(place, pieces.shape), axis=1)
        is_once = np.take_along_axis(place_of, pieces, axis=1) == place
        is_legal = (along != EMPTY) & puzzle.fits[order, along] & is_once | ~is_kept
        is_sound = is_legal.all(axis=1)[row]
        longer = np.flatnonzero(self.last != EMPTY)
        last, kept = self.last[longer], self.kept[longer]
        next_cell = self.orders[number[longer], kept]
        is_sound[longer] &= puzzle.fits[next_cell, last] & (place_of[row[longer], last >> 2] >= kept)
        for cell, hint in puzzle.hints.items():
            here = np.where(self._ranks[number, cell] < self.kept, rows[row, cell], np.int16(EMPTY))
            is_next = next_cell == cell
            here[longer[is_next]] = last[is_next]
            is_sound &= (here != EMPTY) & (puzzle.looks[here] == puzzle.looks[hint])
        return None if is_sound.all() else int(np.flatnonzero(~is_sound)[0])


AnyRoots = tuple[Board, ...] | Roots
"""Roots of a search: a board each, or columns of very many."""


def dealt(roots: AnyRoots, parts: int) -> list[AnyRoots]:
    """Roots in so many parts, or in fewer where there are few, dealt out in turn; those of a row stay together."""
    if isinstance(roots, Roots) and len(rows := np.unique(roots.row)) >= parts:
        turn = np.searchsorted(rows, roots.row) % parts
        return [roots.take(turn == part) for part in range(parts)]
    return [roots[part::parts] for part in range(min(parts, len(roots)))]


class RootIndex:
    """Whether a board extends one of many roots, found by hashes of first parts of the board.

    A root is known by the sum of random numbers, one for each of its placements (A. Zobrist, A new hashing method with
    application for game playing, 1970). A board that extends one is never missed; one that extends none may pass with
    a chance of one in 10^10.
    """

    def __init__(self, roots: Roots, *, labelled: bool) -> None:
        puzzle = roots.puzzle
        self._orders = roots.orders
        looks = np.arange(4 * puzzle.cells) if labelled else puzzle.looks
        numbers = np.random.default_rng(0).integers(1 << 64, size=(puzzle.cells, 4 * puzzle.cells), dtype=np.uint64)
        self._numbers = np.append(numbers[:, looks], np.zeros((puzzle.cells, 1), np.uint64), axis=1)  # EMPTY is last
        self._keys = np.sort(np.concatenate([self._keys_of(some) for some in roots.chunks()]))

    def _keys_of(self, roots: Roots) -> NDArray[np.uint64]:
        used, row = np.unique(roots.row, return_inverse=True)
        rows, number = roots.rows[used], roots.order_of[used]
        order = roots.orders[number].astype(np.int64)
        sums = np.zeros((len(rows), order.shape[1] + 1), dtype=np.uint64)
        np.cumsum(self._numbers[order, np.take_along_axis(rows, order, axis=1)], axis=1, out=sums[:, 1:])
        keys: NDArray[np.uint64] = sums[row, roots.kept]
        longer = np.flatnonzero(roots.last != EMPTY)
        keys[longer] += self._numbers[order[row[longer], roots.kept[longer]], roots.last[longer]]
        return keys

    def is_extended_by(self, board: Board) -> bool:
        """Whether a root is part of that board."""
        sums = np.cumsum(self._numbers[self._orders, board.placements[self._orders]], axis=1)
        keys = np.append(sums.reshape(-1), np.uint64(0))
        places = np.searchsorted(self._keys, keys)
        return bool((self._keys[np.minimum(places, len(self._keys) - 1)] == keys).any())
