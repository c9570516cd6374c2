"""`edgematch convert`: carry a puzzle or a board from one format to another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, formats
from edgematch.cli import _arguments as arg
from edgematch.model import Board

EPILOG = """Examples:

`edgematch convert board.json --to bucas` &nbsp; prints an address for a viewer

`edgematch convert eternity2 pieces.txt --to plain`

`edgematch convert solution.txt board.json --puzzle puzzle.txt --from meta10`"""


def convert(
    source: Annotated[str, typer.Argument(metavar="PUZZLE|BOARD", help="A name, a path, an address or -.")],
    target: Annotated[Path | None, typer.Argument(help="The file to write; standard output when left out.")] = None,
    to: Annotated[
        str | None, typer.Option("--to", help="The format to write; found from the suffix when left out.")
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", help="The format to read; found from the text when left out.")
    ] = None,
    puzzle: arg.PuzzleOption = None,
    hints: arg.Hints = None,
    not_turnable: arg.NotTurnable = False,
    list_: Annotated[bool, typer.Option("--list", help="List the formats that can hold it, and stop.")] = False,
) -> None:
    """Convert a PUZZLE or BOARD to another format."""
    of = catalog.load_puzzle(puzzle) if puzzle else None
    thing = catalog.load(source, puzzle=of, turnable=False if not_turnable else None, format=from_)
    if hints is not None and not isinstance(thing, Board):
        thing = formats.with_hints(thing, hints)
    if list_:
        typer.echo("\n".join(formats.holding(thing)))
    elif target is None:
        typer.echo(formats.dump(thing, to or "native"), nl=False)
    else:
        formats.save(thing, target, to)
        typer.echo(f"written to {target}", err=True)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(convert)
