"""`edgematch analyse`: how hard a puzzle is and why, and experiments on hardness."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from edgematch import analyse as analysis
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, print_rows
from edgematch.cli.run_search import load_puzzle
from edgematch.cli.values import parse_counts, parse_sizes
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.search import DEFAULT, Limits
from edgematch.search.progress import plural

REPORT = "report"
EPILOG = """Examples:

`edgematch analyse eternity2` &nbsp; a report of one screen

`edgematch analyse demo-6x6 --format json`

`edgematch analyse backbone demo-5x5`

`edgematch analyse transition --size 4 --frame 2 --inner 2:4 --instances 5 --plot figure.svg`"""


class _ReportOrVerb(arg.GroupWithDefault):
    """A group whose default verb is `report`."""

    default = REPORT


app = arg.VerbApp(cls=_ReportOrVerb, group=True, epilog=EPILOG)


@app.callback()
def analyse() -> None:
    """Report on a PUZZLE, find its backbone, or measure how hardness depends on colors."""


@app.command(REPORT)
def report(
    puzzle: arg.PuzzleArgument,
    batches: Annotated[
        int, typer.Option("--batches", "--flocks", help="Samples of each search tree; 0: no trees.", min=0)
    ] = 10,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the color counts to this svg, png or pdf.")] = None,
    reading: Reading = AS_WRITTEN,
    seed: arg.Seed = 0,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Report on a PUZZLE: colors, balance, expected solutions, predicted hardness, sizes of search trees."""
    loaded = load_puzzle(puzzle, reading=reading)
    with Console(stderr=True).status("estimating the trees"):
        found = analysis.report(loaded, batches=batches, seed=seed)
    if plot:
        analysis.draw_balance(found.balance, plot, title=loaded.name)
    if format is arg.OutputFormat.text:
        typer.echo("\n".join(report_lines(found)))
    else:
        print_json(found.to_dict())


