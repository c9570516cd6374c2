"""Cactus plots, performance profiles and climbing scores of solvers, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from edgematch.bench.statistics import Times, virtual_best
from edgematch.errors import MissingDependency
from edgematch.files import replacing


def cactus(table: Times, path: Path) -> Path:
    """How many instances each solver finishes within a time: further right and lower is better."""

    def paint(axes: Any) -> None:
        for solver, column in table.items():
            seconds = sorted(column.values())
            if seconds:
                axes.step(range(1, len(seconds) + 1), seconds, where="mid", marker="o", markersize=3, label=solver)
        axes.set(xlabel="instances finished", ylabel="seconds each", yscale="log")

    return _draw(paint, path)


def profile(table: Times, path: Path) -> Path:
    """The share of instances a solver finishes within a factor of the best solver's time."""
    best = virtual_best(table)

    def paint(axes: Any) -> None:
        for solver, column in table.items():
            factors = sorted(column[i] / best[i] for i in column)
            if factors:
                axes.step(factors, [(k + 1) / len(best) for k in range(len(factors))], where="post", label=solver)
        axes.set(xlabel="times as long as the fastest", ylabel="share of instances", xscale="log", ylim=(0, 1.02))

    return _draw(paint, path)


def score_over_time(points: Sequence[tuple[float, int]], path: Path, *, until: float, label: str) -> Path:
    """The best score at each moment of a search, from (seconds, score) of its improvements."""

    def paint(axes: Any) -> None:
        seconds, scores = [second for second, _ in points], [score for _, score in points]
        if points:
            axes.step([*seconds, max(until, seconds[-1])], [*scores, scores[-1]], where="post", label=label)
        axes.set(xlabel="seconds", ylabel="edges that match", xlim=(0, None))

    return _draw(paint, path)


def _draw(paint: Callable[[Any], None], path: Path) -> Path:
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependency("plots need matplotlib: pip install 'edgematch[plot]'") from None
    with mpl.rc_context({"svg.hashsalt": "edgematch", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.add_subplot()
        paint(axes)
        axes.grid(visible=True, which="major", alpha=0.3)
        axes.legend(fontsize=8)
        with replacing(path) as file:
            figure.savefig(file, format=path.suffix[1:], metadata={"Date": None})
    return path
