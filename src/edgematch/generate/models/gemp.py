"""Unframed puzzle: a uniform color on every edge and on every outer side.

The GEMP of Ansótegui et al. (2008), definition 1 and algorithm 1. No side is grey, so any piece may be anywhere and the
whole board may be turned. Every color asked for appears. Pieces may be identical or self-symmetric.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from edgematch.generate.base import Model, color_faults
from edgematch.generate.coloring import Sides, covering, cut
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_COLOR
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors."""

    colors: int = option(6, "how many colors", low=1, high=MAX_COLOR)


class Gemp(Model):
    """Uniform colors everywhere, no frame."""

    Options: ClassVar[type] = Options
    framed = False

    def faults(self, width: int, height: int) -> list[str]:
        """Too many colors for the places there are."""
        places = _places(width, height)
        return color_faults("colors", self.options.colors, places=places, where="edges and outer sides")

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """Edges first, then the outer sides, from one draw."""
        colors = covering(random, _places(width, height), colors=self.options.colors)
        outer = 2 * (width + height)
        return cut(width, height, colors[outer:], outer=colors[:outer])


def _places(width: int, height: int) -> int:
    return 2 * width * height + width + height
