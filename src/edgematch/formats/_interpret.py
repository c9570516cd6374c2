"""What the numbers of a list of pieces mean: which is grey, and which column is which side.

Most lists say north, east, south, west with 0 for grey, but not all. The frame decides: with the right meaning, a
board of w x h cells has 4 pieces with two neighbouring grey sides, 2(w-2) + 2(h-2) with one, and the rest none. When
the usual meaning fits, it is taken. When it does not, and exactly one other does, that one is taken and reported.
Everything else is refused with the options that settle it: a wrong meaning would end in "there is no solution".

Columns can be distinguished only by which of them are opposite, so that an order and its mirror image count as one.
Grey other than 0 is looked for only from 3x3 on: smaller boards have too few pieces to be sure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from edgematch.formats._reading import NESW, Reading, note
from edgematch.model import GREY, MAX_COLOR, MAX_SIDE, frame_mask

if TYPE_CHECKING:
    from edgematch.formats._text import Text

Table = NDArray[np.int64]

PAIRINGS = (NESW, "nswe", "nwes")
"""An order of the columns for each way in which two of them can be opposite."""

BITS = np.array([1, 2, 4, 8])
TURNED = np.array([min((mask << t | mask >> (4 - t)) & 15 for t in range(4)) for mask in range(16)])
"""For each set of sides the one that stands for all its turns."""

LARGE = 6
"""From this size on, numbers that form a frame do not do so by accident."""

OPTIONS = "--grey N, --columns nswe or --unframed; in Python reading=Reading(grey=..., columns=..., framed=False)"


@dataclass(frozen=True)
class Meaning:
    """The order of the columns, and the number that is grey (None: the puzzle has no frame)."""

    columns: str
    grey: int | None

    def __str__(self) -> str:
        words = {"n": "north", "e": "east", "s": "south", "w": "west"}
        order = " ".join(words[letter] for letter in self.columns)
        return f"sides in the order {order}, " + ("no frame" if self.grey is None else f"{self.grey} is grey")

    def sides(self, table: Table) -> Table:
        """The columns in the order north, east, south, west."""
        return table[:, [self.columns.index(side) for side in NESW]]

    def pieces(self, table: Table) -> Table:
        """The pieces with grey as 0 and every other color above it."""
        sides = self.sides(table)
        if self.grey is None:
            return sides + (1 if (sides == GREY).any() else 0)
        colors = sides.copy()
        if self.grey != GREY and (sides == GREY).any():
            colors[(sides < self.grey) | (self.grey < GREY)] += 1
        colors[sides == self.grey] = GREY
        return colors


@dataclass(frozen=True)
class Interpreter:
    """Finds the meaning of a table of pieces, within what the caller said."""

    table: Table
    reading: Reading
    columns: str = NESW
    others: Sequence[str] = PAIRINGS
    certain: bool = True
    turnable: bool = True

    def fits(self, meaning: Meaning, width: int, height: int) -> bool:
        """Whether the grey sides are those of a board of that size."""
        grey = meaning.sides(self.table) == meaning.grey
        if int(grey.sum()) != 2 * (width + height):
            return False
        have, need = grey @ BITS, frame_mask(width, height) @ BITS
        if self.turnable:
            have, need = TURNED[have], TURNED[need]
        return bool((np.bincount(have, minlength=16) == np.bincount(need, minlength=16)).all())

    def usual(self) -> Meaning:
        """What the numbers mean when nothing speaks against it."""
        columns = self.reading.columns or self.columns
        if self.reading.framed is False:
            return Meaning(columns, None)
        grey = self.reading.grey_value
        if grey is None:
            grey = -1 if (self.table == -1).any() else GREY
        return Meaning(columns, grey if self.reading.grey is not None or (self.table == grey).any() else None)

    def meanings(self, width: int, height: int) -> Iterator[Meaning]:
        """All meanings that the caller allows and the frame confirms."""
        greys = [self.reading.grey_value] if self.reading.grey is not None else self._possible_greys(width, height)
        for columns in self._orders():
            for grey in greys:
                if self.reading.framed is not False and self.fits(meaning := Meaning(columns, grey), width, height):
                    yield meaning

    def _possible_greys(self, width: int, height: int) -> list[int | None]:
        values, counts = np.unique(self.table, return_counts=True)
        able = [int(v) for v, n in zip(values, counts, strict=True) if n == 2 * (width + height)]
        return [v for v in able if v <= GREY or min(width, height) > 2]

    def decide(self, width: int, height: int, text: Text) -> Meaning:
        """The one meaning there is, or a refusal that names the options."""
        usual = self.usual()
        if (self.certain or self.reading.columns) and self._is_settled(usual, width, height):
            return self._by_columns(usual, width, height)
        found = list(self.meanings(width, height))
        if usual.grey is None and (found or not self.certain) and min(width, height) < LARGE:
            found += [Meaning(columns, None) for columns in ([usual.columns] if self.certain else self._orders())]
        if len(found) == 1:
            if self.certain:
                note(text, f"read with {found[0]}: only so does it have the frame of a {width}x{height} board")
            return found[0]
        if found:
            text.fail(
                f"the numbers can be read in {len(found)} ways: {'; '.join(map(str, found))}",
                remedy=f"say which: {OPTIONS}",
            )
        if usual.grey is not None:
            self._refuse(usual, width, height, text)
        return usual

    def _is_settled(self, usual: Meaning, width: int, height: int) -> bool:
        """Whether the usual meaning needs no other to be compared with."""
        fits = usual.grey is not None and self.fits(usual, width, height)
        return fits or self.reading.framed is False or self.reading.grey is not None

    def _orders(self) -> list[str]:
        return [self.reading.columns] if self.reading.columns else list(dict.fromkeys([self.columns, *self.others]))

    def _refuse(self, usual: Meaning, width: int, height: int, text: Text) -> None:
        text.fail(
            f"{usual.grey} is on {int((self.table == usual.grey).sum())} sides, but not as the grey outside of a "
            f"{width}x{height} board ({self._counts(usual, width, height)})",
            remedy=f"correct the list, or say how to read it: --grey {usual.grey} (grey all the same), --unframed "
            f"({usual.grey} is a color; with --not-turnable for Tetravex), --columns nswe (another order of the sides), --size WxH",
        )

    def _by_columns(self, usual: Meaning, width: int, height: int) -> Meaning:
        """The usual meaning, with the order of the columns that fits where the caller gave only the grey."""
        if self.reading.columns or self.reading.grey is None or self.fits(usual, width, height):
            return usual
        found = list(self.meanings(width, height))
        return found[0] if len(found) == 1 else usual

    def _counts(self, meaning: Meaning, width: int, height: int) -> str:
        grey = meaning.sides(self.table) == meaning.grey
        kinds = TURNED[grey @ BITS]
        corners, frame = int((kinds == 3).sum()), int((kinds == 1).sum())
        needed = f"{2 * (width + height) - 8} frame pieces" if min(width, height) > 1 else "its frame"
        return f"{corners} corner and {frame} frame pieces; the board needs 4 corners and {needed}"

    def sizes(self) -> list[tuple[int, int]]:
        """The sizes, wider than high, of boards for which these pieces have the right frame."""
        count = len(self.table)
        shapes = [(count // h, h) for h in range(1, MAX_SIDE + 1) if count % h == 0 and h <= count // h <= MAX_SIDE]
        usual = self.usual()
        found = [shape for shape in shapes if usual.grey is not None and self.fits(usual, *shape)]
        return found or [shape for shape in shapes if any(self.meanings(*shape))]


def as_table(rows: Sequence[Sequence[int]]) -> Table:
    """The rows as an array."""
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def too_many_colors(pieces: NDArray[Any]) -> bool:
    """Whether a color passes the highest there is."""
    return bool(pieces.size) and int(pieces.max()) > MAX_COLOR


def is_balanced(table: Table, columns: str) -> bool:
    """Whether pieces that are not turned can fill a board: opposite sides have the same colors, save the outer ones."""
    sides = table[:, [columns.index(side) for side in NESW]]
    longest = 2 * min(len(table), MAX_SIDE)
    counts = [np.bincount(sides[:, side], minlength=MAX_COLOR + 2) for side in range(4)]
    root = int(np.ceil(np.sqrt(len(table))))
    most = 2 * max(root, 1) if root * root == len(table) else longest
    return all(int(np.abs(counts[side] - counts[side + 2]).sum()) <= most for side in (0, 1))
