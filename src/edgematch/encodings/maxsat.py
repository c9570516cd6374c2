"""The highest score as maximum satisfiability: hard clauses place the pieces, a soft clause per edge wants a match.

The color of an edge is that of its first cell. A variable per edge means that it matches; where it is true, the
placement in the second cell must show the same color.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from edgematch.encodings.cardinality import Counter
from edgematch.encodings.choices import Choices
from edgematch.encodings.cnf import Chunk, Cnf, Part, rows
from edgematch.encodings.edges import Edges
from edgematch.model import Board, Puzzle, board_edges


@dataclass(frozen=True, eq=False)
class MaxSatModel:
    """Hard clauses, and the variables that should be true."""

    choices: Choices
    hard: Cnf
    soft: range

    def assumptions(self, root: Board) -> list[int]:
        """The literals that hold in every board that extends a root."""
        return [agreeing[0] + 1 for agreeing in self.choices.fixed(root)]

    def decode(self, model: Sequence[int]) -> Board:
        """The board that a model describes."""
        return self.choices.board(v - 1 for v in model if 0 < v <= len(self.choices))


def encode(puzzle: Puzzle, *, one: str = "ladder", many: str = "seqcounter", labelled: bool = False) -> MaxSatModel:
    """The weighted formula of a puzzle, hints aside."""
    choices = Choices.of(puzzle, labelled=labelled)
    edges = Edges.of(puzzle, outside=False, first=len(choices) + 1)
    first = edges.first + edges.variables
    counter = Counter(first + puzzle.edges - 1, one=one, many=many)
    parts = [counter.exactly("cells", (c + 1).tolist(), 1) for c in choices.in_cell()]
    for mine, copies in zip(choices.of_kind(), choices.copies.tolist(), strict=True):
        parts.append(counter.exactly("pieces", (mine + 1).tolist(), copies))
    hues = [edges.variable(edge, edges.colors).tolist() for edge in range(edges.count)]
    parts += [counter.exactly("colors", variables, 1) for variables in hues]
    parts.append(Part("matches", lambda: _matches(puzzle, choices, edges, first)))
    return MaxSatModel(choices, Cnf(counter.top, tuple(parts)), range(first, first + puzzle.edges))


def _matches(puzzle: Puzzle, choices: Choices, edges: Edges, first: int) -> Iterator[Chunk]:
    """A placement colors the edges of which its cell is the first, and agrees with the others where they match."""
    by_cell = choices.in_cell()
    for edge, (cell, side, other) in enumerate(board_edges(puzzle.width, puzzle.height).tolist()):
        ours, theirs = by_cell[cell], by_cell[other]
        facing = choices.sides[theirs, (side + 2) % 4]
        if len(ours):
            yield rows(-(ours + 1), edges.variable(edge, choices.sides[ours, side]))
        if len(theirs):
            yield rows(-(theirs + 1), np.full(len(theirs), -(first + edge)), edges.variable(edge, facing))
