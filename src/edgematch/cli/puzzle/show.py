"""`edgematch show`: look at a puzzle or a board, on the terminal or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, draw, render
from edgematch.cli import arguments as arg
from edgematch.errors import OptionError

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch show clue1` &nbsp; the pieces on the terminal

`edgematch show board.json -o board.svg --numbers` &nbsp; a picture (svg, png, html)

`edgematch show clue1 --sheet -o pieces.pdf` &nbsp; pieces to cut out"""


@app.command(epilog=EPILOG)
def show(
    source: Annotated[str, typer.Argument(metavar="PUZZLE|BOARD", help="A name, a path, a URL or -.")],
    puzzle: arg.PuzzleOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a picture: .svg, .png, .html (.pdf for a sheet).")
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="Write piece numbers into the picture.")] = False,
    size: Annotated[int | None, typer.Option("--size", help="The longer side of the picture in pixels.")] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Draw the pieces, shuffled, to print and cut out.")] = False,
    seed: arg.Seed = 0,
    color: Annotated[
        bool | None, typer.Option("--color/--no-color", help="Colors on the terminal; default: when it is one.")
    ] = None,
) -> None:
    """Show a PUZZLE or a BOARD."""
    subject = catalog.load(source, puzzle=catalog.load_puzzle(puzzle) if puzzle else None)
    if out is None:
        if sheet:
            raise OptionError("a sheet is written to a file: give -o pieces.pdf")
        typer.echo(render.text(subject, color=sys.stdout.isatty() if color is None else color))
        return
    draw(subject, str(out), numbers=numbers, size=size, sheet=sheet, seed=seed)
    typer.echo(f"written to {out}", err=True)
