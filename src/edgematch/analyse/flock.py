"""A search tree sampled by flocks: many partial boards go down together, and those that die are replaced by the living.

A single random dive (Knuth 1975) through a deep tree nearly always ends far above the levels that hold most of the tree, and
the mean over thousands of dives is then too low by orders of magnitude. Here a flock of up to `size` boards takes a level at a
time: *all* children of all its boards are made, their number over the number of parents estimates how the tree widens, and
a random sample of the children is the next flock (stochastic enumeration: Rubinstein 2013, Vaisman and Kroese 2014). The
estimate is unbiased, exact while a level has no more boards than the flock, and with a flock of one it is Knuth's.

Boards of a flock are rows of arrays and a level is a handful of array operations, about a millisecond for a flock of a
thousand at 16x16. No engine is asked: what is counted is what a depth-first search with perfect lists would commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.model import MAX_COLOR, Board, Puzzle
from edgematch.model.grid import opposite

COLORS = MAX_COLOR + 1


@dataclass(frozen=True)
class Looks:
    """What may be laid: the ways pieces can look, each with its kind; the kind of each piece; the copies of each kind."""

    placements: NDArray[np.int64]
    kinds: NDArray[np.int64]
    kind_of: NDArray[np.int64]
    copies: NDArray[np.int16]

    @classmethod
    def of(cls, puzzle: Puzzle, *, labelled: bool) -> Looks:
        """The looks of a puzzle; labelled, every placement looks different and every piece is a kind."""
        laid = np.flatnonzero(np.isin(np.arange(4 * puzzle.cells) % 4, list(puzzle.turns)))
        kind_of = np.arange(puzzle.cells) if labelled else puzzle.kinds.astype(np.int64)
        placements = laid if labelled else np.unique(puzzle.looks[laid]).astype(np.int64)
        copies = np.bincount(kind_of, minlength=puzzle.cells).astype(np.int16)
        return cls(placements, kind_of[placements >> 2], kind_of, copies)


def sample_by_depth(
    puzzle: Puzzle, order: NDArray[np.int16], *, roots: Sequence[Board], size: int, seed: int, labelled: bool = False
) -> NDArray[np.float64]:
    """One unbiased estimate of how many nodes the tree below the roots has at each number of filled cells."""
    random = np.random.Generator(np.random.PCG64(seed))
    looks = Looks.of(puzzle, labelled=labelled)
    depths = np.zeros(puzzle.cells + 1)
    groups: dict[bytes, list[Board]] = {}
    for root in roots:
        if not root.breaks:
            groups.setdefault(root.filled.tobytes(), []).append(root)
    for alike in groups.values():
        flock = _Flock(puzzle, looks, alike, size=size, random=random)
        filled = alike[0].count
        for number, cell in enumerate((c for c in order.tolist() if alike[0][c] < 0), start=1):
            level = flock.grow(cell)
            if not level:
                break
            depths[filled + number] += level
    return depths


class _Flock:
    """Boards filled in the same cells: the sides they show, the copies they have left, and how many each stands for."""

    def __init__(
        self, puzzle: Puzzle, looks: Looks, roots: Sequence[Board], *, size: int, random: np.random.Generator
    ) -> None:
        self.puzzle, self.looks, self.size, self.random = puzzle, looks, size, random
        self.sides = puzzle.sides[looks.placements]
        self.near = puzzle.neighbours()
        self.filled = roots[0].filled.copy()
        self.shown = np.stack([root.sides for root in roots]).astype(np.uint8)
        self.left = np.tile(looks.copies, (len(roots), 1))
        for row, root in enumerate(roots):
            np.subtract.at(self.left[row], looks.kind_of[root.placements[root.filled] >> 2], 1)
        self.scale = 1.0

    def grow(self, cell: int) -> float:
        """Fill one more cell in all possible ways, keep a sample of the boards; how many the tree has at this level."""
        parents, chosen = self._children(cell)
        level = self.scale * len(parents)
        if len(parents) > self.size:
            self.scale *= len(parents) / self.size
            kept = self.random.choice(len(parents), self.size, replace=False, shuffle=False)
            parents, chosen = parents[kept], chosen[kept]
        self.left, self.shown = self.left[parents], self.shown[parents]
        self.left[np.arange(len(parents)), self.looks.kinds[chosen]] -= 1
        self.shown[:, cell] = self.sides[chosen]
        self.filled[cell] = True
        return level

    def _children(self, cell: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Every board with every look that fits its cell: row of the parent, number of the look."""
        able = np.flatnonzero(self.puzzle.fits[cell][self.looks.placements])
        wanted, offered = np.zeros(len(self.left), dtype=np.int64), np.zeros(len(able), dtype=np.int64)
        for side, neighbour in enumerate(self.near[cell].tolist()):
            if neighbour >= 0 and self.filled[neighbour]:
                wanted = wanted * COLORS + self.shown[:, neighbour, opposite(side)]
                offered = offered * COLORS + self.sides[able, side]
        able, offered = able[np.argsort(offered, kind="stable")], np.sort(offered)
        first, last = np.searchsorted(offered, wanted, "left"), np.searchsorted(offered, wanted, "right")
        parents = np.repeat(np.arange(len(wanted)), last - first)
        nth = np.arange(len(parents)) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
        chosen = able[first[parents] + nth]
        free = self.left[parents, self.looks.kinds[chosen]] > 0
        return parents[free], chosen[free]
