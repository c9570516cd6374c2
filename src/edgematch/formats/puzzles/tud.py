"""Files of the edge-matching course at TU Dresden: `framed signed W H`, then one line per piece, `N E S W`.

`framed` is 1 or 0. Signed pieces (1) are another kind of puzzle and are refused.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._scan import HEIGHT, WIDTH, Field, Scan
from edgematch.formats._text import Text


class Tud(Format):
    """Files of TU Dresden."""

    name = "tud"
    about = "TU Dresden's puzzles: `1 0 W H`, then one line per piece"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether the first row of four says framed, not signed, and a size that the other rows fill."""
        if text.counts[:1] != [4] or not text.lists_pieces(1) or text.body(1) != 4:
            return False
        framed, signed, width, height = text.words[0]
        if framed not in "01" or signed != "0" or not (width.isdecimal() and height.isdecimal()):
            return False
        return len(width + height) < 6 and int(width) * int(height) == len(text.words) - 1 and width + height != "11"

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        signed = Field("signed (only 0, unsigned pieces, is supported)", 0, 0)
        framed, _, width, height = scan.header("the first row", [Field("framed", 0, 1), signed, WIDTH, HEIGHT])
        table = read_rows(scan, count=width * height)
        return PieceList(table, (width, height), framed=bool(framed)).puzzle(text, request)
