"""A board built region by region, each filled at best: the greedy heuristic of Salassa et al. (2017), algorithm 1.

The board is cut into regions: rows, several rows at a time, rectangles, or any list of cells in a file. One after the other is
filled with the pieces that are left so that as few edges break as possible, within itself and towards what lies already.
Use it for a good board with a simple explanation, as a start for `localsearch`, or to see what a decomposition is worth;
`beam` is better in the same time. `by` says who fills: the paper's mixed-integer program by HiGHS (`highs`), the same
equations by CP-SAT (`cpsat`), or the native branch and bound (`native`), which gave the same optimum for
a row of a 10x10 board hundreds of times faster and is the default. A native filling that takes more than `nodes` allows a
break more and is then no longer proved the best. Reference: equations (15) and (16), figure 2 and table 3 of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Control, Task
from edgematch.solvers.localsearch._regions import RegionOptions, RegionSolver, fill_all, parse_regions
from edgematch.solvers.score._native import offer, unfinished


@dataclass(frozen=True)
class Options(RegionOptions):
    """How the regions are filled, and how often all is done."""

    passes: int = option(1, "boards built for each root, each by another chance; 0: until stopped", low=0)


class MilpGreedy(RegionSolver):
    """Region after region, never looking back."""

    Options = Options

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Build one board after the other; nothing is proved."""
        regions, number = parse_regions(self.options.regions, task.puzzle), 0
        while not control.is_stopped and unfinished(task, control):
            for root in task.roots:
                filler = self.filler(task, control, number)
                fill_all(root, regions, filler, tell=lambda board: offer(task, control, [board]))
            number += 1
            if number == self.options.passes:
                break
        return unfinished(task, control)
