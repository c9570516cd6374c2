"""`edgematch demo`: the main job end to end: solve a real puzzle, print the board, draw it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, render
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import Order, address, search, spent
from edgematch.errors import MissingDependency
from edgematch.formats import write_whole
from edgematch.model import Board
from edgematch.search import DEFAULT, Limits, Task

PUZZLE = "clue2"
"""The second clue puzzle of Eternity II: 72 pieces, solved in seconds."""


def demo(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go.")] = Path("demo"),
    puzzle: arg.OptionalPuzzle = PUZZLE,
    solver: arg.SolverOption = DEFAULT,
) -> None:
    """Solve a clue puzzle of Eternity II, print it, and write an SVG and a PNG of it."""
    chosen = catalog.load_puzzle(puzzle or PUZZLE)
    typer.echo(f"solving {chosen}")
    outcome = search(Order(Task(chosen), solver, Limits(seconds=300)))
    if outcome.best is None:
        typer.echo(f"no solution found; {spent(outcome)}")
        raise typer.Exit(1)
    typer.echo(render.text(outcome.best, color=sys.stdout.isatty()))
    typer.echo(spent(outcome))
    folder.mkdir(parents=True, exist_ok=True)
    for path in draw(outcome.best, folder / chosen.name):
        typer.echo(f"written to {path}")
    typer.echo(f"open in a viewer: {address(outcome.best)}")


def draw(board: Board, stem: Path) -> list[Path]:
    """Write the board as SVG, and as PNG where the extra is installed."""
    files = [stem.with_suffix(".svg")]
    write_whole(files[0], render.svg(board, caption=True))
    try:
        picture = render.png(board, caption=True)
    except MissingDependency as missing:
        typer.echo(f"no PNG: {missing}", err=True)
    else:
        files.append(stem.with_suffix(".png"))
        write_whole(files[1], picture)
    return files


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(demo)
