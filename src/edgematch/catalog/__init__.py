"""Named puzzles: Eternity II, its four clue puzzles, and small ones of our own to learn and test with.

Each puzzle is a document in the native format in `data/`, named like its file, with what it is (`about`) and where it
comes from (`source`). Adding a file adds a puzzle. `load` takes what a user may type for a puzzle or a board: a name of
the catalog, a path, a URL of a viewer, a file of a public collection (`benoist48/E_10_16`), or `-`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from edgematch import formats
from edgematch.catalog import collections
from edgematch.errors import FormatError, UnknownName
from edgematch.formats import AS_WRITTEN, Reading, Wanted
from edgematch.model import Board, Puzzle

__all__ = ["Entry", "describe", "get", "load", "load_all", "load_board", "load_puzzle", "names", "puzzles"]

SUFFIX = ".json"
NO_FILE = "(there is no file of that name either)"
NOT_A_BOARD = "give a board: a path, a URL or -; `edgematch show` takes puzzles too"
FORMER_NAME = re.compile(r"[\w-]+:[\w-]+")
"""How files of collections were named before: `benoist48:E_7_1`."""
MOST_LETTERS = 200
"""No name is longer; what is longer is a URL or a text."""


@dataclass(frozen=True)
class Entry:
    """A puzzle of the catalog with what is known about it."""

    puzzle: Puzzle
    about: str
    source: str

    @property
    def name(self) -> str:
        """The name by which the puzzle is loaded."""
        return self.puzzle.name


def names() -> list[str]:
    """The names of all puzzles of the catalog."""
    return sorted(file.name.removesuffix(SUFFIX) for file in _data().iterdir() if file.name.endswith(SUFFIX))


def get(name: str) -> Puzzle:
    """The puzzle of that name."""
    return _entry(name).puzzle


def puzzles() -> Iterator[Puzzle]:
    """All puzzles of the catalog, each read when it is reached."""
    return (get(name) for name in names())


def describe() -> list[Entry]:
    """All puzzles with what they are and where they come from."""
    return [_entry(name) for name in names()]


def load(
    source: formats.Source,
    *,
    puzzle: Puzzle | None = None,
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Puzzle | Board:
    """The puzzle or board of a catalog name, a path, a URL of a viewer, or standard input (`-`).

    A board whose pieces are those of a puzzle of the catalog is recognised as a board of it. `reading` settles what a
    text leaves open; `format` and `turnable` may be given here or there.
    """
    reading = reading.with_rules(format=format, turnable=turnable)
    if source in names():
        return _with_rules(get(str(source)), reading)
    return formats.load(_found(source), puzzle=puzzle, known=puzzles(), reading=reading)


def load_all(
    source: formats.Source,
    *,
    puzzle: Puzzle | None = None,
    reading: Reading = AS_WRITTEN,
    wants: Wanted = "",
) -> Iterator[formats.Item]:
    """All puzzles and boards of a source, each with its name; one that cannot be read does not stop the others."""
    if source in names():
        yield formats.Item(str(source), _with_rules(get(str(source)), reading))
    else:
        yield from formats.load_all(_found(source), puzzle=puzzle, known=puzzles(), reading=reading, wants=wants)


def load_puzzle(
    source: formats.Source,
    *,
    hints: formats.Source | None = None,
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Puzzle:
    """The puzzle of a source that `load` knows, or of the board there; `hints` is a board of hints for it."""
    reading = reading.with_rules(format=format, turnable=turnable)
    if source in names():
        found = _with_rules(get(str(source)), reading)
    else:
        found = formats.load_puzzle(_found(source), known=puzzles(), reading=reading)
    return found if hints is None else formats.with_hints(found, hints)


def load_board(
    source: formats.Source,
    puzzle: Puzzle | None = None,
    *,
    reading: Reading = AS_WRITTEN,
    turnable: bool | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
) -> Board:
    """The board of a path, a URL of a viewer, or standard input (`-`)."""
    if source in names():
        raise FormatError(f"{source} is a puzzle of the catalog, not a board", remedy=NOT_A_BOARD)
    reading = reading.with_rules(format=format, turnable=turnable)
    return formats.load_board(_found(source), puzzle, known=puzzles(), reading=reading)


def _with_rules(puzzle: Puzzle, reading: Reading) -> Puzzle:
    """A puzzle of the catalog with the rule that the caller gave."""
    return puzzle if reading.turnable in (None, puzzle.turnable) else puzzle.replace(turnable=reading.turnable)


def _found(source: formats.Source) -> formats.Source:
    """The source, or the file of a public collection that it names; a bare word that is neither is refused."""
    _suggest(source)
    return _in_collection(source) or source


def _data() -> Traversable:
    return resources.files("edgematch.catalog") / "data"


@cache
def _entry(name: str) -> Entry:
    if name not in names():
        raise UnknownName("puzzle", name, names())
    text = (_data() / f"{name}{SUFFIX}").read_text(encoding="utf-8")
    puzzle = formats.parse(text, "native", source=name)
    assert isinstance(puzzle, Puzzle), f"{name} is no puzzle"
    assert puzzle.name == name, f"{name} calls itself {puzzle.name}"
    document = json.loads(text)
    return Entry(puzzle, document["about"], document["source"])


def _in_collection(source: formats.Source) -> Path | None:
    """The file of a public collection that a text names, unless there is a file at that very path."""
    if not isinstance(source, str) or len(source) > MOST_LETTERS or formats.exists(source):
        return None
    if FORMER_NAME.fullmatch(source):
        return collections.require(source.replace(":", "/"))
    if collections.is_name(source):
        return collections.require(source)
    if collections.is_misspelled(source):
        collections.get(source.rpartition("/")[0])
    return None


def _suggest(source: formats.Source) -> None:
    """Refuse a bare word that is neither a name nor a file, with names that are close."""
    word = source if isinstance(source, str) else ""
    if not word or word == "-" or formats.is_url(word) or formats.exists(word):
        return
    if word.isprintable() and not set(word) & set("/\\.:"):
        raise UnknownName("puzzle", word if len(word) <= 80 else f"{word[:77]}...", names(), NO_FILE)