@app.command()
def backbone(
    puzzle: arg.PuzzleArgument,
    solver: arg.SolverOption = DEFAULT,
    seconds: arg.Seconds = None,
    nodes: arg.Nodes = None,
    reading: Reading = AS_WRITTEN,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Find the cells of a PUZZLE that look the same in all its solutions, one corner piece pinned."""
    loaded = load_puzzle(puzzle, reading=reading)
    with Console(stderr=True).status("searching"):
        bones = analysis.backbone(loaded, solver, limits=Limits(seconds=seconds, nodes=nodes))
    if format is arg.OutputFormat.text:
        kind = "" if bones.is_exact else "at most "
        typer.echo(f"{kind}{len(bones.cells)} of {bones.of} cells ({100 * bones.fraction:.1f} %) are backbone")
    else:
        facts = {"cells": bones.cells, "fraction": bones.fraction, "exact": bones.is_exact, "nodes": bones.nodes}
        print_json(facts)
    raise typer.Exit(0 if bones.is_exact else 1)


@app.command()
def transition(
    model: Annotated[str, typer.Option("--model", help="The generation model.")] = "two-set",
    size: Annotated[str, typer.Option("--size", help="Sizes, such as 6, 5:7 or 6,8x5.")] = "6",
    frame: Annotated[str | None, typer.Option("--frame", help="Frame colors, such as 3 or 2:4.")] = None,
    inner: Annotated[str | None, typer.Option("--inner", help="Inner colors, such as 3:8.")] = None,
    colors: Annotated[str | None, typer.Option("--colors", help="Colors of models with one set.")] = None,
    instances: Annotated[int, typer.Option("--instances", help="Instances per point.", min=1)] = 50,
    solver: arg.SolverOption = DEFAULT,
    nodes: arg.Nodes = None,
    seconds: arg.Seconds = None,
    threads: arg.Threads = 1,
    backbone: Annotated[bool, typer.Option("--backbone", help="Find the backbone of each instance too.")] = False,
    seed: arg.Seed = 0,
    save: Annotated[
        Path | None, typer.Option("--save", help="JSON lines; a sweep that finds its file continues where it stopped.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the figure to this svg, png or pdf.")] = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Sweep color counts: solve instances at each point, and draw hardness and backbone with the prediction marked."""
    chosen = {"frame": frame, "inner": inner, "colors": colors}
    sweep = analysis.Sweep(
        model=model, sizes=parse_sizes(size),
        options={name: parse_counts(text) for name, text in chosen.items() if text is not None},
        instances=instances, seed=seed, solver=solver, backbone=backbone,
        limits=Limits(nodes=nodes, seconds=seconds, threads=threads),
    )  # fmt: skip
    try:
        with _bar() as progress:
            records = sweep.run(save, progress=progress)
    except KeyboardInterrupt:
        if save:
            typer.echo(f"stopped; the same command continues from {save}", err=True)
        raise
    if plot:
        analysis.draw_transition(records, plot)
    if format is arg.OutputFormat.text:
        typer.echo("\n".join(sweep_lines(records)))
    else:
        print_rows(records, format, str)


def sweep_lines(records: list[Any]) -> Iterator[str]:
    """A table per curve: quartiles of the nodes at each point, the backbone, and where the peak is."""
    for curve in analysis.curves(records):
        bones = curve.quantiles("backbone")
        yield f"{curve.label}: nodes to the first solution"
        yield f"{curve.axis:>8} {'25 %':>12} {'median':>12} {'75 %':>12} {'limited':>8}" + "  backbone" * bool(bones)
        for x, (low, middle, high) in curve.quantiles("nodes").items():
            limited = sum(record["stop"] == "limit" for record in curve.points[x])
            row = f"{x:8} {low:12,.0f} {middle:12,.0f} {high:12,.0f} {limited:8}"
            yield row + (f" {100 * bones[x][1]:7.0f} %" if x in bones else "")
        crossing = analysis.predicted_crossing(curve)
        yield f"the median peaks at {curve.axis} {curve.peak}" + (
            f"; one solution is expected at {crossing:.2f}" if crossing else ""
        )


def report_lines(found: analysis.Report) -> Iterator[str]:
    """The report for people, at most a screen."""
    puzzle, balance = found.puzzle, found.balance
    yield f"{puzzle}; {puzzle.cells} pieces, {puzzle.edges} edges"
    for where, histogram in (("frame", balance.frame), ("inner", balance.inner)):
        if histogram.counts:
            low, high = min(histogram.counts.values()), max(histogram.counts.values())
            yield (
                f"{where:8} {plural(histogram.colors, 'color')} on {histogram.sides} sides, {low} to {high} each;"
                f" chi2/df {histogram.chi2:.2f}, rarest {histogram.rarest:.2f} times below the mean"
            )
    alike = plural(found.copies, "duplicate")
    symmetric = f"{found.symmetric} self-symmetric ({found.symmetric_expected:.2f} expected at random)"
    yield f"pieces   {alike}, {symmetric}"
    style = "yes" if found.style.is_eternity else "no: " + "; ".join(found.style.faults)
    yield f"style    Eternity II: {style}"
    expected = f"10^{found.expected_random:.2f} solutions by color numbers"
    yield f"expected {expected}, {_power(found.expected)} by color counts"
    if found.crossing is not None:
        frame = plural(balance.frame.colors, "frame color")
        yield (
            f"predict  one solution expected at {found.crossing:.2f} inner colors with {frame};"
            f" this has {balance.inner.colors}"
        )
    yield f"hardness {found.verdict}"
    for tree in found.trees:
        size = f"{_number(tree.nodes):>9} nodes ({_number(tree.low)} to {_number(tree.high)})"
        if math.isinf(tree.nodes):
            size = "more than 10^308 nodes"
        yield f"tree     {tree.order:12} {size}, widest at {tree.widest} of {puzzle.cells} cells"


def _power(exponent: float) -> str:
    return "none" if math.isinf(exponent) else f"10^{exponent:.2f}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value < 1e6 else f"{value:.2g}"


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, nothing in a pipe."""
    console = Console(stderr=True)
    columns = (TextColumn("instances"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("sweep")
        yield lambda done, total: bar.update(task, completed=done, total=total)
