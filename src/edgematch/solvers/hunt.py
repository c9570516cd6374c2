"""The hunter: passes of a beam, each as wide as the time left allows, then repair of the best boards found.

The default of `edgematch best`. Give it a time limit and it returns the best board it can make by then, whatever the
puzzle; without one it goes on, ever wider, until it is stopped. The first pass is narrow and takes a fraction of a
second, so that there is a complete board almost at once; it also tells how fast this machine is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from edgematch.model import Board
from edgematch.model.symmetry import ORIENTATIONS
from edgematch.search import Can, Control, Solver, Task, option
from edgematch.solvers._native import mixed_seed, nodes_left, offer, puzzle_arguments, unfinished
from edgematch.solvers._orders import make_order

FIRST_WIDTH = 256
WIDEST = 1 << 21
UNLIMITED_GROWTH = 2


@dataclass(frozen=True)
class Options:
    """How the time is spent. Defaults chosen by the runs in benchmarks/README.md."""

    passes: int = option(6, "passes of the beam that share the time, after the first", low=1, high=10_000)
    price: float = option(6.0, "cost of a break, as for `beam`", low=0.01, high=100)
    foresight: float = option(1.0, "weight of the colors left, as for `beam`", low=0, high=100)
    temperature: float = option(0.5, "noise on the cost of a board, as for `beam`", low=0, high=100)


class Hunt(Solver):
    """Beams from all sides until the time is up."""

    can = Can.IMPROVE | Can.WARM_START | Can.THREADS
    Options = Options

    def supports(self, task: Task) -> str | None:
        """A hunter never knows that there is nothing to find."""
        return (
            None if task.goal.improve else "it looks for better and better boards (Goal.improve), not for all of a kind"
        )

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Pass after pass; what remains is everything, unless a board is perfect."""
        if task.start is not None:
            offer(task, control, [task.start])
        pace = _Pace(control, self.options.passes)
        number = 0
        while not control.is_stopped and unfinished(task, control):
            for root in task.roots:
                self._pass(task, control, root, width=pace.width, number=number)
            number += 1
            pace.next(task.puzzle.cells)
        return unfinished(task, control)

    def _pass(self, task: Task, control: Control, root: Board, *, width: int, number: int) -> None:
        """One beam, from another side each time."""
        from edgematch import _core

        puzzle, chosen = task.puzzle, self.options
        side = (number + task.seed) % len(ORIENTATIONS)
        found = _core.beam(
            *puzzle_arguments(puzzle),
            order=make_order(puzzle, "comb", comb_rows=0.75, tooth=1, orientation=side),
            root=root.placements,
            beam_width=width,
            price=chosen.price,
            foresight=chosen.foresight,
            temperature=chosen.temperature,
            seed=mixed_seed(task.seed, number),
            keep=1,
            node_limit=nodes_left(control),
            threads=control.limits.threads,
            shared=control.shared,
            window=control.window,
        )
        offer(task, control, (Board(puzzle, placements) for placements in found.boards))


class _Pace:
    """How wide the next pass may be: a share of the nodes left, or of the time left at the rate so far, or ever wider."""

    def __init__(self, control: Control, passes: int) -> None:
        self.control, self.passes = control, passes
        self.width = FIRST_WIDTH
        self._done = 0

    def next(self, cells: int) -> None:
        """Set the width of the next pass after one has ended."""
        self._done += 1
        affordable = self._nodes_affordable()
        if affordable is None:
            self.width = min(WIDEST, self.width * UNLIMITED_GROWTH)
        else:
            share = affordable / max(1, self.passes + 1 - self._done)
            self.width = int(np.clip(share / cells, FIRST_WIDTH, WIDEST))

    def _nodes_affordable(self) -> float | None:
        """A limit on nodes goes first: it makes a hunt repeatable."""
        limit, stats = self.control.limits.seconds, self.control.stats()
        if self.control.nodes_left is not None:
            return self.control.nodes_left
        return None if limit is None else max(0.0, limit - stats.seconds) * stats.rate
