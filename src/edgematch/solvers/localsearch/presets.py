"""Solvers of the literature that are settings of one construction by regions."""

from __future__ import annotations

from dataclasses import dataclass

from edgematch.options import option
from edgematch.solvers.localsearch._construction import RegionOptions, RegionSolver


class MilpGreedy(RegionSolver):
    """A board built region by region, each filled optimally: algorithm 1 of Salassa et al. (2017), greedy.

    The board is divided into regions: rows, several rows at a time, rectangles, or any list of cells in a file. One
    after the other is filled with the pieces that are left so that as few edges as possible break. Use it for a good
    board with a simple explanation, as a start for `localsearch`, or to see what a division into regions is worth;
    `beam` is better in the same time.

    `by` chooses who fills a region: the native branch and bound (`native`), or the equations (15) and (16) of the
    paper, solved by HiGHS (`highs`) or CP-SAT (`cpsat`). Native proves most rows optimal in milliseconds. Regions of
    two rows are too large for it: it allows one more break after each `nodes` and then may miss the optimum by an
    edge or two. The equations begin with the native filling and improve on it until it is proved optimal, or until
    the region's share of the time limit is spent. The details of the outcome say how many regions were filled and how
    many of them are proved optimal.
    """

    name = "milp-greedy"


class MilpBacktrack(RegionSolver):
    """A board built of regions without a break, with steps back, then greedily: algorithm 2 of Salassa et al. (2017).

    As `milp-greedy`, but a region must first be filled without any break. Where that is impossible, the region before
    is filled in another way, and so on back to the first one. After `tries` fillings, or `share` of the limits, the
    board that came furthest is completed greedily. Use it to build better boards than `milp-greedy` when there is
    time. The paper gave 1200 to 3600 s to the steps back. With rows as regions and the native engine it is a
    row-by-row search without breaks.
    """

    name = "milp-backtrack"

    @dataclass(frozen=True)
    class Options(RegionOptions):
        """Those of `milp-greedy`, with steps back."""

        tries: int = option(100_000, "fillings without a break before the rest is filled greedily", low=0)
