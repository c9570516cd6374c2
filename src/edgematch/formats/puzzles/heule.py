"""Heule's `em` files: the number of hints, which is 0, then the pieces of a square puzzle.

Size and colors stand in the name of the file, but the number of pieces says as much. No file with hints is known.
"""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._scan import Field, Scan
from edgematch.formats._text import Text
from edgematch.model import Puzzle


class Heule(Format):
    """Heule's puzzle files."""

    name = "heule"
    about = "Heule's em puzzles: square, without hints"
    holds = Holds.PUZZLE

    def sniff(self, text: Text) -> bool:
        """Whether a single 0 is followed by pieces."""
        return text.counts[:1] == [1] != text.counts[1:2] and text.words[0] == ["0"] and text.lists_pieces(1)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        scan.header("the first row", [Field("number of hints (files with hints are not known)", 0, 0)])
        return PieceList(read_rows(scan)).puzzle(text, request)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """No hints, then the pieces."""
        return "\n".join(["0", *lines_of_pieces(puzzle), ""])
