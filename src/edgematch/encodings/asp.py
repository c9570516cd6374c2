"""Edge matching as an answer set program: guess a placement for each cell, derive the colors of its edges, forbid two.

The facts give which placements each class of cells admits (`takes`), what a placement shows (`side`), of which kind
it is and how many copies there are. The rules guess `place(Cell,Placement)`, derive `color(Edge,Color)`, and rule out
edges of two colors and kinds placed too often or too seldom. Roots and hints are assumptions on `place`, or facts
appended by `given`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from edgematch.encodings.choices import Choices
from edgematch.encodings.edges import Edges
from edgematch.model import Board, Puzzle

RULES = """\
may(C,P) :- class(C,S), takes(S,P).
1 { place(C,P) : may(C,P) } 1 :- class(C,_).
color(E,X) :- place(C,P), edge(C,D,E), side(P,D,X).
:- edge(_,_,E), not 1 { color(E,X) : hue(X) } 1.
:- copies(K,N), not N { place(C,P) : may(C,P), kind(P,K) } N.
#show place/2.
"""


@dataclass(frozen=True, eq=False)
class AspModel:
    """A program whose answer sets are the solutions of a puzzle, hints aside."""

    puzzle: Puzzle
    choices: Choices
    edges: Edges

    @classmethod
    def of(cls, puzzle: Puzzle, *, labelled: bool = False) -> AspModel:
        """The model of a puzzle."""
        return cls(puzzle, Choices.of(puzzle, labelled=labelled), Edges.of(puzzle))

    def lines(self) -> Iterator[str]:
        """The program, line by line."""
        yield from RULES.splitlines()
        yield from (f"hue({color})." for color in self.edges.colors.tolist())
        yield from self._cells()
        yield from self._placements()
        yield from (f"copies({kind},{count})." for kind, count in enumerate(self.choices.copies.tolist()))

    def _cells(self) -> Iterator[str]:
        """Which cells take the same placements, and which edges are theirs."""
        classes, of_cell = np.unique(self.puzzle.fits, axis=0, return_inverse=True)
        of_cell = of_cell.reshape(-1)
        for number in range(len(classes)):
            cell = int(np.flatnonzero(of_cell == number)[0])
            mine = self.choices.placements[self.choices.cells == cell].tolist()
            yield from (f"takes({number},{placement})." for placement in mine)
        for cell, number in enumerate(of_cell.tolist()):
            edges = [(side, edge) for side, edge in enumerate(self.edges.at[cell].tolist()) if edge >= 0]
            yield f"class({cell},{number}). " + " ".join(f"edge({cell},{side},{edge})." for side, edge in edges)

    def _placements(self) -> Iterator[str]:
        """What each placement shows, and of which kind it is."""
        placements, first = np.unique(self.choices.placements, return_index=True)
        for placement, number in zip(placements.tolist(), first.tolist(), strict=True):
            shown = enumerate(self.puzzle.sides[placement].tolist())
            sides = " ".join(f"side({placement},{side},{color})." for side, color in shown)
            yield f"kind({placement},{self.choices.kinds[number]}). {sides}"

    def given(self, root: Board) -> list[tuple[int, int]]:
        """The `place(Cell,Placement)` atoms that hold in all boards that extend a root."""
        numbers = [agreeing[0] for agreeing in self.choices.fixed(root)]
        return [(int(self.choices.cells[n]), int(self.choices.placements[n])) for n in numbers]

    def decode(self, places: Iterable[tuple[int, int]]) -> Board:
        """The board of an answer set, given its `place` atoms."""
        return self.choices.board_with(dict(places))
