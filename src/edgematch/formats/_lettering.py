"""Letterings: which letter of a drawing means which color of a puzzle.

Everyone numbers the colors of Eternity II differently, and few drawings say how. But pieces are like fingerprints: a
lettering is right when every cell, relettered, shows a piece of the puzzle, no piece more often than there are. Those
in use are tried first. Then the search looks for any other: it takes the cell with the fewest unknown letters, tries
each piece that could be there, which settles those letters, and goes back when a cell whose letters are all known
shows no piece that is left. A letter can only mean a color that is on at least as many sides (on a complete board,
on exactly as many), which leaves little to try: an unknown lettering of Eternity II takes a few hundred steps.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from edgematch.model import GREY, Puzzle

Lettering = Mapping[int, int]
Sides = tuple[int, ...]

IDENTITY: Lettering = MappingProxyType({})
"""Letters mean the colors of their own number; what a lettering does not list means itself."""

MOST_STEPS = 10_000
"""A drawing of other pieces is given up after this many steps; the longest right search seen took under a thousand."""


def from_order(order: str) -> Lettering:
    """The lettering in which letter number i means the letter `order[i]` of the default alphabet."""
    return MappingProxyType({i: ord(letter) - ord("a") for i, letter in enumerate(order)})


MARIE = from_order("abglqejotchmrfkpudinsvw")
NAMED: Mapping[str, Lettering] = MappingProxyType(
    {"jef": from_order("atojeqlgbupkfrmhcwvsnid"), "marie": MARIE, "jblackwood": MARIE}
)


def reletter(sides: Sides, lettering: Lettering) -> Sides:
    """The colors that four letters mean."""
    return tuple(lettering.get(letter, letter) for letter in sides)


def find_lettering(cells: Sequence[Sides | None], puzzle: Puzzle, *, first: Lettering = IDENTITY) -> Lettering | None:
    """A lettering under which the cells show pieces of the puzzle, each no more often than there are; None if none.

    `first` is tried first, then those in common use, then all others. Where a partial drawing leaves several others
    possible, none is taken.
    """
    filled = [sides for sides in cells if sides is not None]
    search = _Search(filled, puzzle)
    for lettering in (first, IDENTITY, *NAMED.values()):
        if search.accepts(lettering):
            return lettering
    found = []
    for lettering in search.run():
        found.append(lettering)
        if len(filled) == puzzle.cells or len(found) > 1:
            break
    return found[0] if len(found) == 1 else None


class _Search:
    """The search for a lettering: letters still unknown, pieces still left."""

    def __init__(self, filled: Sequence[Sides], puzzle: Puzzle) -> None:
        self.turns = len(puzzle.turns)
        self.drawn = Counter(map(self.look, filled))
        self.stock = Counter(self.look(tuple(piece)) for piece in puzzle.pieces.tolist())
        self.turned = [(look, look[-t:] + look[:-t]) for look in self.stock for t in range(self.turns)]
        self.showing: dict[tuple[int, int], list[tuple[Sides, Sides]]] = defaultdict(list)
        for look, sides in self.turned:
            for side, color in enumerate(sides):
                self.showing[side, color].append((look, sides))
        self.steps = 0
        complete = len(filled) == puzzle.cells
        letters = Counter(letter for sides in filled for letter in sides)
        colors = Counter(puzzle.pieces.reshape(-1).tolist())
        self.meanings = {
            letter: {
                c for c, m in colors.items() if (m == n if complete else m >= n) and (c == GREY) == (letter == GREY)
            }
            for letter, n in letters.items()
        }

    def look(self, sides: Sides) -> Sides:
        """The same four sides for all turns of a piece, where pieces may be turned."""
        return min(sides[-t:] + sides[:-t] for t in range(self.turns))

    def accepts(self, lettering: Lettering) -> bool:
        """Whether each drawn piece, relettered, is in stock often enough."""
        needed: Counter[Sides] = Counter()
        for sides, count in self.drawn.items():
            needed[self.look(reletter(sides, lettering))] += count
        return all(count <= self.stock[look] for look, count in needed.items())

    def run(self) -> Iterator[Lettering]:
        """All letterings that bring the drawn pieces into stock, until the steps run out."""
        if all(self.meanings.values()):
            greys = {GREY: GREY} if GREY in self.meanings else {}
            yield from self._extend(greys, list(self.drawn), self.stock)

    def _extend(self, known: dict[int, int], drawn: list[Sides], stock: Counter[Sides]) -> Iterator[Lettering]:
        """All ways to give meaning to the letters that are not `known`, with the pieces left in `stock`."""
        left = Counter(stock)
        waiting = []
        for sides in drawn:
            if all(letter in known for letter in sides):
                look = self.look(reletter(sides, known))
                left[look] -= self.drawn[sides]
                if left[look] < 0:
                    return
            else:
                waiting.append(sides)
        if not waiting:
            yield MappingProxyType(known)
            return
        cell = min(waiting, key=lambda sides: (len({s for s in sides if s not in known}), -_known(sides, known)))
        for meaning in self._meanings(cell, known, left):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return
            yield from self._extend(known | meaning, waiting, left)

    def _meanings(self, cell: Sides, known: Lettering, stock: Counter[Sides]) -> list[dict[int, int]]:
        """What the unknown letters of a cell can mean, given the pieces left."""
        taken = set(known.values())
        listed = [self.showing[side, known[letter]] for side, letter in enumerate(cell) if letter in known]
        found = []
        for look, sides in min(listed, key=len, default=self.turned):
            meaning = self._meaning(cell, sides, known=known, taken=taken) if stock[look] > 0 else None
            if meaning is not None and meaning not in found:
                found.append(meaning)
        return found

    def _meaning(self, cell: Sides, sides: Sides, *, known: Lettering, taken: set[int]) -> dict[int, int] | None:
        """What the unknown letters of a cell mean if it shows these sides; None if it cannot."""
        new: dict[int, int] = {}
        for letter, color in zip(cell, sides, strict=True):
            meant = known.get(letter, new.get(letter))
            if meant is None:
                if color in taken or color in new.values() or color not in self.meanings[letter]:
                    return None
                new[letter] = color
            elif meant != color:
                return None
        return new


def _known(sides: Sides, known: Lettering) -> int:
    return sum(letter in known for letter in sides)
