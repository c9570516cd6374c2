"""Plain text: `W H`, then one line per piece, `N E S W`; what Owen, META'10 and most people use."""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._scan import HEIGHT, WIDTH, Scan
from edgematch.formats._text import Text
from edgematch.model import Puzzle


class Plain(Format):
    """Plain text."""

    name = "plain"
    about = "plain text puzzle: width and height, then one line per piece"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    suffixes = (".txt",)

    def sniff(self, text: Text) -> bool:
        """Whether two numbers are followed by pieces, or stand alone."""
        alone = len(text.counts) == 1 and text.words[0][0] not in {"0", "-1"}
        return text.counts[:1] == [2] and (text.lists_pieces(1) or alone)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        width, height = scan.header("the first row", [WIDTH, HEIGHT])
        return PieceList(read_rows(scan, count=width * height), (width, height)).puzzle(text, request)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The size and the pieces."""
        return "\n".join([f"{puzzle.width} {puzzle.height}", *lines_of_pieces(puzzle), ""])
