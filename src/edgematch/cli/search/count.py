"""`edgematch count`: how many solutions there are."""

from __future__ import annotations

import typer

from edgematch.analyse import turns_of_a_solution
from edgematch.cli import arguments as arg
from edgematch.cli.output import spent
from edgematch.cli.run_search import SearchOptions, SearchRequest, request, search_and_report
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.search import Goal, Outcome
from edgematch.search.progress import plural

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch count demo-6x6`

`edgematch count demo-6x6 --labelled --threads 2` &nbsp; as the literature counts

`edgematch count clue3 --anchored --seconds 2 --save count.json`"""


@app.command(epilog=EPILOG)
def count(
    puzzle: arg.OptionalPuzzle = None,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    search: SearchOptions = SearchOptions(),
    reading: Reading = AS_WRITTEN,
) -> None:
    """Count the solutions of a PUZZLE.

    Two boards that look the same are one solution; --labelled counts identical pieces as different.
    """
    goal = Goal(want=None, boards=False, labelled=labelled)
    search_and_report(request(puzzle, goal, search, reading=reading, anchored=anchored), _report)


def _report(request: SearchRequest, outcome: Outcome) -> None:
    more = " or more (not finished)" if outcome.remaining else ""
    typer.echo(f"{plural(outcome.count, 'solution')}{more}{_up_to_turning(request, outcome)}; {spent(outcome)}")
    if outcome.remaining and request.save:
        typer.echo(f"continue with: edgematch count --resume {request.save}")


def _up_to_turning(request: SearchRequest, outcome: Outcome) -> str:
    """The number up to turning the board, where turning maps solutions to other solutions."""
    task = request.task
    copies = turns_of_a_solution(task.puzzle, labelled=task.goal.labelled)
    if outcome.remaining or not outcome.count or copies == 1:
        return ""
    if task.roots not in ((task.puzzle.start(),), task.puzzle.anchors(labelled=task.goal.labelled)):
        return ""
    if any(root.count for root in task.roots):
        return f" up to turning the board ({outcome.count * copies:,} in all)"
    return f" ({outcome.count // copies:,} up to turning the board)"
