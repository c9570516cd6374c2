"""Plain text: `W H`, then a piece a line, `N E S W`; what Owen, META'10 and most people use."""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._scan import HEIGHT, WIDTH, Scan, colors
from edgematch.formats._text import Text
from edgematch.model import Puzzle


class Plain(Format):
    """Plain text."""

    name = "plain"
    about = "plain text puzzle: width and height, then a piece a line"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    suffixes = (".txt",)

    def sniff(self, text: Text) -> bool:
        """Whether two numbers are followed by rows of four, or stand alone."""
        alone = len(text.counts) == 1 and text.words[0][0] not in {"0", "-1"}
        return text.counts[:1] == [2] and (text.body(1) == 4 or alone)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle; it has a frame when any side is grey."""
        scan = Scan(text)
        width, height = scan.header("the first row", [WIDTH, HEIGHT])
        pieces = scan.table(width * height, "piece", colors())
        scan.finish()
        return request.make(width, height, pieces=pieces)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The size and the pieces."""
        return "\n".join([f"{puzzle.width} {puzzle.height}", *lines_of_pieces(puzzle), ""])
