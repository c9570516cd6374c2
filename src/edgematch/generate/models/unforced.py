"""Random pieces without a planted solution, for the transition from solvable to unsolvable.

The model behind the expected number of solutions of Ansótegui et al. (2008), section 5.1 and appendix: every colored
side of every piece is drawn independently, along the frame from one set of colors, elsewhere from another. Most such
puzzles are unsolvable because some color appears an odd number of times. With `even=true` the colors are drawn in
pairs and dealt out to the sides at random, so that counting alone excludes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgematch.generate.base import Model, frame_faults, palette_faults
from edgematch.generate.coloring import Sides
from edgematch.generate.seeded import Seeded
from edgematch.model import GREY, MAX_COLOR, board_edges, frame_edges, frame_mask
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors in each of the two sets, and whether each appears an even number of times."""

    frame: int = option(3, "how many colors along the frame", low=1, high=MAX_COLOR)
    inner: int = option(5, "how many colors elsewhere", low=1, high=MAX_COLOR)
    even: bool = option(False, "draw colors in pairs, so that none appears an odd number of times")


class Unforced(Model):
    """Independent sides; whether they fit is left to chance."""

    Options = Options
    planted = False

    def faults(self, width: int, height: int) -> list[str]:
        """No frame, or more colors than a puzzle may have."""
        return frame_faults(width, height) + palette_faults(self.options.frame, self.options.inner)

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """Each side on its own, or pairs of equal sides dealt out."""
        first, side, second = board_edges(width, height).T
        along = np.zeros((width * height, 4), dtype=bool)
        along[first, side] = along[second, (side + 2) % 4] = frame_edges(width, height)
        within = ~along & ~frame_mask(width, height)
        sides = np.full((width * height, 4), GREY, dtype=np.int16)
        sides[along] = self._draw(random, int(along.sum()), colors=self.options.frame)
        sides[within] = np.add(self._draw(random, int(within.sum()), colors=self.options.inner), self.options.frame)
        return sides

    def _draw(self, random: Seeded, count: int, *, colors: int) -> list[int]:
        """So many colors from 1 to `colors`; a color of a pair is dealt out apart from its twin."""
        if not self.options.even:
            return [1 + random.below(colors) for _ in range(count)]
        pairs = [1 + random.below(colors) for _ in range(count // 2)]
        return random.shuffled(pairs + pairs)
