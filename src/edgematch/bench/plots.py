"""Cactus plots, performance profiles and climbing scores of solvers, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from edgematch.bench.statistics import Times, virtual_best
from edgematch.errors import MissingDependency
from edgematch.files import replacing

MARGIN = 1.3
"""How much further than the largest factor a profile goes."""


def cactus(table: Times, path: Path, *, title: str = "", limit: float | None = None) -> Path:
    """How many instances each solver finishes within a time: further right and lower is better.

    `limit` is the time that a run was given, drawn as a line.
    """

    def paint(axes: Any) -> None:
        for solver, column in table.items():
            seconds = sorted(column.values())
            if seconds:
                axes.step(range(1, len(seconds) + 1), seconds, where="mid", marker="o", markersize=3, label=solver)
        if limit is not None:
            axes.axhline(limit, color="black", linestyle="--", linewidth=1, label=f"limit {limit:g} s")
        axes.set(xlabel="instances finished", ylabel="seconds each", yscale="log")

    return draw(paint, path, title=title)


def profile(table: Times, path: Path, *, title: str = "") -> Path:
    """The share of instances a solver finishes within a factor of the best solver's time.

    The lines go on to the edge of the plot: what a solver finishes within the largest factor it finishes within more.
    """
    best = virtual_best(table)
    curves = {solver: sorted(column[i] / best[i] for i in column) for solver, column in table.items() if column}
    edge = MARGIN * max((factors[-1] for factors in curves.values()), default=1.0)

    def paint(axes: Any) -> None:
        for solver, factors in curves.items():
            shares = [(k + 1) / len(best) for k in range(len(factors))]
            axes.step([1.0, *factors, edge], [0.0, *shares, shares[-1]], where="post", label=solver)
        axes.set(
            xlabel="times as long as the fastest", ylabel="share of instances", xscale="log", xlim=(1, edge),
            ylim=(0, 1.02),
        )  # fmt: skip

    return draw(paint, path, title=title)


def score_over_time(
    points: Sequence[tuple[float, int]], path: Path, *, until: float, label: str, title: str = "",
    most: int | None = None,
) -> Path:  # fmt: skip
    """The best score at each moment of a search, from (seconds, score) of its improvements.

    `most` is the number of edges, drawn as a line where the scores come near it.
    """

    def paint(axes: Any) -> None:
        seconds, scores = [second for second, _ in points], [score for _, score in points]
        if points:
            axes.step([*seconds, max(until, seconds[-1])], [*scores, scores[-1]], where="post", label=label)
        if points and most is not None and most - scores[-1] <= scores[-1] - scores[0]:
            axes.axhline(most, color="black", linestyle="--", linewidth=1, label=f"all {most} edges")
        axes.set(xlabel="seconds", ylabel="edges that match", xlim=(0, None))

    return draw(paint, path, title=title)


def draw(paint: Callable[[Any], None], path: Path, *, title: str = "", description: str = "") -> Path:
    """A picture with a grid and a legend; the same input gives the same file."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependency("plots need matplotlib: pip install 'edgematch[plot]'") from None
    with mpl.rc_context({"svg.hashsalt": "edgematch", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.add_subplot()
        paint(axes)
        axes.set_title(title)
        axes.grid(visible=True, which="major", alpha=0.3)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=8)
        with replacing(path) as file:
            figure.savefig(
                file,
                format=path.suffix[1:],
                metadata={"Date": None} | ({"Description": description} if description else {}),
            )
    return path
