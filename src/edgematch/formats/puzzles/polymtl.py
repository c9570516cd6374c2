"""Polytechnique Montréal's course files: the size `n`, then one line per piece, `N S W E`.

Other people write the same header above `N E S W`. The frame decides; where it cannot, the order must be given.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._reading import NESW
from edgematch.formats._scan import Field, Scan
from edgematch.formats._text import Text
from edgematch.model import MAX_SIDE

NSWE = "nswe"


class PolyMtl(Format):
    """A size, then pieces."""

    name = "polymtl"
    about = "one number for the size, then one line per piece, N S W E (or N E S W where the frame says so)"
    holds = Holds.PUZZLE
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether one number other than 0 is followed by pieces and not by that many hints."""
        counts = text.counts
        headed = counts[:1] == [1] and counts[1:2] != [1] and text.words[0] != ["0"]
        return headed and text.lists_pieces(1) and not (text.announces_rows and lists_hints(text))

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        (number,) = scan.header("the first row", [Field("size, or number of pieces", 1, MAX_SIDE * MAX_SIDE)])
        table = read_rows(scan)
        size = (number, number) if number * number == len(table) else None
        if size is None and number != len(table) and request.reading.size is None:
            text.fail(f"{len(table)} pieces, a board of {number}x{number} needs {number * number}")
        if request.reading.format:
            return PieceList(table, size, NSWE, others=()).puzzle(text, request)
        return PieceList(table, size, NSWE, others=(NESW,), certain=False).puzzle(text, request)


def lists_hints(text: Text) -> bool:
    """Whether the rows after the first can be `piece x y turns`, counted from 1."""
    rows = text.integers()
    return rows is None or all(len(row) != 4 or (min(row[:3]) >= 1 and 0 <= row[3] <= 3) for row in rows[1:])
