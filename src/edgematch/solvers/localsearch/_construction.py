"""Boards built region by region: algorithms 1 and 2 of Salassa et al. (2017).

*Greedy* (algorithm 1): one region after the other is filled with the pieces that are left, so that as few edges as
possible break, within the region and towards what is already placed.

*Backtracking* (algorithm 2): regions are filled without any break. Where that is impossible, the region before is
filled in another way, and so on back to the first one. With equations another way is found by cut (17); the native
search goes on from where it was. After `tries` fillings, or `share` of the limits, the board that came furthest is
completed greedily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from edgematch import native
from edgematch.errors import OptionError
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import can_be_filled, unfinished
from edgematch.solvers.localsearch._regions import (
    ENGINES,
    Filler,
    Region,
    fill_all,
    make_filler,
    missing_for,
    parse_regions,
)


@dataclass(frozen=True)
class RegionOptions:
    """How the board is divided, who fills a region, and how long regions without a break are looked for."""

    regions: str = option(
        "1", "ROWS at a time, ROWSxCOLUMNS, or a file with the cells of a region on each line (*.txt)"
    )
    by: str = option("native", "who fills a region", choices=tuple(ENGINES))
    nodes: int = option(2_000_000, "native: nodes for a region before one more break is allowed", low=1)
    tries: int = option(0, "fillings without a break before the rest is filled greedily; 0: greedily at once", low=0)
    share: float = option(0.5, "share of the limits for fillings without a break", low=0, high=1)
    passes: int = option(1, "boards built per root, each with another seed; 0: until stopped", low=0)


class RegionSolver(Solver):
    """Builds boards region by region."""

    can = Can.IMPROVE
    prompt_seconds = 1.0
    Options = RegionOptions

    def missing_dependency(self) -> str | None:
        """Only the equations need a package."""
        return missing_for(self.options.by)

    def unsupported_reason(self, task: Task) -> str | None:
        """It builds good boards, from regions that cover the board."""
        if not task.goal.improve:
            return "it builds good boards (Goal.improve), it does not list them"
        try:
            parse_regions(self.options.regions, task.puzzle)
        except OptionError as error:
            return str(error)
        return None if can_be_filled(task.puzzle) else "the pieces cannot fill the board"

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Build one board after the other; nothing is proved. Steps back are for the first pass."""
        options = self.options
        regions, number = parse_regions(options.regions, task.puzzle), 0
        while not control.is_stopped and unfinished(task, control):
            for place, root in enumerate(task.roots):
                filler = make_filler(
                    options.by, control, seed=native.mixed_seed(task.seed, number), nodes=options.nodes
                )
                until = options.share * (place + 1) / len(task.roots)
                construction = Construction(control, filler, tries=0 if number else options.tries, until=until)
                construction.build(root, regions, report=control.offer)
                number += 1
            if number == options.passes * len(task.roots):
                break
        return unfinished(task, control)


class Construction:
    """Builds one board from regions; steps back end after `tries` fillings or at the share `until` of the limits."""

    def __init__(self, control: Control, filler: Filler, *, tries: int, until: float) -> None:
        self.control, self.filler = control, filler
        self.tries_left, self.until = tries, until

    def build(self, root: Board, regions: list[Region], *, report: Callable[[Board], None]) -> Board:
        """A complete board, unless the search is stopped first."""
        furthest = self.step(root, regions) if self.tries_left else root
        report(furthest)
        return fill_all(furthest, regions, self.filler, report=report)

    def step(self, root: Board, regions: list[Region]) -> Board:
        """The board with the most regions filled without a break, found depth first."""
        furthest, deepest = root, 0
        stack: list[Iterator[Board]] = [self.fillings(root, regions[0])]
        while stack and self.goes_on():
            self.filler.seconds = self.seconds_left()
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

    def seconds_left(self) -> float | None:
        """The time left for steps back: equations that are not solved in it leave the rest to the greedy part."""
        seconds, spent = self.control.limits.seconds, self.control.spent()
        return None if seconds is None or spent is None else max(0.1, (self.until - spent) * seconds)

    def goes_on(self) -> bool:
        """Whether there are tries and time left for steps back."""
        spent = self.control.spent() or 0.0
        return self.tries_left > 0 and spent < self.until and not self.control.is_stopped
