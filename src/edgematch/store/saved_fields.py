"""The fields of a saved search, each checked on its own: type, range, and whether it fits the puzzle.

Every method returns the value of a field or raises a `FormatError` that names the field.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from edgematch import formats
from edgematch.errors import EdgeMatchError, FormatError
from edgematch.model import EMPTY, AnyRoots, Board, Puzzle
from edgematch.search import Goal, Outcome, Stats, Stop, Task
from edgematch.store.database.packing import unpack

T = TypeVar("T")

KNOWN = frozenset(
    "format version puzzle goal beat seed solver stop bound stats answers remaining state sha256".split()  # noqa: SIM905
)
LARGEST = (1 << 63) - 1
MOST_STATE_BYTES = 1 << 32


class Fields:
    """The fields of one document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document

    def task(self) -> Task:
        """What was asked."""
        unknown = sorted(set(self.document) - KNOWN)
        if unknown:
            raise FormatError(f"there is no field {unknown[0]!r}")
        puzzle = self._puzzle()
        goal = self._goal(self._object("goal"))
        beat = self._whole("beat", low=-1, high=puzzle.edges)
        return _made("puzzle", lambda: Task(puzzle, goal, beat=beat, seed=self._whole("seed", low=0)))

    def outcome(self, task: Task) -> Outcome:
        """How far the search has come."""
        answers, stats = self._boards("answers", task.puzzle), self._stats(self._object("stats"))
        for number, board in enumerate(answers):
            self._check_answer(f"answers[{number}]", board, task)
        if stats.answers < len(answers):
            raise FormatError(f"stats.answers is {stats.answers}, but there are {len(answers)} answers")
        return Outcome(
            solver=self._text("solver"),
            answers=answers,
            remaining=self._remaining(task),
            stop=self._stop(),
            stats=stats,
            bound=self._whole("bound", low=-1, high=task.puzzle.edges, may_be_null=True),
            goal=task.goal,
            state=self._state(),
        )

    def _remaining(self, task: Task) -> AnyRoots:
        packed = self._get("remaining")
        if isinstance(packed, str):
            return self._columns(packed, task.puzzle)
        roots = self._boards("remaining", task.puzzle)
        return _made("remaining", lambda: task.replace(roots=roots).roots) if roots else ()

    def _columns(self, text: str, puzzle: Puzzle) -> AnyRoots:
        try:
            packed = base64.b64decode(text, validate=True)
        except ValueError:
            raise FormatError("remaining is neither a list of boards nor columns of roots") from None
        return _made("remaining", lambda: unpack(packed, puzzle))

    def _get(self, name: str) -> Any:
        if name not in self.document:
            raise FormatError(f"{name} is missing")
        return self.document[name]

    def _object(self, name: str) -> Mapping[str, Any]:
        value = self._get(name)
        if not isinstance(value, dict):
            raise FormatError(f"{name} must be an object, not {_shown(value)}")
        return value

    def _text(self, name: str) -> str:
        value = self._get(name)
        if not isinstance(value, str):
            raise FormatError(f"{name} must be a text, not {_shown(value)}")
        return value

    def _whole(self, name: str, *, low: int, high: int = LARGEST, may_be_null: bool = False) -> Any:
        return _whole(name, self._get(name), low=low, high=high, may_be_null=may_be_null)

    def _puzzle(self) -> Puzzle:
        text = json.dumps(self._object("puzzle"))
        puzzle = _made("puzzle", lambda: formats.parse(text, "native"))
        if not isinstance(puzzle, Puzzle):
            raise FormatError("puzzle must be a puzzle, not a board")
        return puzzle

    def _goal(self, values: Mapping[str, Any]) -> Goal:
        _refuse_unknown("goal", values, Goal)
        numbers = {
            name: _whole(f"goal.{name}", values.get(name), low=low, may_be_null=True)
            for name, low in (("breaks", 0), ("want", 1))
        }
        flags = {name: _flag(f"goal.{name}", values.get(name)) for name in ("improve", "boards", "labelled")}
        return _made("goal", lambda: Goal(**numbers, **flags))

    def _stats(self, values: Mapping[str, Any]) -> Stats:
        _refuse_unknown("stats", values, Stats)
        whole = {
            name: _whole(f"stats.{name}", values.get(name), low=0) for name in ("nodes", "tests", "answers", "depth")
        }
        seconds, fraction = (_real(f"stats.{name}", values.get(name)) for name in ("seconds", "fraction"))
        details = values.get("details", {})
        if not isinstance(details, dict):
            raise FormatError(f"stats.details must be an object, not {_shown(details)}")
        return Stats(**whole, seconds=seconds, fraction=fraction, details=details)

    def _stop(self) -> Stop:
        value = self._text("stop")
        if value not in {stop.value for stop in Stop}:
            raise FormatError(f"stop must be one of {', '.join(stop.value for stop in Stop)}, not {_shown(value)}")
        return Stop(value)

    def _boards(self, name: str, puzzle: Puzzle) -> tuple[Board, ...]:
        rows = self._get(name)
        if not isinstance(rows, list):
            raise FormatError(f"{name} must be a list of boards, not {_shown(rows)}")
        for number, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != puzzle.cells:
                raise FormatError(f"{name}[{number}] must be a list of {puzzle.cells} placements, not {_shown(row)}")
        return tuple(Board.rows(puzzle, _table(name, rows, largest=4 * puzzle.cells - 1))) if rows else ()

    def _check_answer(self, name: str, board: Board, task: Task) -> None:
        faults, breaks = board.faults(), task.goal.breaks
        if breaks is not None and (board.breaks > breaks or not board.is_complete):
            faults.append(f"it is not complete, or has more than {breaks} breaks")
        if faults:
            raise FormatError(f"{name} is no answer: {'; '.join(faults)}")

    def _state(self) -> bytes:
        if "state" not in self.document:
            return b""
        try:
            packed, unpacker = base64.b64decode(self._text("state"), validate=True), zlib.decompressobj()
            state = unpacker.decompress(packed, MOST_STATE_BYTES)
        except (binascii.Error, zlib.error, ValueError):
            raise FormatError("state is not what a solver wrote") from None
        if not unpacker.eof:
            raise FormatError("state is cut short")
        return state


