"""Heule's `em` files: the number of hints, then the pieces of a square puzzle.

Size and colors stand in the file's name, but the number of pieces says as much. No file with hints is known, so that
their layout is not either: a number other than 0 is refused rather than guessed at.
"""

from __future__ import annotations

from math import isqrt

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._scan import Field, Scan, colors
from edgematch.formats._text import Text
from edgematch.model import MAX_SIDE, Puzzle


class Heule(Format):
    """Heule's puzzle files."""

    name = "heule"
    about = "Heule's em puzzles: square, without hints"
    holds = Holds.PUZZLE

    def sniff(self, text: Text) -> bool:
        """Whether one number is followed by rows of four, more or fewer than that number."""
        counts = text.counts
        return (
            not text.is_json
            and counts[:1] == [1]
            and counts[1:3] != [1, 1]
            and text.body(1) == 4
            and not text.announces_rows
        )

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        scan.header("the first row", [Field("number of hints (only 0 is known)", 0, 0)])
        size = isqrt(scan.left)
        if size * size != scan.left or not 1 <= size <= MAX_SIDE:
            limit = f"a square of 1x1 to {MAX_SIDE}x{MAX_SIDE}"
            text.fail([Fault(f"{scan.left} pieces do not make {limit}", len(text.lines))])
        pieces = scan.table(size * size, "piece", colors())
        scan.finish()
        return request.make(size, size, pieces=pieces)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """No hints, then the pieces."""
        return "\n".join(["0", *lines_of_pieces(puzzle), ""])
