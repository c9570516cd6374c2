"""One search of the studio in a process of its own: a job on standard input, events on standard output.

The first line is the job; a later line `stop` ends the search, and so does the end of the input, so that no worker
outlives its server. Every event is one JSON line; the last is `done` with the boards found. What is left to search is
written to the file that the job names, from which another worker can resume.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from edgematch.errors import EdgeMatchError
from edgematch.model import Board
from edgematch.search import Done, Event, Found, Goal, Limits, Note, Progress, Run, Task
from edgematch.store import load_run, save_run
from edgematch.studio.documents import read_board, read_puzzle

PROGRESS_SECONDS = 0.1
FOUND_SECONDS = 0.05
"""Of boards that are found faster than this, only the latest is reported."""

MOST_BOARDS = 200
"""Boards that the last event holds; the page shows them as a gallery."""

MOST_ANSWERS = 100_000
"""Answers that a search keeps; it can be resumed to find more."""

ORPHAN_SECONDS = 10.0
"""How long a worker whose server is gone may take to stop."""

GOALS = {
    "first": Goal(),
    "unique": Goal(want=2),
    "all": Goal(want=MOST_ANSWERS),
    "count": Goal(want=None, boards=False),
    "best": Goal(breaks=None, want=None, improve=True),
}


def task_of(job: dict[str, Any]) -> Task:
    """The task that a job describes: a goal on a puzzle, from partial boards where some are given."""
    puzzle = read_puzzle(job["puzzle"])
    roots = tuple(read_board(puzzle, placements) for placements in job.get("roots", []))
    start = read_board(puzzle, job["start"]) if job.get("start") else None
    return Task(puzzle, GOALS[job["goal"]], roots=roots, start=start, seed=int(job.get("seed", 0)))


def emit(**event: Any) -> None:
    """Write one event."""
    sys.stdout.write(json.dumps(event, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def describe(event: Event) -> dict[str, Any]:
    """An event as the page reads it."""
    document = event.to_dict()
    if isinstance(event, Progress) and event.board is not None:
        document["placements"] = event.board.placements.tolist()
    if isinstance(event, Done):
        outcome = event.outcome
        document["boards"] = [_shown(board) for board in outcome.answers[-MOST_BOARDS:]]
        document["best"] = outcome.best.placements.tolist() if outcome.best else None
    return document


def _shown(board: Board) -> dict[str, Any]:
    return {"placements": board.placements.tolist(), "score": board.score, "breaks": board.breaks}


def main() -> None:
    """Search, reporting every event; a search that cannot begin is one event `failed`."""
    job = json.loads(sys.stdin.readline())
    _be_the_first_to_go()
    try:
        saved = load_run(Path(job["resume"])) if job.get("resume") else None
        task = saved.rest() if saved else task_of(job)
        limits = Limits(seconds=job.get("seconds"), nodes=job.get("nodes"), threads=int(job.get("threads", 1)))
        run = Run(job["solver"], task, limits, progress_every=PROGRESS_SECONDS)
    except (EdgeMatchError, KeyError, ValueError, TypeError) as problem:
        emit(event="failed", message=str(problem))
        return
    threading.Thread(target=_stop_when_asked, args=(run,), daemon=True).start()
    try:
        for event in thinned(run):
            if isinstance(event, Done) and job.get("save") and event.outcome.remaining:
                save_run(Path(job["save"]), task, event.outcome)
            if isinstance(event, Found | Progress | Note | Done):
                emit(**describe(event))
    except EdgeMatchError as problem:
        emit(event="failed", message=str(problem))


def thinned(events: Iterable[Event]) -> Iterator[Event]:
    """Events with only the latest of the boards that are found faster than anyone can look at them."""
    held: Found | None = None
    reported = -FOUND_SECONDS
    for event in events:
        if isinstance(event, Found):
            now = time.monotonic()
            if now - reported < FOUND_SECONDS:
                held = event
                continue
            held, reported = None, now
        elif held is not None:
            yield held
            held = None
        yield event


def _stop_when_asked(run: Run) -> None:
    is_orphan = not sys.stdin.readline()
    run.stop()
    if is_orphan:
        time.sleep(ORPHAN_SECONDS)
        os._exit(1)


def _be_the_first_to_go() -> None:
    """When memory runs out, Linux is to end this process rather than the server."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


if __name__ == "__main__":
    main()
