"""The records of a suite arranged as a table: rows of instances, a column for each solver and measure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from statistics import mean, median

from edgematch.bench.records import Record
from edgematch.bench.statistics import Cell, cells, geometric_mean, times
from edgematch.bench.suite import MEASURE, Suite

EMPTY = Cell(())


class Results:
    """What was measured, by row and column."""

    def __init__(self, suite: Suite, records: Sequence[Record]) -> None:
        self.suite, self.records = suite, records
        self.table = cells(records, suite.row)
        self.rows = _in_order(suite, {suite.row(record.job.puzzle) for record in records})
        self.solvers = self._present(suite.solvers)
        self.measures = self._present(suite.measures)

    def _present(self, columns: Sequence[str]) -> list[str]:
        return [column for column in columns if any((row, column) in self.table for row in self.rows)]

    @property
    def columns(self) -> list[str]:
        """Solvers, then measures."""
        return [*self.solvers, *self.measures]

    @property
    def show(self) -> str:
        """What a cell says: time, rate or score."""
        return self.suite.show or ("score" if self.suite.goal == "best" else "time")

    @cached_property
    def instances(self) -> list[str]:
        """The single puzzles that solvers were run on."""
        return list(dict.fromkeys(record.job.puzzle for record in self.records if record.job.goal != MEASURE))

    @cached_property
    def unmeasured(self) -> list[str]:
        """The puzzles of the suite that no solver was run on."""
        return sorted(set(self.suite.listed) - set(self.instances)) if self.solvers else []

    @cached_property
    def times(self) -> dict[str, dict[str, float]]:
        """Median seconds by solver and instance, of those finished."""
        return times(cells(record for record in self.records if record.job.goal != MEASURE))

    def cell(self, row: str, column: str) -> Cell:
        """All runs of a solver on a row."""
        return self.table.get((row, column), EMPTY)

    def runs(self, solver: str) -> Cell:
        """All runs of a solver."""
        return Cell(tuple(record for record in self.records if record.job.solver == solver))

    @property
    def is_compared(self) -> bool:
        """Whether there is a baseline to compare times with."""
        return self.show == "time" and self.suite.baseline in self.solvers

    def fastest(self, row: str, solvers: Sequence[str]) -> str | None:
        """The solver with the least time on a row; None: no one finished."""
        seconds = {solver: self.cell(row, solver).seconds for solver in solvers if self.cell(row, solver).runs}
        best = min(seconds, key=lambda solver: seconds[solver], default=None)
        return best if best is not None and math.isfinite(seconds[best]) else None

    def gain(self, row: str) -> float | None:
        """How many times as fast as the baseline the fastest other solver is, or at least that."""
        baseline = self.cell(row, self.suite.baseline)
        best = self.fastest(row, [solver for solver in self.solvers if solver != self.suite.baseline])
        if best is None or not baseline.runs:
            return None
        spent = baseline.seconds if baseline.is_finished else median(run.seconds for run in baseline.runs)
        return spent / self.cell(row, best).seconds

    def number(self, row: str, solver: str) -> float | None:
        """The number to compare with a published one, of a row or of a summary such as `mean`; None: there is none."""
        if row in SUMMARIES:
            return SUMMARIES[row](self, solver)
        cell = self.cell(row, solver)
        if not cell.runs:
            return None
        if self.show == "score":
            return mean(cell.scores) if cell.scores else None
        value = cell.nanoseconds if self.show == "rate" else cell.seconds
        return value if math.isfinite(value) else None


def _in_order(suite: Suite, rows: set[str]) -> list[str]:
    """Rows in the order of the suite: runs that go on at the same time end in any order."""
    place = {row: index for index, row in enumerate(dict.fromkeys(map(suite.row, (*suite.listed, *suite.instances))))}
    return sorted(rows, key=lambda row: (place.get(row, len(place)), row))


def _mean_score(results: Results, solver: str) -> float | None:
    scores = results.runs(solver).scores
    return mean(scores) if scores else None


def _best_score(results: Results, solver: str) -> float | None:
    return max(results.runs(solver).scores, default=None)


def _geometric_mean(results: Results, solver: str) -> float | None:
    """Only of a solver that finished everything: a mean over the easy ones would flatter."""
    finished = results.times.get(solver, {})
    return geometric_mean(list(finished.values())) if len(finished) == len(results.instances) else None


def _nanoseconds(results: Results, solver: str) -> float | None:
    found = [results.cell(row, solver).nanoseconds for row in results.rows if results.cell(row, solver).runs]
    return median(found) if found and math.isfinite(median(found)) else None


def finished_by_both(results: Results, solver: str, other: str) -> list[tuple[Cell, Cell]]:
    """The cells of two solvers on the rows that both finished."""
    pairs = [(results.cell(row, solver), results.cell(row, other)) for row in results.rows]
    return [(a, b) for a, b in pairs if a.runs and b.runs and a.is_finished and b.is_finished]


def multiple(results: Results, solver: str, other: str, value: Callable[[Cell], float]) -> float | None:
    """A sum over the rows that two solvers finished, as a multiple of the other one's."""
    both = [(value(a), value(b)) for a, b in finished_by_both(results, solver, other)]
    return sum(mine for mine, _ in both) / sum(its for _, its in both) if both else None


def seconds_of(cell: Cell) -> float:
    """What is summed for a comparison of times."""
    return cell.seconds


def nodes_of(cell: Cell) -> float:
    """What is summed for a comparison of trees."""
    return cell.nodes


SUMMARIES: dict[str, Callable[[Results, str], float | None]] = {
    "mean": _mean_score,
    "best": _best_score,
    "geometric mean": _geometric_mean,
    "ns per placement": _nanoseconds,
    "time": lambda results, solver: multiple(results, solver, results.solvers[0], seconds_of),
    "nodes": lambda results, solver: multiple(results, solver, results.solvers[0], nodes_of),
}
"""Rows of published tables that sum up, and what they are here."""
