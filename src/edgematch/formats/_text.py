"""A text to be read: its lines, its rows of tokens with their places, and the shape by which formats tell it apart.

Readers never see bytes. By the time a text arrives here its size is bounded and it is valid Unicode, so that all a
reader can meet is wrong words in wrong places, each of which has a line and a column to be told.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from edgematch.errors import Fault, FormatError

WORD = re.compile(r"[^ \t\r\f\v]+")
NUMBER = re.compile(r"-?[0-9]*")
COMMENT = "#"


@dataclass(frozen=True)
class Token:
    """A word of the text and where it stands, counted from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Row:
    """The tokens of one line that is neither blank nor a comment."""

    line: int
    end: int
    tokens: tuple[Token, ...]

    @property
    def column(self) -> int:
        """Where the first token stands."""
        return self.tokens[0].column if self.tokens else 1


@dataclass(frozen=True)
class Text:
    """A whole text, with `source` (a path or an address) for messages."""

    content: str
    source: str = ""

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; only newlines (and carriage returns before them) end a line."""
        return [line.removesuffix("\r") for line in self.content.split("\n")]

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each line that is neither blank nor a comment, none of JSON: enough to tell formats apart."""
        return [] if self.is_json else self._split

    @cached_property
    def _split(self) -> list[list[str]]:
        rows = (line.partition(COMMENT)[0].split() for line in self.lines)
        return [row for row in rows if row]

    @property
    def height(self) -> int:
        """How many rows `rows` will give, whatever the text looks like."""
        return len(self._split)

    @cached_property
    def counts(self) -> list[int]:
        """How many words each row of a table of numbers has; empty when the text is no such table."""
        head = [word for row in self.words[:4] for word in row]
        numbers = sum(NUMBER.fullmatch(word) is not None for word in head)
        return [len(row) for row in self.words] if 2 * numbers >= len(head) else []

    def body(self, head: int) -> int:
        """The usual number of words in the rows after the first `head`; 0 when there are none.

        The usual number rather than every number: a table with one bad line is still that table, and its reader can
        point at the line.
        """
        usual = Counter(self.counts[head:]).most_common(1)
        return usual[0][0] if usual else 0

    @property
    def announces_rows(self) -> bool:
        """Whether the first word is the number of rows that follow, as in a list of hints."""
        return bool(self.words) and self.words[0] == [str(len(self.words) - 1)]

    @property
    def is_json(self) -> bool:
        """Whether the text begins like a JSON document."""
        return self.content.lstrip()[:1] in {"{", "["}

    def rows(self, word: re.Pattern[str] = WORD) -> Iterator[Row]:
        """The rows with the places of their tokens."""
        for number, line in enumerate(self.lines, start=1):
            kept = line.partition(COMMENT)[0]
            tokens = tuple(Token(m.group(), number, m.start() + 1) for m in word.finditer(kept))
            if kept.split():
                yield Row(number, len(kept.rstrip()) + 1, tokens)

    def fail(self, faults: list[Fault] | str, *, remedy: str = "") -> NoReturn:
        """Raise what is wrong with this text."""
        raise self.error(faults, remedy=remedy)

    def error(self, faults: list[Fault] | str, *, remedy: str = "") -> FormatError:
        """What is wrong with this text, as an error that shows its lines."""
        return FormatError(faults, source=self.source, lines=self.lines, remedy=remedy)
