"""A file for another solver, and the map that leads from its variables back to the board.

A `Document` is not text but a description of it: what the file will contain, how large it will be, and how to make it
in parts. So a large file is streamed, or refused before a byte is written. The first line of the map is a JSON object
with the puzzle; each further line says what a value of a variable means: `NAME VALUE place CELL PIECE TURNS` or `NAME
VALUE color CELL SIDE COLOR`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgematch.encodings.choices import Choices, Ints
from edgematch.errors import OptionError
from edgematch.files import replacing
from edgematch.model import Puzzle

MAX_BYTES = 2_000_000_000
"""The largest file that is written unless a larger limit is given."""

Text = Callable[[], Iterable[str]]


@dataclass(frozen=True)
class Document:
    """What a file will contain."""

    to: str
    puzzle: Puzzle
    facts: Mapping[str, int | float]
    """Its size in its own terms: variables, clauses, nodes ..."""
    expected_bytes: int
    text: Text
    meanings: Text
    """The lines of the map."""

    def header(self) -> str:
        """The first line of the map."""
        return json.dumps({"edgematch": "map", "to": self.to, "puzzle": puzzle_to_dict(self.puzzle)})


def write(document: Document, path: Path, *, max_bytes: int = MAX_BYTES) -> Path:
    """Write the file and its map (whose path is returned), or refuse with the size it would have."""
    if document.expected_bytes > max_bytes:
        facts = ", ".join(f"{value:,} {name}" for name, value in document.facts.items())
        raise OptionError(
            f"{path} would have about {document.expected_bytes:,} bytes ({facts}); "
            f"the limit is {max_bytes:,}: raise it with --max-bytes"
        )
    mapping = map_path(path)
    _stream(path, document.text())
    _stream(mapping, _lines([document.header()], document.meanings()))
    return mapping


def map_path(path: Path) -> Path:
    """The path of a file's map."""
    return path.with_name(path.name + ".map")


def _stream(path: Path, texts: Iterable[str]) -> None:
    with replacing(path) as file:
        file.writelines(text.encode() for text in texts)


def _lines(*parts: Iterable[str]) -> Iterator[str]:
    for part in parts:
        yield from (f"{line}\n" for line in part)


def placed(choices: Choices, names: Iterable[object], *, kept: Ints | None = None) -> Iterator[str]:
    """Map lines for names that each stand for a choice."""
    cells, placements = (a if kept is None else a[kept] for a in (choices.cells, choices.placements))
    for name, cell, placement in zip(names, cells.tolist(), placements.tolist(), strict=True):
        yield f"{name} 1 place {cell} {placement >> 2} {placement & 3}"


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as plain values."""
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "pieces": puzzle.pieces.tolist(),
        "framed": puzzle.framed,
        "turnable": puzzle.turnable,
        "hints": [list(hint) for hint in puzzle.hints.items()],
        "name": puzzle.name,
    }


def puzzle_from_dict(values: Mapping[str, Any]) -> Puzzle:
    """The inverse of `puzzle_to_dict`."""
    return Puzzle(
        values["width"],
        values["height"],
        values["pieces"],
        framed=values["framed"],
        turnable=values["turnable"],
        hints=[(cell, placement) for cell, placement in values["hints"]],
        name=values["name"],
    )
