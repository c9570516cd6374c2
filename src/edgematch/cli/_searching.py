"""Running a search from the command line: resume, save, signals, live progress, results, exit code.

All verbs that search (`solve`, `count` and others) come through `search_and_report`.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from edgematch import catalog, formats, render
from edgematch.cli._arguments import OutputFormat
from edgematch.cli._live import LiveBoard
from edgematch.errors import EdgeMatchError, OptionError
from edgematch.model import Board, Puzzle
from edgematch.search import DEFAULT, Checkpoint, Done, Found, Goal, Limits, Outcome, Progress, Run, Status, Task
from edgematch.store import SavedRun, load_run, save_run

SAVE_SECONDS = 10.0
EXIT_CODES = {
    Status.SATISFIED: 0,
    Status.ALL_FOUND: 0,
    Status.OPTIMAL: 0,
    Status.UNKNOWN: 1,
    Status.UNSATISFIABLE: 3,
}


@dataclass(frozen=True)
class Order:
    """What the user ordered: the search, its limits, where it is kept and how it is told."""

    task: Task
    solver: str
    limits: Limits
    format: OutputFormat = OutputFormat.text
    save: Path | None = None
    before: Outcome | None = None
    on_found: Callable[[Found], None] | None = None


def load_puzzle(source: str, *, hints: str | None = None, not_turnable: bool = False) -> Puzzle:
    """The puzzle a user named."""
    return catalog.load_puzzle(source, hints=hints, turnable=False if not_turnable else None)


def choose_order(text: str, task: Task) -> tuple[str, NDArray[np.int16]]:
    """The name and the cells of the order a user asked for: a shape, a list, a file, or the one with the smallest tree."""
    from edgematch.model.orders import order_of
    from edgematch.solvers.exact._order_choice import Chooser

    name = Chooser(task).choose().order if text == "auto" else text
    return name, order_of(name, task.puzzle)


def limits(seconds: float | None, nodes: int | None, memory: int | None, threads: int) -> Limits:
    """The limits a user gave, memory in MiB."""
    return Limits(seconds=seconds, nodes=nodes, memory=None if memory is None else memory << 20, threads=threads)


def order(
    source: str | None,
    goal: Goal,
    *,
    solver: str | None,
    limits: Limits,
    hints: str | None = None,
    not_turnable: bool = False,
    anchored: bool = False,
    seed: int = 0,
    format: OutputFormat = OutputFormat.text,
    save: Path | None = None,
    resume: Path | None = None,
) -> Order:
    """The order of a user who named a puzzle, or a file to resume."""
    if resume is not None:
        saved = load_run(resume)
        _refuse_another_puzzle(saved, source, hints=hints, not_turnable=not_turnable)
        task = saved.rest() if saved.outcome.remaining else saved.task
        return Order(task, solver or _last_solver(saved), limits, format, save or resume, saved.outcome)
    if source is None:
        raise OptionError("name a puzzle, or give --resume FILE")
    puzzle = load_puzzle(source, hints=hints, not_turnable=not_turnable)
    task = Task(puzzle, goal, seed=seed)
    if anchored:
        anchors = puzzle.anchors()
        task = task.replace(roots=anchors, laid=sum(anchor.count for anchor in anchors))
    return Order(task, solver or DEFAULT, limits, format, save)


def _last_solver(saved: SavedRun) -> str:
    """The solver that searched last: going on in the same order makes the nodes add up to those of one search."""
    return saved.outcome.solver.rpartition(" + ")[2] or DEFAULT


def _refuse_another_puzzle(saved: SavedRun, source: str | None, *, hints: str | None, not_turnable: bool) -> None:
    if source is not None and load_puzzle(source, hints=hints, not_turnable=not_turnable) != saved.task.puzzle:
        raise OptionError(f"the saved search is of another puzzle ({saved.task.puzzle}) than {source}")


def search_and_report(wish: Order, report: Callable[[Order, Outcome], None]) -> None:
    """Search, tell what happens, report the outcome, and exit with the code it deserves."""
    outcome = _finished_before(wish) or search(wish)
    if wish.save is not None:
        save_run(wish.save, wish.task, outcome)
    if wish.format is OutputFormat.jsonl:
        _print_json(Done(outcome).to_dict())
    elif wish.format is OutputFormat.json:
        _print_json(summary(outcome, wish.before))
    else:
        report(wish, outcome)
    if outcome.error:
        typer.echo(f"error: {outcome.error}", err=True)
    raise typer.Exit(EXIT_CODES[outcome.status])


def summary(outcome: Outcome, before: Outcome | None = None) -> dict[str, Any]:
    """The outcome as the one JSON object that `--format json` prints."""
    told = outcome.to_dict() | {"boards": [board_summary(board) for board in outcome.answers]}
    if before is not None:
        told["resumed"] = {"count": before.count, "nodes": before.stats.nodes, "seconds": before.stats.seconds}
    return told


def board_summary(board: Board) -> dict[str, Any]:
    """A board as JSON: its score, its address in a viewer where one can hold it, its placements."""
    return {
        "score": board.score,
        "breaks": board.breaks,
        "url": address(board),
        "placements": board.placements.tolist(),
    }


def echo_board(board: Board) -> None:
    """Print a board, and its address in a viewer where one can hold it."""
    typer.echo(render.text(board, color=sys.stdout.isatty()))
    if link := address(board):
        typer.echo(link)


def address(board: Board) -> str | None:
    """The address of the board in the best-known viewer, or None where the viewer cannot show it."""
    try:
        return formats.dump(board, "bucas").strip()
    except EdgeMatchError:
        return None


def _finished_before(wish: Order) -> Outcome | None:
    """The outcome of a resumed search that had nothing left to do."""
    return wish.before if wish.before is not None and not wish.before.remaining else None


def search(wish: Order) -> Outcome:
    """Run the search to its end with everything a person may do to it meanwhile."""

    def total(part: Outcome) -> Outcome:
        return part if wish.before is None else wish.before.then(part)

    checkpoint = None
    if wish.save is not None:
        path = wish.save
        checkpoint = Checkpoint(SAVE_SECONDS, lambda part: save_run(path, wish.task, total(part)))
        if wish.before is None:
            save_run(path, wish.task, Outcome(wish.solver, remaining=wish.task.roots, goal=wish.task.goal))
    live = sys.stderr.isatty() and wish.format is OutputFormat.text
    run = Run(wish.solver, wish.task, wish.limits, checkpoint=checkpoint, progress_every=0.1 if live else None)
    with _stopping_on_signals(run), LiveBoard(wish.task) if live else nullcontext() as picture:
        for event in run:
            if picture is not None:
                picture.tell(event)
            if wish.on_found is not None and isinstance(event, Found):
                wish.on_found(event)
            if wish.format is OutputFormat.jsonl and not isinstance(event, (Done, Progress)):
                _print_json(event.to_dict())
    return total(run.outcome)


@contextmanager
def _stopping_on_signals(run: Run) -> Iterator[None]:
    """Let Ctrl-C and `kill` end the search as a limit would: what was found is kept; a second one insists."""
    told: list[int] = []

    def stop(number: int, frame: object) -> None:  # noqa: ARG001 - the signature signals ask for
        if told:
            raise KeyboardInterrupt
        told.append(number)
        run.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _print_json(value: dict[str, Any]) -> None:
    typer.echo(json.dumps(value))


def plural(number: int, word: str) -> str:
    """A number with its word: 1 solution, 2,000 solutions."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def spent(outcome: Outcome) -> str:
    """What the search cost, in one line."""
    stats = outcome.stats
    chosen = f", which chose {stats.details['order']}" if stats.details.get("estimates") else ""
    return (
        f"{plural(stats.nodes, 'node')} in {stats.seconds:.3g} s ({stats.rate / 1e6:.3g} M a second) "
        f"by {outcome.solver}{chosen}"
    )
