"""Solvers of the literature that are settings of `backtrack`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Control, Solver, Task
from edgematch.solvers.exact.backtrack import Backtrack


@dataclass(frozen=True)
class ZlaOptions:
    """How the paper is read."""

    rows: str = option("single", "rows filled across and back one by one, or in pairs", choices=("single", "pairs"))


class Zla(Solver):
    """The zero look-ahead algorithm of the ZLA paper, section 4, on the engine of `backtrack`.

    Pin one corner piece at the top left (`--anchored`, `puzzle.anchors()`: the paper counts solutions up to turning the
    board). Then the rows are filled across and back: to the right along one row, to the left along the next. Candidates
    are found by an index of the top side together with the left or right one. The only check is whether the piece is
    still free. There is no look-ahead and no filtering.

    The paper words its order as a zigzag "across and back pairs of rows". That is read here as one row across and the
    next one back: its index is by the top side "with one of the sides", and read otherwise its published times would
    mean five nanoseconds per placement on a laptop of 2014. `rows=pairs` reads it the other way: pairs of rows, column
    by column.

    Use it to compare with the literature; `backtrack?order=auto` searches smaller trees.
    """

    name = "zla"
    can = Backtrack.can
    Options = ZlaOptions

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Search in rows across and back, from the corner that is filled."""
        shape = "snake" if self.options.rows == "single" else "zigzag"
        order = f"{shape}/{filled_corner(task.roots[0])}"
        return Backtrack(Backtrack.Options(order=order)).search(task, control)


def filled_corner(root: Board) -> int:
    """The clockwise turns that bring a filled corner, the first there is, to the top left."""
    width, cells = root.puzzle.width, root.puzzle.cells
    corners = (0, cells - width, cells - 1, width - 1)
    return next((turns for turns, corner in enumerate(corners) if root[corner] >= 0), 0)