def _table(name: str, rows: list[Any], *, largest: int) -> NDArray[np.int16]:
    """Rows of placements as one array; checked together first, since a search may have a million."""
    try:
        table = np.array(rows)
        if table.dtype == np.int64 and table.min() >= EMPTY and table.max() <= largest:
            return table.astype(np.int16)
    except (ValueError, OverflowError):
        pass
    for number, row in enumerate(rows):
        for value in row:
            _whole(f"a placement of {name}[{number}]", value, low=EMPTY, high=largest)
    return np.array(rows, dtype=np.int16)


def _made(name: str, make: Callable[[], T]) -> T:
    """What `make` returns; a refusal of the package names the field."""
    try:
        return make()
    except (EdgeMatchError, OverflowError) as bad:
        raise FormatError(f"{name} is wrong: {bad}") from None


def _refuse_unknown(name: str, values: Mapping[str, Any], cls: type) -> None:
    unknown = sorted(set(values) - {f.name for f in fields(cls)})
    if unknown:
        raise FormatError(f"{name} has no field {unknown[0]!r}")


def _whole(name: str, value: Any, *, low: int, high: int = LARGEST, may_be_null: bool = False) -> Any:
    if value is None and may_be_null:
        return None
    if type(value) is not int or not low <= value <= high:
        raise FormatError(f"{name} must be a whole number from {low} to {high}, not {_shown(value)}")
    return value


def _real(name: str, value: Any) -> float:
    if type(value) not in (int, float) or not (math.isfinite(value) and value >= 0):
        raise FormatError(f"{name} must be a number, 0 or more, not {_shown(value)}")
    return float(value)


def _flag(name: str, value: Any) -> bool:
    if type(value) is not bool:
        raise FormatError(f"{name} must be true or false, not {_shown(value)}")
    return value


def _shown(value: Any) -> str:
    """A value as a message shows it: short."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
