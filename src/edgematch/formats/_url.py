"""Addresses of viewers: parameters after `?` or `#`, with a letter for each side of each cell.

Both viewers in use write a board as `board_edges`: four letters a cell, row by row from the top left, as the pieces
lie; `a` is grey, `aaaa` an empty cell. Addresses are read as texts and never fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from edgematch.errors import Fault
from edgematch.formats._lettering import Sides
from edgematch.formats._text import Text
from edgematch.model import EMPTY, GREY, Board

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY_CELL = "aaaa"
PARAMETER = re.compile(r"(?<=[?#&])([a-z_]+)=([^&#\s]*)")
DIGITS = 3
MOST_NUMBERED = 999


@dataclass(frozen=True)
class Parameter:
    """The value of a parameter and where it stands."""

    value: str
    line: int
    column: int


class Address:
    """The parameters of an address, with the faults found in them so far."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.parameters = {
            found.group(1): Parameter(found.group(2), number, found.start(2) + 1)
            for number, line in enumerate(text.lines, start=1)
            for found in PARAMETER.finditer(line)
        }

    def note(self, name: str, message: str, *, offset: int = 0) -> None:
        """Note a fault in a parameter, `offset` characters into its value."""
        at = self.parameters.get(name, Parameter("", 0, 0))
        self.faults.append(Fault(message, at.line, at.column + offset if at.line else 0))

    def string(self, name: str) -> str:
        """The value of a parameter, decoded; empty where it is missing."""
        return unquote(self.parameters[name].value) if name in self.parameters else ""

    def raw(self, name: str) -> str:
        """The value of a parameter as it stands; empty where it is missing."""
        return self.parameters[name].value if name in self.parameters else ""

    def integer(self, name: str, low: int, *, high: int) -> int:
        """The whole number a parameter holds; anything wrong with it is noted."""
        value = self.raw(name)
        if re.fullmatch("[0-9]{1,9}", value) and low <= int(value) <= high:
            return int(value)
        said = f"is {value[:20]!r}" if name in self.parameters else "is missing"
        self.note(name, f"{name} {said}, must be a whole number {low} to {high}")
        return low

    def cells(self, count: int) -> tuple[Sides | None, ...]:
        """The sides of each cell as letter numbers; None for empty cells."""
        return _cells(self, self.raw("board_edges"), count=count)

    def spots(self, count: int) -> tuple[tuple[int, int], ...]:
        """Where each cell stands in the address."""
        at = self.parameters["board_edges"]
        return tuple((at.line, at.column + 4 * cell) for cell in range(count))

    def finish(self, remedy: str = "") -> None:
        """Refuse the address if there is any fault."""
        if self.faults:
            self.text.fail(self.faults, remedy=remedy)


def _cells(address: Address, edges: str, *, count: int) -> tuple[Sides | None, ...]:
    if len(edges) != 4 * count:
        said = f"board_edges has {len(edges)} letters, {count} cells need {4 * count}"
        address.note("board_edges", said, offset=min(len(edges), 4 * count))
    for at, letter in enumerate(edges[: 4 * count]):
        if letter not in LETTERS:
            address.note("board_edges", f"{letter!r} is no letter a to z", offset=at)
    address.finish(remedy="copy the whole address again: a part of it may have been lost")
    return split_edges(edges)


def split_edges(edges: str) -> tuple[Sides | None, ...]:
    """The sides of each cell of a string of letters, four a cell, None for empty cells."""
    quads = (edges[at : at + 4] for at in range(0, len(edges), 4))
    return tuple(None if quad == EMPTY_CELL else tuple(ord(c) - ord("a") for c in quad) for quad in quads)


def read_numbers(digits: str, count: int) -> tuple[int, ...]:
    """The pieces, from 0, of a string of three digits a cell (-1 for 000); nothing when it is not that."""
    if len(digits) != DIGITS * count or not re.fullmatch("[0-9]*", digits):
        return ()
    return tuple(int(digits[at : at + DIGITS]) - 1 for at in range(0, len(digits), DIGITS))


def edges_of(board: Board) -> str:
    """The letters of a board, four a cell."""
    return "".join(
        EMPTY_CELL if sides[0] == EMPTY else "".join(LETTERS[color] for color in sides)
        for sides in board.sides.tolist()
    )


def numbers_of(board: Board) -> str:
    """The pieces of a board, three digits a cell, from 1, 000 for empty cells."""
    return "".join(f"{placement // 4 + 1:0{DIGITS}}" for placement in board.placements.tolist())


def can_number(board: Board) -> bool:
    """Whether three digits are enough for every piece."""
    return board.puzzle.cells <= MOST_NUMBERED


def letter_limits(board: Board) -> list[str]:
    """Why a board cannot be written in letters."""
    reasons = []
    if board.puzzle.colors >= len(LETTERS):
        reasons.append(f"it has letters for {len(LETTERS) - 1} colors only")
    if any((board.sides[cell] == GREY).all() for cell, _ in board.placed()):
        reasons.append("a piece that is all grey looks like an empty cell")
    return reasons


def address(base: str, parameters: Mapping[str, str]) -> str:
    """An address with its parameters, safe to paste."""
    return base + "&".join(f"{name}={quote(value, safe='.+-_~')}" for name, value in parameters.items())
