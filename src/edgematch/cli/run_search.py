"""Running a search from the command line: resume, save, signals, live progress, results, exit code.

All verbs that search (`solve`, `count` and others) use `search_and_report`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec

import numpy as np
import typer
from numpy.typing import NDArray

from edgematch import catalog, formats, render
from edgematch.cli import arguments as arg
from edgematch.cli.arguments import OutputFormat
from edgematch.cli.live_view import LiveBoard, can_redraw
from edgematch.cli.option_groups import OptionGroup
from edgematch.cli.output import event_summary, print_json, summary, warn_of_obstacles, write_file
from edgematch.cli.stopping import stopping_on_signals
from edgematch.cli.values import with_options
from edgematch.errors import EdgeMatchError, OptionError, StoreError, warn_renamed
from edgematch.files import FileError, check_writable
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model import Puzzle, Roots
from edgematch.options import split_spec
from edgematch.search import (
    DEFAULT,
    Checkpoint,
    Done,
    Found,
    Goal,
    Kept,
    Limits,
    Outcome,
    Progress,
    Run,
    Status,
    Stop,
    Task,
    make,
)
from edgematch.store import SavedRun, SearchFile, SearchInStore, search_place

P = ParamSpec("P")

SAVE_SECONDS = 10.0
INTERRUPTED = 130
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
    save: SearchFile | SearchInStore | None = None
    before: Outcome | None = None
    out: Path | None = None
    keep: int | None = None
    keep_best: int = 0
    on_board: Callable[[Found | Kept], None] | None = None
    after: Callable[[Outcome], None] | None = None


def load_puzzle(source: str, *, hints: str | None = None, reading: Reading = AS_WRITTEN) -> Puzzle:
    """The puzzle a user named; what shows that it cannot be solved is printed at once."""
    puzzle = catalog.load_puzzle(source, hints=hints, reading=reading)
    warn_of_obstacles(puzzle)
    return puzzle


def choose_order(text: str, task: Task) -> tuple[str, NDArray[np.int16]]:
    """The name and the cells of an order: a shape, a list, a file, or the one with the smallest tree (`auto`)."""
    from edgematch.model.orders import order_of
    from edgematch.solvers.exact._order_choice import Chooser

    name = Chooser(task).choose().order if text == "auto" else text
    return name, order_of(name, task.puzzle)


@dataclass(frozen=True, kw_only=True)
class SearchOptions(OptionGroup):
    """The options of every verb that searches."""

    solver: arg.SolverOrResumed = None
    options: arg.SolverOptions = None
    hints: arg.Hints = None
    seconds: arg.Seconds = None
    nodes: arg.Nodes = None
    memory: arg.Memory = None
    threads: arg.Threads = 1
    seed: arg.Seed = 0
    save: arg.Save = None
    resume: arg.Resume = None
    format: arg.Format = OutputFormat.text

    @property
    def limits(self) -> Limits:
        """The limits; memory is given in MiB."""
        memory = None if self.memory is None else self.memory << 20
        return Limits(seconds=self.seconds, nodes=self.nodes, memory=memory, threads=self.threads)


def request(
    source: str | None,
    goal: Goal,
    given: SearchOptions,
    *,
    reading: Reading = AS_WRITTEN,
    anchored: bool = False,
    out: Path | None = None,
) -> SearchRequest:
    """The request of a user who named a puzzle, or a file to resume."""
    solver, save, resume = _without_state(given.solver, given.save, given.resume)
    if resume is not None:
        place, saved = search_place(resume).load()
        _refuse_another_puzzle(saved, source, hints=given.hints, reading=reading)
        task = saved.rest() if saved.outcome.remaining else saved.task
        chosen = with_options(solver, given.options or (), _last_solver(saved))
        kept = _place(save, task) or place
        return SearchRequest(task, chosen, given.limits, given.format, kept, saved.outcome, out)
    if source is None:
        raise OptionError("name a puzzle, or give --resume FILE")
    puzzle = load_puzzle(source, hints=given.hints, reading=reading)
    task = Task(puzzle, goal, seed=given.seed)
    if anchored:
        anchors = puzzle.anchors(labelled=goal.labelled)
        task = task.replace(roots=anchors, placed=sum(anchor.count for anchor in anchors))
    chosen = with_options(solver, given.options or (), DEFAULT)
    return SearchRequest(task, chosen, given.limits, given.format, _place(save, task), out=out)


def _place(save: str | None, task: Task) -> SearchFile | SearchInStore | None:
    return None if save is None else search_place(save).of(task)


def _without_state(
    solver: str | None, save: str | None, resume: str | None
) -> tuple[str | None, str | None, str | None]:
    """The former solver option `state=FILE` as what it is now: --save FILE, and --resume FILE once it exists."""
    name, texts = split_spec(solver or "")
    if "state" not in texts:
        return solver, save, resume
    path = Path(texts.pop("state"))
    warn_renamed(f"option state of {name}", f"--save {path}, and --resume {path} to go on")
    rest = "&".join(f"{key}={value}" for key, value in texts.items())
    return (f"{name}?{rest}" if rest else name), str(path), str(path) if path.exists() else resume


def _last_solver(saved: SavedRun) -> str:
    """The solver that searched last: with the same order the nodes add up to those of one search.

    Where `auto` has left roots in columns, too many to choose by them again, it is the solver that it chose.
    """
    chosen = saved.outcome.stats.details.get("chosen")
    if isinstance(saved.outcome.remaining, Roots) and isinstance(chosen, str):
        return chosen
    return last_solver(saved.outcome) or DEFAULT


def _refuse_another_puzzle(saved: SavedRun, source: str | None, *, hints: str | None, reading: Reading) -> None:
    if source is not None and load_puzzle(source, hints=hints, reading=reading) != saved.task.puzzle:
        raise OptionError(f"the saved search is of another puzzle ({saved.task.puzzle}) than {source}")


def search_and_report(request: SearchRequest, report: Callable[[SearchRequest, Outcome], None]) -> None:
    """Search, show what happens, report the outcome, and exit with the code that belongs to it.

    A file that cannot be written is reported at once and again at the end; the search goes on, and its outcome is
    printed all the same.
    """
    failures: list[EdgeMatchError] = []
    if request.out is not None:
        check_board_file(request.out, request.task.puzzle)
    with request.save.held() if request.save is not None else nullcontext():
        outcome = _finished_before(request) or search(request, failures)
        if request.save is not None:
            _try(failures, request.save.save, request.task, outcome)
    if request.out is not None:
        _try(failures, _write_board, request.out, outcome)
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
    if failures:
        raise failures[-1]
    raise typer.Exit(_exit_code(outcome))


def _exit_code(outcome: Outcome) -> int:
    """The code of the status; an interrupted search is answered only when its goal was any good board."""
    is_answered = outcome.goal.improve and outcome.count > 0
    return INTERRUPTED if outcome.stop is Stop.CANCELLED and not is_answered else EXIT_CODES[outcome.status]


def _try(failures: list[EdgeMatchError], write: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Write something; a failure is reported and remembered, and what is in memory is kept."""
    try:
        write(*args, **kwargs)
    except (FileError, StoreError) as failure:
        typer.echo(f"warning: {failure}", err=True)
        failures.append(failure)


