"""What the native filtering solvers have in common: a task becomes a job of the core, its report becomes roots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from edgematch.model import Board
from edgematch.model.orders import Order
from edgematch.search import Control, SharedCounter, Task

if TYPE_CHECKING:
    from edgematch import _core


def search(
    task: Task, control: Control, engine: Callable[[_core.Job], _core.Result], *, order: Order | None = None
) -> Sequence[Board]:
    """Run an engine of the core on a task, in an order of the cells if it takes one; returns the roots not finished."""
    from edgematch import _core

    puzzle, goal, spare = task.puzzle, task.goal, []

    def found(batch: np.ndarray) -> bool:
        spare.extend(control.found_all(Board(puzzle, placements) for placements in batch))
        return not control.is_stopped

    job = _core.Job(
        puzzle.width,
        puzzle.height,
        puzzle.pieces,
        puzzle.framed,
        puzzle.turnable,
        goal.labelled,
        order=np.arange(0, dtype=np.int16) if order is None else order,
        roots=np.stack([root.placements for root in task.roots]),
        node_limit=-1 if control.nodes_left is None else control.nodes_left,
        want=-1 if goal.want is None else goal.want - control.stats().answers,
        boards=goal.boards or goal.want is not None,
        shared=control.shared,
        window=control.window,
        found=found,
        counted=control.count,
    )
    result = engine(job)
    control.shared[SharedCounter.TESTS] += result.tests
    return [Board(puzzle, placements) for placements in result.remaining] + spare
