"""`edgematch show`: look at a puzzle or a board, on the terminal or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, render
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import address
from edgematch.errors import OptionError
from edgematch.formats import write_whole
from edgematch.model import Board, Puzzle

EPILOG = """Examples:

`edgematch show clue1` &nbsp; the pieces on the terminal

`edgematch show board.json -o board.svg --numbers` &nbsp; a picture (svg, png, html)

`edgematch show clue1 --sheet -o pieces.pdf` &nbsp; pieces to cut out (pdf or svg)"""


def show(
    source: Annotated[str, typer.Argument(metavar="PUZZLE|BOARD", help="A name, a path, an address or -.")],
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
    thing = catalog.load(source, puzzle=catalog.load_puzzle(puzzle) if puzzle else None)
    if out is None:
        if sheet:
            raise OptionError("a sheet is written to a file: give -o pieces.pdf")
        typer.echo(render.text(thing, color=sys.stdout.isatty() if color is None else color))
        return
    _write(thing, out, numbers=numbers, size=size, sheet=sheet, seed=seed)
    typer.echo(f"written to {out}")


def _write(thing: Puzzle | Board, out: Path, *, numbers: bool, size: int | None, sheet: bool, seed: int) -> None:
    suffix = out.suffix.lower()
    if sheet:
        content = render.sheet(thing.puzzle if isinstance(thing, Board) else thing, numbers=numbers, seed=seed)
        write_whole(out, content)
    elif suffix == ".svg":
        write_whole(out, render.svg(thing, numbers=numbers, size=size, caption=True))
    elif suffix == ".png":
        write_whole(out, render.png(thing, numbers=numbers, size=size, caption=True))
    elif suffix in (".html", ".htm"):
        write_whole(out, render.html(thing, links=_links(thing)))
    else:
        raise OptionError(f"no picture has the suffix {suffix!r}: use .svg, .png or .html (.pdf or .svg for a sheet)")


def _links(thing: Puzzle | Board) -> list[str]:
    url = address(thing) if isinstance(thing, Board) else None
    return [url] if url else []


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(show)
