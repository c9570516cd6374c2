"""Eternity II style: colors as equally frequent as possible, no two pieces identical, none self-symmetric.

The ZLA paper, section 3: such puzzles offer nothing uneven that a solver could exploit. Colors 1 to `frame` are along
the frame, the next `inner` elsewhere, each as often as the others of its set or once more. With 5 and 17 colors at
16x16 the counts are those of Eternity II itself. Where a random board has identical or self-symmetric pieces, a few
edges exchange colors until it has none (see `generate/repair.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgematch.generate.base import Model, edge_counts
from edgematch.generate.coloring import Sides, even_shares
from edgematch.generate.models.two_set import two_set_faults
from edgematch.generate.repair import all_different
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_COLOR, frame_edges
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors in each of the two sets."""

    frame: int = option(5, "how many colors along the frame", low=1, high=MAX_COLOR)
    inner: int = option(17, "how many colors elsewhere", low=0, high=MAX_COLOR)


def variety_faults(width: int, height: int, *, frame: int, inner: int) -> list[str]:
    """Why so few colors do not make enough pieces that differ and are not self-symmetric."""
    needed = (
        ("corners", 4, frame**2),
        ("edge pieces", 2 * (width + height) - 8, frame**2 * inner),
        ("inner pieces", (width - 2) * (height - 2), (inner**4 - inner**2) // 4),
    )
    return [
        f"{frame} frame and {inner} inner colors make only {there} different {what}, the board needs {need}"
        for what, need, there in needed
        if need > there
    ]


class Eternity(Model):
    """Equal colors, all pieces different."""

    Options = Options

    def faults(self, width: int, height: int) -> list[str]:
        """No frame, too many colors for the edges, or too few for all pieces to differ."""
        counts = {"frame": self.options.frame, "inner": self.options.inner}
        return two_set_faults(width, height, **counts) or variety_faults(width, height, **counts)

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """Deal equal shares out at random, then repair."""
        along, within = edge_counts(width, height)
        colors = np.empty(along + within, dtype=np.int16)
        where = frame_edges(width, height)
        colors[where] = random.shuffled(even_shares(along, self.options.frame))
        colors[~where] = np.add(random.shuffled(even_shares(within, self.options.inner)), self.options.frame)
        return all_different(random, width, height, colors.tolist())
