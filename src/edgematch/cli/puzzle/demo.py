"""`edgematch demo`: solve a real puzzle, print the board, draw it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, draw, formats
from edgematch.cli import arguments as arg
from edgematch.cli.output import echo_picture, spent
from edgematch.cli.run_search import SearchRequest, search
from edgematch.errors import MissingDependency
from edgematch.files import make_folder
from edgematch.search import DEFAULT, Limits, Task

app = arg.VerbApp()

PUZZLE = "clue2"
"""The second clue puzzle of Eternity II: 72 pieces, solved in seconds."""

EPILOG = """Examples:

`edgematch demo`

`edgematch demo pictures demo-5x5`"""


@app.command(epilog=EPILOG)
def demo(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go.")] = Path("demo"),
    puzzle: arg.OptionalPuzzle = PUZZLE,
    solver: arg.SolverOption = DEFAULT,
) -> None:
    """Solve a clue puzzle of Eternity II, print it, and write an SVG and a PNG of it."""
    chosen = catalog.load_puzzle(puzzle or PUZZLE)
    typer.echo(f"solving {chosen}")
    outcome = search(SearchRequest(Task(chosen), solver, Limits(seconds=300)), [])
    if outcome.best is None:
        typer.echo(f"no solution found; {spent(outcome)}")
        raise typer.Exit(1)
    echo_picture(outcome.best)
    typer.echo(spent(outcome))
    make_folder(folder)
    for suffix in (".svg", ".png"):
        path = folder / f"{chosen.name}{suffix}"
        try:
            draw(outcome.best, str(path))
        except MissingDependency as missing:
            typer.echo(f"no {suffix} picture: {missing}", err=True)
        else:
            typer.echo(f"written to {path}")
    typer.echo(f"open in a viewer: {formats.viewer_url(outcome.best)}")
