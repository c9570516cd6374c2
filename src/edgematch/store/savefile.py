"""A search in a file: what was asked, what was found, and the roots not finished, so that it can go on later.

The file is JSON and is replaced in one step: a crash while it is written leaves the one before, whole. What it holds
is complete in itself, the puzzle included, so that it can be carried to another machine and resumed there. It is read
as strictly as any file of a stranger: every field is checked, and a checksum (`sha256`, of the document without it)
shows whether anything was changed after it was written. A root is a list of placements; the millions that a search on
a GPU leaves are a packed column in base 64 (store/database/packing.py).
"""

from __future__ import annotations

import base64
import hashlib
import json
import operator
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from pathlib import Path
from typing import Any

from edgematch import formats
from edgematch.errors import FormatError, OptionError
from edgematch.files import file_error, make_folder, write_whole
from edgematch.model import Board, Roots
from edgematch.search import Outcome, Stats, Task
from edgematch.store.database.packing import pack
from edgematch.store.saved_fields import Fields

FORMAT, VERSIONS = "edgematch/run", (1, 2)
"""Roots in columns need the second version; other searches are written in the first."""
CHECKSUM = "sha256"
REMEDY = "give a file written by --save"
MOST_BYTES = 1 << 30
"""A gibibyte: millions of roots of a 16x16 puzzle, and a hundred million in columns."""


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
    write_whole(Path(path), dump_run(task, outcome))


def dump_run(task: Task, outcome: Outcome) -> str:
    """The text of a saved search."""
    roots = outcome.remaining
    columns = base64.b64encode(pack(roots)).decode("ascii") if roots and isinstance(roots, Roots) else None
    document = {
        "format": FORMAT,
        "version": VERSIONS[columns is not None],
        "puzzle": json.loads(formats.dump(task.puzzle, "native")),
        "goal": asdict(task.goal),
        "beat": task.beat,
        "seed": task.seed,
        "solver": outcome.solver,
        "stop": outcome.stop.value,
        "bound": outcome.bound,
        "stats": outcome.stats.to_dict(),
        "answers": [board.placements.tolist() for board in outcome.answers],
        "remaining": columns or [board.placements.tolist() for board in roots],
    }
    if outcome.state:
        document["state"] = base64.b64encode(zlib.compress(outcome.state, 1)).decode("ascii")
    document[CHECKSUM] = _checksum(document)
    return json.dumps(document, separators=(",", ":")) + "\n"


def load_run(path: Path) -> SavedRun:
    """Read a search from a file; anything that is not one is refused with the field that is wrong."""
    path = Path(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise FormatError(f"this file is over {MOST_BYTES >> 30} GiB", source=str(path), remedy=REMEDY)
        text = path.read_bytes().decode("utf-8")
    except OSError as bad:
        raise file_error(bad, path) from None
    except UnicodeDecodeError:
        raise FormatError("this file is no text", source=str(path), remedy=REMEDY) from None
    return parse_run(text, source=str(path))


def parse_run(text: str, *, source: str) -> SavedRun:
    """The search of a text that `dump_run` gave."""
    document = _document(text, source)
    fields = Fields(document)
    try:
        task = fields.task()
        saved = SavedRun(task, fields.outcome(task))
    except FormatError as bad:
        raise FormatError(
            f"this saved search is damaged: {bad}", source=source, remedy="start the search again"
        ) from None
    if CHECKSUM in document and document[CHECKSUM] != _checksum(document):
        raise FormatError(
            "this saved search was changed after it was written: its checksum does not fit its content",
            source=source,
            remedy=f"take the file as it was written, or remove the field {CHECKSUM!r} if the change is meant",
        )
    return saved


def save_parts(folder: Path, task: Task, parts: Iterable[Sequence[Board]], *, solver: str, nodes: int) -> list[Path]:
    """Write each part of a split search as `part-N.json`; `nodes` were spent on splitting and count in the first."""
    make_folder(folder)
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


def _checksum(document: dict[str, Any]) -> str:
    """The hash of all fields but the hash itself, whatever their order and spacing in the file."""
    content = {key: value for key, value in document.items() if key != CHECKSUM}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _document(text: str, source: str) -> dict[str, Any]:
    """The JSON object of a text, which must be a saved search of this version."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        is_cut = f'"{FORMAT}"' in text[:80] and not text.rstrip().endswith("}")
        problem = "this saved search is cut short" if is_cut else "this file is no JSON document"
        raise FormatError(problem, source=source, remedy=REMEDY) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FormatError("this file holds no saved search", source=source, remedy=REMEDY)
    if document.get("version") not in VERSIONS:
        known = " and ".join(map(str, VERSIONS))
        problem = f"this saved search is of version {document.get('version')}, only {known} are known"
        raise FormatError(problem, source=source, remedy=REMEDY)
    return document
