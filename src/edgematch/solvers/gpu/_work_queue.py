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

from edgematch.solvers.gpu._exact_tables import ExactTables
from edgematch.solvers.gpu._jobs import Jobs

LEAST_BUDGET = 64
"""Placements per job and round while there are only a few jobs, so that they are soon divided."""


class Engine(Protocol):
    """Where lanes run: `numpy` or `cupy` arrays as `xp`, and one round over some jobs of a pool."""

    xp: Any
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
    """All jobs of a search, in arrays of the engine's memory."""

    def __init__(self, engine: Engine, tables: ExactTables, jobs: Jobs, *, quota: int) -> None:
        self.engine, self.tables, self.count, self.quota = engine, tables, len(jobs), quota
        xp, size = engine.xp, max(len(jobs), engine.most_jobs)
        self.paths = xp.zeros((tables.puzzle.cells, size), dtype=tables.variant.cursor_type)
        self.bases, self.depths = xp.zeros(size, dtype=np.int32), xp.zeros(size, dtype=np.int32)
        self.nodes, self.found = xp.zeros(size, dtype=np.uint32), xp.zeros(size, dtype=np.uint32)
        self.answers = xp.zeros((engine.most_jobs, quota, tables.puzzle.cells), dtype=tables.variant.cursor_type)
        self.paths[:, : self.count] = xp.asarray(jobs.paths)
        self.bases[: self.count], self.depths[: self.count] = xp.asarray(jobs.bases), xp.asarray(jobs.depths)

    def run_round(self, nodes_left: int | None) -> Round:
        """Run the youngest jobs once, within the nodes left."""
        count = min(self.count, self.engine.most_jobs)
        budget = max(LEAST_BUDGET, self.engine.budget * count // self.engine.most_jobs)
        if nodes_left is not None:
            count = min(count, nodes_left)
            budget = min(budget, nodes_left // count)
        start = self.count - count
        self.engine.run(self, start=start, count=count, budget=budget)
        nodes = int(self.nodes[start : self.count].sum(dtype=np.int64))
        found = int(self.found[start : self.count].sum(dtype=np.int64))
        result = Round(nodes, found, self._answers(start) if found and self.quota else np.zeros((0, 0), dtype=int))
        self._drop_finished(start)
        self._divide()
        return result

    def _answers(self, start: int) -> NDArray[Any]:
        xp = self.engine.xp
        found = self.found[start : self.count]
        jobs = xp.flatnonzero(found)
        answers, counts = self.answers[jobs], found[jobs]
        if xp is not np:
            answers, counts = answers.get(), counts.get()
        rows = np.concatenate([paths[:n] for paths, n in zip(answers, counts.tolist(), strict=True)])
        return rows[np.lexsort(rows.T[::-1])]

    def _drop_finished(self, start: int) -> None:
        going = start + self.engine.xp.flatnonzero(self.depths[start : self.count] >= 0)
        end = start + len(going)
        if end < self.count:
            self.paths[:, start:end] = self.paths[:, going]
            self.bases[start:end], self.depths[start:end] = self.bases[going], self.depths[going]
            self.count = end

    def _divide(self) -> None:
        """Make the untried candidates of the base level of jobs new jobs, the largest first, while lanes are idle."""
        xp, idle = self.engine.xp, self.engine.most_jobs - self.count
        if idle <= 0:
            return
        able = xp.flatnonzero(self.bases[: self.count] < self.depths[: self.count])
        if len(able) > idle:
            able = able[xp.argsort(self.bases[able], kind="stable")[:idle]]
        new = slice(self.count, self.count + len(able))
        bases = self.bases[able]
        self.paths[:, new] = self.paths[:, able]
        self.paths[bases, xp.arange(new.start, new.stop)] += 1
        self.bases[new] = self.depths[new] = bases
        self.bases[able] += 1
        self.count += len(able)

    def jobs(self) -> Jobs:
        """The jobs that are left, in the host's memory."""
        parts = (self.paths[:, : self.count], self.bases[: self.count], self.depths[: self.count])
        return Jobs(*(part if self.engine.xp is np else part.get() for part in parts))
