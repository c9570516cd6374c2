"""Edge matching as a clique problem (Salassa et al. 2017, section 2.2): a solution is a clique with a node per cell.

A node is a placement in a cell. Two nodes conflict, and are not adjacent, when they put (1) unmatching colors side by
side, (2) one piece into two cells, (3) one piece into one cell in two turns, (4) two pieces into one cell. A root
removes the nodes that put another piece into a filled cell, or one of its pieces elsewhere: with one corner piece
pinned, these are the graphs of the paper's table 1. Unless labelled, a fifth rule keeps identical pieces in the order
of their numbers, so that each answer is one clique.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.encodings.choices import Choices, Ints, root_mask
from edgematch.model import Board, Puzzle


@dataclass(frozen=True, eq=False)
class CliqueGraph:
    """Nodes are choices, one array per property; edges are computed one row at a time."""

    puzzle: Puzzle
    choices: Choices
    kept: Ints
    """The choice behind each node."""

    @classmethod
    def of(cls, puzzle: Puzzle, *, root: Board | None = None, labelled: bool = True) -> CliqueGraph:
        """The graph of a puzzle, or of what extends a root (its hints, when none is given)."""
        choices = Choices.of(puzzle, labelled=labelled, per_piece=True)
        root = root if root is not None else puzzle.start()
        spent = np.unique(root.placements[root.filled] >> 2)
        if not labelled:
            spent = spent[np.bincount(puzzle.kinds)[puzzle.kinds[spent]] == 1]
        elsewhere = np.isin(choices.placements >> 2, spent) & ~root.filled[choices.cells]
        able = root_mask(choices, root) & ~elsewhere
        return cls(puzzle, choices, np.flatnonzero(able).astype(np.int32))

    def around(self, root: Board) -> CliqueGraph:
        """The graph without the nodes that conflict with those of a root."""
        nodes = [n for n in range(len(self)) if root[int(self.cells[n])] == int(self.choices.placements[self.kept[n]])]
        clash = np.zeros(len(self), dtype=np.bool_)
        for node in nodes:
            clash |= self.conflicts(node)
        clash[nodes] = False
        return CliqueGraph(self.puzzle, self.choices, self.kept[~clash])

    def __len__(self) -> int:
        return len(self.kept)

    def to_native(self) -> native.CliqueGraph:
        """The graph as the core takes it."""
        return native.CliqueGraph(
            width=self.puzzle.width,
            height=self.puzzle.height,
            cell=self.cells,
            piece=self.pieces,
            rank=self.ranks,
            sides=self.sides,
            placement=self.choices.placements[self.kept].astype(np.int16),
        )

    @cached_property
    def cells(self) -> Ints:
        """The cell of each node."""
        return self.choices.cells[self.kept]

    @cached_property
    def pieces(self) -> Ints:
        """The piece of each node."""
        return (self.choices.placements[self.kept] >> 2).astype(np.int32)

    @cached_property
    def sides(self) -> NDArray[np.uint8]:
        """The colors each node shows."""
        return self.choices.sides[self.kept]

    @cached_property
    def ranks(self) -> Ints:
        """For each node the kind of its piece where identical pieces must keep their order, else -1."""
        if self.choices.labelled:
            return np.full(len(self), -1, dtype=np.int32)
        kinds = self.puzzle.kinds[self.pieces]
        return np.where(np.bincount(self.puzzle.kinds)[kinds] > 1, kinds, -1).astype(np.int32)

    def conflicts(self, node: int) -> NDArray[np.bool_]:
        """For each node whether it conflicts with this one (as it does with itself)."""
        cell, piece = int(self.cells[node]), int(self.pieces[node])
        clash: NDArray[np.bool_] = (self.cells == cell) | (self.pieces == piece)
        for side, near in enumerate(self.puzzle.neighbours()[cell].tolist()):
            if near >= 0:
                clash |= (self.cells == near) & (self.sides[:, (side + 2) % 4] != self.sides[node, side])
        if self.ranks[node] >= 0:
            later = (self.pieces > piece) != (self.cells > cell)
            clash |= (self.ranks == self.ranks[node]) & later
        return clash

    def rows(self) -> Iterator[tuple[int, Ints]]:
        """For each node those after it that are adjacent to it."""
        for node in range(len(self)):
            yield node, np.flatnonzero(~self.conflicts(node)[node + 1 :]).astype(np.int32) + node + 1

    def count_edges(self) -> int:
        """The number of edges: exactly, by going through all rows."""
        return sum(len(row) for _, row in self.rows())

    def estimate_edges(self, samples: int = 200) -> int:
        """About how many edges there are, from some rows."""
        nodes = np.linspace(0, len(self) - 1, min(samples, len(self))).astype(int)
        free = [len(self) - int(self.conflicts(int(node)).sum()) for node in nodes]
        return int(np.mean(free) * len(self) / 2) if free else 0

    def decode(self, nodes: Iterable[int]) -> Board:
        """The board of a clique."""
        return self.choices.board(int(self.kept[node]) for node in nodes)
