"""McGavin's `.puz` files: `W H maxcolor`, then one line per piece, `N E S W`; hints are in a `.hnt` file next to it."""

from __future__ import annotations

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request, lines_of_pieces
from edgematch.formats._pieces import PieceList, read_rows
from edgematch.formats._scan import HEIGHT, WIDTH, Field, Scan
from edgematch.formats._text import Text
from edgematch.model import MAX_COLOR, Puzzle


class McGavinPuz(Format):
    """McGavin's puzzle files."""

    name = "mcgavin-puz"
    about = "McGavin's puzzles (.puz)"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    suffixes = (".puz",)

    def sniff(self, text: Text) -> bool:
        """Whether three numbers are followed by pieces."""
        return text.counts[:1] == [3] and text.lists_pieces(1)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle, whose colors may not pass the highest one announced."""
        scan = Scan(text)
        width, height, most = scan.header("the first row", [WIDTH, HEIGHT, Field("highest color", 0, MAX_COLOR)])
        return PieceList(read_rows(scan, count=width * height, high=most), (width, height)).puzzle(text, request)

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The size, the highest color and the pieces."""
        return "\n".join([f"{puzzle.width} {puzzle.height} {puzzle.colors}", *lines_of_pieces(puzzle), ""])
