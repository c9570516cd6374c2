"""Edge matching as satisfiability: the encodings of Ansótegui, Béjar, Fernández and Mateu (CP 2008, section 4.1).

*primal*: one variable for each placement in each cell. P1 a cell holds exactly one placement; P2 a piece is in
exactly one cell; P3 a placement needs a matching one in each neighbouring cell; P4 the frame is grey, inside is not.

*primal-dual*: variables for the color of each edge as well. PD1 is P1 and P2; PD2 an edge has exactly one color; PD3,
redundant and optional, color c is on exactly half as many edges as there are sides of it; PD4 a placement colors
its edges; PD5 a colored edge needs a placement of that color on both its sides; PD6 grey is outside and only there.

*dual*: the colors of edges alone decide. The paper does not give this one in full. Here each cell must show some
piece (its sides are read in order: the colors so far admit certain colors next), the four colors of a cell determine
the kind that is there, and no kind is in more cells than it has copies.

By default there are no variables for what the frame rules out (`frame="left-out"`); `frame="units"` writes the
variables and the unit clauses of P4 and PD6 as the paper does. Hints and roots are assumptions: the formula itself is
that of the bare puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.encodings.cardinality import Counter
from edgematch.encodings.choices import Choices
from edgematch.encodings.cnf import Chunk, Cnf, Part, implications, join, rows
from edgematch.encodings.edges import Edges
from edgematch.errors import OptionError
from edgematch.model import GREY, Board, Puzzle

ENCODINGS = ("primal", "primal-dual", "dual")
FRAMES = ("left-out", "units")


@dataclass(frozen=True)
class SatOptions:
    """How a puzzle is written as clauses."""

    encoding: str = "primal-dual"
    one: str = "ladder"
    many: str = "seqcounter"
    pd3: bool = True
    frame: str = "left-out"

    def __post_init__(self) -> None:
        if self.encoding not in ENCODINGS:
            raise OptionError(f"a SAT encoding is {', '.join(ENCODINGS)}, not {self.encoding!r}")
        if self.frame not in FRAMES:
            raise OptionError(f"the frame is {' or '.join(FRAMES)}, not {self.frame!r}")


@dataclass(frozen=True, eq=False)
class SatModel:
    """A formula, and what its variables mean.

    Variable `i + 1` is choice `i` (except in the dual encoding, which has none);
    `edges.variable(edge, color)` means that an edge has a color (except in the primal one).
    """

    puzzle: Puzzle
    options: SatOptions
    choices: Choices
    edges: Edges
    cnf: Cnf

    def assumptions(self, root: Board) -> list[int]:
        """The literals that hold in every board that extends a root (its hints included)."""
        if self.options.encoding == "dual":
            return self._edge_literals(root)
        return [agreeing[0] + 1 for agreeing in self.choices.fixed(root)]

    def decode(self, model: Sequence[int]) -> Board:
        """The board that a model of the formula describes."""
        true = np.fromiter((v for v in model if v > 0), dtype=np.int64)
        if self.options.encoding != "dual":
            return self.choices.board((true[true <= len(self.choices)] - 1).tolist())
        return self._board_of_edges(true)

    def block(self, board: Board) -> list[int]:
        """The clause that rules out a board, and all boards that look the same, and nothing else."""
        if self.options.encoding == "dual":
            return [-literal for literal in self._edge_literals(board)]
        return [-(choice + 1) for choice in self.choices.chosen(board)]

    @property
    def answer_variables(self) -> range:
        """The variables that `assumptions`, `decode` and `block` use."""
        if self.options.encoding == "dual":
            return range(self.edges.first, self.edges.first + self.edges.variables)
        return range(1, len(self.choices) + 1)

    def _edge_literals(self, board: Board) -> list[int]:
        cells, sides = np.nonzero((self.edges.at >= 0) & board.filled[:, None])
        variables = self.edges.variable(self.edges.at[cells, sides], board.sides[cells, sides])
        return [int(variable) for variable in np.unique(variables)]

    def _board_of_edges(self, true: NDArray[np.int64]) -> Board:
        width, numbers = len(self.edges.colors), true - self.edges.first
        numbers = numbers[(numbers >= 0) & (numbers < self.edges.variables)]
        shown = np.full(self.edges.count + 1, GREY)
        shown[numbers // width] = self.edges.colors[numbers % width]
        wanted = shown[self.edges.at]
        match = (self.choices.sides == wanted[self.choices.cells]).all(axis=1)
        cells, first = np.unique(self.choices.cells[match], return_index=True)
        assert len(cells) <= self.puzzle.cells
        return self.choices.board(np.flatnonzero(match)[first].tolist())


def encode(puzzle: Puzzle, options: SatOptions | None = None, *, labelled: bool = False) -> SatModel:
    """The formula whose models are the solutions of a puzzle, hints aside."""
    options = options or SatOptions()
    if labelled and options.encoding == "dual" and (puzzle.has_duplicates or puzzle.has_symmetric_pieces):
        raise OptionError("the dual encoding has colors, not pieces: it cannot distinguish identical pieces")
    return _Writer(puzzle, options, labelled=labelled).model()


class _Writer:
    """The parts of a formula, as functions of the puzzle."""

    def __init__(self, puzzle: Puzzle, options: SatOptions, *, labelled: bool) -> None:
        raw = options.frame == "units"
        self.puzzle, self.options = puzzle, options
        self.choices = Choices.of(puzzle, labelled=labelled, misfits=raw and options.encoding != "dual")
        placed = 0 if options.encoding == "dual" else len(self.choices)
        self.edges = Edges.of(puzzle, outside=raw or None, first=placed + 1)
        colored = 0 if options.encoding == "primal" else self.edges.variables
        self.counter = Counter(placed + colored, one=options.one, many=options.many)

    def model(self) -> SatModel:
        """The formula with all its parts."""
        make = {"primal": self.primal, "primal-dual": self.primal_dual, "dual": self.dual}[self.options.encoding]
        parts = tuple(make())
        cnf = Cnf(self.counter.top, parts)
        return SatModel(self.puzzle, self.options, self.choices, self.edges, cnf)

    # the three encodings

    def primal(self) -> Iterator[Part]:
        """P1 to P4."""
        yield from self.one_per_cell("P1")
        yield from self.all_copies("P2")
        yield Part("P3", self.neighbours_match)
        if self.options.frame == "units":
            yield Part("P4", lambda: [rows(-1 - np.flatnonzero(~self.choices.fitting))])

    def primal_dual(self) -> Iterator[Part]:
        """PD1 to PD6."""
        yield from self.one_per_cell("PD1")
        yield from self.all_copies("PD1")
        yield from self.one_color_per_edge("PD2")
        if self.options.pd3:
            yield from self.color_counts("PD3")
        yield Part("PD4", self.placements_color)
        yield Part("PD5", self.colors_need_placements)
        if self.options.frame == "units" and self.puzzle.framed:
            yield Part("PD6", self.grey_outside)

    def dual(self) -> Iterator[Part]:
        """Colors alone: D1 an edge has one color, D2 cells show pieces, D3 pieces are named, D4 copies are kept."""
        yield from self.one_color_per_edge("D1")
        yield Part("D2", self.cells_show_pieces)
        yield from (self.counter.never("D2") for choices in self.choices.in_cell() if not len(choices))
        names = self.kind_names()
        yield Part("D3", lambda: self.colors_name_kinds(names))
        for kind, row in enumerate(names):
            yield self.counter.at_most("D4", row[row > 0].tolist(), int(self.choices.copies[kind]))
        if self.options.frame == "units" and self.puzzle.framed:
            yield Part("D5", self.grey_outside)

    # counting

    def one_per_cell(self, name: str) -> Iterator[Part]:
        """A cell holds exactly one placement."""
        for choices in self.choices.in_cell():
            yield self.counter.exactly(name, (choices + 1).tolist(), 1)

    def all_copies(self, name: str) -> Iterator[Part]:
        """A piece is in exactly one cell: a kind in as many cells as it has copies."""
        for choices, copies in zip(self.choices.of_kind(), self.choices.copies.tolist(), strict=True):
            yield self.counter.exactly(name, (choices + 1).tolist(), copies)

    def one_color_per_edge(self, name: str) -> Iterator[Part]:
        """An edge has exactly one color."""
        for edge in range(self.edges.count):
            yield self.counter.exactly(name, self.edges.variable(edge, self.edges.colors).tolist(), 1)

    def color_counts(self, name: str) -> Iterator[Part]:
        """A color is on half as many edges as it has sides; without a frame, on no more than that."""
        count = self.counter.exactly if self.puzzle.framed else self.counter.at_most
        for color in self.edges.colors[self.edges.colors != GREY].tolist():
            sides = int((self.puzzle.pieces == color).sum())
            inner = self.edges.variable(np.arange(self.edges.inner), np.full(self.edges.inner, color))
            is_odd = sides % 2 and self.puzzle.framed
            yield self.counter.never(name) if is_odd else count(name, inner.tolist(), sides // 2)

    # matching

    def neighbours_match(self) -> Iterator[Chunk]:
        """A placement needs, in each neighbouring cell, one that faces it with the same color."""
        near, by_cell = self.puzzle.neighbours(), self.choices.in_cell()
        for cell, ours in enumerate(by_cell):
            for side in range(4):
                if near[cell, side] >= 0:
                    theirs = by_cell[near[cell, side]]
                    facing = self.choices.sides[theirs, (side + 2) % 4]
                    supports = {color: theirs[facing == color] + 1 for color in np.unique(self.puzzle.pieces).tolist()}
                    colors = self.choices.sides[ours, side].tolist()
                    yield implications([[-choice - 1] for choice in ours.tolist()], [supports[c] for c in colors])

    def placements_color(self) -> Iterator[Chunk]:
        """A placement gives its edges their colors."""
        for side in range(4):
            edges = self.edges.at[self.choices.cells, side]
            kept = np.flatnonzero(edges >= 0)
            yield rows(-(kept + 1), self.edges.variable(edges[kept], self.choices.sides[kept, side]))

    def colors_need_placements(self) -> Iterator[Chunk]:
        """A colored edge needs a placement that shows its color, in each of its cells."""
        for cell, choices in enumerate(self.choices.in_cell()):
            for side, edge in enumerate(self.edges.at[cell].tolist()):
                if edge >= 0:
                    shown = self.choices.sides[choices, side]
                    heads = -self.edges.variable(edge, self.edges.colors)
                    tails = [choices[shown == color] + 1 for color in self.edges.colors.tolist()]
                    yield implications(heads.reshape(-1, 1).tolist(), tails)

    def grey_outside(self) -> Iterator[Chunk]:
        """Outer edges are grey, inner ones are not."""
        edges = np.arange(self.edges.count)
        grey = self.edges.variable(edges, np.full(len(edges), GREY))
        yield rows(np.where(edges < self.edges.inner, -grey, grey))

    # the dual encoding

    def kind_names(self) -> NDArray[np.int32]:
        """For each kind and cell the variable that means that the kind is there, 0 where it cannot be."""
        names = np.zeros((len(self.choices.copies), self.puzzle.cells), dtype=np.int32)
        names[self.choices.kinds, self.choices.cells] = 1
        names[names > 0] = [self.counter.new() for _ in range(int(names.sum()))]
        return names

    def colors_name_kinds(self, names: NDArray[np.int32]) -> Iterator[Chunk]:
        """The colors around a cell determine the kind that is there."""
        for cell, choices in enumerate(self.choices.in_cell()):
            around = self._literals_around(cell, choices)
            yield rows(*(-around).T, names[self.choices.kinds[choices], cell]) if len(choices) else join([])

    def cells_show_pieces(self) -> Iterator[Chunk]:
        """The colors of a cell, read in order: those so far admit only colors that some piece has next."""
        for cell, choices in enumerate(self.choices.in_cell()):
            around = self._literals_around(cell, choices)
            for length in range(around.shape[1]):
                tree: dict[tuple[int, ...], set[int]] = {}
                for literals in around.tolist():
                    tree.setdefault(tuple(literals[:length]), set()).add(literals[length])
                yield join([[-x for x in head] + sorted(tail) for head, tail in tree.items()])

    def _literals_around(self, cell: int, choices: NDArray[np.int32]) -> NDArray[np.int32]:
        """For each choice of a cell the variables of the colors it shows, in the order of the sides."""
        sides = np.flatnonzero(self.edges.at[cell] >= 0)
        columns = [
            self.edges.variable(int(self.edges.at[cell, s]), self.choices.sides[choices, s]) for s in sides.tolist()
        ]
        return np.stack(columns, axis=1) if columns else np.zeros((len(choices), 0), dtype=np.int32)
