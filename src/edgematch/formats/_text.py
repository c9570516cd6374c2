"""A text to be read: its lines, its rows of tokens with their places, and the shape by which formats are recognised.

Readers never see bytes. By the time a text arrives here its size is bounded and it is valid Unicode, so that all a
reader can meet is wrong words in wrong places, each of which has a line and a column to report.

Words are separated by blanks, commas or semicolons. `#` and `//` start a comment anywhere, `%` and a lone `c` at the
start of a line. A line ends with a newline, a carriage return, or both.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from edgematch.errors import Fault, FormatError

WORD = re.compile(r"[^\s,;]+")
NUMBER = re.compile(r"-?[0-9]*")
INTEGER = re.compile(r"-?[0-9]{1,9}")
SIZE = re.compile(r"[0-9]{1,2}")
MARK = "@"
DIGITS = re.compile(rf"[0-9]{{4}}{MARK}?")
DIGIT = re.compile(r"[0-9]")
MOST_ROWS = 1100
LINE_END = re.compile(r"\r\n|\n|\r")
COMMENT = re.compile(r"#|//|^\s*%|^\s*c(?=\s|$)")
JSON_START = re.compile(r'\s*(\{|\[\s*[\[{\]]|\[\s*(-?[0-9]|"|true|false|null)(?!.*board_edges=))', re.DOTALL)


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
    """A whole text, with `source` (a path, or what else it is called) for messages.

    A text that is part of another has `skipped` lines before it, so that messages give the lines of the whole.
    """

    content: str
    source: str = ""
    skipped: int = 0

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return LINE_END.split(self.content)

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each line that is neither blank nor a comment, none of JSON: enough to recognise formats."""
        return [] if self.is_json else self._split

    @cached_property
    def _split(self) -> list[list[str]]:
        rows = (WORD.findall(_without_comment(line)) for line in self.lines)
        return [row for row in rows if row]

    @property
    def height(self) -> int:
        """How many rows `rows` gives, whatever the text looks like."""
        return len(self._split)

    @cached_property
    def counts(self) -> list[int]:
        """How many words each row of a table of numbers has; empty when the text is no such table."""
        if self.digit_words or self.drawn_digits:
            return []
        head = [word for row in self.words[:4] for word in row]
        numbers = sum(NUMBER.fullmatch(word) is not None for word in head)
        return [len(row) for row in self.words] if 2 * numbers >= len(head) else []

    @cached_property
    def digit_words(self) -> list[str]:
        """The words, when each has four digits: pieces without separators, which no table of numbers looks like.

        A first word that is the side of a square of so many pieces is left out. `@` after a piece, with or without
        a space, is a part of its word.
        """
        words: list[str] = []
        for word in (word for row in self.words for word in row):
            if word == MARK and words:
                words[-1] += word
            else:
                words.append(word)
        if words and SIZE.fullmatch(words[0]) and int(words[0]) ** 2 == len(words) - 1:
            words = words[1:]
        return words if all(DIGITS.fullmatch(word) for word in words) else []

    @cached_property
    def drawn_digits(self) -> list[list[str]]:
        """The pieces of each row of a drawing in digits, N W E S, without separators; empty when this is none.

        Three lines draw a row of pieces: their north sides, their west and east sides, their south sides.
        """
        lines = self.words
        width = len(lines[0]) if lines else 0
        if width < 2 or [len(line) for line in lines] != [width, 2 * width, width] * (len(lines) // 3):
            return []
        if not all(DIGIT.fullmatch(word) for line in lines for word in line):
            return []
        groups = zip(lines[::3], lines[1::3], lines[2::3], strict=True)
        return [["".join(piece) for piece in zip(n, we[::2], we[1::2], s, strict=True)] for n, we, s in groups]

    def body(self, head: int) -> int:
        """The usual number of words in the rows after the first `head`; 0 when there are none.

        The usual number rather than every number: a table with one bad line is still that table, and its reader can
        point at the line.
        """
        usual = Counter(self.counts[head:]).most_common(1)
        return usual[0][0] if usual else 0

    def lists_pieces(self, head: int) -> bool:
        """Whether the rows after the first `head` list pieces: four colors each, several pieces, or a number first."""
        words = self.body(head)
        return words > 0 and (words % 4 == 0 or words == 5)

    def integers(self) -> list[list[int]] | None:
        """All rows as numbers; None when any word is no number, or there are more rows than a board has cells."""
        if len(self.words) > MOST_ROWS or not all(INTEGER.fullmatch(word) for row in self.words for word in row):
            return None
        return [[int(word) for word in row] for row in self.words]

    @property
    def announces_rows(self) -> bool:
        """Whether the first word is the number of rows that follow, as in a list of hints."""
        return bool(self.words) and self.words[0] == [str(len(self.words) - 1)]

    @cached_property
    def is_json(self) -> bool:
        """Whether the text begins like a JSON document; a link or a shortcut that begins with a bracket does not."""
        return JSON_START.match(self.content) is not None

    @property
    def suffix(self) -> str:
        """The suffix of the file, in small letters; empty when the text comes from elsewhere."""
        stem, dot, suffix = self.source.rpartition(".")
        return f".{suffix.lower()}" if stem and dot and suffix.isalnum() else ""

    def rows(self, word: re.Pattern[str] = WORD) -> Iterator[Row]:
        """The rows with the places of their tokens."""
        for number, line in enumerate(self.lines, start=1):
            kept = _without_comment(line)
            if WORD.search(kept):
                tokens = tuple(Token(m.group(), number, m.start() + 1) for m in word.finditer(kept))
                yield Row(number, len(kept.rstrip()) + 1, tokens)

    def fail(self, faults: list[Fault] | str, *, remedy: str = "") -> NoReturn:
        """Raise what is wrong with this text."""
        raise self.error(faults, remedy=remedy)

    def error(self, faults: list[Fault] | str, *, remedy: str = "") -> FormatError:
        """What is wrong with this text, as an error that shows its lines."""
        lines = [""] * self.skipped + self.lines
        return FormatError(faults, source=self.source, lines=lines, remedy=remedy)


def _without_comment(line: str) -> str:
    found = COMMENT.search(line)
    return line[: found.start()] if found else line
