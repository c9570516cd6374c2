"""`edgematch score`: judge boards: matched edges, breaks, faults, hints."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from edgematch import catalog
from edgematch.catalog.judgement import judge
from edgematch.cli import arguments as arg
from edgematch.cli.output import plural, print_json, print_rows, shorten
from edgematch.errors import EdgeMatchError

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch score board.json`

`edgematch score 'https://e2.bucas.name/#puzzle=...&board_edges=...'`

`edgematch score board.json --puzzle demo-4x4 --format json`"""


@app.command(epilog=EPILOG)
def score(
    boards: Annotated[list[str], typer.Argument(metavar="BOARD...", help="Paths, URLs or -.")],
    puzzle: arg.PuzzleOption = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Score BOARDs and list what is wrong with them.

    JSON output is one object for one board and a list for several. A board that cannot be read is reported on stderr;
    the others are still scored, and the exit code is 2.
    """
    of = catalog.load_puzzle(puzzle) if puzzle else None
    rows, failed = [], False
    for source in boards:
        try:
            rows.append({"source": source, **judge(catalog.load_board(source, of))})
        except EdgeMatchError as error:
            failed = True
            typer.echo(f"error: {error}", err=True)
    if format is arg.OutputFormat.json and len(boards) == 1 and rows:
        print_json(rows[0])
    elif rows:
        print_rows(rows, format, lambda row: _text(row, named=len(boards) > 1))
    if failed:
        raise typer.Exit(2)


def _text(row: dict[str, Any], *, named: bool) -> str:
    breaks, filled = plural(row["breaks"], "break"), f"{row['placed']} of {row['cells']} cells filled"
    name = f"{shorten(row['source'])}: " if named else ""
    lines = [f"{name}{row['score']} of {row['edges']} edges match ({breaks}, {filled}); puzzle {row['puzzle'] or '?'}"]
    hints = row["hints"]
    if hints["kept"] or hints["missed"]:
        lines.append(f"hints kept at cells {hints['kept']}, missed at {hints['missed']}")
    lines += [f"fault: {fault}" for fault in row["faults"]]
    return "\n".join(lines)
