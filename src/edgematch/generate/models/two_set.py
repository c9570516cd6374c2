"""Framed puzzle with two sets of colors: one for the edges along the frame, another for all others.

The two-set GEMP-F of Ansótegui et al. (2008), section 3, the model of their phase transition. Colors 1 to `frame` are
along the frame, the next `inner` elsewhere; each is uniform in its set, and every color asked for appears. Pieces may
be identical or self-symmetric; `eternity` is the same without those, and with colors as equally frequent as possible.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgematch.generate.base import Model, color_faults, edge_counts, frame_faults, palette_faults
from edgematch.generate.coloring import Sides, covering, cut
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_COLOR, frame_edges
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors in each of the two sets."""

    frame: int = option(3, "how many colors along the frame", low=1, high=MAX_COLOR)
    inner: int = option(5, "how many colors elsewhere", low=0, high=MAX_COLOR)


def two_set_faults(width: int, height: int, *, frame: int, inner: int) -> list[str]:
    """Why a framed board of this size cannot show so many frame and inner colors."""
    if frame_faults(width, height):
        return frame_faults(width, height)
    along, within = edge_counts(width, height)
    return [
        *color_faults("frame", frame, places=along, where="edges along the frame"),
        *color_faults("inner", inner, places=within, where="inner edges"),
        *palette_faults(frame, inner),
    ]


class TwoSet(Model):
    """Uniform colors, frame and inside apart."""

    Options = Options

    def faults(self, width: int, height: int) -> list[str]:
        """No frame, or too many colors for the edges there are."""
        return two_set_faults(width, height, frame=self.options.frame, inner=self.options.inner)

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """The frame's edges, then the others."""
        along, within = edge_counts(width, height)
        frame, inner = self.options.frame, self.options.inner
        colors = np.empty(along + within, dtype=np.int16)
        where = frame_edges(width, height)
        colors[where] = covering(random, along, colors=frame)
        colors[~where] = np.add(covering(random, within, colors=inner), frame)
        return cut(width, height, colors.tolist())
