"""Unframed puzzle with two repeating colors on vertical edges and random horizontal ones: an example of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from edgematch.generate.base import Model
from edgematch.generate.coloring import Sides
from edgematch.generate.seeded import Seeded
from edgematch.options import option


@dataclass(frozen=True)
class Options:
    """How many colors the horizontal edges have."""

    colors: int = option(4, "colors of the horizontal edges", low=1, high=200)


class Striped(Model):
    """Stripes from west to east."""

    Options: ClassVar[type] = Options
    framed = False

    def faults(self, width: int, height: int) -> list[str]:
        """Every size works."""
        return []

    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """North, east, south and west of each cell, row by row."""
        across = [[3 + random.below(self.options.colors) for _ in range(width)] for _ in range(height + 1)]
        return [
            [across[row][column], 1 + (column + 1) % 2, across[row + 1][column], 1 + column % 2]
            for row in range(height)
            for column in range(width)
        ]
