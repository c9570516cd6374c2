"""`edgematch best`: the highest score that can be reached in the time given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from getpass import getuser
from pathlib import Path
from typing import Annotated

import typer

import edgematch
from edgematch import catalog
from edgematch.bench.plots import score_over_time
from edgematch.cli import arguments as arg
from edgematch.cli.output import echo_board, spent
from edgematch.cli.run_search import SearchOptions, SearchRequest, check_board_file, request, search_and_report
from edgematch.errors import MissingDependency, OptionError
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model import Board
from edgematch.search import BEST, Found, Kept, Outcome
from edgematch.store import BoardFolder, is_store_url, open_store

app = arg.VerbApp()

KEPT_SCORES = 3
"""Of so many of the best scores a store keeps every board."""
PLOT_KINDS = (".svg", ".png", ".pdf")

EPILOG = """Examples:

`edgematch best eternity2-start --seconds 5`

`edgematch best eternity2-clues --seconds 5 --threads 2 --seed 7 --out boards`

`edgematch best demo-10x10 --seconds 2 --solver localsearch --plot scores.svg`

`edgematch best demo-10x10 --seconds 2 --out sqlite:///boards.db`, then `edgematch boards list --store boards.db`"""


@app.command(epilog=EPILOG)
def best(
    puzzle: arg.OptionalPuzzle = None,
    start: Annotated[str | None, typer.Option("--start", help="A board to begin with: a path, a URL or -.")] = None,
    out: Annotated[
        str | None,
        typer.Option(
            *arg.OUT,
            help="Write every improvement at once: to a folder, as JSON and URL; to the URL of a store; or the best "
            "board to a file whose suffix says how (.json, .url, .svg, .png).",
        ),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option("--keep", min=0, help="Write every board of this score or more, not only improvements."),
    ] = None,
    keep_best: Annotated[
        int | None,
        typer.Option(
            "--keep-best",
            min=0,
            help="Write every board of so many of the best scores, near misses too; 3 for a store, else 0.",
        ),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the score over time into this file (SVG, PNG or PDF).")
    ] = None,
    search: SearchOptions = SearchOptions(),
    reading: Reading = AS_WRITTEN,
) -> None:
    """Find a board of PUZZLE with as many matched edges as possible."""
    wanted = request(puzzle, BEST, search, reading=reading)
    if not wanted.task.goal.improve:
        raise OptionError(
            f"{search.resume} is not a search for the best board; resume it with `edgematch solve` or `count`"
        )
    if (keep is not None or keep_best) and out is not None and _is_file(out):
        raise OptionError("--keep and --keep-best write many boards: give a folder or the URL of a store with --out")
    if keep_best is None:
        keep_best = KEPT_SCORES if out is not None and is_store_url(out) else 0
    keep_board, scores = _keeper(out, wanted), ScorePlot(plot)

    def write(event: Found | Kept) -> None:
        if isinstance(event, Found):
            scores.note(event)
        keep_board(event.board)

    task = wanted.task.replace(start=_first_board(wanted, start))
    search_and_report(
        replace(wanted, task=task, keep=keep, keep_best=keep_best, on_board=write, after=scores.draw), _report
    )


def _is_file(out: str) -> bool:
    """Whether the best board goes to a file: the name has a suffix and is no folder."""
    return not is_store_url(out) and bool(Path(out).suffix) and not Path(out).is_dir()


def _keeper(out: str | None, wanted: SearchRequest) -> Callable[[Board], object]:
    """What to do with each improvement: put it into a folder, a store or a file, or nothing."""
    if out is None:
        return lambda board: None  # noqa: ARG005 - nothing is kept
    if is_store_url(out):
        store = open_store(out)
        return lambda board: store.boards.add(board, found_by=getuser(), solver=wanted.solver)
    if _is_file(out):
        check_board_file(Path(out), wanted.task.puzzle)
        return lambda board: edgematch.save(board, out)
    return BoardFolder(Path(out)).keep


def _first_board(wanted: SearchRequest, start: str | None) -> Board | None:
    """The board to begin with: the one named, or the best of the search that is resumed."""
    if start is not None:
        return Board(wanted.task.puzzle, catalog.load_board(start, wanted.task.puzzle).placements)
    return None if wanted.before is None else wanted.before.best


class ScorePlot:
    """The score over time, drawn at the end when a file was named."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.points = path, list[tuple[float, int]]()
        if path is None:
            return
        if path.suffix not in PLOT_KINDS:
            raise OptionError(f"a plot is written to a file ending in {', '.join(PLOT_KINDS)}, not to {path}")
        if not path.parent.is_dir():
            raise OptionError(f"the plot cannot be written to {path}: there is no folder {path.parent}")
        from importlib.util import find_spec

        if find_spec("matplotlib") is None:
            raise MissingDependency("plots need matplotlib: pip install 'edgematch[plot]'")

    def note(self, event: Found) -> None:
        """Remember when a board was found."""
        self.points.append((event.stats.seconds, event.board.score))

    def draw(self, outcome: Outcome) -> None:
        """Write the plot."""
        if self.path is not None:
            puzzle = None if outcome.best is None else outcome.best.puzzle
            score_over_time(
                self.points, self.path, until=outcome.stats.seconds, label=outcome.solver,
                title=puzzle.name if puzzle else "", most=puzzle.edges if puzzle else None,
            )  # fmt: skip


def _report(request: SearchRequest, outcome: Outcome) -> None:
    board = outcome.best
    if board is None:
        typer.echo(f"no board was found ({outcome.stop.value}); {spent(outcome)}")
        return
    echo_board(board, f"{board.score} of {request.task.puzzle.edges} edges match; {spent(outcome)}")
