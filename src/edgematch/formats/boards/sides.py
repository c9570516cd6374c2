"""Boards as rows of sides: for each cell, row by row from the top left, `N E S W` as it lies (`.sol`).

The pieces are recovered by matching, so that identical ones are not told apart. The size is not said: it is that of
the puzzle given, else it is found from the grey of a whole frame, else it is that of a known puzzle. An empty cell is
four dashes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgematch.errors import Fault
from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import PUZZLE_NEEDED, Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._lettering import Sides as Colors
from edgematch.formats._scan import Scan, colors
from edgematch.formats._text import Text
from edgematch.model import EMPTY, GREY, MAX_SIDE, Board
from edgematch.model.grid import frame_mask

BLANK = ["-"] * 4


class Sides(Format):
    """Boards as rows of sides."""

    name = "sides"
    about = "the four sides of each cell, row by row (.sol)"
    holds = Holds.BOARD | Holds.RECTANGLES
    suffixes = (".sol",)

    def sniff(self, text: Text) -> bool:
        """Whether there are rows of four numbers only."""
        return text.counts[:1] == [4] and text.body(0) == 4

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        cells, spots = _read_cells(text)
        known = list(request.known)
        puzzles = [request.puzzle] if request.puzzle else [p for p in known if p.cells == len(cells)]
        widths = [] if request.puzzle else _framed_widths(cells)
        widths = widths if len(widths) == 1 else [puzzle.width for puzzle in puzzles]
        if not widths or len(cells) % widths[0]:
            text.fail(f"{len(cells)} cells: the size of the board cannot be told", remedy=PUZZLE_NEEDED)
        drawing = Drawing(widths[0], len(cells) // widths[0], tuple(cells), spots=tuple(spots))
        return recover(drawing, text, request=replace(request, known=known))

    def write_board(self, board: Board) -> str:
        """A cell a line."""
        rows = (BLANK if sides[0] == EMPTY else map(str, sides) for sides in board.sides.tolist())
        return "\n".join([*(" ".join(row) for row in rows), ""])


def _read_cells(text: Text) -> tuple[list[Colors | None], list[tuple[int, int]]]:
    """The sides of each cell, and where they stand."""
    scan = Scan(text)
    if scan.left > MAX_SIDE * MAX_SIDE:
        text.fail([Fault(f"{scan.left} cells, the largest board has {MAX_SIDE * MAX_SIDE}", len(text.lines))])
    cells: list[Colors | None] = []
    spots = []
    while row := scan.take():
        blank = [token.text for token in row.tokens] == BLANK
        cells.append(None if blank else tuple(scan.values(f"cell {len(cells)}", row, fields=colors())))
        spots.append((row.line, row.column))
    scan.finish()
    return cells, spots


def _framed_widths(cells: list[Colors | None]) -> list[int]:
    """The widths for which every side on the outside of a complete board is grey."""
    if not cells or None in cells:
        return []
    grey = np.array(cells, dtype=np.int64) == GREY
    sizes = [(w, len(cells) // w) for w in range(1, MAX_SIDE + 1) if len(cells) % w == 0 and len(cells) <= w * MAX_SIDE]
    return [width for width, height in sizes if grey[frame_mask(width, height)].all()]
