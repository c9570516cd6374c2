"""Optimal completion of a partial board: branch and bound with the color ledger.

Use it on the last cells of a board, or on a hole in one: the roots are completed optimally, and proved so. Next is
always a cell with the most known sides; an open side whose color no piece left can match counts as a break at once.
Cost: milliseconds for 12 cells, seconds for 20, hours for 32; `edgematch polish BOARD` empties the cells around the
breaks of a board first.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgematch import native
from edgematch.model import Board
from edgematch.search import Can, Control, SharedCounter, Solver, Task
from edgematch.solvers._improving import can_be_filled


class Endgame(Solver):
    """Branch and bound below each root."""

    can = Can.PROVE | Can.IMPROVE

    def unsupported_reason(self, task: Task) -> str | None:
        """It only improves boards, and reports only complete ones."""
        if not task.goal.improve:
            return "it completes boards optimally (Goal.improve), it does not list them"
        return None if can_be_filled(task.puzzle) else "the pieces cannot fill the board"

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Complete one root after the other; a root is left when its completion was not proved the best."""
        puzzle, left = task.puzzle, []
        for root in task.roots:
            if control.is_stopped:
                left.append(root)
                continue
            most = puzzle.edges if task.goal.breaks is None else task.goal.breaks
            options = native.CompletionOptions(
                most_breaks=min(most, puzzle.edges - control.floor - 1), node_limit=native.nodes_left(control), seed=0
            )
            done = native.complete(native.compiled(puzzle), root.placements, options, native.control_for(control))
            control.shared[SharedCounter.NODES] += done.nodes
            if len(done.board):
                control.offer(Board(puzzle, done.board))
            if not done.is_exact:
                left.append(root)
        return left
