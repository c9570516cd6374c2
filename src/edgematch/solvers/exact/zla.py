"""The zero look-ahead algorithm of the ZLA paper, section 4, on the engine of `backtrack`.

Pin one corner piece at the top left (`--anchored`, `puzzle.anchors()`: the paper counts solutions up to turning the board);
then the rows are filled across and back: to the right along one row, to the left along the next. Candidates are found by an index of the top side
together with the left or right one; the only check is whether the piece is still free. No look-ahead, no filtering.

The paper words its order as a zigzag "across and back pairs of rows". That is read here as one row across and the next
one back, since its index is by the top side "with one of the sides", and since its published times would otherwise mean five
nanoseconds a placement on a laptop of 2014. `rows=pairs` reads it the other way: pairs of rows, column by column.

Use it to compare with the literature; `backtrack?order=auto` walks smaller trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task


@dataclass(frozen=True)
class Options:
    """How the paper is read."""

    rows: str = option("single", "rows filled across and back one by one, or in pairs", choices=("single", "pairs"))


class Zla(Solver):
    """Rows across and back, no look-ahead."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT | Can.THREADS
    Options = Options

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Hand the roots to the core."""
        from edgematch.solvers.exact._search import order_of, search_in_order

        shape = "snake" if self.options.rows == "single" else "zigzag"
        order = order_of(f"{shape}/{fixed_corner(task.roots[0])}", task.puzzle)
        return search_in_order(task, control, order)


def fixed_corner(root: Board) -> int:
    """The clockwise turns that bring a filled corner, the first there is, to the top left."""
    width, cells = root.puzzle.width, root.puzzle.cells
    corners = (0, cells - width, cells - 1, width - 1)
    return next((turns for turns, corner in enumerate(corners) if root[corner] >= 0), 0)
