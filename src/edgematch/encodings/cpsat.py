"""The CP-SAT model of OR-tools: placements tied to pieces and colors by table or element constraints.

Without breaks the two sides of an edge are one variable. With breaks each has its own, and a Boolean for each edge says
whether they agree; the score is their sum. `holes` adds "nothing" to what a cell may hold, with a color of its own for
even and for odd cells, so that an empty cell matches no neighbour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch.encodings.cp import CpModel
from edgematch.model import EMPTY, Board, board_edges

MODELS = ("table", "element")


@dataclass(frozen=True, eq=False)
class CpSatModel:
    """An OR-tools model with the variables that say what lies where."""

    base: CpModel
    model: Any
    places: list[Any]
    pieces: list[Any]
    matches: list[Any]
    """For each edge whether it matches; empty when none may break."""

    def fix(self, root: Board) -> None:
        """Restrict the model to what extends a root."""
        for cell in np.flatnonzero(root.filled).tolist():
            self.model.add_allowed_assignments([self.places[cell]], [[p] for p in self.base.placements(cell, root)])

    def hint(self, board: Board) -> None:
        """Suggest a board to begin from."""
        for cell, placement in board.placed():
            self.model.add_hint(self.places[cell], placement)

    def decode(self, value: Any) -> Board:
        """The board of a solution, given how to read a variable."""
        return self.base.decode([int(value(place)) for place in self.places])


def encode(base: CpModel, *, kind: str = "table", may_break: bool = False, holes: bool = False) -> CpSatModel:
    """The model of a puzzle."""
    return _Writer(base, kind=kind, may_break=may_break, holes=holes).write()


class _Writer:
    """Builds the model."""

    def __init__(self, base: CpModel, *, kind: str, may_break: bool, holes: bool) -> None:
        from ortools.sat.python import cp_model

        self.base, self.kind, self.may_break, self.holes = base, kind, may_break, holes
        self.model, self.domain = cp_model.CpModel(), cp_model.Domain
        cells = base.puzzle.cells
        self.tables = [self.rows(cell) for cell in range(cells)]
        self.places = [self.variable(table[:, 0], f"place_{c}") for c, table in enumerate(self.tables)]
        self.pieces = [self.variable(table[:, 1], f"piece_{c}") for c, table in enumerate(self.tables)]
        self.shared: dict[int, Any] = {}

    def rows(self, cell: int) -> Any:
        """The table of a cell, with a row for "nothing" when holes are allowed."""
        table = self.base.table(cell)
        if not self.holes:
            return table
        width = self.base.puzzle.width
        nothing = -1 - (cell // width + cell % width) % 2
        hole = [EMPTY, self.base.puzzle.cells + cell, *[nothing] * (table.shape[1] - 2)]
        return np.vstack([table, hole]).astype(np.int32)

    def variable(self, values: Any, name: str) -> Any:
        """A variable with these values."""
        return self.model.new_int_var_from_domain(self.domain.from_values(np.unique(values).tolist()), name)

    def write(self) -> CpSatModel:
        """All constraints."""
        sides = {}
        for cell, table in enumerate(self.tables):
            colors = [self.color(cell, edge, table[:, 2 + i]) for i, edge in enumerate(self.base.scope(cell))]
            sides.update({(cell, edge): v for edge, v in zip(self.base.scope(cell), colors, strict=True)})
            self.tie([self.places[cell], self.pieces[cell], *colors], table)
        self.model.add_all_different(self.pieces)
        self.order_twins()
        return CpSatModel(self.base, self.model, self.places, self.pieces, self.matches(sides))

    def color(self, cell: int, edge: int, values: Any) -> Any:
        """The color a cell shows on an edge: one variable for both cells unless it may break."""
        if self.may_break:
            return self.variable(values, f"color_{cell}_{edge}")
        if edge not in self.shared:
            self.shared[edge] = self.variable(self.base.edges.colors, f"color_{edge}")
        return self.shared[edge]

    def tie(self, variables: list[Any], table: Any) -> None:
        """Bind placement, piece and colors together."""
        if not len(table):
            self.model.add_bool_or([])
        elif self.kind == "table":
            self.model.add_allowed_assignments(variables, table.tolist())
        else:
            index = self.model.new_int_var(0, len(table) - 1, "")
            for column, variable in enumerate(variables):
                self.model.add_element(index, table[:, column].tolist(), variable)

    def order_twins(self) -> None:
        """Identical pieces lie in the order of their numbers."""
        twins = self.base.choices.twins
        if not twins:
            return
        cells = self.base.puzzle.cells
        where: dict[int, Any] = {}
        for piece in sorted({p for pair in twins for p in pair}):
            where[piece] = self.model.new_int_var(0, 2 * cells, f"cell_of_{piece}")
            present = [self.is_here(cell, piece) for cell in range(cells)]
            self.model.add(
                where[piece] == sum(c * x for c, x in enumerate(present)) + (cells + piece) * (1 - sum(present))
            )
            # a piece left out counts as lying after all cells, in the order of its number
            self.model.add_at_most_one(present)
        for first, second in twins:
            self.model.add(where[first] < where[second])

    def is_here(self, cell: int, piece: int) -> Any:
        """Whether a piece lies in a cell."""
        here = self.model.new_bool_var(f"here_{cell}_{piece}")
        self.model.add(self.pieces[cell] == piece).only_enforce_if(here)
        self.model.add(self.pieces[cell] != piece).only_enforce_if(~here)
        return here

    def matches(self, sides: dict[tuple[int, int], Any]) -> list[Any]:
        """For each edge whether both its sides show the same."""
        if not self.may_break:
            return []
        puzzle, found = self.base.puzzle, []
        for edge, (first, _, second) in enumerate(board_edges(puzzle.width, puzzle.height).tolist()):
            match = self.model.new_bool_var(f"match_{edge}")
            self.model.add(sides[first, edge] == sides[second, edge]).only_enforce_if(match)
            self.model.add(sides[first, edge] != sides[second, edge]).only_enforce_if(~match)
            found.append(match)
        return found
