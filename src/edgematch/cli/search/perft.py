"""`edgematch perft`: the number of partial boards by depth."""

from __future__ import annotations

from typing import Annotated

import typer

from edgematch.analyse.perft import perft as count_by_depth
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json
from edgematch.cli.run_search import choose_order, load_puzzle
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.search import Goal, Task

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch perft eternity2 --depth 6`

`edgematch perft demo-6x6 --depth 36 --order spiral-in --labelled --format json`"""


@app.command(epilog=EPILOG)
def perft(
    puzzle: arg.PuzzleArgument,
    depth: Annotated[int, typer.Option("--depth", help="Count boards with up to this many filled cells.")] = 6,
    order: arg.CellOrder = "row",
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    hints: arg.Hints = None,
    reading: Reading = AS_WRITTEN,
    threads: arg.Threads = 1,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Count the partial boards of a PUZZLE by depth: the first cells of an order filled, all edges matched."""
    subject = load_puzzle(puzzle, hints=hints, reading=reading)
    roots = subject.anchors(labelled=labelled) if anchored else ()
    order, cells = choose_order(order, Task(subject, Goal(labelled=labelled), roots=roots))
    numbers = count_by_depth(subject, cells, depth=depth, labelled=labelled, roots=roots, threads=threads)
    if format is not arg.OutputFormat.text:
        print_json({"order": order, "labelled": labelled, "boards": numbers})
        return
    for filled, number in enumerate(numbers):
        typer.echo(f"{filled:5d} {number:24,}")
