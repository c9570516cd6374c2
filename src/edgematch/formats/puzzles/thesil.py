"""TheSil's CSV: `w,h,frame colors,inner colors`, then `id,colors` without the grey sides.

Two colors are a corner, three a frame piece, four an inner piece; they go clockwise and grey comes after them.
"""

from __future__ import annotations

import re

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import as_table
from edgematch.formats._pieces import IDENTITY, PieceList
from edgematch.formats._scan import HEIGHT, WIDTH, Field, Scan, colors
from edgematch.formats._text import Text
from edgematch.formats.puzzles.pieces import is_sparse
from edgematch.model import GREY, MAX_COLOR


class TheSil(Format):
    """TheSil's CSV."""

    name = "thesil"
    about = "TheSil's CSV: `w,h,frame,inner`, then `id,colors` without the grey sides"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether a size and two numbers are followed by that many rows of three to five."""
        if not is_sparse(text) or not set(text.counts[1:]) <= {3, 4, 5}:
            return False
        width, height = text.words[0][:2]
        sized = re.fullmatch("[0-9]{1,3}", width) and re.fullmatch("[0-9]{1,3}", height)
        return bool(sized) and int(width) * int(height) == len(text.words) - 1

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        scan = Scan(text)
        counts = [Field("frame colors", 0, MAX_COLOR), Field("inner colors", 0, MAX_COLOR)]
        width, height, _, _ = scan.header("the first row", [WIDTH, HEIGHT, *counts])
        numbered: dict[int, list[int]] = {}
        while row := scan.take():
            sides = min(max(len(row.tokens) - 1, 2), 4)
            number, *values = scan.values(f"piece {len(numbered) + 1}", row, fields=[IDENTITY, *colors()[:sides]])
            numbered[number if number not in numbered else -len(numbered) - 1] = values + [GREY] * (4 - sides)
        scan.finish()
        if any(number < 0 for number in numbered) or len(numbered) != width * height:
            text.fail(f"{width * height} pieces with a number each are needed, {len(numbered)} rows are there")
        return PieceList(as_table([numbered[n] for n in sorted(numbered)]), (width, height)).puzzle(text, request)
