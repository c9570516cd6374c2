"""Benoist's model: a uniform color on every edge, from at most so many; frame and inside are then numbered apart.

Benoist and Bourreau (2008), section 6. `colors` is a maximum: not all of them need appear. As in their 48 published
files the colors along the frame are then numbered 1, 2, ... and those inside go on from there, with those that were
never drawn left out, which is why their files have such counts as 12 frame and 15 inner colors. Nothing is balanced,
so an instance may have rare colors that a solver can make use of.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgematch.generate.base import Model, frame_faults, palette_faults
from edgematch.generate.coloring import Sides, cut
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_COLOR, frame_edges
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """The greatest number of colors."""

    colors: int = option(8, "at most how many colors, along the frame and inside each", low=1, high=MAX_COLOR)


class Benoist(Model):
    """Uniform colors on all edges, numbered apart afterwards."""

    Options = Options

    def faults(self, width: int, height: int) -> list[str]:
        """No frame, or more colors than a puzzle may have."""
        return frame_faults(width, height) + palette_faults(2 * self.options.colors)

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """Draw all edges alike, then number the two kinds apart without gaps."""
        where = frame_edges(width, height)
        drawn = np.array([random.below(self.options.colors) for _ in where])
        frame, inner = np.unique(drawn[where]), np.unique(drawn[~where])
        along = 1 + np.searchsorted(frame, drawn)
        within = 1 + len(frame) + np.searchsorted(inner, drawn)
        return cut(width, height, np.where(where, along, within).tolist())
