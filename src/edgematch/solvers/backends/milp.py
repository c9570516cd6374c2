"""HiGHS, a mixed-integer linear solver, over the model of Salassa et al. (2017), equations (1) to (17).

Use it for the best score of a small puzzle or of a region, with a bound on what any board can reach: the outcome's
`bound` falls while the score of the best board rises. For finding solutions it is slow: a 4x4 puzzle takes seconds, a
6x6 one minutes or more. Asked for boards without breaks it takes the feasibility model (breaks held at zero). Asked
for all of them it adds a cut for each, which is slow beyond some hundred; so it refuses lists of boards with breaks
and lists that distinguish identical pieces. A start board is the first incumbent. A node is a node of its
branch-and-bound tree; a limit on nodes is checked between two calls and given to each of them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from edgematch.encodings.choices import is_fillable
from edgematch.encodings.milp import INFINITY, Milp, Row, encode
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, run_interruptible, set_nodes
from edgematch.solvers.backends._highs import Answer, Bound, Highs, Incumbent, Program

REMEDY = "highspy is not installed: pip install 'edgematch[milp]'"


class MilpSolver(BackEnd):
    """Branch and bound over the equations, one root after the other."""

    can = Can.PROVE | Can.COUNT | Can.IMPROVE | Can.BREAKS | Can.WARM_START

    @dataclass(frozen=True)
    class Options:
        """What the program contains."""

        misfits: bool = option(False, "keep the variables that the frame rules out, as the paper does")
        presolve: bool = option(
            True, "let HiGHS simplify the program first (never when listing: it takes longer than it saves)"
        )

    def missing_dependency(self) -> str | None:
        """Name the extra when highspy is not installed."""
        return None if importlib.util.find_spec("highspy") else REMEDY

    def unsupported_reason(self, task: Task) -> str | None:
        """Each answer listed costs a cut and another solve, so long lists are refused."""
        goal, puzzle = task.goal, task.puzzle
        if goal.improve or goal.want is not None:
            return "it does not list partial boards" if goal.breaks is None and not goal.improve else None
        if goal.breaks != 0:
            return "it lists answers by one cut each, too slow for boards with breaks; ask for some, or for the best"
        if goal.labelled and (puzzle.has_duplicates or puzzle.has_symmetric_pieces):
            return "it lists answers by one cut each, too slow for every exchange of identical pieces"
        return None

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Write the program once; a root fixes some of its variables."""
        goal = task.goal
        holes = goal.breaks is None and not is_fillable(task.puzzle)
        how = {
            "labelled": goal.labelled,
            "may_break": goal.breaks != 0,
            "holes": holes,
            "misfits": self.options.misfits,
        }
        program = run_interruptible(control, lambda: encode(task.puzzle, **how), lambda: None)
        control.note(f"{program.columns} variables, {len(program.rows)} constraints")
        search = _Search(task, control, program, presolve=self.options.presolve)
        try:
            yield search.explore
        finally:
            search.highs.close()


class _Search:
    """Solves the program below one root after the other."""

    def __init__(self, task: Task, control: Control, program: Milp, *, presolve: bool) -> None:
        self.task, self.control, self.program, self.presolve = task, control, program, presolve
        self.highs = Highs(control)
        self.cuts: list[Row] = []
        self.nodes = 0
        self.bounds: list[int] = []

    def explore(self, root: Board, report: Report) -> bool:
        """Improve below a root, or list what is below it."""
        return self.improve(root, report) if self.task.goal.improve else self.enumerate(root, report)

    def enumerate(self, root: Board, report: Report) -> bool:
        """Solve, cut the solution off, and solve again."""
        self.load(root)
        while not self.control.is_stopped:
            board, is_final = self.settle(self.highs.solve(nodes=self.control.nodes_left))
            if board is None:
                return is_final
            self.cuts.append(self.program.cut(board))
            self.highs.add(self.cuts[-1])
            if not report(board):
                return False
        return False

    def improve(self, root: Board, report: Report) -> bool:
        """Report incumbents that beat what is known, and the bound as it falls."""
        self.load(root)
        self.bounds.append(self.task.puzzle.edges)

        def see(event: Incumbent | Bound) -> None:
            if isinstance(event, Incumbent) and not self.control.is_stopped:
                self.offer(self.program.decode(event.values), report)
            elif isinstance(event, Bound):
                set_nodes(self.control, self.nodes + max(0, event.nodes))
                self.tighten(event.objective)

        start = self.task.start  # a first incumbent, when it is complete
        values = self.program.values(start) if start is not None and start.is_complete else None
        board, is_final = self.settle(self.highs.solve(nodes=self.control.nodes_left, start=values, on_event=see))
        if board is not None:
            self.offer(board, report)
        self.bounds[-1] = max(self.control.floor, 0) if is_final else self.bounds[-1]
        return is_final and not self.control.is_enough

    def offer(self, board: Board, report: Report) -> None:
        """Report a board when it beats what is known."""
        if board.count and board.score > self.control.floor:
            report(board)

    def tighten(self, breaks: float) -> None:
        """The fewest breaks that may still be reached bound the score."""
        if breaks > -1:
            least = int(np.ceil(breaks - 1e-6))
            self.bounds[-1] = min(self.bounds[-1], self.task.puzzle.edges - max(0, least))
            is_last = len(self.bounds) == len(self.task.roots)
            self.control.bound = max(self.bounds) if is_last else self.task.puzzle.edges

    def load(self, root: Board) -> None:
        """Hand over the program, the cuts so far, and the root's variables fixed."""
        program, goal = self.program, self.task.goal
        lower = np.zeros(program.columns)
        lower[program.pinned(root)] = 1
        costs = program.costs if goal.improve else np.zeros(program.columns)
        lists = goal.want != 1 and not goal.improve
        self.highs.load(
            Program.of(program, [*program.rows, *self.cuts, *self.budget()], lower=lower, costs=costs),
            random_seed=self.task.seed % 2**31,
            # This heuristic doubles the time of listing, where each program differs from the last by one row.
            mip_heuristic_run_feasibility_jump=goal.improve,
            presolve="on" if self.presolve and not lists else "off",
        )

    def budget(self) -> list[Row]:
        """No more breaks than allowed; when improving, fewer than the best board has."""
        breaks, edges = self.task.goal.breaks, self.task.puzzle.edges
        most = edges if breaks is None else breaks
        if self.task.goal.improve:
            most = min(most, edges - self.control.floor - 1)
        columns = np.arange(len(self.program.kept), self.program.columns, dtype=np.int32)
        return [Row("1", columns, np.ones(len(columns)), -INFINITY, most)] if len(columns) and most < edges else []

    def settle(self, answer: Answer) -> tuple[Board | None, bool]:
        """The best board, if any, and whether the question is settled."""
        self.nodes += answer.nodes + 1
        set_nodes(self.control, self.nodes)
        before = self.control.details.get("lp_iterations", 0)
        self.control.details["lp_iterations"] = before + answer.iterations
        board = self.program.decode(answer.values) if answer.is_final and answer.values is not None else None
        return board, answer.is_final
