"""Native depth-first search over candidate lists: the fastest way to enumerate a puzzle.

Use it whenever all solutions, their number, or a proof that there are none is asked for. Every cell has its
candidates listed by the colors already known around it; no look-ahead, no propagation, only speed.
Cost: tens of millions of placements a second on one core; the tree decides how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgematch.model import Board
from edgematch.search import Can, Control, Solver, Task, Word


class Backtrack(Solver):
    """Depth-first search in a fixed order of the cells."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Hand the roots to the core."""
        from edgematch import _core

        puzzle, spare = task.puzzle, []

        def found(batch: np.ndarray) -> bool:
            spare.extend(control.found_all(Board(puzzle, placements) for placements in batch))
            return not control.is_stopped

        result = _core.backtrack(
            puzzle.width,
            puzzle.height,
            puzzle.pieces,
            puzzle.framed,
            puzzle.turnable,
            task.goal.labelled,
            order=np.arange(puzzle.cells, dtype=np.int16),
            roots=np.stack([root.placements for root in task.roots]),
            node_limit=-1 if control.nodes_left is None else control.nodes_left,
            threads=control.limits.threads,
            boards=task.goal.boards or task.goal.want is not None,
            shared=control.shared,
            window=control.window,
            found=found,
            counted=control.count,
            want=-1 if task.goal.want is None else task.goal.want - control.stats().answers,
        )
        control.shared[Word.TESTS] += result.tests
        return [Board(puzzle, placements) for placements in result.remaining] + spare
