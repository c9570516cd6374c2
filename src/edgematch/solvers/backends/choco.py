"""Choco, a constraint solver, over the two models of Benoist and Bourreau (2008, section 6.3).

`model=edge-filtering` has a variable for the color of each edge, tied to the placements of its two cells by tables,
so that colors that are impossible on one side are removed on the other. `model=4-edges` considers only neighbours
that are placed (binary tables with forward checking). Both have one variable for piece and turns together and a
complete AllDifferent over the pieces, and branch on the smallest domain. Use it to reproduce the paper's Choco
columns.

A node is a node of Choco's own search tree; the details of the outcome also give its fails. Choco runs in a process
of its own, which takes a second to start. It reports its counts with each answer and when it ends, also when a limit
on wall-clock time ends it; a search that is stopped otherwise keeps the counts of the last answer. A limit on nodes
is checked with each answer.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from edgematch.encodings.cp import CpModel
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import GRACE_SECONDS, BackEnd, Explore, Report, Stopped, set_nodes
from edgematch.solvers.backends._subprocess import Remote

REMEDY = "pychoco is not installed: pip install 'edgematch[choco]'"
MODELS = ("edge-filtering", "4-edges")
ENGINE = "edgematch.solvers.backends.choco:Engine"


class Choco(BackEnd):
    """Choco, through pychoco, asked for one solution after the other."""

    can = Can.PROVE | Can.COUNT

    @dataclass(frozen=True)
    class Options:
        """Which model."""

        model: str = option("edge-filtering", "which of the paper's two models", choices=MODELS)

    def missing_dependency(self) -> str | None:
        """Name the extra when pychoco is not installed."""
        return None if importlib.util.find_spec("pychoco") else REMEDY

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Every root gets a Choco model of its own, because Choco cannot take a root back."""
        base = CpModel.of(task.puzzle, labelled=task.goal.labelled)
        tables = [base.table(cell) for cell in range(task.puzzle.cells)]
        scopes = [base.scope(cell) for cell in range(task.puzzle.cells)]
        pairs = base.pairs() if self.options.model == "4-edges" else []
        arguments = (tables, scopes, pairs, base.choices.twins)
        total = Counts(0, 0)

        def explore(root: Board, report: Report) -> bool:
            nonlocal total
            open_to = [base.placements(cell, root) for cell in range(task.puzzle.cells)]
            with Remote(ENGINE, *arguments, open_to, control=control) as engine:
                engine.call("limit", _seconds_left(control))
                while not control.is_stopped:
                    placements, counts, is_stopped = engine.call("next", grace=GRACE_SECONDS)
                    now = Counts(total.nodes + counts.nodes, total.fails + counts.fails)
                    set_nodes(control, now.nodes)
                    control.details["fails"] = now.fails
                    if placements is None:
                        total = now
                        if is_stopped:
                            break
                        return True
                    if not report(base.decode(placements)):
                        return False
            raise Stopped

        yield explore


def _seconds_left(control: Control) -> float | None:
    """How long Choco may search; None: until it is ended, because its own limit is on wall-clock time."""
    return control.seconds_left if control.limits.clock == "wall" else None


class Counts(NamedTuple):
    """What Choco counts."""

    nodes: int
    fails: int


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
        self._match(tables, scopes, pairs)
        self._order(pieces, twins)
        self.solver = self.model.get_solver()
        self.solver.set_min_dom_lb_search(*self.places)

    def limit(self, seconds: float | None) -> None:
        """End the search after so many seconds."""
        if seconds is not None and not self.is_hopeless:
            self.solver.limit_time(str(max(1, math.ceil(seconds * 1000))))  # in ms; Choco aborts on "0.000s"

    def next(self) -> tuple[list[int] | None, Counts, bool]:
        """The placements of the next solution or None, the counts, and whether the time limit ended the search."""
        from pychoco import backend

        if self.is_hopeless:
            return None, Counts(0, 0), False
        found = self.solver.solve()
        handle = self.solver._handle  # noqa: SLF001 - the method get_node_count of pychoco returns seconds
        counts = Counts(int(backend.get_node_count(handle)), int(backend.get_fail_count(handle)))
        is_stopped = not found and self.solver.get_search_state() == "STOPPED"
        return ([int(place.get_value()) for place in self.places] if found else None), counts, is_stopped

    def _piece(self, place: Any, table: Any) -> Any:
        piece = self.model.intvar(sorted(set(table[:, 1].tolist())))
        self.model.table([place, piece], table[:, :2].tolist()).post()
        return piece

    def _match(self, tables: list[Any], scopes: list[list[int]], pairs: list[Any]) -> None:
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
        """A table that filters one variable once the other is fixed; pychoco's own method does not offer it."""
        from pychoco import backend
        from pychoco._utils import make_int_2d_array, make_intvar_array
        from pychoco.constraints.constraint import Constraint

        handle = self.model._handle  # noqa: SLF001 - the way pychoco's own constraints are made
        made = backend.table(handle, make_intvar_array(variables), make_int_2d_array(rows), True, "FC")
        Constraint(made, self.model).post()

    def _order(self, pieces: list[Any], twins: list[tuple[int, int]]) -> None:
        """Of identical pieces, the one with the lower number is in the earlier cell."""
        if twins:
            where = [self.model.intvar(0, len(pieces) - 1) for _ in pieces]
            self.model.inverse_channeling(pieces, where).post()
            for first, second in twins:
                self.model.arithm(where[first], "<", where[second]).post()
