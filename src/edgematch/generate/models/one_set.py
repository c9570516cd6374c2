"""Framed puzzle with one set of colors: a uniform color on every edge, the frame's drawn from the same set.

The one-set GEMP-F of Ansótegui et al. (2008), section 3. Every color asked for appears. Since a side next to a grey
one can only meet another such side, solvers can treat the two uses of a color as different colors. At equal size
these puzzles are easier than those with two sets. Pieces may be identical or self-symmetric.
"""

from __future__ import annotations

from dataclasses import dataclass

from edgematch.generate.base import Model, color_faults, frame_faults
from edgematch.generate.coloring import Sides, covering, cut
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_COLOR, board_edges
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors."""

    colors: int = option(6, "how many colors", low=1, high=MAX_COLOR)


class OneSet(Model):
    """Uniform colors on all edges."""

    Options = Options

    def faults(self, width: int, height: int) -> list[str]:
        """No frame, or too many colors for the edges there are."""
        places = len(board_edges(width, height))
        return frame_faults(width, height) + color_faults("colors", self.options.colors, places=places, where="edges")

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """All edges from one draw."""
        return cut(width, height, covering(random, len(board_edges(width, height)), colors=self.options.colors))
