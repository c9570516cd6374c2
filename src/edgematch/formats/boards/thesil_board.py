"""TheSil's boards and hints: `row,column,piece,direction` per line, places from 0, pieces from 1.

The direction is where the first color of the piece points: 0 east, 1 south, 2 west, 3 north. Where it is -1 it follows
from the frame: the piece is turned so that its grey sides are outside.
"""

from __future__ import annotations

import numpy as np

from edgematch.errors import Fault
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._placing import Convention, Given, place
from edgematch.formats._scan import Field, Scan
from edgematch.formats._text import Text
from edgematch.model import Puzzle
from edgematch.model.grid import cell_name

OWN = Convention(1, places=0, stored=1)
BY_FRAME = -1


class TheSilBoard(Format):
    """TheSil's boards and hints."""

    name = "thesil-board"
    about = "TheSil's boards and hints: `row,column,piece,direction` per line, needs its puzzle"
    holds = Holds.BOARD | Holds.LABELS | Holds.RECTANGLES
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether the rows place pieces."""
        return is_thesil_board(text)

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        puzzle = request.needed(text, "a list of places with their pieces")
        scan = Scan(text)
        places = [Field("row", 0, puzzle.height - 1), Field("column", 0, puzzle.width - 1)]
        fields = [*places, Field("piece", 1, puzzle.cells), Field("direction", BY_FRAME, 3)]
        rows = scan.table(scan.left, "line", fields)
        scan.finish()
        given = [
            Given(row, column, piece, _direction(text, puzzle, (row, column, piece, direction), line), line)
            for (row, column, piece, direction), line in zip(rows, scan.lines, strict=True)
        ]
        return place(text, puzzle, given, [OWN], reading=request.reading)


def _direction(text: Text, puzzle: Puzzle, given: tuple[int, ...], line: int) -> int:
    """The direction of a piece; -1 is the one in which its grey sides are outside."""
    row, column, piece, direction = given
    if direction != BY_FRAME:
        return direction
    cell = row * puzzle.width + column
    fitting = np.flatnonzero(puzzle.fits[cell, 4 * piece - 4 : 4 * piece])
    if len(fitting) != 1:
        said = f"direction -1 is the one that the frame gives, but piece {piece} has {len(fitting)} of them at"
        text.fail([Fault(f"{said} {cell_name(cell, puzzle.width)}", line, 1)], remedy="write a direction of 0 to 3")
    return int(fitting[0] - OWN.stored) % 4


def is_thesil_board(text: Text) -> bool:
    """Whether the rows are `row,column,piece,direction`: a whole board, or a file whose name speaks of hints."""
    rows = text.integers() if text.counts and set(text.counts) == {4} and "," in text.content else None
    if not rows:
        return False
    places, pieces = {(row[0], row[1]) for row in rows}, sorted(row[2] for row in rows)
    once = len(places) == len(rows) == len(set(pieces)) and pieces[0] >= 1 and min(map(min, places)) >= 0
    if not once or not all(BY_FRAME <= row[3] <= 3 for row in rows):
        return False
    height, width = (max(axis) + 1 for axis in zip(*places, strict=True))
    is_whole = len(rows) == width * height and pieces[-1] == len(rows) > 1
    return is_whole or "hint" in text.source.lower().replace("\\", "/").rpartition("/")[2]
