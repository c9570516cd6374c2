"""One pass of the native beam, as the solvers that use beams call it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from edgematch.model import Board
from edgematch.search import Control, Task
from edgematch.solvers._native import nodes_left, offer, puzzle_arguments


def run_beam(
    task: Task,
    control: Control,
    *,
    root: Board,
    order: NDArray[np.int16],
    width: int,
    price: float,
    foresight: float,
    temperature: float,
    seed: int,
    threads: int = 1,
) -> Board | None:
    """Lay the empty cells of a root in an order; the best board is offered to the control and returned."""
    from edgematch import _core

    found = _core.beam(
        *puzzle_arguments(task.puzzle),
        order=order,
        root=root.placements,
        beam_width=width,
        price=price,
        foresight=foresight,
        temperature=temperature,
        seed=seed,
        keep=1,
        node_limit=nodes_left(control),
        threads=threads,
        shared=control.shared,
        window=control.window,
    )
    best = next((Board(task.puzzle, placements) for placements in found.boards), None)
    if best is not None:
        offer(task, control, [best])
    return best
