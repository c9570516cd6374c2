"""Piece files of the bucas viewer (`.js`): `board_w = 3; board_h = 3;` and `pieces[ p ] = "0,0,1,1".split(...)`."""

from __future__ import annotations

import re

from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import as_table
from edgematch.formats._pieces import PieceList
from edgematch.formats._text import Text
from edgematch.model import MAX_COLOR, MAX_SIDE

SIDE = re.compile(r"\bboard_([wh])\s*=\s*([0-9]{1,4})\s*;")
PIECE = re.compile(r"\bpieces\s*\[[^\]\n]*\]\s*=\s*[\"'(\[]\s*([0-9]{1,4}(?:\s*,\s*[0-9]{1,4}){3})\s*[\"')\]]")
ANY_PIECE = re.compile(r"\bpieces\s*\[[^\]\n]*\]\s*=")


class BucasJs(Format):
    """Piece files of the bucas viewer."""

    name = "bucas-js"
    about = "piece files of the e2.bucas.name viewer (.js)"
    holds = Holds.PUZZLE | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether pieces are assigned as the viewer does."""
        return not text.is_json and ANY_PIECE.search(text.content) is not None

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The puzzle."""
        sides = {found[1]: int(found[2]) for found in SIDE.finditer(text.content)}
        rows = [[int(word) for word in found[1].split(",")] for found in PIECE.finditer(text.content)]
        listed = sum(1 for _ in ANY_PIECE.finditer(text.content))
        if not rows or listed != len(rows):
            text.fail(f"{listed} pieces are assigned, {len(rows)} of them as four numbers in quotes")
        if len(rows) > MAX_SIDE * MAX_SIDE or max(map(max, rows)) > MAX_COLOR:
            text.fail(f"the largest board has {MAX_SIDE * MAX_SIDE} pieces and {MAX_COLOR} colors")
        known = len(sides) == 2 and all(1 <= side <= MAX_SIDE for side in sides.values())
        size = (sides["w"], sides["h"]) if known else None
        return PieceList(as_table(rows), size).puzzle(text, request)
