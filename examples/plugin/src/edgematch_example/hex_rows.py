"""One line `hex W H`, then one line per row of pieces: `x` and eight hexadecimal digits per piece, two per side."""

from __future__ import annotations

import re

from edgematch.errors import FormatError
from edgematch.formats import Format, Holds, PuzzleOrBoard, Request, Text
from edgematch.model import MAX_SIDE, Puzzle

HEAD = re.compile(r"\s*hex (\d{1,3}) (\d{1,3})\s")


class HexRows(Format):
    """Pieces as hexadecimal digits."""

    name = "hex-rows"
    about = "example of a plug-in: pieces as hexadecimal digits"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    suffixes = (".hexrows",)

    def sniff(self, text: Text) -> bool:
        """Whether the first word is `hex`."""
        return HEAD.match(text.content) is not None

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle; every fault is an error with its remedy."""
        head = HEAD.match(text.content)
        if head is None:
            raise FormatError("this text does not start with 'hex WIDTH HEIGHT'", source=text.source)
        width, height = int(head[1]), int(head[2])
        words = text.content[head.end() :].split()
        digits = "".join(word.removeprefix("x") for word in words)
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise FormatError(f"a board is 1x1 to {MAX_SIDE}x{MAX_SIDE}, not {width}x{height}", source=text.source)
        if not re.fullmatch(r"[0-9a-f]*", digits) or len(digits) != 8 * width * height:
            raise FormatError(f"{8 * width * height} hexadecimal digits must follow the size", source=text.source)
        values = bytes.fromhex(digits)
        return request.make(width, height, pieces=[list(values[i : i + 4]) for i in range(0, len(values), 4)])

    def write_puzzle(self, puzzle: Puzzle) -> str:
        """The size, then a line per row of the board."""
        words = ["x" + "".join(f"{color:02x}" for color in piece) for piece in puzzle.pieces.tolist()]
        rows = [" ".join(words[i : i + puzzle.width]) for i in range(0, puzzle.cells, puzzle.width)]
        return "\n".join([f"hex {puzzle.width} {puzzle.height}", *rows, ""])
