"""Handing a task to the exact engine of the core, for every solver that runs on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from edgematch.model import Board
from edgematch.model.orders import Order
from edgematch.search import Control, SharedCounter, Task
from edgematch.solvers.score._native import nodes_left


def search_in_order(task: Task, control: Control, order: Order, *, prune: bool = False) -> Sequence[Board]:
    """Search the task's roots in an order of the cells; returns the roots not finished."""
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
        order=order,
        roots=stacked(task.roots),
        node_limit=nodes_left(control),
        threads=control.limits.threads,
        boards=task.goal.boards or task.goal.want is not None,
        shared=control.shared,
        window=control.window,
        found=found,
        counted=control.count,
        want=-1 if task.goal.want is None else task.goal.want - control.stats().answers,
        prune=prune,
    )
    control.shared[SharedCounter.TESTS] += result.tests
    _add_by_depth(control.details, result.by_depth)
    return [Board(puzzle, placements) for placements in result.remaining] + spare


def stacked(roots: Sequence[Board]) -> np.ndarray:
    """Roots as the rows of one array."""
    return np.stack([root.placements for root in roots])


def _add_by_depth(details: dict[str, Any], by_depth: np.ndarray) -> None:
    before = details.get("nodes_by_depth") or [0] * len(by_depth)
    details["nodes_by_depth"] = [int(a) + int(b) for a, b in zip(before, by_depth, strict=True)]
