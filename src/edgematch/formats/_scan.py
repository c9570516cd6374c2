"""Reading rows of whole numbers: the core of every plain text format.

A `Scan` goes through the rows of a text. Each row is asked for by what it is and which numbers it should hold; what is
wrong is noted with its place and the scan goes on, so that `finish` can report every fault at once. Only a wrong
header stops it, since nothing after it can be understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from edgematch.errors import Fault
from edgematch.formats._text import WORD, Row, Text, Token
from edgematch.model import MAX_COLOR, MAX_SIDE

NUMBER = {10: re.compile(r"-?[0-9]{1,9}"), 2: re.compile(r"[01]{1,16}")}
DASH = {"-", "-1"}
"""What stands for grey in some lists."""


class Field(NamedTuple):
    """A number in a row: its name, its range, the base it is written in, and whether a dash (-1) may stand there."""

    name: str
    low: int
    high: int
    base: int = 10
    dash: bool = False


WIDTH, HEIGHT = Field("width", 1, MAX_SIDE), Field("height", 1, MAX_SIDE)
SIDE = Field("size", 1, MAX_SIDE)
TURNS = Field("turns", 0, 3)


def colors(high: int = MAX_COLOR) -> list[Field]:
    """The four sides of a piece."""
    return [Field(side, 0, high, dash=True) for side in ("north", "east", "south", "west")]


class Scan:
    """Goes through the rows of `text` and gathers faults; `left` counts the rows not read yet.

    `lines` are the numbers of the lines on which the rows read so far stand.
    """

    def __init__(self, text: Text, word: re.Pattern[str] = WORD) -> None:
        self.text = text
        self.faults: list[Fault] = []
        self.lines: list[int] = []
        self.left = text.height
        self._rows = text.rows(word)

    @property
    def usual(self) -> int:
        """The usual number of words in the rows not read yet."""
        return self.text.body(self.text.height - self.left)

    def header(self, what: str, fields: Sequence[Field]) -> list[int]:
        """The numbers of the next row; anything wrong with it ends the reading at once."""
        values = self.row(what, fields)
        if self.faults:
            self.text.fail(self.faults)
        return values

    def row(self, what: str, fields: Sequence[Field]) -> list[int]:
        """The numbers of the next row; where one is wrong, a fault is noted and the least value stands in."""
        row = self.take()
        if row is None:
            self.faults.append(Fault(f"the text ends where {what} should be ({_list(fields)})", len(self.text.lines)))
            return [field.low for field in fields]
        return self.values(what, row, fields=fields)

    def values(self, what: str, row: Row, *, fields: Sequence[Field]) -> list[int]:
        """The numbers of a row already taken."""
        self.lines.append(row.line)
        self._check_length(what, row, fields)
        values = [self.number(what, token, field) for token, field in zip(row.tokens, fields, strict=False)]
        return values + [field.low for field in fields[len(values) :]]

    def take(self) -> Row | None:
        """The next row as it stands."""
        row = next(self._rows, None)
        self.left -= row is not None
        return row

    def table(self, count: int, what: str, fields: Sequence[Field]) -> list[list[int]]:
        """`count` rows of the same kind; when the text ends early that is one fault, not many."""
        if self.left < count:
            last = len(self.text.lines)
            self.faults.append(Fault(f"{count} rows with a {what} each are needed, only {self.left} are there", last))
        return [self.row(f"{what} {number}", fields) for number in range(1, min(count, self.left) + 1)]

    def finish(self) -> None:
        """Refuse the text if there is any fault, or any row that nobody asked for."""
        if self.left:
            said = f"{self.left} rows too many, from here on" if self.left > 1 else "one row too many"
            extra = next(self._rows, None)
            self.faults.append(Fault(said, extra.line, extra.column) if extra else Fault(said))
        if self.faults:
            self.text.fail(self.faults)

    def number(self, what: str, token: Token, field: Field) -> int:
        """The value of a token, or the least value of the field after noting what is wrong."""
        if field.dash and token.text in DASH:
            return -1
        good = NUMBER[field.base].fullmatch(token.text)
        value = int(token.text, field.base) if good else None
        if value is not None and field.low <= value <= field.high:
            return value
        shown = token.text if len(token.text) <= 20 else token.text[:17] + "..."
        kind = "a whole number" if field.base == 10 else "a binary word"
        message = f"{what}: {field.name} is {shown!r}, must be {kind} {field.low} to {field.high}"
        self.faults.append(Fault(message, token.line, token.column))
        return field.low

    def _check_length(self, what: str, row: Row, fields: Sequence[Field]) -> None:
        if len(row.tokens) == len(fields):
            return
        column = row.end if len(row.tokens) < len(fields) else row.tokens[len(fields)].column
        message = f"{what} has {_numbers(len(row.tokens))}, needs {len(fields)}: {_list(fields)}"
        self.faults.append(Fault(message, row.line, column))


def _numbers(count: int) -> str:
    return f"{count} number{'s' * (count != 1)}"


def _list(fields: Sequence[Field]) -> str:
    return " ".join(field.name for field in fields)
