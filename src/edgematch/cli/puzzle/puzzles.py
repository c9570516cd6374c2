"""`edgematch puzzles`: the catalog."""

from __future__ import annotations

from edgematch import catalog
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch puzzles`

`edgematch puzzles --format json`"""


@app.command(epilog=EPILOG)
def puzzles(format: arg.Format = arg.OutputFormat.text) -> None:
    """List the puzzles of the catalog."""
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
