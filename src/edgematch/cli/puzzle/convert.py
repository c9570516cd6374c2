"""`edgematch convert`: write a puzzle or a board in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, formats
from edgematch.cli import arguments as arg
from edgematch.cli.output import write_file
from edgematch.errors import OptionError
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
    out: Annotated[Path | None, typer.Option(*arg.OUT, help="The file to write, as an option.")] = None,
    to: Annotated[
        str | None, typer.Option("--to", help="The format to write; the suffix decides when left out.")
    ] = None,
    puzzle: arg.PuzzleOption = None,
    hints: arg.Hints = None,
    list_: Annotated[bool, typer.Option("--list", help="List the formats that can hold it, and stop.")] = False,
    reading: Reading = AS_WRITTEN,
) -> None:
    """Convert a PUZZLE or BOARD to another format."""
    if target and out:
        raise OptionError(f"one file can be written, not both {target} and {out}")
    file = target or out
    of = catalog.load_puzzle(puzzle, reading=reading.without_format()) if puzzle else None
    subject = catalog.load(source, puzzle=of, reading=reading)
    if hints is not None and not isinstance(subject, Board):
        subject = formats.with_hints(subject, hints)
    if list_:
        typer.echo("\n".join(formats.holding(subject)))
    elif file is None:
        typer.echo(formats.dump(subject, to or "native"), nl=False)
    elif to is None:
        write_file(subject, file)
    else:
        formats.save(subject, file, to)
        typer.echo(f"written to {file}", err=True)
