"""`edgematch decode`: turn what another solver printed into a board and score it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from edgematch.catalog.judgement import judge
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, write_file
from edgematch.encodings import decoding
from edgematch.errors import FormatError

app = arg.VerbApp()

IMPOSSIBLE = 3
EPILOG = """Examples:

`edgematch encode demo-4x4 --to cnf -o demo.cnf`, then `cadical demo.cnf > demo.out`

`edgematch decode demo.cnf demo.out -o board.svg`"""


@app.command(epilog=EPILOG)
def decode(
    file: Annotated[Path, typer.Argument(help="The file that `encode` wrote (or its map).")],
    solution: Annotated[Path, typer.Argument(help="What the solver printed, or - for standard input.")],
    out: arg.BoardFile = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Turn the output of an external solver (SOLUTION, for FILE) into a board and score it."""
    board = decoding.decode(decoding.read_map(file), _text(solution))
    if board is None:
        typer.echo("the solver reports that there is no solution", err=True)
        raise typer.Exit(IMPOSSIBLE)
    if format is arg.OutputFormat.text:
        typer.echo(str(board))
        typer.echo("\n".join(board.faults()), nl=bool(board.faults()))
    else:
        print_json(judge(board) | {"filled": board.count, "placements": board.placements.tolist()})
    if out is not None:
        write_file(board, out)


def _text(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.read()
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FormatError(f"cannot read {path}: {error.strerror}") from None
