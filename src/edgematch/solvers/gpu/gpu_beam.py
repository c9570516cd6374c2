"""Beam search on a GPU: the search of `beam`, some thousand times as wide.

All boards of the same depth are kept, the best `width` of them at each step, priced by the breaks they have and by the
colors of the pieces they have left. Millions of boards fit into the memory of a device, and each doubling of the width
is worth about 0.4 edges on Eternity II. Pass follows pass, each from another side of the board and with another seed,
until the time is up. The best choice with many hints, and where seconds count. Needs CuPy and a CUDA device
(`pip install edgematch[cuda]`); `device=cpu` runs the same lanes on the CPU, which is how they are tested. The same
seed and node limit give the same boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch import native
from edgematch.model import Board
from edgematch.model.orders import ORIENTED, from_side, order_of
from edgematch.options import option
from edgematch.search import Control, SharedCounter, Task
from edgematch.solvers.gpu._beam_lanes import CudaBeam, HostBeam
from edgematch.solvers.gpu._beam_pass import NARROW, BeamLayer, hashes_of
from edgematch.solvers.gpu._beam_tables import BeamTables
from edgematch.solvers.gpu._devices import DeviceHunter
from edgematch.solvers.score._beam_pass import BeamOptions
from edgematch.solvers.score._native import unfinished


@dataclass(frozen=True)
class Options(BeamOptions):
    """How wide, from which side and where it runs; order and prices are those of `beam`."""

    width: int = option(0, "boards kept at each step; 0: as many as suit the device", low=0, high=1 << 28)
    order: str = option("comb", "an order of the cells (docs/orders.md); without an orientation each in turn")
    full_scan: int = option(12, "cells left from which a piece may miss every side", low=0, high=1024)
    device: str = option("cuda", "where the lanes run", choices=("cuda", "cpu"))
    keep: int = option(0, "score from which every board is reported, as by --keep; 0: none", low=0, aliases=("note",))


class GpuBeam(DeviceHunter):
    """Pass after pass of a beam, each root in turn."""

    Options = Options
    prompt_seconds = 2.0

    def unsupported_reason(self, task: Task) -> str | None:
        """The order is checked before the search starts."""
        order_of(self.options.order, task.puzzle)
        return super().unsupported_reason(task)

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """One pass per root, again and again."""
        passes = Passes(self.options, task, control)
        while unfinished(task, control):
            for root in task.roots:
                passes.run(root)
            if passes.is_over:
                break
        return unfinished(task, control)


class Passes:
    """The passes of a search: how many there were, and how many boards of each score they came to."""

    def __init__(self, options: Options, task: Task, control: Control) -> None:
        self.options, self.task, self.control = options, task, control
        if options.keep:
            control.keep = min(options.keep, control.keep or options.keep)
        self.count, self.scores, self.bests = 0, dict[int, int](), dict[int, int]()

    @property
    def is_over(self) -> bool:
        """Whether it was stopped or has no nodes left."""
        return self.control.is_stopped or (self.control.nodes_left is not None and self.control.nodes_left <= 0)

    def run(self, root: Board) -> None:
        """One pass from a root: its best board is offered, and its boards are counted by score."""
        layer = self._first_layer(root)
        while not layer.is_done:
            if self.is_over:
                layer.width = min(layer.width, NARROW)
            layer.step()
            self.control.shared[SharedCounter.NODES] += len(layer.records)
            self.control.shared[SharedCounter.DEPTH] = max(layer.depth, int(self.control.shared[SharedCounter.DEPTH]))
        self.count += 1
        if len(layer.records):
            self._report(layer)

    def _first_layer(self, root: Board) -> BeamLayer:
        chosen, puzzle, seed = self.options, self.task.puzzle, native.mixed_seed(self.task.seed, self.count)
        order = order_of(from_side(chosen.order, self.count % len(ORIENTED)), puzzle)
        tables = BeamTables(root, order, full_scan=chosen.full_scan)
        engine = HostBeam if chosen.device == "cpu" else CudaBeam
        lanes: Any = engine(tables, hashes_of(tables, chosen.temperature, seed=seed))
        return BeamLayer(
            tables, lanes, width=chosen.width or lanes.width, price=chosen.price, foresight=chosen.foresight,
            temperature=chosen.temperature,
        )  # fmt: skip

    def _report(self, layer: BeamLayer) -> None:
        edges, breaks = self.task.puzzle.edges, layer.breaks()
        for value, many in enumerate(layer.xp.bincount(breaks.astype(np.int64)).tolist()):
            if many:
                self.scores[edges - value] = self.scores.get(edges - value, 0) + many
        best = edges - int(breaks.min())
        self.bests[best] = self.bests.get(best, 0) + 1
        self.control.offer(Board(self.task.puzzle, layer.boards(breaks.argmin()[None])[0]))
        if self.control.keep is not None:
            for placements in layer.boards(layer.xp.flatnonzero(breaks <= edges - self.control.keep)):
                self.control.offer(Board(self.task.puzzle, placements))
        self.control.details.update(passes=self.count, boards=_sorted(self.scores), best_of_passes=_sorted(self.bests))


def _sorted(counts: dict[int, int]) -> dict[str, int]:
    """By score, the best first; the ten best are enough."""
    return {str(score): counts[score] for score in sorted(counts, reverse=True)[:10]}
