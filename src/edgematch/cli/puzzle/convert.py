"""`edgematch convert`: write a puzzle or a board in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, formats
from edgematch.cli import arguments as arg
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model import Board

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch convert board.json --to bucas` &nbsp; prints a URL for a viewer

`edgematch convert eternity2 pieces.txt --to plain`

`edgematch convert board.json board.sol --puzzle demo-4x4 --from native`"""


@app.command(epilog=EPILOG)
def convert(
    source: Annotated[str, typer.Argument(metavar="PUZZLE|BOARD", help="A name, a path, a URL or -.")],
    target: Annotated[Path | None, typer.Argument(help="The file to write; standard output when left out.")] = None,
    to: Annotated[
        str | None, typer.Option("--to", help="The format to write; the suffix decides when left out.")
    ] = None,
    puzzle: arg.PuzzleOption = None,
    hints: arg.Hints = None,
    list_: Annotated[bool, typer.Option("--list", help="List the formats that can hold it, and stop.")] = False,
    reading: Reading = AS_WRITTEN,
) -> None:
    """Convert a PUZZLE or BOARD to another format."""
    of = catalog.load_puzzle(puzzle) if puzzle else None
    subject = catalog.load(source, puzzle=of, reading=reading)
    if hints is not None and not isinstance(subject, Board):
        subject = formats.with_hints(subject, hints)
    if list_:
        typer.echo("\n".join(formats.holding(subject)))
    elif target is None:
        typer.echo(formats.dump(subject, to or "native"), nl=False)
    else:
        formats.save(subject, target, to)
        typer.echo(f"written to {target}", err=True)
