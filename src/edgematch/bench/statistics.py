"""What a set of records says: times side by side, means, the best of all solvers, paired differences.

A run that did not finish has no time; means are taken over what all compared solvers finished, and the number of
instances each finished is shown next to them. `par10` counts an unfinished run as ten times its limit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median

from edgematch.bench.records import Record

FLOOR_SECONDS = 1e-3
"""Shorter times are the clock's noise; they are taken as this."""

Times = Mapping[str, Mapping[str, float]]
"""Seconds by solver and instance; only of finished runs."""


@dataclass(frozen=True)
class Cell:
    """All runs of one solver on the instances of a row."""

    runs: tuple[Record, ...]

    @property
    def is_finished(self) -> bool:
        """Whether every run was."""
        return all(run.is_finished for run in self.runs)

    @property
    def finished(self) -> int:
        """How many runs were."""
        return sum(run.is_finished for run in self.runs)

    @property
    def seconds(self) -> float:
        """The median time, infinite when half of the runs or more did not finish."""
        return median(max(run.seconds, FLOOR_SECONDS) if run.is_finished else math.inf for run in self.runs)

    @property
    def nanoseconds(self) -> float:
        """The median CPU time per node, finished or not; wall-clock time would count other processes too."""
        return median(1e9 * run.cpu / run.nodes if run.nodes else math.inf for run in self.runs)

    @property
    def nodes(self) -> float:
        """The median number of nodes."""
        return median(run.nodes for run in self.runs)

    @property
    def scores(self) -> list[int]:
        """The scores, one a run that has one."""
        return [run.score for run in self.runs if run.score is not None]

    @property
    def figures(self) -> list[float]:
        """The medians of what was measured."""
        figures = [list(run.details.values()) for run in self.runs if run.is_finished]
        return [median(values) for values in zip(*figures, strict=True)]


def cells(records: Iterable[Record], row: Callable[[str], str] = str) -> dict[tuple[str, str], Cell]:
    """The records gathered by (row, solver); each instance is its own row unless `row` says otherwise."""
    gathered: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        gathered.setdefault((row(record.job.puzzle), record.job.solver), []).append(record)
    return {key: Cell(tuple(runs)) for key, runs in gathered.items()}


def times(table: Mapping[tuple[str, str], Cell]) -> dict[str, dict[str, float]]:
    """Median seconds by solver and instance, of those finished."""
    found: dict[str, dict[str, float]] = {}
    for (instance, solver), cell in table.items():
        found.setdefault(solver, {})
        if cell.is_finished:
            found[solver][instance] = cell.seconds
    return found


def geometric_mean(values: Sequence[float]) -> float:
    """The mean that ratios have."""
    return math.exp(mean(math.log(value) for value in values)) if values else math.nan


def common(table: Times, solvers: Sequence[str]) -> list[str]:
    """The instances that all these solvers finished."""
    sets = [set(table.get(solver, {})) for solver in solvers]
    return sorted(set.intersection(*sets)) if sets else []


def virtual_best(table: Times) -> dict[str, float]:
    """For each instance the time of the fastest solver."""
    best: dict[str, float] = {}
    for column in table.values():
        for instance, seconds in column.items():
            best[instance] = min(seconds, best.get(instance, math.inf))
    return best


def par10(column: Mapping[str, float], instances: Sequence[str], limit: float) -> float:
    """The mean time, an unfinished run counted as ten times the limit."""
    return mean(column.get(instance, 10 * limit) for instance in instances) if instances else math.nan


def ratios(table: Times, one: str, other: str) -> list[float]:
    """How many times faster `one` is than `other`, on each instance both finished, sorted."""
    return sorted(table[other][instance] / table[one][instance] for instance in common(table, [one, other]))


def median_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the median, from order statistics alone."""
    from scipy.stats import binom

    ordered, n = sorted(values), len(values)
    if n < 6:
        return (ordered[0], ordered[-1]) if ordered else (math.nan, math.nan)
    low = int(binom.ppf(0.025, n, 0.5))
    return ordered[max(0, low - 1)], ordered[min(n - 1, n - low)]


@dataclass(frozen=True)
class Paired:
    """How two solvers' scores differ on the same instances and seeds."""

    pairs: int
    difference: float
    low: float
    high: float
    wilcoxon: float


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Paired:
    """The mean difference with its 95 % confidence interval (Student), and the p-value of Wilcoxon's signed ranks."""
    from scipy.stats import t, wilcoxon

    gaps = [a - b for a, b in zip(ours, theirs, strict=True)]
    n, middle = len(gaps), mean(gaps) if gaps else math.nan
    if n < 2:
        return Paired(n, middle, math.nan, math.nan, math.nan)
    spread = math.sqrt(sum((gap - middle) ** 2 for gap in gaps) / (n - 1) / n)
    half = float(t.ppf(0.975, n - 1)) * spread
    p = float(wilcoxon(gaps).pvalue) if any(gaps) else 1.0
    return Paired(n, middle, middle - half, middle + half, p)
