"""`edgematch perft`: how many partial boards there are by depth."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from edgematch.cli import _arguments as arg
from edgematch.cli._searching import choose_order, load_puzzle
from edgematch.search import Goal, Task

EPILOG = """Examples:

`edgematch perft eternity2 --depth 6`

`edgematch perft demo-6x6 --depth 36 --order spiral-in --labelled --format json`"""


def perft(
    puzzle: arg.PuzzleArgument,
    depth: Annotated[int, typer.Option("--depth", help="Count boards with up to so many filled cells.")] = 6,
    order: Annotated[
        str, typer.Option("--order", help="The order of the cells, as in backtrack?order=...: a shape, auto, a file.")
    ] = "row",
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    hints: arg.Hints = None,
    not_turnable: arg.NotTurnable = False,
    threads: arg.Threads = 1,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Print the number of partial boards of a PUZZLE by depth, in an order of the cells."""
    from edgematch.analyse.perft import perft as count_by_depth

    what = load_puzzle(puzzle, hints=hints, not_turnable=not_turnable)
    roots = what.anchors() if anchored else ()
    order, cells = choose_order(order, Task(what, Goal(labelled=labelled), roots=roots))
    numbers = count_by_depth(what, cells, depth=depth, labelled=labelled, roots=roots, threads=threads)
    if format is not arg.OutputFormat.text:
        typer.echo(json.dumps({"order": order, "labelled": labelled, "boards": numbers}))
        return
    for filled, number in enumerate(numbers):
        typer.echo(f"{filled:5d} {number:24,}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(perft)
