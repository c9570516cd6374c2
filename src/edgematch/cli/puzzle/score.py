"""`edgematch score`: judge boards: matched edges, breaks, faults, hints."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from edgematch import catalog
from edgematch.catalog.judgement import judge
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, print_rows
from edgematch.errors import EdgeMatchError, FormatError
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model import Board
from edgematch.model.grid import cell_name
from edgematch.search.progress import plural

app = arg.VerbApp()

LONGEST_NAME = 60

EPILOG = """Examples:

`edgematch score board.json`

`edgematch score 'https://e2.bucas.name/#puzzle=...&board_edges=...'`

`edgematch score board.json --puzzle demo-4x4 --format json`"""


@app.command(epilog=EPILOG)
def score(
    boards: Annotated[list[str], typer.Argument(metavar="BOARD...", help="Paths, URLs or -; a file may hold several.")],
    puzzle: arg.PuzzleOption = None,
    format: arg.Format = arg.OutputFormat.text,
    reading: Reading = AS_WRITTEN,
) -> None:
    """Score BOARDs and list what is wrong with them.

    JSON output is one object for one board and a list for several. A board that cannot be read is reported on stderr;
    the others are still scored, and the exit code is 2.
    """
    of = catalog.load_puzzle(puzzle, reading=reading.without_format()) if puzzle else None
    rows: list[dict[str, Any]] = []
    failed = False
    for source in boards:
        try:
            for item in catalog.load_all(source, puzzle=of, reading=reading, wants="board"):
                failed |= _judge(item.name, item.thing, item.error, rows)
        except EdgeMatchError as error:
            failed = True
            typer.echo(f"error: {error}", err=True)
    if format is arg.OutputFormat.json and len(rows) == 1 and len(boards) == 1:
        print_json(rows[0])
    elif rows:
        print_rows(rows, format, lambda row: _text(row, named=len(rows) > 1 or failed))
    if failed:
        raise typer.Exit(2)


def _judge(name: str, thing: object, error: FormatError | None, rows: list[dict[str, Any]]) -> bool:
    """Add what there is to say about a board to the rows; whether it could not be judged."""
    if isinstance(thing, Board):
        rows.append({"source": name, **judge(thing)})
        return False
    problem = error or FormatError("this is a puzzle, not a board", source=name)
    typer.echo(f"error: {problem}", err=True)
    return True


def _text(row: dict[str, Any], *, named: bool) -> str:
    breaks, filled = plural(row["breaks"], "break"), f"{row['placed']} of {row['cells']} cells filled"
    source = row["source"]
    name = f"{source if len(source) <= LONGEST_NAME else '...' + source[-LONGEST_NAME:]}: " if named else ""
    lines = [f"{name}{row['score']} of {row['edges']} edges match ({breaks}, {filled}); puzzle {row['puzzle'] or '?'}"]
    hints = row["hints"]
    if hints["kept"] or hints["missed"]:
        kept, missed = (_cells(hints[key], row["width"]) for key in ("kept", "missed"))
        lines.append(f"hints kept: {kept}; missed: {missed}")
    lines += [f"fault: {fault}" for fault in row["faults"]]
    return "\n".join(lines)


def _cells(cells: list[int], width: int) -> str:
    return " ".join(cell_name(cell, width) for cell in cells) or "none"
