"""Options of all beams, and one pass of the native beam."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Control, Task
from edgematch.solvers.score._beam_weights import weights
from edgematch.solvers.score._former_options import OrderOptions


@dataclass(frozen=True)
class BeamOptions(OrderOptions):
    """In which order boards grow, and how they are priced. Defaults chosen on Eternity II (benchmarks/README.md)."""

    order: str = option("comb", "an order of the cells (docs/orders.md)")
    price: float = option(
        6.0, "cost of a break, in units of the logarithm of the number of completions", low=0.01, high=100
    )
    foresight: float = option(1.0, "weight of the colors left; 0: price by breaks alone", low=0, high=100)
    chains: float = option(1.0, "weight of the ways to fill the lines ahead; 0: not counted", low=0, high=100)
    learnt: float = option(
        1.0, "how far the weights fitted on 16x16 boards count in the early rows of such a board", low=0, high=10
    )
    temperature: float = option(0.3, "noise on the cost of a board; 0: only ties are broken at random", low=0, high=100)


MOST_KEPT = 1 << 10
"""Boards of one pass that are reported at most."""


def run_beam(
    task: Task,
    control: Control,
    *,
    root: Board,
    order: NDArray[np.int16],
    width: int,
    price: float,
    foresight: float,
    chains: float,
    learnt: float,
    temperature: float,
    seed: int,
    threads: int = 1,
) -> Board | None:
    """Fill the empty cells of a root in an order; the best board is returned, and all worth keeping are offered."""
    by_empty = weights(task.puzzle.cells, foresight=foresight, chains=chains, learnt=learnt)
    options = native.BeamOptions(
        order=order,
        width=width,
        price=price,
        open=by_empty.open.tolist(),
        pairs=by_empty.pairs.tolist(),
        chains=by_empty.chains.tolist(),
        temperature=temperature,
        seed=native.unsigned_seed(seed),
        keep=1 if control.kept_from is None else MOST_KEPT,
        node_limit=native.nodes_left(control),
        threads=threads,
    )
    found = native.beam(native.compiled(task.puzzle), root.placements, options, native.control_for(control))
    boards = [Board(task.puzzle, placements) for placements in found.boards]
    for board in boards:
        if board is not boards[0] and not control.keeps(board.score):
            break  # the best come first
        control.offer(board)
    return boards[0] if boards else None
