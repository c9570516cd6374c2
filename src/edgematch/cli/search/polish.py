"""`edgematch polish`: fill the empty cells of a board, and those around its breaks, with as few breaks as possible."""

from __future__ import annotations

from typing import Annotated

import typer

from edgematch import catalog
from edgematch.analyse import cells_to_free, polish_task
from edgematch.cli import arguments as arg
from edgematch.cli.output import echo_board, spent
from edgematch.cli.run_search import SearchRequest, search_and_report
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model import Board
from edgematch.search import Limits, Outcome
from edgematch.search.progress import plural

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch polish board.json --free 12` &nbsp; the best over the 12 cells nearest to breaks, proved

`edgematch polish board.json --free 0 -o polished.json` &nbsp; only the cells that are empty"""


@app.command(epilog=EPILOG)
def polish(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="A path, a URL or -.")],
    free: Annotated[
        int, typer.Option("--free", min=0, help="Fill this many cells again: empty ones, then those nearest to breaks.")
    ] = 12,
    puzzle: arg.PuzzleOption = None,
    reading: Reading = AS_WRITTEN,
    seconds: arg.Seconds = 60,
    nodes: arg.Nodes = None,
    out: arg.BoardFile = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Fill some cells of a BOARD optimally; the others stay as they are."""
    given = catalog.load_board(
        board, catalog.load_puzzle(puzzle, reading=reading.without_format()) if puzzle else None, reading=reading
    )
    cells = cells_to_free(given, free)
    wanted = SearchRequest(polish_task(given, cells), "endgame", Limits(seconds=seconds, nodes=nodes), format, out=out)
    search_and_report(wanted, lambda _, outcome: _report(given, len(cells), outcome))


def _report(given: Board, cells: int, outcome: Outcome) -> None:
    best = outcome.best
    proved = "" if outcome.remaining else ", proved optimal over them"
    if best is None:
        typer.echo(f"nothing better than {given.score} over {plural(cells, 'cell')}{proved}; {spent(outcome)}")
        return
    echo_board(best, f"{given.score} -> {best.score} over {plural(cells, 'cell')}{proved}; {spent(outcome)}")
