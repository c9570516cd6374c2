"""`edgematch count`: how many solutions there are."""

from __future__ import annotations

import typer

from edgematch.cli import _arguments as arg
from edgematch.cli._searching import Order, limits, order, plural, search_and_report, spent
from edgematch.model import Puzzle
from edgematch.search import Goal, Outcome

EPILOG = """Examples:

`edgematch count demo-6x6`

`edgematch count puzzle.txt --labelled --threads 2` &nbsp; as the literature counts

`edgematch count clue3 --anchored --save count.json`"""


def count(
    puzzle: arg.OptionalPuzzle = None,
    solver: arg.SolverOrResumed = None,
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
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Count the solutions of a PUZZLE.

    Two boards that look the same are one solution; --labelled tells identical pieces apart.
    """
    wish = order(
        puzzle, Goal(want=None, boards=False, labelled=labelled), solver=solver,
        limits=limits(seconds, nodes, memory, threads), hints=hints, not_turnable=not_turnable, anchored=anchored,
        seed=seed, format=format, save=save, resume=resume,
    )  # fmt: skip
    search_and_report(wish, _report)


def _report(wish: Order, outcome: Outcome) -> None:
    more = " or more (not finished)" if outcome.remaining else ""
    typer.echo(f"{plural(outcome.count, 'solution')}{more}{_turning(wish, outcome)}; {spent(outcome)}")
    if outcome.remaining and wish.save:
        typer.echo(f"go on with: edgematch count --resume {wish.save}")


def _turning(wish: Order, outcome: Outcome) -> str:
    """The number up to turning the board, where turning maps solutions to other solutions."""
    copies = turns_of_a_solution(wish.task.puzzle)
    if outcome.remaining or not outcome.count or copies == 1:
        return ""
    if wish.task.roots not in ((wish.task.puzzle.start(),), wish.task.puzzle.anchors()):
        return ""
    if any(root.count for root in wish.task.roots):
        return f" up to turning the board ({outcome.count * copies:,} in all)"
    return f" ({outcome.count // copies:,} up to turning the board)"


def turns_of_a_solution(puzzle: Puzzle) -> int:
    """How many different solutions each solution becomes by turning the board: known when a corner piece is unique."""
    anchors = puzzle.anchors()
    if any(not anchor.count for anchor in anchors) or puzzle.hints:
        return 1
    pinned = next(placement for _, placement in anchors[0].placed()) // 4
    unique = int((puzzle.kinds == puzzle.kinds[pinned]).sum()) == 1
    return (4 if len(anchors) == 1 else 2) if unique else 1


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(count)
