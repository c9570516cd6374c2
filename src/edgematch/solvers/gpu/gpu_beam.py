"""Beam search on a GPU: the search of `beam`, some thousand times as wide.

All boards of the same depth are kept, the best `width` of them at each step, priced by the breaks they have, by the
colors of the pieces they have left and by the number of ways to fill the lines ahead (`chains`). Millions of boards fit
into the memory of a device. Pass follows pass, each from another side of the board and with another seed, until the
time is up. The best choice with many hints, and where seconds count. Needs CuPy and a CUDA device
(`pip install 'edgematch[cuda]'`); `device=cpu` runs the same lanes on the CPU, which is how they are tested. The same
seed and node limit give the same boards on both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from edgematch import native
from edgematch.model import Board
from edgematch.model.orders import ORIENTED, from_side, order_of
from edgematch.options import option
from edgematch.search import Control, SharedCounter, Task
from edgematch.solvers._improving import numbers_before, unfinished
from edgematch.solvers.gpu._beam_cuda import CudaBeam, DeviceMemory
from edgematch.solvers.gpu._beam_lanes import HostBeam
from edgematch.solvers.gpu._beam_pass import NARROW, PRUNED_EVERY, BeamPass, hashes_of
from edgematch.solvers.gpu._beam_tables import BeamTables
from edgematch.solvers.gpu._devices import DeviceHunter
from edgematch.solvers.score._beam_pass import BeamOptions


@dataclass(frozen=True)
class Options(BeamOptions):
    """How wide, from which side and where it runs; order and prices are those of `beam`."""

    width: int = option(0, "boards kept at each step; 0: as many as suit the device", low=0, high=1 << 28)
    order: str = option("comb", "an order of the cells (docs/orders.md); without an orientation each in turn")
    full_scan: int = option(12, "cells left from which a piece may miss every side", low=0, high=1024)
    device: str = option("cuda", "where the lanes run", choices=("cuda", "cpu"))
    keep: int = option(0, "score from which every board is reported, as by --keep; 0: none", low=0, aliases=("note",))


HOST_WIDTH = 256
"""The width on the CPU."""
MOST_KEPT = 1 << 12
"""Boards of one pass that are reported at most."""


class GpuBeam(DeviceHunter):
    """Pass after pass of a beam, each root in turn."""

    Options = Options
    prompt_seconds = 2.0

    def unsupported_reason(self, task: Task) -> str | None:
        """The order and the file of weights are checked before the search starts."""
        order_of(self.options.order, task.puzzle)
        self.options.weights_on(task.puzzle)
        return super().unsupported_reason(task)

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """One pass per root, again and again."""
        passes = Passes(self.options, task, control)
        while unfinished(task, control):
            for root in task.roots:
                passes.run(root)
                control.state = b"%d" % passes.count
            if passes.is_over:
                break
        return unfinished(task, control)


class Passes:
    """The passes of a search: how many there were, and how many boards of each score they came to."""

    def __init__(self, options: Options, task: Task, control: Control) -> None:
        self.options, self.task, self.control = options, task, control
        if options.keep:
            control.keep = min(options.keep, control.keep or options.keep)
        self.count, self.scores, self.bests = sum(numbers_before(control)), dict[int, int](), dict[int, int]()
        self.memory = DeviceMemory()

    @property
    def is_over(self) -> bool:
        """Whether it was stopped or has no nodes left."""
        return self.control.is_stopped or (self.control.nodes_left is not None and self.control.nodes_left <= 0)

    def run(self, root: Board, *, most: int = 1 << 28) -> None:
        """One pass from a root, so wide at most: its best board is offered, and its boards are counted by score."""
        beam = self._first_layer(root, most)
        while not beam.is_done:
            if self.is_over:
                beam.width = min(beam.width, NARROW)
            beam.step()
            self.control.shared[SharedCounter.NODES] += beam.count
            self.control.shared[SharedCounter.DEPTH] = max(beam.depth, int(self.control.shared[SharedCounter.DEPTH]))
            if beam.depth % PRUNED_EVERY == 0 and beam.count:
                self._show_level(beam)
        self.count += 1
        if beam.count:
            self._report(beam)

    def _first_layer(self, root: Board, most: int) -> BeamPass:
        chosen, puzzle, seed = self.options, self.task.puzzle, native.mixed_seed(self.task.seed, self.count)
        order = order_of(from_side(chosen.order, self.count % len(ORIENTED)), puzzle)
        tables = BeamTables(root, order, full_scan=chosen.full_scan, price=chosen.price, has_chains=chosen.chains > 0)
        hashes = hashes_of(tables, chosen.temperature, seed=seed)
        if chosen.device == "cpu":
            width = min(most, chosen.width or HOST_WIDTH)
            lanes: Any = HostBeam(tables, hashes, width=width)
        else:
            width = min(most, chosen.width or self.memory.suitable_width(tables))
            lanes = CudaBeam(tables, hashes, width=width, memory=self.memory)
        by_empty = chosen.weights_on(puzzle)
        return BeamPass(lanes, width=width, price=chosen.price, weights=by_empty, temperature=chosen.temperature)

    def _show_level(self, beam: BeamPass) -> None:
        """The level, and which share of its boards has how many breaks."""
        counts = beam.lanes.counts_by_breaks()
        shares = {
            str(breaks): round(int(counts[breaks]) / max(1, int(counts.sum())), 4) for breaks in counts.nonzero()[0]
        }
        self.control.details.update(
            level={"pass": self.count + 1, "cells": beam.depth, "boards": beam.count, "share_by_breaks": shares}
        )

    def _report(self, beam: BeamPass) -> None:
        edges, counts = self.task.puzzle.edges, beam.lanes.counts_by_breaks()
        for value in counts.nonzero()[0].tolist():
            self.scores[edges - value] = self.scores.get(edges - value, 0) + int(counts[value])
        fewest = int(counts.nonzero()[0][0])
        self.bests[edges - fewest] = self.bests.get(edges - fewest, 0) + 1
        self.control.offer(Board(self.task.puzzle, beam.lanes.boards(fewest, most=1)[0]))
        if self.control.keeps(edges - fewest):
            for placements in beam.lanes.boards(edges - (self.control.kept_from or 0), most=MOST_KEPT):
                self.control.offer(Board(self.task.puzzle, placements))
        self.control.details.update(passes=self.count, boards=_sorted(self.scores), best_of_passes=_sorted(self.bests))


def _sorted(counts: dict[int, int]) -> dict[str, int]:
    """By score, the best first; the ten best are enough."""
    return {str(score): counts[score] for score in sorted(counts, reverse=True)[:10]}
