"""CP-SAT of OR-tools: clause learning over placements, pieces and edge colors.

Use it for small puzzles when one solver is to serve all goals (existence, all solutions, at most k breaks, the best
score with a bound), and for repairing regions. It takes a start board as a hint and uses several threads, except when
it lists all solutions. `model` ties placements to colors by tables or by element constraints. A node is
a branch of its search; a limit on nodes ends the search at the first answer or bound after it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from edgematch.encodings.choices import is_fillable
from edgematch.encodings.cp import CpModel
from edgematch.encodings.cpsat import MODELS, CpSatModel, encode
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, run_interruptible, set_nodes

REMEDY = "OR-tools is not installed: pip install 'edgematch[cp]'"


class CpSat(BackEnd):
    """OR-tools' CP-SAT, given a model for each root."""

    can = Can.PROVE | Can.COUNT | Can.IMPROVE | Can.BREAKS | Can.WARM_START | Can.THREADS

    @dataclass(frozen=True)
    class Options:
        """How the model is built."""

        model: str = option("table", "how placements are tied to colors", choices=MODELS)

    def missing_dependency(self) -> str | None:
        """Name the extra when OR-tools is not installed."""
        return None if importlib.util.find_spec("ortools") else REMEDY

    def unsupported_reason(self, task: Task) -> str | None:
        """Partial boards are answers only on the way to better ones."""
        return "it does not list partial boards" if task.goal.breaks is None and not task.goal.improve else None

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Each root gets a model of its own."""
        search = _Search(task, control, self.options.model)
        yield search.explore


class _Search:
    """Solves one root after the other."""

    def __init__(self, task: Task, control: Control, kind: str) -> None:
        self.task, self.control, self.kind = task, control, kind
        self.base = CpModel.of(task.puzzle, labelled=task.goal.labelled)
        self.branches = 0
        self.bounds: list[int] = []

    def explore(self, root: Board, report: Report) -> bool:
        """Report what is below a root."""
        from ortools.sat.python import cp_model

        if not self.is_open(root):
            return True
        model = run_interruptible(self.control, lambda: self.model(root), lambda: None)
        solver = self.solver()
        watcher = _callback(model, self.control, report, improves=self.task.goal.improve)
        if self.task.goal.improve:
            self.bounds.append(self.task.puzzle.edges)
            solver.best_bound_callback = self.tighten
        status = run_interruptible(self.control, lambda: solver.solve(model.model, watcher), solver.stop_search)
        self.branches += int(solver.num_branches) + 1
        set_nodes(self.control, self.branches)
        self.control.details["conflicts"] = self.control.details.get("conflicts", 0) + int(solver.num_conflicts)
        is_final = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if self.task.goal.improve and is_final:
            self.bounds[-1] = max(0, self.control.floor)
        return is_final and not watcher.is_cut_short

    def is_open(self, root: Board) -> bool:
        """Whether every cell admits a placement, or may stay empty."""
        cells = range(self.task.puzzle.cells)
        return self.task.goal.breaks is None or all(self.base.placements(cell, root) for cell in cells)

    def model(self, root: Board) -> CpSatModel:
        """The model of the task below a root."""
        goal, edges = self.task.goal, self.task.puzzle.edges
        holes = goal.breaks is None and not is_fillable(self.task.puzzle)
        model = encode(self.base, kind=self.kind, may_break=goal.breaks != 0, holes=holes)
        model.fix(root)
        if goal.breaks:
            model.model.add(sum(model.matches) >= edges - goal.breaks)
        if goal.improve and goal.breaks != 0:
            model.model.add(sum(model.matches) >= self.control.floor + 1)
            model.model.maximize(sum(model.matches))
        if self.task.start is not None:
            model.hint(self.task.start)
        return model

    def solver(self) -> Any:
        """A solver set up for the goal."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        lists = self.task.goal.want != 1 and not self.task.goal.improve
        solver.parameters.enumerate_all_solutions = lists
        solver.parameters.num_workers = 1 if lists else self.control.limits.threads
        solver.parameters.random_seed = self.task.seed % 2**31
        solver.parameters.catch_sigint_signal = False  # its handler aborts the process: it belongs to this thread alone
        left = self.control.nodes_left
        if left is not None:
            solver.parameters.max_number_of_conflicts = left
        return solver

    def tighten(self, bound: float) -> None:
        """No board below this root scores more."""
        self.bounds[-1] = min(self.bounds[-1], int(bound + 1e-6))
        is_last = len(self.bounds) == len(self.task.roots)
        self.control.bound = max(self.bounds) if is_last else self.task.puzzle.edges


def _callback(model: CpSatModel, control: Control, report: Report, *, improves: bool) -> Any:
    """What CP-SAT calls for each solution (made here, because its base class comes with OR-tools)."""
    from ortools.sat.python import cp_model

    class Watcher(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        is_cut_short = False

        def on_solution_callback(self) -> None:
            if control.is_stopped:
                self.is_cut_short = True
                self.stop_search()
                return
            board = model.decode(self.value)
            if improves and (board.score <= control.floor or not board.count):
                return
            if not report(board):
                self.is_cut_short = True
                self.stop_search()

    return Watcher()
