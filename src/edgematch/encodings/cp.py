"""Edge matching as constraint satisfaction, in the one form that all CP solvers and file formats share.

Each cell has a variable for its placement and one for its piece, each edge one for its color; a table in each cell
ties them together, the pieces are all different, and of two identical pieces the first is in the earlier cell. The
table makes solvers filter colors from placements and placements from colors: the *edge filtering* of Benoist and
Bourreau (2008, section 6.3). Without edge variables, `pairs` lists which placements of two neighbours match: their
*4-edges* model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.encodings.choices import Choices, Ints, root_mask
from edgematch.encodings.edges import Edges
from edgematch.model import EMPTY, Board, Puzzle, board_edges


@dataclass(frozen=True, eq=False)
class CpModel:
    """Tables over placements, pieces and colors; the placement in each cell is the answer."""

    puzzle: Puzzle
    choices: Choices
    edges: Edges

    @classmethod
    def of(cls, puzzle: Puzzle, *, labelled: bool = False) -> CpModel:
        """The model of a puzzle, hints aside."""
        return cls(puzzle, Choices.of(puzzle, labelled=labelled, per_piece=True), Edges.of(puzzle))

    def table(self, cell: int) -> Ints:
        """Rows of placement, piece, and the colors of the cell's edges (see `scope`)."""
        mine = self.choices.cells == cell
        placements = self.choices.placements[mine]
        colors = self.choices.sides[mine][:, self.edges.at[cell] >= 0]
        return np.column_stack([placements, placements >> 2, colors]).astype(np.int32)

    def scope(self, cell: int) -> list[int]:
        """The edges of a cell, in the order of the columns of its table."""
        return [int(edge) for edge in self.edges.at[cell] if edge >= 0]

    def placements(self, cell: int, root: Board | None = None) -> list[int]:
        """The placements that a cell admits, below a root."""
        mine = self.choices.cells == cell
        if root is not None:
            mine &= root_mask(self.choices, root)
        return [int(p) for p in self.choices.placements[mine]]

    def pairs(self) -> list[tuple[int, int, NDArray[np.int32]]]:
        """For each edge its two cells and the pairs of placements that match across it."""
        by_cell = self.choices.in_cell()
        found = []
        for first, side, second in board_edges(self.puzzle.width, self.puzzle.height).tolist():
            ours, theirs = by_cell[first], by_cell[second]
            match = self.choices.sides[ours, side][:, None] == self.choices.sides[theirs, (side + 2) % 4][None, :]
            match &= self.choices.kinds[ours][:, None] != self.choices.kinds[theirs][None, :]
            a, b = np.nonzero(match)
            placed = self.choices.placements
            found.append((first, second, np.column_stack([placed[ours[a]], placed[theirs[b]]]).astype(np.int32)))
        return found

    def decode(self, placements: Sequence[int]) -> Board:
        """The board that holds these placements, cell by cell."""
        return self.choices.board_with({cell: p for cell, p in enumerate(placements) if p != EMPTY})
