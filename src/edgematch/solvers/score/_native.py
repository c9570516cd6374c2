"""What the native score engines are told of a puzzle, and what is done with the boards they return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from edgematch.model import Board, Puzzle
from edgematch.search import Control, Task


def puzzle_arguments(puzzle: Puzzle) -> tuple[Any, ...]:
    """The leading arguments of every engine of the core."""
    return (puzzle.width, puzzle.height, puzzle.pieces, puzzle.framed, puzzle.turnable)


def nodes_left(control: Control) -> int:
    """The nodes that may still be spent, as the core takes them: -1 for no limit."""
    return -1 if control.nodes_left is None else control.nodes_left


def offer(task: Task, control: Control, boards: Iterable[Board]) -> None:  # noqa: ARG001 - TEMPORARY
    """Report those boards that are answers to the task: an engine that improves boards finds others on its way."""
    for board in boards:
        control.offer(board)


def unfinished(task: Task, control: Control) -> tuple[Board, ...]:
    """What a search that proves nothing leaves: all its roots, unless a perfect board ends every wish for a better one."""
    return () if task.goal.improve and control.floor >= task.puzzle.edges else task.roots


def mixed_seed(seed: int, number: int) -> int:
    """The seed of one of many passes or attempts, never 0."""
    return int(np.random.SeedSequence([seed & 0xFFFF_FFFF, number]).generate_state(1)[0]) | 1


def can_be_filled(puzzle: Puzzle) -> bool:
    """Whether every cell can have a piece of its own, breaks aside."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    by_piece = puzzle.fits.reshape(puzzle.cells, -1, 4).any(axis=2)
    return bool((maximum_bipartite_matching(csr_array(by_piece)) >= 0).all())
