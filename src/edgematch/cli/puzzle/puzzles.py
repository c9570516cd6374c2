"""`edgematch puzzles`: the catalog."""

from __future__ import annotations

from typing import Annotated

import typer

from edgematch import catalog
from edgematch.catalog.records import score_records
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch puzzles`

`edgematch puzzles --format json`

`edgematch puzzles --records`"""


@app.command(epilog=EPILOG)
def puzzles(
    records: Annotated[bool, typer.Option("--records", help="List the best boards found with this package.")] = False,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """List the puzzles of the catalog, or the best boards found."""
    if records:
        _print_records(format)
        return
    rows = (
        {
            "name": entry.name, "width": entry.puzzle.width, "height": entry.puzzle.height,
            "colors": entry.puzzle.colors, "framed": entry.puzzle.framed, "turnable": entry.puzzle.turnable,
            "hints": len(entry.puzzle.hints), "about": entry.about, "source": entry.source,
        }
        for entry in catalog.describe()
    )  # fmt: skip
    print_rows(
        rows, format,
        lambda row: f"{row['name']:18} {row['width']:>2}x{row['height']:<2} {row['colors']:>2} colors  {row['about']}",
    )  # fmt: skip


def _print_records(format: arg.OutputFormat) -> None:
    """Each record with its board, scored again."""
    rows = (
        {
            "puzzle": record.puzzle, "score": record.loaded().score, "edges": record.edges, "seconds": record.seconds,
            "device": record.device, "command": record.command, "board": record.board,
        }
        for record in score_records()
    )  # fmt: skip
    print_rows(
        rows, format,
        lambda row: (
            f"{row['puzzle']:20} {row['score']:>3} of {row['edges']}  {row['seconds']:>4} s on {row['device']}: "
            f"{row['command']}"
        ),
    )  # fmt: skip
