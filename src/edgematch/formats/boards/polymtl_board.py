"""Polytechnique Montréal's solutions: a cost, the size `n`, then the sides of each cell, `N S W E`, bottom row first.

The cost is what the course counts: edges that do not match, and outer sides that are not grey. Some files begin in
another corner: where the cost is not that of the usual corner, the corner whose cost it is is taken, else the one from
which most sides agree, both with a note.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgematch.formats._drawing import Drawing, recover
from edgematch.formats._format import Format, Holds, PuzzleOrBoard, Request
from edgematch.formats._interpret import Meaning, as_table
from edgematch.formats._reading import note
from edgematch.formats._scan import SIDE, Field, Scan, colors
from edgematch.formats._text import Text
from edgematch.model import GREY, board_edges, frame_mask
from edgematch.model.grid import opposite

COST = Field("cost", 0, 10_000)
USUAL = "bottom left"


class PolyMtlBoard(Format):
    """Solutions of the course."""

    name = "polymtl-board"
    about = "a cost, the size, then the sides of each cell, N S W E, from the bottom left"
    holds = Holds.BOARD
    writes = False

    def sniff(self, text: Text) -> bool:
        """Whether two single numbers are followed by as many rows of four as the second one asks for."""
        counts = text.counts
        size = text.words[1][0] if counts[:3] == [1, 1, 4] else ""
        return size.isdecimal() and len(size) < 3 and len(counts) == int(size) ** 2 + 2 and text.body(2) == 4

    def read(self, text: Text, request: Request) -> PuzzleOrBoard:
        """The board."""
        scan = Scan(text)
        (cost,) = scan.header("the first row", [COST])
        (size,) = scan.header("the second row", [SIDE])
        rows = scan.table(size * size, "cell", colors())
        scan.finish()
        lines = np.array(scan.lines[2:]).reshape(size, size)
        sides = Meaning("nswe", GREY).sides(as_table(rows)).reshape(size, size, 4)
        orders = {
            f"{up} {side}": (slice(None, None, rows), slice(None, None, columns))
            for up, rows in (("bottom", -1), ("top", 1))
            for side, columns in (("left", 1), ("right", -1))
        }
        costs = {name: _cost(sides[order].reshape(-1, 4), size) for name, order in orders.items()}
        corner = next((name for name in costs if costs[name] == cost), min(costs, key=lambda name: costs[name]))
        if costs[corner] != cost:
            note(text, f"the cost is {costs[corner]} from the {corner} corner, not {cost} as the file says")
        elif corner != USUAL:
            note(text, f"read from the {corner} corner, from where the cost is {cost} as the file says")
        cells = tuple(tuple(cell) for cell in sides[orders[corner]].reshape(-1, 4).tolist())
        spots = tuple((line, 1) for line in lines[orders[corner]].ravel().tolist())
        return recover(Drawing(size, size, cells, spots=spots), text, request=request)


def _cost(sides: NDArray[np.int64], size: int) -> int:
    """How many edges do not match and how many outer sides are not grey."""
    first, side, second = board_edges(size, size).T
    outside = (sides != GREY)[frame_mask(size, size)].sum()
    return int((sides[first, side] != sides[second, opposite(side)]).sum() + outside)
