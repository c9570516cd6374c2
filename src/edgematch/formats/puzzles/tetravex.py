"""Tetravex digits: each piece is a word of four digits without separators; 0 is a color, and pieces are not turned.

The side of a square board may stand before them. `@` after a piece says that it stands in its cell already, which is
a hint. Pieces may also be drawn: three lines per row of them, for the north
sides, the west and east sides, and the south sides.

EPITA's course writes north, west, east, south, Avignon's west, north, east, south. In a puzzle that can be solved,
the colors of opposite sides are nearly the same, since all but the outer ones meet: the first of the two orders for
which that holds is taken.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import Table, as_table, is_balanced
from edgematch.formats._pieces import PieceList
from edgematch.formats._reading import note
from edgematch.formats._text import DIGITS, MARK, Text
from edgematch.model import MAX_SIDE

ORDERS = ("nwes", "wnes")


class Tetravex(Format):
    """Tetravex digits."""

    name = "tetravex"
    about = "Tetravex: four digits per piece without separators, N W E S or W N E S, or drawn; 0 is a color"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether every word has four digits, or the digits draw pieces."""
        return bool(text.digit_words or text.drawn_digits)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        rows = text.drawn_digits or text.words
        words = text.digit_words or [word for row in rows for word in row]
        bad = next((word for word in words if not DIGITS.fullmatch(word)), None)
        if bad is not None or not words or len(words) > MAX_SIDE * MAX_SIDE:
            text.fail(f"{(bad or 'nothing')[:20]!r} is no piece: four digits such as 2744 are")
        table = as_table([[int(digit) + 1 for digit in word[:4]] for word in words])  # color 0 would be grey
        widths = {sum(word != MARK for word in row) for row in rows}
        per_row = widths.pop() if len(widths) == 1 else 1
        size = (per_row, len(words) // per_row) if 1 < per_row <= MAX_SIDE and len(words) % per_row == 0 else None
        columns = request.reading.columns or (ORDERS[0] if text.drawn_digits else _order(text, table))
        hints = {cell: cell * 4 for cell, word in enumerate(words) if word.endswith(MARK)}
        pieces = PieceList(table, size, columns, others=(), framed=False, turnable=False)
        return pieces.puzzle(text, request, hints=hints)


def _order(text: Text, table: Table) -> str:
    """The order of the sides, found by comparing the colors of opposite ones."""
    able = [columns for columns in ORDERS if is_balanced(table, columns)]
    if not able:
        note(text, "the colors of opposite sides differ too much for a puzzle that can be solved; read as N W E S")
    elif able[0] != ORDERS[0]:
        note(text, "read with sides in the order west north east south: only so are opposite sides alike")
    return (able or list(ORDERS))[0]
