"""Tetravex: no frame, and pieces may not be turned.

A uniform color on every edge and on every outer side, as in `gemp`; the pieces are never turned. The game uses the ten
digits, which are colors 1 to 10 here. Every color asked for appears.
"""

from __future__ import annotations

from dataclasses import dataclass

from edgematch.generate.models.gemp import Gemp
from edgematch.model import MAX_COLOR
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors."""

    colors: int = option(10, "how many colors", low=1, high=MAX_COLOR)


class Tetravex(Gemp):
    """Uniform colors everywhere, no frame, nothing turns."""

    Options = Options
    turnable = False
