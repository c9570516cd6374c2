"""How evenly colors are spread, along the frame and inside: the histograms of the ZLA paper's figure 1.

A rare color leaves few candidates wherever it is met. A solver that takes the cell with the fewest candidates first,
or that counts what is left, gains from it. In an Eternity II style puzzle there is nothing to gain: the numbers of
edges of two colors of the same kind differ by at most one. Three numbers measure how far a puzzle is from that:

- `spread`: the difference between the most and the least frequent color, in edges;
- `chi2` over its degrees of freedom: about 1 for colors drawn uniformly, near 0 for equal shares, above 1 for
  colors that are unevenly drawn;
- `gain`: the mean number of candidates saved at each looked-up side, as a factor: colors sum(p^2) with p the shares.
  Of all sides, gain / colors fit a random side, so 1 means that there is nothing to exploit in the mean. The factor
  between the rarest and the mean color (`rarest`) is the most that choosing the rarest first can gain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch.model import GREY, Puzzle


@dataclass(frozen=True)
class Histogram:
    """How many sides each color has, among the sides of one kind."""

    counts: Mapping[int, int]

    @property
    def colors(self) -> int:
        """How many colors appear."""
        return len(self.counts)

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return sum(self.counts.values())

    @property
    def spread(self) -> float:
        """The most minus the least frequent color, in edges (two sides each)."""
        return (max(self.counts.values()) - min(self.counts.values())) / 2 if self.counts else 0.0

    @property
    def is_even(self) -> bool:
        """Whether colors appear as equally often as they can: in whole edges, none more than once oftener."""
        return self.spread <= 1 and all(count % 2 == 0 for count in self.counts.values())

    @property
    def chi2(self) -> float:
        """The chi-square statistic of the edges against equal shares, by degree of freedom; 0 for a single color."""
        if self.colors < 2:
            return 0.0
        edges = np.array(list(self.counts.values())) / 2
        return float(((edges - edges.mean()) ** 2).sum() / edges.mean() / (self.colors - 1))

    @property
    def gain(self) -> float:
        """How many times more sides fit a random side than if all colors were equally frequent; 1 when they are."""
        if not self.counts:
            return 1.0
        shares = np.array(list(self.counts.values())) / self.sides
        return float(self.colors * (shares**2).sum())

    @property
    def rarest(self) -> float:
        """How many times rarer than the mean the rarest color is; 1 when all are equally frequent."""
        return self.sides / self.colors / min(self.counts.values()) if self.counts else 1.0

    def to_dict(self) -> dict[str, Any]:
        """The histogram and what follows from it, ready for JSON."""
        return {
            "colors": self.colors, "sides": self.sides, "spread": self.spread, "even": self.is_even,
            "chi2": round(self.chi2, 4), "gain": round(self.gain, 4), "rarest": round(self.rarest, 4),
            "counts": {str(color): count for color, count in self.counts.items()},
        }  # fmt: skip


@dataclass(frozen=True)
class Balance:
    """The colors along the frame and those elsewhere; without a frame all are elsewhere."""

    frame: Histogram
    inner: Histogram

    @property
    def shared(self) -> list[int]:
        """The colors used both along the frame and elsewhere."""
        return sorted(self.frame.counts.keys() & self.inner.counts.keys())


def color_balance(puzzle: Puzzle) -> Balance:
    """The histograms of a puzzle."""
    along = puzzle.frame_sides
    return Balance(_histogram(puzzle.pieces[along]), _histogram(puzzle.pieces[~along & (puzzle.pieces != GREY)]))


def _histogram(sides: Any) -> Histogram:
    colors, counts = np.unique(sides, return_counts=True)
    return Histogram(dict(zip(colors.tolist(), counts.tolist(), strict=True)))
