"""`edgematch decode`: turn what another solver printed into a board, scored."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from edgematch.cli import _arguments as arg
from edgematch.encodings import decoding
from edgematch.errors import FormatError
from edgematch.model import Board

IMPOSSIBLE = 3
EPILOG = """Examples:

`edgematch decode puzzle.cnf kissat.out`

`cbc puzzle.lp solve solu puzzle.sol; edgematch decode puzzle.lp puzzle.sol -o board.json`"""


def decode(
    file: Annotated[Path, typer.Argument(help="The file that `encode` wrote (or its map).")],
    solution: Annotated[Path, typer.Argument(help="What the solver printed, or - for standard input.")],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Also write the board to this file.")] = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Turn the output of an external solver (SOLUTION, for FILE) into a board, scored."""
    board = decoding.decode(decoding.read_map(file), _text(solution))
    if board is None:
        typer.echo("the solver says that there is no solution", err=True)
        raise typer.Exit(IMPOSSIBLE)
    if format is arg.OutputFormat.text:
        typer.echo(str(board))
        typer.echo("\n".join(board.faults()), nl=bool(board.faults()))
    else:
        typer.echo(json.dumps(_facts(board)))
    if output is not None:
        from edgematch import formats

        formats.save(board, output)


def _facts(board: Board) -> dict[str, object]:
    return {
        "score": board.score,
        "edges": board.puzzle.edges,
        "joins": board.puzzle.edges,  # the former name, kept for readers of older output
        "breaks": board.breaks,
        "filled": board.count,
        "faults": board.faults(),
        "placements": board.placements.tolist(),
    }


def _text(path: Path) -> str:
    if str(path) == "-":
        return sys.stdin.read()
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise FormatError(f"cannot read {path}: {error.strerror}") from None


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(decode)
