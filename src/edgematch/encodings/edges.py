"""The edges of a board as variables: every edge, and every outer side that may show more than grey, has one color."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.model import GREY, Puzzle, board_edges, frame_mask


@dataclass(frozen=True, eq=False)
class Edges:
    """`at[cell, side]` is the number of the edge there, -1 for a side that is certainly grey."""

    at: NDArray[np.int32]
    inner: int
    """Edges 0 to `inner - 1` are inside the board, the others are outer sides."""
    colors: NDArray[np.int32]
    """The colors in use, grey only when outer sides are kept as edges."""
    first: int
    """The number of the first variable; each edge has one for each color."""

    @classmethod
    def of(cls, puzzle: Puzzle, *, outside: bool | None = None, first: int = 1) -> Edges:
        """The edges of a puzzle; the outer ones are kept when it has no frame, or when asked for."""
        keep = not puzzle.framed if outside is None else outside
        at = np.full((puzzle.cells, 4), -1, dtype=np.int32)
        cell, side, other = board_edges(puzzle.width, puzzle.height).T
        at[cell, side] = at[other, (side + 2) % 4] = np.arange(puzzle.edges)
        if keep:
            outer = frame_mask(puzzle.width, puzzle.height)
            at[outer] = puzzle.edges + np.arange(int(outer.sum()))
        used = np.unique(puzzle.pieces).astype(np.int32)
        return cls(at, puzzle.edges, used if keep else used[used != GREY], first)

    @property
    def count(self) -> int:
        """How many edges there are."""
        return int(self.at.max(initial=-1)) + 1

    @property
    def variables(self) -> int:
        """How many variables it takes to color them."""
        return self.count * len(self.colors)

    def variable(self, edges: NDArray[np.integer] | int, colors: NDArray[np.integer]) -> NDArray[np.int32]:
        """The variables that mean that these edges have these colors."""
        place = np.searchsorted(self.colors, colors)
        return (self.first + np.asarray(edges) * len(self.colors) + place).astype(np.int32)
