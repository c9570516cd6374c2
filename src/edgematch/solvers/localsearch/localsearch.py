"""Local search over complete boards: the neighbourhoods of Salassa et al. (2017), annealing, late acceptance, tabu.

`accept` says how the board moves. `descent` is the paper's method: the neighbourhoods of `sequence` are searched one
after the other, repeatedly, and the board never gets worse (`choice=adaptive` prefers those that gained most for their
cost). `anneal` makes random exchanges; one that loses edges is made with a probability given by a temperature, which
falls from `hot` to `cold` over the time given; then it descends. `late` accepts what is no worse than the board was
`length` steps ago. `tabu` makes the best exchange that does not undo a recent one. `ruin` empties patches around breaks
and fills them exactly. `auto` anneals from a random board and uses `ruin` from any other.

The neighbourhoods: TA places the pieces of k cells that do not touch again, optimally (an assignment problem); BW does
so for all black cells, then for all white ones; BO places the frame again; TSR makes the best exchange of two pieces
with all turns; RO places a rectangle again. Defaults are the paper's table 2. Frame pieces stay in the frame, and hints
and roots where they are.

Use it to improve a board (`edgematch best PUZZLE --solver localsearch --start BOARD`), or where nothing else is known:
from a random board it judges some 30 million exchanges per second. For the highest scores start from a constructed
board (`start=beam`). Threads are independent chains, which continue from the best board of all. Nodes are pieces moved.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.errors import OptionError
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import can_be_filled, run_chains, unfinished
from edgematch.solvers.localsearch._neighbourhoods import filler_engine, parse_sequence
from edgematch.solvers.localsearch._regions import ENGINES, missing_for
from edgematch.solvers.localsearch._strategies import LONGEST, STRATEGIES, Chain, Exchange


@dataclass(frozen=True)
class Options:
    """Where to begin, how to move, and the parameters of the neighbourhoods (the paper's table 2)."""

    accept: str = option("auto", "which moves are made", choices=("auto", *STRATEGIES))
    start: str = option(
        "random", "the first board, unless one is given", choices=("random", "greedy", "backtrack", "beam")
    )
    rows: int = option(1, "start=greedy, backtrack: rows per region", low=1, high=32)
    tries: int = option(100_000, "start=backtrack: fillings without a break before the rest is filled greedily", low=0)
    sequence: str = option("TA,BO,BW,TSR,RO", "neighbourhoods of the descent, one after the other")
    choice: str = option("sequence", "which neighbourhood is next", choices=("sequence", "adaptive"))
    ta_k: int = option(16, "TA: cells reassigned at a time", low=2, high=1024)
    ta_n: int = option(1000, "TA: reassignments in a turn", low=1)
    ro_w: int = option(6, "RO: columns of a rectangle", low=1, high=32)
    ro_h: int = option(6, "RO: rows of a rectangle", low=1, high=32)
    ro_n: int = option(10, "RO: rectangles in a turn", low=1)
    by: str = option("native", "BO, RO, start: who fills a region", choices=(*ENGINES, "clique"))
    nodes: int = option(50_000, "BO, RO natively: nodes per region", low=1)
    q: int = option(100_000, "RO by cliques: selections, before the holes are filled by equations", low=1)
    hot: float = option(0.35, "anneal: first temperature", low=0.01, high=100)
    cold: float = option(0.17, "anneal: last temperature", low=0.01, high=100)
    cycles: int = option(1, "anneal: coolings within the limits, each from a random board", low=1)
    focus: float = option(0.0, "anneal, late: share of the steps that begin at a broken edge", low=0, high=1)
    length: int = option(20_000, "late: how many steps ago, at first", low=1, high=LONGEST)
    tenure: int = option(12, "tabu: steps in which a piece does not return", low=1, high=100_000)
    patch: int = option(14, "ruin: cells emptied at most", low=2, high=64)
    patience: int = option(20, "descent, ruin: turns without a better board before starting from another", low=1)
    width: int = option(
        16_384,
        "start=beam: boards kept at each step of the first beam; each further one is twice as wide",
        low=1,
        high=1 << 24,
    )


class LocalSearch(Solver):
    """Chains of local search, one per thread."""

    can = Can.IMPROVE | Can.WARM_START | Can.THREADS
    Options = Options

    def missing_dependency(self) -> str | None:
        """Only regions filled by equations need a package."""
        return missing_for(filler_engine(self.options.by))

    def unsupported_reason(self, task: Task) -> str | None:
        """It works on complete boards, and never proves that there is nothing better."""
        if not task.goal.improve:
            return "it looks for better and better boards (Goal.improve), not for all of a kind"
        try:
            parse_sequence(self.options.sequence)
        except OptionError as error:
            return str(error)
        return None if can_be_filled(task.puzzle) else "the pieces cannot fill the board"

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """One chain per thread, each on one of the roots; all roots remain, unless a board is perfect."""
        exchange = Exchange(threading.Lock(), {})
        chains = [
            Chain(task, control, options=self.options, exchange=exchange, number=number)
            for number in range(control.limits.threads)
        ]
        run_chains(control, lambda number: chains[number].run())
        control.details["evaluations"] = sum(chain.work for chain in chains)
        return unfinished(task, control)
