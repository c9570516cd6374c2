"""What a generation model is: options, the reasons why they cannot work for a size, and a colored board.

A model knows nothing of pieces, hints, seeds or files. It gives the sides that the cells of a board show; everything
else is done once, in `make`. The module's docstring is the model's user documentation. Each class has a file of its
own in `models/`, and that folder is the registry.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from edgematch.generate.coloring import Sides
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_COLOR, frame_edges
from edgematch.options import check_options, format_options


class Model(ABC):
    """A configured generation model."""

    Options: ClassVar[type]
    name: ClassVar[str] = ""
    """Set by the registry from the file name."""

    framed: ClassVar[bool] = True
    turnable: ClassVar[bool] = True
    planted: ClassVar[bool] = True
    """Whether the colored board is a solution of its own pieces."""

    def __init__(self, options: Any = None) -> None:
        self.options = self.Options() if options is None else check_options(options, self.name)

    @abstractmethod
    def faults(self, width: int, height: int) -> list[str]:
        """Every reason why there is no such puzzle of this size; empty when there is one."""

    @abstractmethod
    def color(self, width: int, height: int, *, random: Seeded) -> Sides:
        """The four colors each cell shows, row-major."""

    @property
    def spec(self) -> str:
        """The string that gives this model, such as `two-set?frame=3&inner=6`."""
        options = format_options(self.options)
        return f"{self.name}?{options}" if options else self.name


def edge_counts(width: int, height: int) -> tuple[int, int]:
    """How many edges run along the frame, and how many do not."""
    along = frame_edges(width, height)
    return int(along.sum()), int((~along).sum())


def frame_faults(width: int, height: int) -> list[str]:
    """Why a board of this size has no frame of corners and edges."""
    small = min(width, height) < 2
    return [f"a framed puzzle is at least 2x2, not {width}x{height}"] if small else []


def color_faults(what: str, colors: int, *, places: int, where: str) -> list[str]:
    """Why so many colors cannot all appear in so many places, or so few cannot fill them."""
    if places and not colors:
        return [f"{what}=0, but the board has {places} {where} to color"]
    if colors > places:
        return [f"{what}={colors}, but the board has only {places} {where}: some colors could not appear"]
    return []


def palette_faults(*colors: int) -> list[str]:
    """Why so many colors together are too many."""
    total = sum(colors)
    return [f"{total} colors together, a puzzle has at most {MAX_COLOR}"] if total > MAX_COLOR else []
