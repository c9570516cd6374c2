"""A search in a file: what was asked, what was found, and the roots not finished, so that it can go on later.

The file is JSON and is replaced in one step: a crash while it is written leaves the one before, whole. What it holds
is complete in itself, the puzzle included, so that it can be carried to another machine and resumed there.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from edgematch import formats
from edgematch.errors import EdgeMatchError, FormatError, OptionError
from edgematch.model import Board, Puzzle
from edgematch.search import Goal, Outcome, Stats, Stop, Task

FORMAT, VERSION = "edgematch/run", 1
MOST_BYTES = 1 << 30
"""A gibibyte: millions of roots of a 16x16 puzzle."""


@dataclass(frozen=True)
class SavedRun:
    """A task and how far its search has come."""

    task: Task
    outcome: Outcome

    def rest(self) -> Task:
        """The task of searching what remains; answers must beat those there are, where the goal is to improve."""
        best = self.outcome.best
        beat = max(self.task.beat, best.score) if best and self.task.goal.improve else self.task.beat
        return self.task.replace(roots=self.outcome.remaining, beat=beat)


def save_run(path: Path, task: Task, outcome: Outcome) -> None:
    """Write a search to a file, replacing the one before in one step."""
    document = {
        "format": FORMAT,
        "version": VERSION,
        "puzzle": json.loads(formats.dump(task.puzzle, "native")),
        "goal": asdict(task.goal),
        "beat": task.beat,
        "seed": task.seed,
        "solver": outcome.solver,
        "stop": outcome.stop.value,
        "bound": outcome.bound,
        "stats": outcome.stats.to_dict(),
        "answers": [board.placements.tolist() for board in outcome.answers],
        "remaining": [board.placements.tolist() for board in outcome.remaining],
    }
    formats.write_whole(Path(path), json.dumps(document, separators=(",", ":")) + "\n")


def load_run(path: Path) -> SavedRun:
    """Read a search from a file; anything that is not one is refused with what is wrong."""
    document = _document(Path(path))
    try:
        return _run(document)
    except (KeyError, TypeError, ValueError, AttributeError, EdgeMatchError) as bad:
        said = f"{bad} is missing" if isinstance(bad, KeyError) else str(bad)
        raise FormatError(
            f"this saved search is damaged: {said}", source=str(path), remedy="start the search anew"
        ) from None


def save_parts(folder: Path, task: Task, parts: Iterable[Sequence[Board]], *, solver: str, nodes: int) -> list[Path]:
    """Write each part of a split search as `part-N.json`; `nodes` were spent on splitting and count in the first."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, roots in enumerate(parts, start=1):
        paths.append(folder / f"part-{number}.json")
        stats = Stats(nodes=nodes if number == 1 else 0)
        save_run(paths[-1], task, Outcome(solver, remaining=tuple(roots), goal=task.goal, stats=stats))
    return paths


def add_runs(paths: Iterable[Path]) -> Outcome:
    """The sum of the searches in those files, which must be of one puzzle and one goal."""
    runs = [load_run(path) for path in paths]
    if len({(run.task.puzzle.digest, run.task.goal) for run in runs}) != 1:
        raise OptionError("these files are of different puzzles or goals")
    return reduce(operator.add, (run.outcome for run in runs))


def _run(document: dict[str, Any]) -> SavedRun:
    puzzle = formats.parse(json.dumps(document["puzzle"]), "native")
    if not isinstance(puzzle, Puzzle):
        raise FormatError("it holds no puzzle")
    boards: Callable[[str], tuple[Board, ...]] = lambda key: tuple(Board(puzzle, row) for row in document[key])  # noqa: E731
    task = Task(puzzle, Goal(**document["goal"]), beat=int(document["beat"]), seed=int(document["seed"]))
    remaining = boards("remaining")
    outcome = Outcome(
        solver=str(document["solver"]),
        answers=boards("answers"),
        remaining=task.replace(roots=remaining).roots if remaining else (),
        stop=Stop(document["stop"]),
        stats=Stats(**document["stats"]),
        bound=document["bound"],
        goal=task.goal,
    )
    return SavedRun(task, outcome)


def _document(path: Path) -> dict[str, Any]:
    remedy = "give a file written by --save"
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FormatError(f"this file is over {MOST_BYTES >> 30} GiB", source=str(path), remedy=remedy)
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as bad:
        raise FormatError(bad.strerror or str(bad), source=str(path), remedy=remedy) from None
    except (ValueError, RecursionError):
        raise FormatError("this file is no JSON document", source=str(path), remedy=remedy) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FormatError("this file holds no saved search", source=str(path), remedy=remedy)
    if document.get("version") != VERSION:
        raise FormatError(
            f"this saved search is of version {document.get('version')}, only {VERSION} is known",
            source=str(path),
            remedy=remedy,
        )
    return document
