"""A board built of regions without a break, with steps back, then greedily: algorithm 2 of Salassa et al. (2017).

As `milp-greedy`, but a region must be filled without any break. Where that cannot be done, the region before is filled in another
way (by a cut (17) where equations are solved; natively the search goes on from where it stood), and so on back to the
first. After `tries` fillings, or `share` of the time or nodes given, the board that came furthest is completed greedily.
Use it to build better boards than `milp-greedy` when there is time; with rows as regions and the native engine it is a
row-by-row search without breaks, which ends at about two thirds of an Eternity II board. The paper's runs gave 1200 to 3600 s
to the steps back. `by` says who fills a region, as for `milp-greedy`; native is the fastest by far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Control, Task
from edgematch.solvers.localsearch._regions import Filler, Region, RegionOptions, RegionSolver, fill_all, parse_regions
from edgematch.solvers.score._native import offer, unfinished


@dataclass(frozen=True)
class Options(RegionOptions):
    """How the regions are filled, and when to stop stepping back."""

    share: float = option(0.5, "part of the time or nodes given that may go into steps back", low=0, high=1)
    tries: int = option(100_000, "fillings without a break before the rest is filled greedily", low=0)


class MilpBacktrack(RegionSolver):
    """Perfect regions as far as it goes, then the greedy rest."""

    Options = Options

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """One board a root; the time for steps back is shared among the roots."""
        regions = parse_regions(self.options.regions, task.puzzle)
        for number, root in enumerate(task.roots):
            filler = self.filler(task, control, number)
            deadline = self.options.share * (number + 1) / len(task.roots)
            steps = _Steps(control, filler, tries=self.options.tries, deadline=deadline)
            furthest = steps.climb(root, regions)
            offer(task, control, [furthest])
            fill_all(furthest, regions, filler, tell=lambda board: offer(task, control, [board]))
        return unfinished(task, control)


class _Steps:
    """The search over perfect regions, depth first."""

    def __init__(self, control: Control, filler: Filler, *, tries: int, deadline: float) -> None:
        self.control, self.filler = control, filler
        self.tries_left, self.deadline = tries, deadline

    def climb(self, root: Board, regions: list[Region]) -> Board:
        """The board that came furthest: the complete one, where there is one."""
        furthest, deepest = root, 0
        stack: list[Iterator[Board]] = [self.fillings(root, regions[0])]
        while stack and self.goes_on():
            board = next(stack[-1], None)
            self.tries_left -= 1
            if board is None:
                stack.pop()
                continue
            if len(stack) > deepest:
                furthest, deepest = board, len(stack)
            if len(stack) == len(regions):
                break
            stack.append(self.fillings(board, regions[len(stack)]))
        self.control.details["perfect_regions"] = deepest
        return furthest

    def fillings(self, board: Board, region: Region) -> Iterator[Board]:
        """The ways to fill a region without a break."""
        cells = [cell for cell in region if board[cell] < 0]
        return self.filler.perfect(board, cells, self.goes_on) if cells else iter([board])

    def goes_on(self) -> bool:
        """Whether there are tries and time left for steps back."""
        limits, stats = self.control.limits, self.control.stats()
        spent = 0.0
        if limits.seconds:
            spent = stats.seconds / limits.seconds
        if limits.nodes:
            spent = max(spent, stats.nodes / limits.nodes)
        return self.tries_left > 0 and spent < self.deadline and not self.control.is_stopped
