"""`edgematch polish`: complete the last cells of a board, or those around its breaks, with as few breaks as possible."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

from edgematch import catalog
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import Order, echo_board, limits, plural, search_and_report, spent
from edgematch.model import Board
from edgematch.search import BEST, Outcome, Task

EPILOG = """Examples:

`edgematch polish board.json --free 12` &nbsp; the best over the 12 cells nearest to breaks, proved

`edgematch polish partial.json --free 0` &nbsp; only the cells that are empty"""


def polish(
    board: Annotated[str, typer.Argument(metavar="BOARD", help="A path, an address or -.")],
    free: Annotated[
        int, typer.Option("--free", min=0, help="Lay so many cells anew: the empty ones, then those nearest to breaks.")
    ] = 12,
    puzzle: arg.PuzzleOption = None,
    seconds: arg.Seconds = 60,
    nodes: arg.Nodes = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Complete a BOARD exactly over some of its cells."""
    given = catalog.load_board(board, catalog.load_puzzle(puzzle) if puzzle else None)
    cells = cells_to_free(given, free)
    task = Task(given.puzzle, BEST, roots=(given.without(cells),), beat=given.score if given.is_complete else -1)
    wish = Order(task, "endgame", limits(seconds, nodes, None, 1), format)
    search_and_report(wish, lambda _, outcome: _report(given, len(cells), outcome))


def cells_to_free(board: Board, count: int) -> list[int]:
    """The empty cells and, up to `count` in all, those nearest to empty cells and breaks; hints stay."""
    width, empty = board.puzzle.width, set(np.flatnonzero(~board.filled).tolist())
    sources = sorted(empty | {cell for edge in board.broken_edges() for cell in edge})
    if not sources:
        return []
    rows, columns = np.divmod(np.arange(board.puzzle.cells), width)
    at = np.array(sources)
    away = (abs(rows[:, None] - rows[at]) + abs(columns[:, None] - columns[at])).min(axis=1)
    near = sorted(range(board.puzzle.cells), key=lambda cell: (cell not in empty, int(away[cell]), cell))
    return [cell for cell in near if cell not in board.puzzle.hints][: max(count, len(empty))]


def _report(given: Board, cells: int, outcome: Outcome) -> None:
    best = outcome.best
    proved = "" if outcome.remaining else ", proved the best there is over them"
    if best is None:
        typer.echo(f"nothing better than {given.score} over {plural(cells, 'cell')}{proved}; {spent(outcome)}")
        return
    echo_board(best)
    typer.echo(f"{given.score} -> {best.score} over {plural(cells, 'cell')}{proved}; {spent(outcome)}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(polish)
