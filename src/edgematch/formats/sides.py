"""Boards as rows of sides: for each cell, row by row from the top left, `N E S W` as it lies (`.sol`).

The pieces are recovered by matching, so that identical ones are not told apart. The size is not said: it is that of
the puzzle given or recognised, else it is found from the grey of a frame, else the board is taken for a square. An
empty cell is four dashes.
"""

from __future__ import annotations

from dataclasses import replace
from math import isqrt

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, Request, Thing
from edgematch.formats._lettering import Sides as Colors
from edgematch.formats._scan import Scan, colors
from edgematch.formats._shown import Shown, recover
from edgematch.formats._text import Text
from edgematch.model import EMPTY, GREY, MAX_SIDE, Board, Puzzle
from edgematch.model.grid import EAST, NORTH

BLANK = ["-"] * 4


class Sides(Format):
    """Boards as rows of sides."""

    name = "sides"
    about = "the four sides of each cell, row by row (.sol)"
    holds = Holds.BOARD | Holds.PIECES | Holds.RECTANGLES
    suffixes = (".sol",)

    def sniff(self, text: Text) -> bool:
        """Whether there are rows of four numbers only."""
        return text.counts[:1] == [4] and text.body(0) == 4 and "/" not in text.words[0][0]

    def read(self, text: Text, request: Request) -> Thing:
        """The board."""
        cells, spots = _read_cells(text)
        known = list(request.known)
        width = request.puzzle.width if request.puzzle else _width(cells, known)
        if len(cells) % width or not 1 <= len(cells) // width <= MAX_SIDE:
            text.fail(f"{len(cells)} cells do not make a board {width} wide", remedy="give the puzzle of this board")
        shown = Shown(width, len(cells) // width, tuple(cells), spots=tuple(spots))
        return recover(shown, text, request=replace(request, known=known))

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
    spots = [(row.line, row.tokens[0].column) for row in text.rows()]
    while scan.left:
        if text.words[len(cells)] == BLANK:
            scan.take()
            cells.append(None)
        else:
            cells.append(tuple(scan.row(f"cell {len(cells)}", colors())))
    scan.finish()
    return cells, spots


def _width(cells: list[Colors | None], known: list[Puzzle]) -> int:
    """The width of a board: where its first row ends with grey, else that of a known puzzle, else of a square."""
    for at, sides in enumerate(cells[:MAX_SIDE]):
        if sides is None or sides[NORTH] != GREY:
            break
        if sides[EAST] == GREY:
            return at + 1
    widths = [puzzle.width for puzzle in known if puzzle.cells == len(cells)]
    return widths[0] if widths else isqrt(len(cells)) or 1
