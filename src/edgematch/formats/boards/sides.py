"""Rows of four numbers and nothing else: the sides of each cell of a board (`.sol`), or a bare list of pieces.

As a board the rows are the cells, row by row from the top left, `N E S W` as placed; an empty cell is four dashes. The
pieces are recovered by matching. The size is that of the puzzle given, else it is found from the grey of a whole
frame, else it is that of a known puzzle.

The same rows are a puzzle unless a puzzle is given, a board is asked for, a cell is empty, or the cells agree like
those of a board: grey exactly outside, or most facing sides equal.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import Fault
from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import PUZZLE_NEEDED, Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import as_table
from edgematch.formats._lettering import Sides as Colors
from edgematch.formats._pieces import PieceList
from edgematch.formats._scan import Scan, colors
from edgematch.formats._text import Text
from edgematch.formats.boards.gallicchio import is_gallicchio
from edgematch.formats.boards.thesil_board import is_thesil_board
from edgematch.formats.puzzles.thesil import TheSil
from edgematch.formats.puzzles.tud import Tud
from edgematch.model import EMPTY, GREY, MAX_SIDE, Board, board_edges, frame_mask
from edgematch.model.grid import opposite

BLANK = ["-"] * 4
FEW_EDGES, FEW_COLORS, MOST_EQUAL = 4, 4, 0.75
"""With fewer edges or colors, or with fewer equal sides, cells may agree by accident."""


class Sides(Format):
    """Rows of sides."""

    name = "sides"
    about = "the four sides of each cell, row by row (.sol); or a bare list of pieces"
    holds = Holds.BOARD | Holds.RECTANGLES
    suffixes = (".sol",)

    def sniff(self, text: Text) -> bool:
        """Whether there are rows of four numbers only."""
        places_pieces = is_gallicchio(text) or is_thesil_board(text)
        return text.counts[:1] == [4] and text.body(0) == 4 and not places_pieces and not _is_headed(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board, or the puzzle."""
        cells, spots = _read_cells(text)
        agreed = _agreeing_widths(cells)
        if not (request.puzzle or request.wants == "board" or None in cells or agreed):
            return PieceList(as_table([cell for cell in cells if cell is not None])).puzzle(text, request)
        width = _width(cells, agreed, request)
        if width is None:
            remedy = f"{PUZZLE_NEEDED}; or the size: --size WxH"
            text.fail(f"{len(cells)} cells: nothing says how wide the board is", remedy=remedy)
        drawing = Drawing(width, len(cells) // width, tuple(cells), spots=tuple(spots))
        return recover(drawing, text, request=replace(request, known=list(request.known)))

    def write_board(self, board: Board) -> str:
        """One line per cell."""
        rows = (BLANK if sides[0] == EMPTY else map(str, sides) for sides in board.sides.tolist())
        return "\n".join([*(" ".join(row) for row in rows), ""])


def _is_headed(text: Text) -> bool:
    return Tud().sniff(text) or TheSil().sniff(text)


def _read_cells(text: Text) -> tuple[list[Colors | None], list[tuple[int, int]]]:
    """The sides of each cell, and where they stand."""
    scan = Scan(text)
    if scan.left > MAX_SIDE * MAX_SIDE:
        text.fail([Fault(f"{scan.left} cells, the largest board has {MAX_SIDE * MAX_SIDE}", len(text.lines))])
    cells: list[Colors | None] = []
    spots = []
    while row := scan.take():
        blank = [token.text for token in row.tokens] == BLANK
        cells.append(None if blank else tuple(scan.values(f"cell {len(cells) + 1}", row, fields=colors())))
        spots.append((row.line, row.column))
    scan.finish()
    return cells, spots


def _width(cells: list[Colors | None], agreed: list[int], request: Request) -> int | None:
    """How wide the board is: as the caller says, as the cells agree, or as a known puzzle of that many cells."""
    count = len(cells)
    said = request.puzzle.width if request.puzzle else request.reading.size[0] if request.reading.size else None
    if said is not None:
        return said if count % said == 0 else None
    if len(agreed) == 1:
        return agreed[0]
    known = [puzzle.width for puzzle in request.known if puzzle.cells == count]
    return next((width for width in known if not agreed or width in agreed), None)


def _agreeing_widths(cells: list[Colors | None]) -> list[int]:
    """The widths for which the cells look like a board: a whole grey frame, or else most facing sides equal."""
    if not cells or None in cells:
        return []
    sides = np.array(cells, dtype=np.int64)
    sizes = [(w, len(cells) // w) for w in range(1, MAX_SIDE + 1) if len(cells) % w == 0 and len(cells) <= w * MAX_SIDE]
    framed = [width for width, height in sizes if (sides == GREY)[frame_mask(width, height)].all()]
    return framed or [width for width, height in sizes if _agrees(sides, width, height)]


def _agrees(sides: NDArray[np.int64], width: int, height: int) -> bool:
    first, side, second = board_edges(width, height).T
    if len(first) < FEW_EDGES:
        return False
    equal = sides[first, side] == sides[second, opposite(side)]
    return bool(equal.mean() >= MOST_EQUAL) and len(np.unique(sides)) > FEW_COLORS
