"""What engines of the core take: compiled puzzles, controls, roots as arrays, limits and seeds as numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from edgematch import _core
from edgematch.model import Board, Puzzle, Roots
from edgematch.search import Control, Task

__all__ = [
    "Batch",
    "compiled",
    "control_for",
    "mixed_seed",
    "nodes_left",
    "search_below",
    "search_for",
    "stacked",
    "unsigned_seed",
]

Batch = NDArray[np.int16]
"""Boards that an engine reports together, one per row."""

NO_LIMIT = -1
"""In place of a number of nodes or answers."""


def compiled(puzzle: Puzzle) -> _core.Puzzle:
    """The puzzle as the core has it, compiled when it is first asked for and kept with the puzzle."""
    kept = vars(puzzle)
    if "_compiled" not in kept:
        kept.setdefault(
            "_compiled",
            _core.Puzzle(puzzle.width, puzzle.height, puzzle.pieces, framed=puzzle.framed, turnable=puzzle.turnable),
        )
    native: _core.Puzzle = kept["_compiled"]
    return native


def control_for(control: Control, found: Callable[[Batch], bool] | None = None) -> _core.Control:
    """The control of an engine; `found` takes its boards and returns False when there are enough."""
    return _core.Control(control.shared, control.window, found=found, counted=control.count)


def search_for(task: Task, control: Control, *, most_nodes: int = NO_LIMIT) -> _core.Search:
    """A task as the core has it, within what the limits leave and within so many nodes."""
    goal, left = task.goal, nodes_left(control)
    return _core.Search(
        roots=stacked(task.roots),
        labelled=goal.labelled,
        boards=goal.boards or goal.want is not None,
        want=NO_LIMIT if goal.want is None else goal.want - control.recorded,
        node_limit=min((limit for limit in (left, most_nodes) if limit >= 0), default=NO_LIMIT),
    )


def search_below(roots: Sequence[Board], *, labelled: bool, boards: bool = False) -> _core.Search:
    """A search for everything below some roots, without limits."""
    return _core.Search(roots=stacked(roots), labelled=labelled, boards=boards, want=NO_LIMIT, node_limit=NO_LIMIT)


def stacked(roots: Sequence[Board]) -> Batch:
    """Roots as the rows of one array."""
    return roots.placements() if isinstance(roots, Roots) else np.stack([root.placements for root in roots])


def nodes_left(control: Control) -> int:
    """The nodes that may still be spent, as the core takes them: -1 for no limit."""
    return NO_LIMIT if control.nodes_left is None else control.nodes_left


def unsigned_seed(seed: int) -> int:
    """Any seed as the 64 bits that the core takes."""
    return seed % 2**64


def mixed_seed(seed: int, number: int) -> int:
    """The seed of one of many passes or attempts, never 0."""
    return int(np.random.SeedSequence([seed & 0xFFFF_FFFF, number]).generate_state(1)[0]) | 1
