"""`edgematch best`: the highest score that can be had in the time given."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, formats
from edgematch.bench.plots import score_over_time
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import Order, address, echo_board, limits, load_puzzle, search_and_report, spent
from edgematch.errors import OptionError
from edgematch.model import Board
from edgematch.search import BEST, Found, Outcome, Task

PLOT_KINDS = (".svg", ".png", ".pdf")

EPILOG = """Examples:

`edgematch best eternity2-start --seconds 60`

`edgematch best eternity2-clues --seconds 600 --threads 2 --seed 7 --out boards`

`edgematch best puzzle.txt --start board.json --solver localsearch --plot climb.svg`"""


def best(
    puzzle: arg.PuzzleArgument,
    solver: arg.SolverOption = "hunt",
    start: Annotated[
        str | None, typer.Option("--start", help="A board to begin with: a path, an address or -.")
    ] = None,
    hints: arg.Hints = None,
    not_turnable: arg.NotTurnable = False,
    seconds: arg.Seconds = None,
    nodes: arg.Nodes = None,
    memory: arg.Memory = None,
    threads: arg.Threads = 1,
    seed: arg.Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write every improvement to this folder at once, as JSON and URL."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw the score over time into this file (SVG, PNG or PDF).")
    ] = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Find a board of PUZZLE with as many matched edges as possible."""
    subject = load_puzzle(puzzle, hints=hints, not_turnable=not_turnable)
    begin = None if start is None else Board(subject, catalog.load_board(start, subject).placements)
    folder, climb = None if out is None else BoardFolder(out), Climb(plot)

    def keep(event: Found) -> None:
        climb.note(event)
        if folder is not None:
            folder.keep(event.board)

    wish = Order(
        Task(subject, BEST, start=begin, seed=seed), solver, limits(seconds, nodes, memory, threads), format,
        on_found=keep,
    )  # fmt: skip

    def report(wish: Order, outcome: Outcome) -> None:
        _report(wish, outcome)
        climb.draw(outcome)

    search_and_report(wish, report)


class Climb:
    """The score over time, drawn at the end when a file was named."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.points = path, list[tuple[float, int]]()
        if path is not None and path.suffix not in PLOT_KINDS:
            raise OptionError(f"a plot is written to a file ending in {', '.join(PLOT_KINDS)}, not to {path}")

        if path is not None and not path.parent.is_dir():
            raise OptionError(f"the plot cannot be written to {path}: there is no folder {path.parent}")

    def note(self, event: Found) -> None:
        """Remember when a board was found."""
        self.points.append((event.stats.seconds, event.board.score))

    def draw(self, outcome: Outcome) -> None:
        """Write the plot."""
        if self.path is not None:
            score_over_time(self.points, self.path, until=outcome.stats.seconds, label=outcome.solver)


class BoardFolder:
    """A folder of boards: two files each, named by score and content, so that equal boards are kept once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"boards cannot be written to {path}: {error.strerror}") from None

    def keep(self, board: Board) -> None:
        """Write the board, if it is not there already."""
        content = hashlib.sha256(board.canonical().placements.tobytes()).hexdigest()[:12]
        stem = self.path / f"{board.score:04d}-{content}"
        if stem.with_suffix(".json").exists():
            return
        link = address(board)
        if link is not None:
            formats.write_whole(stem.with_suffix(".url"), link + "\n")
        formats.save(board, stem.with_suffix(".json"), "native")


def _report(wish: Order, outcome: Outcome) -> None:
    board = outcome.best
    if board is None:
        typer.echo(f"no board was found ({outcome.stop.value}); {spent(outcome)}")
        return
    echo_board(board)
    typer.echo(f"{board.score} of {wish.task.puzzle.edges} edges match; {spent(outcome)}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(best)
