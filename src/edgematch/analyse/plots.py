"""Pictures of hardness: the figures of the papers, drawn from our own measurements.

One figure with a panel per measure: nodes over colors on a log scale (figures 2 and 3 of Ansótegui et al. 2008:
median with the middle half as a band), the backbone (figure 4) and, where some instances are unsolvable, the solvable
fraction. Where one solution is expected is marked by a dashed line in the color of its curve. The bar charts of color
counts are figure 1 of the ZLA paper. The format follows the file's suffix: svg, png, pdf.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from edgematch.analyse.balance import Balance
from edgematch.analyse.sweep import Curve, Record, curves, predicted_crossing
from edgematch.errors import MissingDependency, OptionError
from edgematch.files import make_folder, replacing

SUFFIXES = (".svg", ".png", ".pdf")
INK = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""The colors of Okabe and Ito, which color-blind people can distinguish."""
MARKERS = "osD^vP*"


def draw_transition(records: Iterable[Record], path: Path) -> Path:
    """Draw hardness over colors, and backbone and solvable fraction where measured."""
    lines = curves(records)
    if not lines:
        raise OptionError("there is nothing to draw: the sweep has no records")
    panels = ["nodes"]
    panels += ["backbone"] if any(curve.quantiles("backbone") for curve in lines) else []
    panels += ["solvable"] if any(min(curve.solved.values(), default=1) < 1 for curve in lines) else []
    figure, axes = _figure(len(panels))
    painters = {"nodes": _draw_nodes, "backbone": _draw_backbone, "solvable": _draw_solvable}
    for axis, panel in zip(axes, panels, strict=True):
        for curve, ink, marker in zip(lines, _cycle(INK, len(lines)), _cycle(MARKERS, len(lines)), strict=True):
            painters[panel](axis, curve, {"color": ink, "marker": marker, "markersize": 5})
            _mark_prediction(axis, curve, ink)
        _dress(axis, lines)
    return _save(figure, path)


def draw_balance(balance: Balance, path: Path, *, title: str = "") -> Path:
    """Draw how many sides each color has, frame colors and inner colors side by side."""
    figure, (axis,) = _figure(1)
    for histogram, ink, label in ((balance.frame, INK[1], "frame"), (balance.inner, INK[0], "inner")):
        if histogram.counts:
            axis.bar(list(histogram.counts), list(histogram.counts.values()), color=ink, label=label)
            axis.axhline(histogram.sides / histogram.colors, color=ink, linewidth=0.8, linestyle=":")
    axis.set_xlabel("color")
    axis.set_ylabel("sides")
    axis.set_title(title, fontsize=10)
    axis.legend(fontsize=8, frameon=False)
    return _save(figure, path)


def _draw_nodes(axis: Any, curve: Curve, style: dict[str, Any]) -> None:
    """Median on a log scale, the middle half as a band."""
    quantiles = curve.quantiles("nodes")
    low, middle, high = zip(*quantiles.values(), strict=True)
    axis.plot(list(quantiles), middle, label=curve.label, **style)
    axis.fill_between(list(quantiles), low, high, color=style["color"], alpha=0.15, linewidth=0)
    axis.set_yscale("log")
    axis.set_ylabel("nodes to the first solution (median, middle half)")


def _draw_backbone(axis: Any, curve: Curve, style: dict[str, Any]) -> None:
    """Median percentage of backbone cells."""
    quantiles = curve.quantiles("backbone")
    low, middle, high = ([100 * v for v in row] for row in zip(*quantiles.values(), strict=True))
    axis.plot(list(quantiles), middle, label=curve.label, **style)
    axis.fill_between(list(quantiles), low, high, color=style["color"], alpha=0.15, linewidth=0)
    axis.set_ylim(-3, 103)
    axis.set_ylabel("backbone, % of cells (median, middle half)")


def _draw_solvable(axis: Any, curve: Curve, style: dict[str, Any]) -> None:
    axis.plot(list(curve.solved), [100 * v for v in curve.solved.values()], label=curve.label, **style)
    axis.set_ylim(-3, 103)
    axis.set_ylabel("solvable, % of instances")


def _mark_prediction(axis: Any, curve: Curve, ink: str) -> None:
    """A dashed line where the expected number of solutions is one."""
    crossing = predicted_crossing(curve)
    if crossing is not None:
        axis.axvline(crossing, color=ink, linestyle="--", linewidth=1, label=f"one expected: {crossing:.2f}")


def _dress(axis: Any, lines: Sequence[Curve]) -> None:
    axis.set_xlabel(f"{lines[0].axis} colors" if lines[0].axis != "colors" else "colors")
    axis.set_xticks(sorted({x for curve in lines for x in curve.points}))
    axis.grid(alpha=0.3, linewidth=0.5)
    axis.legend(fontsize=8, frameon=False)


def _cycle(items: Sequence[str], length: int) -> list[str]:
    return [items[i % len(items)] for i in range(length)]


def _figure(panels: int) -> tuple[Any, list[Any]]:
    """An empty figure with so many panels side by side, without a display."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingDependency("plots need matplotlib: pip install 'edgematch[plot]'") from None
    figure = Figure(figsize=(5.2 * panels, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    return figure, list(figure.subplots(1, panels, squeeze=False)[0])


def _save(figure: Any, path: Path) -> Path:
    """Write the figure; the same measurements give the same bytes."""
    import matplotlib as mpl

    if path.suffix not in SUFFIXES:
        raise OptionError(f"a picture's file ends in {', '.join(SUFFIXES)}, not {path.suffix or 'nothing'}")
    make_folder(path.parent)
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix, {})
    with mpl.rc_context({"svg.hashsalt": "edgematch", "svg.fonttype": "none"}), replacing(path) as file:
        figure.savefig(file, format=path.suffix[1:], metadata=metadata, dpi=150)
    return path
