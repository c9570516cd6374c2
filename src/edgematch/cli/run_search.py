"""Running a search from the command line: resume, save, signals, live progress, results, exit code.

All verbs that search (`solve`, `count` and others) use `search_and_report`.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import typer
from numpy.typing import NDArray

from edgematch import catalog
from edgematch.cli.arguments import OutputFormat
from edgematch.cli.live_view import LiveBoard
from edgematch.cli.output import print_json, summary, write_file
from edgematch.cli.values import with_options
from edgematch.errors import OptionError
from edgematch.model import Puzzle
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
class SearchRequest:
    """What the user asked for: the search, its limits, where it is kept and how it is reported."""

    task: Task
    solver: str
    limits: Limits
    format: OutputFormat = OutputFormat.text
    save: Path | None = None
    before: Outcome | None = None
    out: Path | None = None
    on_found: Callable[[Found], None] | None = None
    after: Callable[[Outcome], None] | None = None


def load_puzzle(source: str, *, hints: str | None = None, not_turnable: bool = False) -> Puzzle:
    """The puzzle a user named."""
    return catalog.load_puzzle(source, hints=hints, turnable=False if not_turnable else None)


def choose_order(text: str, task: Task) -> tuple[str, NDArray[np.int16]]:
    """The name and the cells of an order: a shape, a list, a file, or the one with the smallest tree (`auto`)."""
    from edgematch.model.orders import order_of
    from edgematch.solvers.exact._order_choice import Chooser

    name = Chooser(task).choose().order if text == "auto" else text
    return name, order_of(name, task.puzzle)


def limits(seconds: float | None, nodes: int | None, memory: int | None, threads: int) -> Limits:
    """The limits a user gave, memory in MiB."""
    return Limits(seconds=seconds, nodes=nodes, memory=None if memory is None else memory << 20, threads=threads)


def request(
    source: str | None,
    goal: Goal,
    *,
    solver: str | None,
    limits: Limits,
    options: Sequence[str] | None = None,
    hints: str | None = None,
    not_turnable: bool = False,
    anchored: bool = False,
    seed: int = 0,
    format: OutputFormat = OutputFormat.text,
    save: Path | None = None,
    resume: Path | None = None,
    out: Path | None = None,
) -> SearchRequest:
    """The request of a user who named a puzzle, or a file to resume."""
    if resume is not None:
        saved = load_run(resume)
        _refuse_another_puzzle(saved, source, hints=hints, not_turnable=not_turnable)
        task = saved.rest() if saved.outcome.remaining else saved.task
        chosen = with_options(solver or _last_solver(saved), options or ())
        return SearchRequest(task, chosen, limits, format, save or resume, saved.outcome, out)
    if source is None:
        raise OptionError("name a puzzle, or give --resume FILE")
    puzzle = load_puzzle(source, hints=hints, not_turnable=not_turnable)
    task = Task(puzzle, goal, seed=seed)
    if anchored:
        anchors = puzzle.anchors()
        task = task.replace(roots=anchors, placed=sum(anchor.count for anchor in anchors))
    return SearchRequest(task, with_options(solver or DEFAULT, options or ()), limits, format, save, out=out)


def _last_solver(saved: SavedRun) -> str:
    """The solver that searched last: with the same order the nodes add up to those of one search."""
    return saved.outcome.solver.rpartition(" + ")[2] or DEFAULT


def _refuse_another_puzzle(saved: SavedRun, source: str | None, *, hints: str | None, not_turnable: bool) -> None:
    if source is not None and load_puzzle(source, hints=hints, not_turnable=not_turnable) != saved.task.puzzle:
        raise OptionError(f"the saved search is of another puzzle ({saved.task.puzzle}) than {source}")


def search_and_report(request: SearchRequest, report: Callable[[SearchRequest, Outcome], None]) -> None:
    """Search, show what happens, report the outcome, and exit with the code that belongs to it."""
    outcome = _finished_before(request) or search(request)
    if request.save is not None:
        save_run(request.save, request.task, outcome)
    if request.out is not None:
        _write_board(request.out, outcome)
    if request.format is OutputFormat.jsonl:
        print_json(Done(outcome).to_dict())
    elif request.format is OutputFormat.json:
        print_json(summary(outcome, request.before))
    else:
        report(request, outcome)
    if request.after is not None:
        request.after(outcome)
    if outcome.error:
        typer.echo(f"error: {outcome.error}", err=True)
    raise typer.Exit(EXIT_CODES[outcome.status])


def _write_board(path: Path, outcome: Outcome) -> None:
    """Write the best answer, or the deepest board of a search that was stopped before it had one."""
    board = outcome.best or outcome.deepest
    if board is not None:
        write_file(board, path)


def _finished_before(request: SearchRequest) -> Outcome | None:
    """The outcome of a resumed search that had nothing left to do."""
    return request.before if request.before is not None and not request.before.remaining else None


def search(request: SearchRequest) -> Outcome:
    """Run the search to its end; Ctrl-C and `kill` end it early and keep what was found."""

    def total(part: Outcome) -> Outcome:
        return part if request.before is None else request.before.then(part)

    checkpoint = None
    if request.save is not None:
        path = request.save
        checkpoint = Checkpoint(SAVE_SECONDS, lambda part: save_run(path, request.task, total(part)))
        if request.before is None:
            save_run(path, request.task, Outcome(request.solver, remaining=request.task.roots, goal=request.task.goal))
    live = sys.stderr.isatty() and request.format is OutputFormat.text
    run = Run(request.solver, request.task, request.limits, checkpoint=checkpoint, progress_every=0.1 if live else None)
    with _stopping_on_signals(run), LiveBoard(request.task, request.limits) if live else nullcontext() as picture:
        for event in run:
            if picture is not None:
                picture.show(event)
            if request.on_found is not None and isinstance(event, Found):
                request.on_found(event)
            if request.format is OutputFormat.jsonl and not isinstance(event, (Done, Progress)):
                print_json(event.to_dict())
    return total(run.outcome)


@contextmanager
def _stopping_on_signals(run: Run) -> Iterator[None]:
    """Let Ctrl-C and `kill` end the search as a limit would; after a second signal nothing more is reported.

    Whatever happens, the threads of the search end first: the process must not exit while native code runs.
    """
    received: list[int] = []

    def stop(number: int, frame: object) -> None:  # noqa: ARG001 - the signature that signals require
        received.append(number)
        run.interrupt()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
        run.join()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if len(received) > 1:
        raise KeyboardInterrupt
