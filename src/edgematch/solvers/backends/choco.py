"""Choco, a constraint solver, over the two models of Benoist and Bourreau (2008, section 6.3).

`model=edge-filtering` has a variable for the color of each edge, tied to the placements of its two cells by tables, so that
colors impossible on one side are withdrawn on the other; `model=4-edges` looks only at neighbours that are laid (binary tables
with forward checking). Both have one variable for piece and turn together, a complete AllDifferent over the pieces, and branch on
the smallest domain. Use it to reproduce the paper's Choco columns. It runs in a process of
its own, which takes a second to start; a limit on nodes is looked at with each answer.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from edgematch.encodings.cp import CpModel
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, Stopped, set_nodes
from edgematch.solvers.backends._subprocess import Remote

REMEDY = "pychoco is not installed: pip install 'edgematch[choco]'"
MODELS = ("edge-filtering", "4-edges")


class Choco(BackEnd):
    """Choco by way of pychoco, asked for one solution after the other."""

    can = Can.PROVE | Can.COUNT

    @dataclass(frozen=True)
    class Options:
        """Which model."""

        model: str = option("edge-filtering", "which of the paper's two models", choices=MODELS)

    def missing_dependency(self) -> str | None:
        """Name the extra when pychoco is not there."""
        return None if importlib.util.find_spec("pychoco") else REMEDY

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Every root gets a Choco of its own, since Choco cannot take a root back."""
        base = CpModel.of(task.puzzle, labelled=task.goal.labelled)
        tables = [base.table(cell) for cell in range(task.puzzle.cells)]
        scopes = [base.scope(cell) for cell in range(task.puzzle.cells)]
        pairs = base.pairs() if self.options.model == "4-edges" else []
        arguments = (tables, scopes, pairs, base.choices.twins)
        nodes = 0

        def explore(root: Board, report: Report) -> bool:
            nonlocal nodes
            open_to = [base.placements(cell, root) for cell in range(task.puzzle.cells)]
            with Remote("edgematch.solvers.backends.choco:Engine", *arguments, open_to, control=control) as engine:
                while not control.is_stopped:
                    placements, made = engine.call("next")
                    set_nodes(control, nodes + made)
                    if placements is None:
                        nodes += made
                        return True
                    if not report(base.decode(placements)):
                        return False
            raise Stopped

        yield explore


class Engine:
    """A Choco model in a process of its own; `next` gives one solution after the other."""

    def __init__(
        self,
        tables: list[Any],
        scopes: list[list[int]],
        pairs: list[Any],
        twins: list[tuple[int, int]],
        open_to: list[list[int]],
    ) -> None:
        from pychoco import Model

        self.model = Model()
        self.is_hopeless = not all(open_to)
        if self.is_hopeless:
            return
        self.places = [self.model.intvar(sorted(values)) for values in open_to]
        pieces = [self._piece(place, table) for place, table in zip(self.places, tables, strict=True)]
        self.model.all_different(pieces).post()
        self._join(tables, scopes, pairs)
        self._order(pieces, twins)
        self.solver = self.model.get_solver()
        self.solver.set_min_dom_lb_search(*self.places)

    def next(self) -> tuple[list[int] | None, int]:
        """The placements of the next solution, None when there is none left, and the nodes made so far."""
        if self.is_hopeless:
            return None, 0
        found = self.solver.solve()
        nodes = int(self.solver.get_node_count())
        return ([int(place.get_value()) for place in self.places] if found else None), nodes

    def _piece(self, place: Any, table: Any) -> Any:
        piece = self.model.intvar(sorted(set(table[:, 1].tolist())))
        self.model.table([place, piece], table[:, :2].tolist()).post()
        return piece

    def _join(self, tables: list[Any], scopes: list[list[int]], pairs: list[Any]) -> None:
        """Neighbours match: through the colors of edges, or pair by pair."""
        if pairs:
            for first, second, rows in pairs:
                self._check_forward([self.places[first], self.places[second]], rows.tolist())
            return
        hues = sorted({color for table in tables for color in table[:, 2:].ravel().tolist()})
        edges = {edge: self.model.intvar(hues) for scope in scopes for edge in scope}
        for place, table, scope in zip(self.places, tables, scopes, strict=True):
            if scope:
                rows = [[row[0], *row[2:]] for row in table.tolist()]
                self.model.table([place, *(edges[edge] for edge in scope)], rows).post()

    def _check_forward(self, variables: list[Any], rows: list[list[int]]) -> None:
        """A table that filters one variable once the other is fixed: Choco has it, pychoco's own method does not offer it."""
        from pychoco import backend
        from pychoco._utils import make_int_2d_array, make_intvar_array
        from pychoco.constraints.constraint import Constraint

        handle = self.model._handle  # noqa: SLF001 - the way pychoco's own constraints are made
        made = backend.table(handle, make_intvar_array(variables), make_int_2d_array(rows), True, "FC")
        Constraint(made, self.model).post()

    def _order(self, pieces: list[Any], twins: list[tuple[int, int]]) -> None:
        """Of identical pieces the lower lies in the earlier cell."""
        if twins:
            where = [self.model.intvar(0, len(pieces) - 1) for _ in pieces]
            self.model.inverse_channeling(pieces, where).post()
            for first, second in twins:
                self.model.arithm(where[first], "<", where[second]).post()
