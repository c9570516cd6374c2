"""Lists of pieces with other headers: `p tile W H COLORS`, `key: number` lines, or none with several pieces per row.

Rows are `N E S W`, several of them, or a number and `N E S W`. Without a size the board is the one whose frame the
pieces make, or else a square. Below `ntiles:` the order is `N W S E`.
"""

from __future__ import annotations

import re

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._reading import NESW
from edgematch.formats._scan import Scan
from edgematch.formats._text import NUMBER, Row, Text
from edgematch.model import MAX_SIDE, Puzzle

KEY = re.compile(r"([A-Za-z_]+)[:=]([0-9]{1,6})")
COUNT = "ntiles"
WIDTH_KEYS, HEIGHT_KEYS = ("width", "w", "cols", "columns"), ("height", "h", "rows")
SIZE_KEYS = ("size", "n")


class Pieces(Format):
    """Lists of pieces."""

    name = "pieces"
    about = "a list of pieces: `p tile W H COLORS` or no header, several pieces per row, or numbered pieces"
    holds = Holds.PUZZLE | Holds.RECTANGLES

    def sniff(self, text: Text) -> bool:
        """Whether there is such a header, or a table of numbered pieces or of several per row."""
        if not text.words:
            return False
        if text.words[0][:2] == ["p", "tile"] or KEY.fullmatch("".join(text.words[0][:2])):
            return True
        if not all(NUMBER.fullmatch(word) for word in text.words[0]):
            return False
        several = text.body(0) == 5 or (text.body(0) > 4 and text.body(0) % 4 == 0)
        return several and len(text.counts) > 0 and text.counts[0] in (5, text.body(0)) and not is_sparse(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        header = _read_header(scan)
        size = _size(header)
        columns = "nwse" if COUNT in header else NESW
        count = size[0] * size[1] if size else None
        return PieceList(read_rows(scan, count=count), size, columns).puzzle(text, request)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The header `p tile`, then the pieces."""
        return "\n".join([f"p tile {puzzle.width} {puzzle.height} {puzzle.colors}", *lines_of_pieces(puzzle), ""])


def is_sparse(text: Text) -> bool:
    """Whether rows have different numbers of words and the first says the size, as lists that leave out grey do."""
    return text.counts[:1] == [4] and len(set(text.counts[1:])) > 1


def _read_header(scan: Scan) -> dict[str, int]:
    """What the lines above the pieces say."""
    header: dict[str, int] = {}
    rows = scan.text.words
    if rows and rows[0][:2] == ["p", "tile"]:
        row = scan.take()
        numbers = [int(word) for word in rows[0][2:4] if re.fullmatch("[0-9]{1,4}", word)]
        if row is None or len(numbers) != 2 or not all(1 <= number <= MAX_SIDE for number in numbers):
            _refuse_header(scan, row)
        return dict(zip(("width", "height"), numbers, strict=True))
    for words in rows:
        match = KEY.fullmatch("".join(words[:2]))
        if match is None:
            break
        scan.take()
        header[match[1].lower()] = int(match[2])
    return header


def _refuse_header(scan: Scan, row: Row | None) -> None:
    line = row.line if row else 0
    scan.text.fail([Fault("a header is `p tile WIDTH HEIGHT COLORS` or `key: number`", line, 1)])


def _size(header: dict[str, int]) -> tuple[int, int] | None:
    """The size that a header gives, where it does."""
    side = next((header[key] for key in SIZE_KEYS if key in header), 0)
    width = next((header[key] for key in WIDTH_KEYS if key in header), side)
    height = next((header[key] for key in HEIGHT_KEYS if key in header), side)
    return (width, height) if 1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE else None
