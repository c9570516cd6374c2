"""`edgematch split`: a search in parts of about equal size, each a file that can be resumed anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch.analyse.split import split_search
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows
from edgematch.cli.run_search import choose_order, load_puzzle
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.search import Goal, Task
from edgematch.search.progress import plural
from edgematch.store import save_parts

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch split demo-6x6 --parts 4 --into parts` &nbsp; writes parts/part-1.json to parts/part-4.json

`edgematch count --resume parts/part-3.json` &nbsp; each part, on any machine

`edgematch add parts/part-1.json parts/part-3.json` &nbsp; when they are done"""


@app.command(epilog=EPILOG)
def split(
    puzzle: arg.PuzzleArgument,
    parts: Annotated[int, typer.Option("--parts", min=1, max=10_000, help="How many parts.")] = 8,
    into: Annotated[Path, typer.Option("--into", help="The folder of the files.")] = Path("parts"),
    order: arg.CellOrder = "row",
    boards: Annotated[bool, typer.Option("--boards", help="Keep the solutions, not only their number.")] = False,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    hints: arg.Hints = None,
    reading: Reading = AS_WRITTEN,
    seed: arg.Seed = 0,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Split the search of a PUZZLE into parts of about equal size, each a file to --resume anywhere."""
    subject = load_puzzle(puzzle, hints=hints, reading=reading)
    goal = Goal(want=None, boards=boards, labelled=labelled)
    roots = subject.anchors(labelled=labelled) if anchored else (subject.start(),)
    order, cells = choose_order(order, Task(subject, goal, roots=roots, seed=seed))
    cut = split_search(subject, cells, parts=parts, labelled=labelled, roots=roots, seed=seed)
    spent = cut.placed + sum(root.count for root in roots)
    solver = f"backtrack?order={order}" if order != "row" else "backtrack"
    files = save_parts(into, Task(subject, goal), [part.roots for part in cut.parts], solver=solver, nodes=spent)
    rows = [
        {"file": str(path), "roots": len(part.roots), "nodes": part.nodes}
        for path, part in zip(files, cut.parts, strict=True)
    ]
    print_rows(
        rows, format, lambda row: f"{row['file']}: {plural(row['roots'], 'root')}, about {row['nodes']:.2g} nodes"
    )
