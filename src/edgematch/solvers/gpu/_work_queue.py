"""The work queue of the exact GPU search: run jobs in rounds, drop finished ones, divide others among idle lanes.

In a round each of the youngest jobs may make a number of placements. Then finished jobs are removed. As long as there
are fewer jobs than the lanes can take, jobs are divided: the untried candidates of a job's base level become a job of
their own. So a search starts from one root, fills the device by doubling, and keeps it full to the end. All decisions
follow from the jobs alone, never from time, so a search is repeatable on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch.solvers.gpu._columns import reported
from edgematch.solvers.gpu._exact_tables import ExactTables
from edgematch.solvers.gpu._jobs import Jobs

LEAST_BUDGET = 64
"""Placements per job and round while there are only a few jobs, so that they are soon divided."""


class Engine(Protocol):
    """Where lanes run: the memory of their jobs, and one round over some of them."""

    memory: Any
    most_jobs: int
    budget: int

    def run(self, pool: Pool, *, start: int, count: int, budget: int) -> None:
        """Run `count` jobs of the pool from `start` on for `budget` placements each."""


@dataclass(frozen=True)
class Round:
    """The results of one round."""

    nodes: int
    found: int
    paths: NDArray[Any]
    """The paths of the answers, one per row, sorted; none when answers are only counted."""


class Pool:
    """All jobs of a search."""

    def __init__(self, engine: Engine, tables: ExactTables, jobs: Jobs, *, quota: int) -> None:
        self.engine, self.tables, self.count, self.quota = engine, tables, len(jobs), quota
        self.memory = engine.memory(
            max(len(jobs), engine.most_jobs), tables.puzzle.cells, tables.variant.cursor_type,
            answers=(engine.most_jobs, quota),
        )  # fmt: skip
        self.memory.paths.put(0, jobs.paths)
        self.memory.put(jobs.bases, jobs.depths)

    def run_round(self, nodes_left: int | None) -> Round:
        """Run the youngest jobs once, within the nodes left."""
        count = min(self.count, self.engine.most_jobs)
        budget = max(LEAST_BUDGET, self.engine.budget * count // self.engine.most_jobs)
        if nodes_left is not None:
            count = min(count, nodes_left)
            budget = min(budget, nodes_left // count)
        start = self.count - count
        self.engine.run(self, start=start, count=count, budget=budget)
        nodes, found = self.memory.sums(start, self.count)
        result = Round(nodes, found, self._answers(start) if found and self.quota else np.zeros((0, 0), dtype=int))
        self.count = self.memory.drop_finished(self.count)
        if self.count < self.engine.most_jobs:
            self.count = self.memory.divide(self.count, self.engine.most_jobs)
        return result

    def _answers(self, start: int) -> NDArray[Any]:
        found = self.memory.found_by(start, self.count)
        jobs, places = reported(found, np.flatnonzero(found))
        rows: NDArray[Any] = self.memory.answers.take(jobs, places).T
        return rows[np.lexsort(rows.T[::-1])]

    def jobs(self) -> Jobs:
        """The jobs that are left."""
        return Jobs(self.memory.paths.first(self.count), *self.memory.numbers(self.count))