def check_board_file(path: Path, puzzle: Puzzle) -> None:
    """Refuse before the search a file that could not be written after it."""
    if path.suffix.lower() not in render.PICTURES:
        formats.by_suffix(puzzle.empty(), path)
    check_writable(path)


def _write_board(path: Path, outcome: Outcome) -> None:
    """Write the best answer, or the deepest board of a search that was stopped before it had one."""
    board = outcome.best or outcome.deepest
    if board is not None:
        write_file(board, path)


def _finished_before(request: SearchRequest) -> Outcome | None:
    """The outcome of a resumed search that had nothing left to do."""
    return request.before if request.before is not None and not request.before.remaining else None


def search(request: SearchRequest, failures: list[EdgeMatchError]) -> Outcome:
    """Run the search to its end; Ctrl-C and `kill` end it early and keep what was found."""

    def total(part: Outcome) -> Outcome:
        return part if request.before is None else request.before.then(part)

    checkpoint = None
    if request.save is not None:
        place = request.save
        checkpoint = Checkpoint(SAVE_SECONDS, lambda part: _try(failures, place.save, request.task, total(part)))
        if request.before is None:
            place.save(request.task, Outcome(request.solver, remaining=request.task.roots, goal=request.task.goal))
    live = request.format is OutputFormat.text and can_redraw(sys.stderr)
    run = Run(
        request.solver, request.task, request.limits, checkpoint=checkpoint, progress_every=0.1 if live else None,
        keep=request.keep, keep_best=request.keep_best, state=_state(request),
    )  # fmt: skip
    picture_of = LiveBoard(request.task, request.limits) if live else nullcontext()
    with stopping_on_signals(run.interrupt), picture_of as picture:
        for event in run:
            if picture is not None:
                picture.show(event)
            if request.on_board is not None and isinstance(event, (Found, Kept)):
                _try(failures, request.on_board, event)
            if request.format is OutputFormat.jsonl and not isinstance(event, (Done, Progress)):
                print_json(event_summary(event))
        run.join()  # the process must not exit while native code runs
    return total(run.outcome)


def _state(request: SearchRequest) -> bytes:
    """The state to go on from, where the solver that wrote it is to go on."""
    before = request.before
    is_same = before is not None and make(request.solver).spec == last_solver(before)
    return before.state if before is not None and is_same else b""


def last_solver(outcome: Outcome) -> str:
    """The solver of the last part of a search."""
    return outcome.solver.rpartition(" + ")[2]
