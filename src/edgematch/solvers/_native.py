"""What the native score engines are told of a puzzle, and what is done with the boards they return."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from edgematch.model import Board, Puzzle
from edgematch.search import Control, Task


def puzzle_arguments(puzzle: Puzzle) -> tuple[Any, ...]:
    """The leading arguments of every engine of the core."""
    return (puzzle.width, puzzle.height, puzzle.pieces, puzzle.framed, puzzle.turnable)


def nodes_left(control: Control) -> int:
    """The nodes that may still be spent, as the core takes them: -1 for no limit."""
    return -1 if control.nodes_left is None else control.nodes_left


def offer(task: Task, control: Control, boards: Iterable[Board]) -> None:
    """Report those boards that are answers to the task: an engine that improves boards finds others on its way."""
    allowed = task.goal.breaks
    for board in boards:
        if control.is_enough or board.score <= control.floor:
            continue
        if allowed is None or (board.is_complete and board.breaks <= allowed):
            control.found(board)


def unfinished(task: Task, control: Control) -> tuple[Board, ...]:
    """What a search that proves nothing leaves: all its roots, unless a perfect board ends every wish for a better one."""
    return () if task.goal.improve and control.floor >= task.puzzle.joins else task.roots
