"""Joe's letters (`et2solver`): a word of four letters per piece, west, north, east, south; `-` is grey, A is color 1.

Other letter lists have another letter for grey, which the frame finds, or a number before each piece.
"""

from __future__ import annotations

import re

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import as_table
from edgematch.formats._pieces import PieceList
from edgematch.formats._reading import color_of
from edgematch.formats._text import Text
from edgematch.model import MAX_SIDE

WORD = re.compile(r"[A-Z-]{4}")
NUMBER = re.compile(r"[0-9]{1,4}")
WNES = "wnes"


class Letters(Format):
    """Joe's letters."""

    name = "letters"
    about = "four letters per piece, W N E S, `-` is grey (Joe's et2solver)"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether every word is one of four capital letters and dashes, in more than one kind."""
        words = [word for row in text.words for word in row[_numbered(text) :]]
        return len(words) > 1 and len(words) <= MAX_SIDE * MAX_SIDE and all(WORD.fullmatch(word) for word in words)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        rows = list(text.rows())
        if _numbered(text):
            rows.sort(key=lambda row: int(row.tokens[0].text))
        tokens = [token for row in rows for token in row.tokens[_numbered(text) :]]
        faults = [
            Fault(
                f"{token.text[:20]!r} is no piece: four capital letters or dashes such as --CD are",
                token.line,
                token.column,
            )
            for token in tokens
            if not WORD.fullmatch(token.text)
        ]
        if faults or not tokens or len(tokens) > MAX_SIDE * MAX_SIDE:
            text.fail(faults or "there are no pieces, or too many")
        table = as_table([[color_of(letter) for letter in token.text] for token in tokens])
        return PieceList(table, None, WNES, others=()).puzzle(text, request)


def _numbered(text: Text) -> bool:
    """Whether each row is a piece after its number, which counts from 0 or from 1."""
    if not text.words or not all(len(row) == 2 and NUMBER.fullmatch(row[0]) for row in text.words):
        return False
    numbers = sorted(int(row[0]) for row in text.words)
    return numbers in (list(range(len(numbers))), list(range(1, len(numbers) + 1)))
