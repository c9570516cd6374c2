"""One motif for each color from 1 to 255: a figure, and the three hues it is painted with.

The first 22 colors have a figure each. Beyond them the figures come again with other hues: a round of 22 moves every
figure five grounds on, and 12 rounds pass before a figure and a ground meet a second time, enough for 255 colors. So
two colors differ in outline or, where the outline is the same, in the hue of the ground and of the figure; the hues are
chosen so that the twelve stay apart for people with protanopia, deuteranopia and tritanopia, mostly by lightness.

Grey, color 0, has no figure: it is plain grey, and no hue of a motif comes near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from edgematch.errors import OptionError
from edgematch.model import GREY, MAX_COLOR
from edgematch.render.shapes import FIGURES, Layer

GREY_PAINT = "#7f838b"
INK = "#14171d"
BACKING, HOLLOW, HOLLOW_EDGE = "#242933", "#39414f", "#77819a"
BREAK, HINT = "#e3002b", "#ffffff"
"""What is not a motif: lines, the board below the pieces, an empty cell and its edge, the marks."""


@dataclass(frozen=True)
class Hue:
    """The paints of a motif: the ground of the triangle, the body of the figure, the detail on the body."""

    ground: str
    body: str
    detail: str


HUES = (
    Hue("#1b1f6a", "#ffd447", "#ff7a5c"), Hue("#1b1f6a", "#ffa3bd", "#fff4d6"),  # navy
    Hue("#ee7c0e", "#fff6d6", "#7a1f3d"), Hue("#ee7c0e", "#54164a", "#ffe27a"),  # orange
    Hue("#0d6431", "#ffe9a8", "#e4572e"), Hue("#0d6431", "#ffb9cb", "#ffffff"),  # green
    Hue("#fdbddc", "#9c1458", "#ffffff"), Hue("#fdbddc", "#0b4f6c", "#ffe27a"),  # pink
    Hue("#8cc4fa", "#17418f", "#ffffff"), Hue("#8cc4fa", "#b3122e", "#ffffff"),  # sky
    Hue("#cb1a3b", "#ffdccf", "#ffb81c"), Hue("#cb1a3b", "#ffcf33", "#ffffff"),  # crimson
    Hue("#ffe433", "#5a2a83", "#ffffff"), Hue("#ffe433", "#bf2a16", "#ffffff"),  # yellow
    Hue("#8440b4", "#bdf0d0", "#ffd447"), Hue("#8440b4", "#ffc79b", "#fff4d6"),  # violet
    Hue("#24a794", "#fdf6df", "#0a3a52"), Hue("#24a794", "#072d3d", "#ffe27a"),  # teal
    Hue("#a9d24c", "#14532d", "#ffffff"), Hue("#a9d24c", "#6a1b9a", "#ffffff"),  # lime
    Hue("#482208", "#ffbf85", "#fff1dc"), Hue("#482208", "#8fe3ea", "#fff1dc"),  # brown
    Hue("#f7f3dd", "#c8371b", "#1c3f60"), Hue("#f7f3dd", "#1f5fb4", "#f0a000"),  # cream
)  # fmt: skip
"""Twelve grounds, two ways of painting on each."""

STEP = 10
"""How many hues a figure moves on from one round of colors to the next: five grounds, painted on the same way."""

FIRST_HUES = (0, 10, 8, 12, 4, 6, 22, 16, 20, 14, 3, 1, 18, 11, 9, 21, 13, 15, 17, 5, 7, 23)
"""The hue of each figure in the first round: all different, equal grounds under figures that look least alike."""


@dataclass(frozen=True)
class Motif:
    """What the side of a piece shows for one color."""

    color: int
    figure: str
    hue: Hue

    @property
    def layers(self) -> tuple[tuple[str, Layer], ...]:
        """The paints with what is painted in them, the body before the detail; the ground is not among them."""
        body, detail = FIGURES[self.figure] if self.figure else ((), ())
        return tuple((paint, layer) for paint, layer in ((self.hue.body, body), (self.hue.detail, detail)) if layer)


@lru_cache(maxsize=MAX_COLOR + 1)
def motif(color: int) -> Motif:
    """The motif of a color."""
    if not 0 <= color <= MAX_COLOR:
        raise OptionError(f"color {color} has no motif, colors are 0 to {MAX_COLOR}")
    if color == GREY:
        return Motif(color, "", Hue(GREY_PAINT, GREY_PAINT, GREY_PAINT))
    turn, place = divmod(color - 1, len(FIGURES))
    hue = HUES[(FIRST_HUES[place] + STEP * turn) % len(HUES)]
    return Motif(color, tuple(FIGURES)[place], hue)
