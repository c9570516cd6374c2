"""Reading JSON documents with the same care as text: bounded, every fault at once, each with line and column.

The standard parser forgets where things stood. A `Document` asks for values by path, and only when something is
wrong does it read the text again to find the place of that path.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any, NoReturn

from edgematch.errors import Fault
from edgematch.formats._text import Text
from edgematch.model import MAX_SIDE

Path = tuple[str | int, ...]
MOST_FAULTS = 50
MOST_ITEMS = MAX_SIDE * MAX_SIDE
BLANK = " \t\n\r"


class Document:
    """A JSON document and the faults found in it so far."""

    def __init__(self, text: Text, value: Any) -> None:
        self.text, self.value = text, value
        self.faults: list[Fault] = []

    @classmethod
    def parse(cls, text: Text) -> Document:
        """Parse the text, or say where it stops being JSON."""
        try:
            return cls(text, json.loads(text.content, parse_constant=_refuse_constant))
        except json.JSONDecodeError as bad:
            text.fail([Fault(f"this is not JSON: {bad.msg}", bad.lineno, bad.colno)])
        except RecursionError:
            text.fail("this JSON is nested too deeply to be a puzzle or a board")
        except ValueError as bad:  # NaN, or a number with thousands of digits
            text.fail(f"this JSON cannot be read: {bad}")

    def has(self, *path: str | int) -> bool:
        """Whether the document holds a value there."""
        return self._find(path)[0]

    def get(self, *path: str | int) -> Any:
        """The value there, or None."""
        return self._find(path)[1]

    def integer(self, *path: str | int, low: int, high: int) -> int:
        """The whole number there, or `low` after noting what is wrong."""
        value = self.get(*path)
        if type(value) is int and low <= value <= high:
            return value
        self.wrong(path, f"a whole number {low} to {high}")
        return low

    def boolean(self, *path: str | int, default: bool) -> bool:
        """The truth value there; `default` where there is none."""
        if not self.has(*path):
            return default
        value = self.get(*path)
        if not isinstance(value, bool):
            self.wrong(path, "true or false")
        return value is True

    def string(self, *path: str | int) -> str:
        """The string there; empty where there is none."""
        value = self.get(*path) if self.has(*path) else ""
        if not isinstance(value, str):
            self.wrong(path, "a string")
            return ""
        return value

    def items(self, *path: str | int, count: int | None = None, most: int = MOST_ITEMS) -> int:
        """The length of the list there; it must be `count` where that is given, and is never over `most`."""
        value = self.get(*path) if self.has(*path) or count is not None else []
        if not isinstance(value, list):
            self.wrong(path, "a list")
            return 0
        if count is not None and len(value) != count:
            self.note(path, f"{_path(path)} has {len(value)} entries, must have {count}")
        if len(value) > most:
            self.text.fail(
                [*self.faults, Fault(f"{_path(path)} has {len(value)} entries, the most there can be is {most}")]
            )
        return len(value) if count is None else min(len(value), count)

    def integers(self, *path: str | int, count: int, low: int, high: int) -> list[int]:
        """The list of exactly `count` whole numbers there."""
        value = self.get(*path)
        if isinstance(value, list) and len(value) == count and all(type(v) is int and low <= v <= high for v in value):
            return value
        have = self.items(*path, count=count)
        return [self.integer(*path, i, low=low, high=high) for i in range(have)] + [low] * (count - have)

    def only(self, *path: str | int, keys: Collection[str]) -> None:
        """Note every key of the object there that nobody knows: most are typing errors."""
        value = self.get(*path)
        if not isinstance(value, dict):
            self.wrong(path, "an object")
            return
        for key in value.keys() - set(keys):
            self.note((*path, key), f"unknown key {key[:40]!r}, known are {', '.join(keys)}")

    def wrong(self, path: Path, wanted: str) -> None:
        """Note that the value at the path is missing or not what is wanted."""
        found, value = self._find(path)
        if not found:
            return self.note(path[:-1], f"{_path(path)} is missing, must be {wanted}")
        shown = "a list" if isinstance(value, list) else "an object" if isinstance(value, dict) else _shown(value)
        return self.note(path, f"{_path(path)} is {shown}, must be {wanted}")

    def note(self, path: Path, message: str) -> None:
        """Note a fault at a path; a document that is wrong all over is given up early."""
        line, column = locate(self.text.content, path)
        self.faults.append(Fault(message, line, column))
        if len(self.faults) >= MOST_FAULTS:
            self.text.fail(self.faults)

    def finish(self) -> None:
        """Refuse the document if there is any fault."""
        if self.faults:
            self.text.fail(sorted(self.faults, key=lambda fault: (fault.line, fault.column)))

    def _find(self, path: Iterable[str | int]) -> tuple[bool, Any]:
        value = self.value
        for step in path:
            inside = step in value if isinstance(value, dict) else isinstance(value, list) and _below(step, len(value))
            if not inside:
                return False, None
            value = value[step]
        return True, value


def locate(text: str, path: Path) -> tuple[int, int]:
    """Line and column, from 1, of the value at a path of a valid JSON text."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    for step in path:
        at = _member(text, at, step, decoder)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _member(text: str, at: int, step: str | int, decoder: json.JSONDecoder) -> int:
    """The place of one member of the list or object that starts at `at`; the last of repeated keys counts."""
    index, place, at = 0, at, _skip(text, at + 1)
    while text[at] not in "]}" and (isinstance(step, str) or index <= step):
        key: str | int = index
        if isinstance(step, str):
            key, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        place = at if key == step else place
        at = _skip(text, decoder.raw_decode(text, at)[1])
        at, index = _skip(text, at + 1) if text[at] == "," else at, index + 1
    return place


def _below(step: str | int, length: int) -> bool:
    return isinstance(step, int) and step < length


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANK:
        at += 1
    return at


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _path(path: Path) -> str:
    """A path as one would write it: pieces[3][0]."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "the document"


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 24 else text[:21] + "..."


def layout(value: Any, indent: int = 0) -> str:
    """A JSON text for people: one line per key of an object, one per row of a list of lists."""
    pad, inner = " " * indent, " " * (indent + 2)
    if isinstance(value, dict) and indent < 4:
        rows = [f"{json.dumps(key)}: {layout(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inner + row for row in rows) + f"\n{pad}}}" if rows else "{}"
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n" + ",\n".join(inner + json.dumps(item) for item in value) + f"\n{pad}]"
    return json.dumps(value, ensure_ascii=False)
