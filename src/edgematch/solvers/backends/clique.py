"""A solution as a clique (Salassa et al. 2017): a native heuristic with q selections, then an exact search.

The heuristic, after Grosso, Locatelli and Pullan (2008), makes `q` selections in search of a clique with a node for
each cell; when improving, it reports better and better partial boards without a break. The exact search lists all
such cliques. It branches in the cell with the fewest nodes left, and proves. Use the heuristic for regions of up to
6x6 cells. Use `exact=false` for the heuristic alone, `q=0` for the proof alone. A node is a selection or a branch.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from edgematch import native
from edgematch.encodings.clique import CliqueGraph
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, run_interruptible


class Clique(BackEnd):
    """The native search for cliques, given a graph for each root."""

    can = Can.PROVE | Can.COUNT | Can.IMPROVE

    @dataclass(frozen=True)
    class Options:
        """How long the heuristic runs, and whether the exact search follows."""

        q: int = option(1_000_000, "selections of the heuristic for each root", low=0)
        exact: bool = option(True, "search exactly when the heuristic found nothing")

    def unsupported_reason(self, task: Task) -> str | None:
        """Cliques have no breaks, and the heuristic alone proves nothing."""
        goal = task.goal
        if goal.breaks is not None and goal.breaks > 0:
            return "it finds only boards without breaks"
        if goal.breaks is None and not goal.improve:
            return "it does not list partial boards"
        if not self.options.exact and goal.want is None and not goal.improve:
            return "with exact=false it does not know when all answers are found"
        return None

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """A graph for each root."""
        yield lambda root, report: self._explore(task, control, root=root, report=report)

    def _graph(self, task: Task, root: Board) -> CliqueGraph:
        """The graph below a root; for partial boards the root's own pieces are placed beforehand."""
        if task.goal.improve:
            return CliqueGraph.of(task.puzzle, root=root, labelled=True).around(root)
        return CliqueGraph.of(task.puzzle, root=root, labelled=task.goal.labelled)

    def _explore(self, task: Task, control: Control, *, root: Board, report: Report) -> bool:
        """Hand a graph to the core: the heuristic where one answer is enough, the exact search where a proof is."""
        goal = task.goal
        graph = run_interruptible(control, lambda: self._graph(task, root), lambda: None)

        def found(batch: np.ndarray) -> bool:
            choices = graph.choices
            given = dict(root.placed()) if goal.improve else {}
            boards = [choices.board_with(given | {c: int(p) for c, p in enumerate(row) if p >= 0}) for row in batch]
            return all(report(board) for board in boards) and not control.is_stopped

        one = goal.want == 1 or goal.improve
        options = native.CliqueOptions(
            selections=self.options.q if one else 0,
            exact=self.options.exact and not goal.improve,
            partial=goal.improve and goal.breaks is None,
            count=not goal.boards,
            node_limit=native.nodes_left(control),
            seed=native.unsigned_seed(task.seed),
        )
        result = native.find_cliques(graph.to_native(), options, native.control_for(control, found))
        for name in ("selections", "nodes"):
            control.details[name] = control.details.get(name, 0) + getattr(result, name)
        control.details["largest"] = max(control.details.get("largest", 0), result.largest)
        return bool(result.finished) or (goal.improve and control.floor == task.puzzle.edges)
