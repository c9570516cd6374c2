"""Options of all beams, and one pass of the native beam."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import Board, Puzzle
from edgematch.options import option
from edgematch.search import Control, Task
from edgematch.solvers.score._beam_weights import Weights, weights
from edgematch.solvers.score._former_options import OrderOptions


@dataclass(frozen=True)
class PriceOptions:
    """How boards are priced. Defaults chosen on Eternity II (benchmarks/README.md)."""

    price: float = option(
        6.0, "cost of a break, in units of the logarithm of the number of completions", low=0.01, high=100
    )
    foresight: float = option(1.0, "weight of the colors left; 0: price by breaks alone", low=0, high=100)
    chains: float = option(1.0, "weight of the ways to fill the lines ahead; 0: not counted", low=0, high=100)
    learnt: float = option(1.0, "how far the fitted weights count; 0: not at all", low=0, high=10)
    weights: str | None = option(
        None, "a file of fitted weights, from `edgematch tune beam`; none: those of the package, on boards of 256 cells"
    )
    temperature: float = option(0.3, "noise on the cost of a board; 0: only ties are broken at random", low=0, high=100)

    def weights_on(self, puzzle: Puzzle) -> Weights:
        """The weights of the terms of the price on a puzzle, or an error that says what is wrong with their file."""
        return weights(
            puzzle.cells, foresight=self.foresight, chains=self.chains, learnt=self.learnt, file=self.weights
        )


@dataclass(frozen=True)
class BeamOptions(PriceOptions, OrderOptions):
    """In which order boards grow, and how they are priced."""

    order: str = option("comb", "an order of the cells (docs/orders.md)")


MOST_KEPT = 1 << 10
"""Boards of one pass that are reported at most."""


def run_beam(
    task: Task,
    control: Control,
    *,
    root: Board,
    order: NDArray[np.int16],
    width: int,
    options: PriceOptions,
    seed: int,
    threads: int = 1,
) -> Board | None:
    """Fill the empty cells of a root in an order; the best board is returned, and all worth keeping are offered."""
    by_empty = options.weights_on(task.puzzle)
    native_options = native.BeamOptions(
        order=order,
        width=width,
        price=options.price,
        open=by_empty.open.tolist(),
        pairs=by_empty.pairs.tolist(),
        chains=by_empty.chains.tolist(),
        temperature=options.temperature,
        seed=native.unsigned_seed(seed),
        keep=1 if control.kept_from is None else MOST_KEPT,
        node_limit=native.nodes_left(control),
        threads=threads,
        trace=False,
    )
    found = native.beam(native.compiled(task.puzzle), root.placements, native_options, native.control_for(control))
    boards = [Board(task.puzzle, placements) for placements in found.boards]
    for board in boards:
        if board is not boards[0] and not control.keeps(board.score):
            break  # the best come first
        control.offer(board)
    return boards[0] if boards else None
