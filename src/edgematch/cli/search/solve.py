"""`edgematch solve`: find solutions."""

from __future__ import annotations

from typing import Annotated

import typer

from edgematch.cli import arguments as arg
from edgematch.cli.output import echo_board, spent
from edgematch.cli.run_search import SearchOptions, SearchRequest, request, search_and_report
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.search import Goal, Outcome, Status
from edgematch.search.progress import plural

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch solve clue2` &nbsp; one solution, with the live board on a terminal

`edgematch solve demo-6x6 --all --format json` &nbsp; all of them, for a program

`edgematch solve eternity2 --seconds 2 --save run.json`, then `edgematch solve --resume run.json --seconds 2`

`edgematch solve demo-4x4 -o board.svg` &nbsp; the suffix decides what is written

`edgematch solve demo-5x5 --solver backtrack -O order=spiral-in`"""


@app.command(epilog=EPILOG)
def solve(
    puzzle: arg.OptionalPuzzle = None,
    all_: Annotated[bool, typer.Option("--all", help="Find all solutions, not only one.")] = False,
    want: Annotated[int, typer.Option("--want", help="Stop when this many are found.")] = 1,
    breaks: Annotated[int, typer.Option("--breaks", help="This many edges need not match.")] = 0,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    out: arg.BoardFile = None,
    search: SearchOptions = SearchOptions(),
    reading: Reading = AS_WRITTEN,
) -> None:
    """Find solutions of a PUZZLE."""
    goal = Goal(breaks=breaks, want=None if all_ else want, labelled=labelled)
    search_and_report(request(puzzle, goal, search, reading=reading, anchored=anchored, out=out), _report)


def _report(request: SearchRequest, outcome: Outcome) -> None:
    verdict = f"{_verdict(outcome)}; {spent(outcome)}"
    if outcome.best is not None:
        echo_board(outcome.best, verdict)
    else:
        typer.echo(verdict)
    if outcome.remaining and request.save:
        typer.echo(f"continue with: edgematch solve --resume {request.save}")


def _verdict(outcome: Outcome) -> str:
    found = plural(outcome.count, "solution")
    return {
        Status.UNKNOWN: f"no solution found, the search was not finished ({outcome.stop.value})",
        Status.SATISFIED: f"{found} found, there may be more",
        Status.UNSATISFIABLE: "there is no solution (proved)",
        Status.ALL_FOUND: f"{found}, no more exist",
        Status.OPTIMAL: f"{found}, the last is optimal",
    }[outcome.status]
