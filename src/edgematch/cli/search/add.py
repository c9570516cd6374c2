"""`edgematch add`: the sum of the searches of the parts of one puzzle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, summary
from edgematch.cli.run_search import EXIT_CODES
from edgematch.search.progress import plural
from edgematch.store import add_runs

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch split demo-6x6 --parts 2 --into parts`

`edgematch count --resume parts/part-1.json` &nbsp; each part, on any machine

`edgematch add parts/part-1.json parts/part-2.json` &nbsp; when they are done"""


@app.command(epilog=EPILOG)
def add(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Searches of parts, as --save keeps them.")],
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Add up the searches of the parts of one puzzle."""
    total = add_runs(files)
    if format is arg.OutputFormat.text:
        more = f", {plural(len(total.remaining), 'root')} not finished" if total.remaining else ""
        nodes = plural(total.stats.nodes, "node")
        typer.echo(f"{plural(total.count, 'solution')}{more}; {nodes} in {plural(len(files), 'part')}")
    else:
        print_json(summary(total))
    raise typer.Exit(EXIT_CODES[total.status])
