"""The figures of the papers, drawn from records: hardness over colors, nodes and times by instance, limits of shaving.

A figure is data first, so that a page can be checked for staleness without drawing: the digest of the data is part of
the picture.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgematch.bench.plots import draw
from edgematch.bench.records import Record
from edgematch.bench.results import Results
from edgematch.bench.statistics import virtual_best

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Figure:
    """Lines in one picture; `ticks` are names of places along the x axis."""

    xlabel: str
    ylabel: str
    series: dict[str, Points]
    is_log: bool = True
    ticks: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """The same for the same data."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]

    def draw(self, path: Path) -> Path:
        """Write the picture as SVG."""

        def paint(axes: Any) -> None:
            for label, points in self.series.items():
                axes.plot(*zip(*points, strict=True), marker="o", markersize=3, linewidth=1, label=label)
            axes.set(xlabel=self.xlabel, ylabel=self.ylabel, yscale="log" if self.is_log else "linear")
            axes.xaxis.get_major_locator().set_params(integer=True)
            if self.ticks:
                axes.set_xticks(range(len(self.ticks)), self.ticks)
            if not self.is_log:
                axes.set_ylim(0, None)

        return draw(paint, path, description=f"data {self.digest}")


def by_colors(results: Results, model: str, ylabel: str, column: str, value: Callable[[str], float | None]) -> Figure:
    """A line for each size of the rows `MODEL 6x6 5` or `MODEL 6x6 5:3`, over the number of inner colors."""
    series: dict[str, Points] = {}
    counts: list[int] = []
    for row in results.rows:
        found = value(row) if row.startswith(f"{model} ") else None
        if found is not None and math.isfinite(found):
            size, _, colors = row.removeprefix(f"{model} ").partition(" ")
            series.setdefault(size, []).append((int(colors.partition(":")[0]), found))
            counts.append(len(results.cell(row, column).runs))
    of = f"{min(counts)} to {max(counts)}" if len(set(counts)) > 1 else str(max(counts, default=0))
    label = f"{ylabel}, median of {of} instances"
    return Figure("inner colors", label, {size: sorted(points) for size, points in series.items()}, "%" not in ylabel)


def hardness(model: str) -> Callable[[Results], Figure]:
    """Figures 2 and 3 of Ansótegui et al.: median nodes to the first solution."""

    def nodes(results: Results, row: str) -> float | None:
        cell = results.cell(row, results.suite.solvers[0])
        return cell.nodes if cell.runs and math.isfinite(cell.seconds) else None

    return lambda results: by_colors(results, model, "nodes", results.suite.solvers[0], lambda row: nodes(results, row))


def backbone(results: Results) -> Figure:
    """Figure 4 of Ansótegui et al.: the share of the board that is the same in all solutions."""

    def share(row: str) -> float | None:
        return next(iter(results.cell(row, "backbone").figures), None)

    return by_colors(results, "two sets", "% backbone", "backbone", share)


def by_instance(ylabel: str, value: Callable[[Record], float], solvers: Sequence[str]) -> Callable[[Results], Figure]:
    """Figures 5 and 6 of Benoist and Bourreau: instances in the order of the best time, where a solver finished."""

    def figure(results: Results) -> Figure:
        best = virtual_best({solver: results.times.get(solver, {}) for solver in solvers})
        place = {puzzle: k + 1 for k, puzzle in enumerate(sorted(best, key=lambda puzzle: best[puzzle]))}
        series = {
            solver: sorted((float(place[r.job.puzzle]), value(r)) for r in results.runs(solver).runs if r.is_finished)
            for solver in solvers
        }
        return Figure("instances by best time", ylabel, {solver: points for solver, points in series.items() if points})

    return figure


def shaving(results: Results) -> Figure:
    """Figure 7 of Benoist and Bourreau: time and nodes over the limit of shaving, as multiples of no shaving."""
    limits = {
        "none": "colorpair",
        **{str(k): f"colorpair?shaving={k}" for k in (1, 2, 3, 5)},
        "all": "colorpair?shaving=1000",
    }
    cells = [[results.cell(row, solver) for row in results.rows] for solver in limits.values()]
    together = [k for k in range(len(results.rows)) if all(c[k].runs and c[k].is_finished for c in cells)]
    time = [sum(column[k].seconds for k in together) for column in cells]
    nodes = [sum(column[k].nodes for k in together) for column in cells]
    series = {
        name: [(float(k), round(one / values[0], 4)) for k, one in enumerate(values)]
        for name, values in (("CPU time", time), ("nodes", nodes))
        if values[0]
    }
    return Figure(
        "limit of shaving", f"multiple of no shaving, {len(together)} instances", series, False, tuple(limits)
    )


FIGURES: dict[str, tuple[str, Callable[[Results], Figure]]] = {
    "ansotegui-figure2": ("figures-2-4", hardness("one set")),
    "ansotegui-figure3": ("figures-2-4", hardness("two sets")),
    "ansotegui-figure4": ("figures-2-4", backbone),
    "benoist-figure5": (
        "benoist48",
        by_instance("nodes", lambda r: max(r.nodes, 1), ("zla", "backtrack?order=auto", "colorpair", "edgecp")),
    ),
    "benoist-figure6": (
        "benoist48", by_instance("CPU seconds", lambda r: r.seconds, ("zla", "backtrack?order=auto", "colorpair"))
    ),
    "benoist-figure7": ("rules", shaving),
}  # fmt: skip
"""By name: the suite whose records are drawn, and what is drawn of them."""
