"""`edgematch split` and `edgematch add`: a search in parts, and the sum of what became of them."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Annotated

import typer

from edgematch.cli import _arguments as arg
from edgematch.cli._searching import EXIT_CODES, choose_order, load_puzzle, plural, summary
from edgematch.errors import OptionError
from edgematch.search import Goal, Outcome, Stats, Task
from edgematch.store import load_run, save_run

EPILOG = """Examples:

`edgematch split clue1 --parts 8 --into parts` &nbsp; writes parts/part-1.json to part-8.json

`edgematch count --resume parts/part-3.json` &nbsp; on any machine

`edgematch add parts/*.json` &nbsp; when they are done"""


def split(
    puzzle: arg.PuzzleArgument,
    parts: Annotated[int, typer.Option("--parts", min=1, max=10_000, help="How many parts.")] = 8,
    into: Annotated[Path, typer.Option("--into", help="The folder of the files.")] = Path("parts"),
    order: Annotated[
        str, typer.Option("--order", help="The order of the cells, as in backtrack?order=...: a shape, auto, a file.")
    ] = "row",
    boards: Annotated[bool, typer.Option("--boards", help="Keep the solutions, not only their number.")] = False,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    hints: arg.Hints = None,
    not_turnable: arg.NotTurnable = False,
    seed: arg.Seed = 0,
) -> None:
    """Cut the search of a PUZZLE into parts of about equal size, each a file to --resume anywhere."""
    from edgematch.analyse.split import split_search

    what = load_puzzle(puzzle, hints=hints, not_turnable=not_turnable)
    goal = Goal(want=None, boards=boards, labelled=labelled)
    roots = what.anchors() if anchored else (what.start(),)
    order, cells = choose_order(order, Task(what, goal, roots=roots, seed=seed))
    cut = split_search(what, cells, parts=parts, labelled=labelled, roots=roots, seed=seed)
    laid = cut.laid + sum(root.count for root in roots)
    into.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(cut.parts, start=1):
        path = into / f"part-{number}.json"
        stats = Stats(nodes=laid if number == 1 else 0)
        solver = f"backtrack?order={order}" if order != "row" else "backtrack"
        save_run(path, Task(what, goal), Outcome(solver, remaining=part.roots, goal=goal, stats=stats))
        typer.echo(f"{path}: {plural(len(part.roots), 'root')}, about {part.nodes:.2g} nodes")


def add(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Searches of parts, as --save keeps them.")],
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Add up the searches of the parts of one puzzle."""
    import json

    runs = [load_run(path) for path in files]
    if len({(run.task.puzzle.digest, run.task.goal) for run in runs}) != 1:
        raise OptionError("these files are of different puzzles or goals")
    total = reduce(lambda a, b: a + b, (run.outcome for run in runs))
    if format is arg.OutputFormat.text:
        more = f", {plural(len(total.remaining), 'root')} not finished" if total.remaining else ""
        typer.echo(f"{plural(total.count, 'solution')}{more}; {plural(total.stats.nodes, 'node')} in {len(runs)} parts")
    else:
        typer.echo(json.dumps(summary(total)))
    raise typer.Exit(EXIT_CODES[total.status])


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command(epilog=EPILOG)(split)
    app.command(epilog=EPILOG)(add)
