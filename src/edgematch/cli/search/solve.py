"""`edgematch solve`: find solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edgematch import formats
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import Order, echo_board, limits, order, plural, search_and_report, spent
from edgematch.search import Goal, Outcome, Status

EPILOG = """Examples:

`edgematch solve clue2` &nbsp; one solution, with the live board on a terminal

`edgematch solve demo-6x6 --all --format json` &nbsp; all of them, for a program

`edgematch solve eternity2 --seconds 60 --save run.json`, then `edgematch solve --resume run.json`

`edgematch solve - --solver plain < puzzle.txt`"""


def solve(
    puzzle: arg.OptionalPuzzle = None,
    solver: arg.SolverOrResumed = None,
    all_: Annotated[bool, typer.Option("--all", help="Find all solutions, not only one.")] = False,
    want: Annotated[int, typer.Option("--want", help="Stop when so many are found.")] = 1,
    breaks: Annotated[int, typer.Option("--breaks", help="So many edges need not match.")] = 0,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    hints: arg.Hints = None,
    not_turnable: arg.NotTurnable = False,
    seconds: arg.Seconds = None,
    nodes: arg.Nodes = None,
    memory: arg.Memory = None,
    threads: arg.Threads = 1,
    seed: arg.Seed = 0,
    save: arg.Save = None,
    resume: arg.Resume = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the best board to this file (native JSON).")
    ] = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Find solutions of a PUZZLE."""
    goal = Goal(breaks=breaks, want=None if all_ else want, labelled=labelled)
    wish = order(
        puzzle, goal, solver=solver, limits=limits(seconds, nodes, memory, threads), hints=hints,
        not_turnable=not_turnable, anchored=anchored, seed=seed, format=format, save=save, resume=resume,
    )  # fmt: skip
    search_and_report(wish, lambda wish, outcome: _report(wish, outcome, out=out))


def _report(wish: Order, outcome: Outcome, *, out: Path | None) -> None:
    best = outcome.best
    if best is not None:
        echo_board(best)
    if best is not None and out is not None:
        formats.save(best, out, "native")
        typer.echo(f"written to {out}")
    typer.echo(f"{_verdict(outcome)}; {spent(outcome)}")
    if outcome.remaining and wish.save:
        typer.echo(f"go on with: edgematch solve --resume {wish.save}")


def _verdict(outcome: Outcome) -> str:
    found = plural(outcome.count, "solution")
    return {
        Status.UNKNOWN: f"no solution found, the search was not finished ({outcome.stop.value})",
        Status.SATISFIED: f"{found} found, there may be more",
        Status.UNSATISFIABLE: "there is no solution (proved)",
        Status.ALL_FOUND: f"{found}, all there are",
        Status.OPTIMAL: f"{found}, the last is optimal",
    }[outcome.status]


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(solve)
