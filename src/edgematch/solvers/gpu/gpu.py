"""Depth-first search on a GPU: a hundred thousand searches at once over the same candidate lists.

Use it where `backtrack` would take hours: to count or list all solutions, or to prove that there are none. It searches
the same tree, node for node, stops, splits and resumes like `backtrack`, and takes rectangles, hints, duplicates and
any size. Needs CuPy and a CUDA device (`pip install 'edgematch[cuda]'`); `device=cpu` runs the same lanes slowly on the
CPU, which is how they are tested. Cost: about 100 billion placements per second on an H200 once the tree is wide
enough to fill it; a puzzle that `backtrack` solves in seconds is not worth the start-up time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch.model import Board, Roots
from edgematch.model.orders import order_of
from edgematch.options import option
from edgematch.search import Can, Control, SharedCounter, Task
from edgematch.solvers.gpu._devices import CudaEngine, DeviceSolver, HostEngine
from edgematch.solvers.gpu._exact_tables import ExactTables
from edgematch.solvers.gpu._jobs import boards_of, grouped, jobs_of, roots_of
from edgematch.solvers.gpu._work_queue import Pool

QUOTA = 4
"""Answers that one job may report per round; with more it waits for the next round."""


@dataclass(frozen=True)
class Options:
    """Which tree is searched, where the lanes run and how long a round is."""

    order: str = option("row", "an order of the cells (docs/orders.md)")
    device: str = option("cuda", "where the lanes run", choices=("cuda", "cpu"))
    budget: int = option(8192, "placements per job and round, on a CUDA device", low=1)
    jobs: int = option(4, "jobs per lane of a CUDA device", low=1, high=64)


class Gpu(DeviceSolver):
    """Depth-first search in rounds, one lane per job."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT | Can.GPU
    Options = Options
    prompt_seconds = 0.25

    def unsupported_reason(self, task: Task) -> str | None:
        """Orders are checked before the search starts."""
        order_of(self.options.order, task.puzzle)
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Search the roots, those that share their tables together."""
        if control.is_stopped:
            return task.roots
        order = order_of(self.options.order, task.puzzle).astype(np.int64)
        roots = Roots.of(task.puzzle, task.roots, order)
        is_complete = roots.filled == task.puzzle.cells
        remaining: Sequence[Board] = []
        if is_complete.any():
            solved = [board for board in roots.take(is_complete) if board.is_solution]
            remaining, roots = _report(task, control, solved), roots.take(~is_complete)
        for tables, some in grouped(roots, task, order):
            remaining = self._explore(tables, some, task, control) + remaining
        return remaining

    def _engine(self, tables: ExactTables) -> Any:
        if self.options.device == "cpu":
            return HostEngine(tables)
        return CudaEngine(tables, rounds=self.options.jobs, budget=self.options.budget)

    def _explore(self, tables: ExactTables, roots: Roots, task: Task, control: Control) -> Roots:
        if control.is_stopped:
            return roots
        needs_boards = task.goal.boards or task.goal.want is not None
        jobs, again = jobs_of(tables, roots)
        pool = Pool(self._engine(tables), tables, jobs, quota=QUOTA if needs_boards else 0)
        spare: list[Board] = []
        while pool.count and not control.is_stopped:
            left = control.nodes_left
            result = pool.run_round(None if left is None else left + again)
            again = _count(control, result.nodes, again)
            if needs_boards:
                spare += _report(task, control, Board.rows(task.puzzle, boards_of(tables, result.paths)))
            elif result.found:
                control.count(result.found)
        rest, made = roots_of(tables, pool.jobs())
        _count(control, made, again)
        return rest + spare


def _count(control: Control, placed: int, again: int) -> int:
    """Count placements, without those that an earlier search made already; returns how many of these are to come."""
    control.shared[SharedCounter.NODES] += max(0, placed - again)
    return max(0, again - placed)


def _report(task: Task, control: Control, boards: list[Board]) -> list[Board]:
    """Report answers; those beyond the wanted number are returned."""
    if task.goal.boards or task.goal.want is not None:
        return control.found_all(boards)
    control.count(len(boards))
    return []
