"""How a chain of local search moves: each strategy is a generator of small steps, so that all stop and report alike.

A step takes some milliseconds. After each the chain reports its best board and checks whether to continue. Nothing else
here depends on limits, except that annealing spreads its schedule over the time or the nodes given.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch import native
from edgematch.model import Board
from edgematch.model.orders import from_side, order_of
from edgematch.search import Control, Task
from edgematch.solvers._improving import unfinished
from edgematch.solvers.localsearch._construction import Construction
from edgematch.solvers.localsearch._neighbourhoods import Neighbourhoods, filler_engine, parse_sequence
from edgematch.solvers.localsearch._regions import make_filler, parse_regions
from edgematch.solvers.score._beam_pass import PriceOptions, run_beam

STEPS = 1 << 17
"""Steps of annealing or late acceptance between two reports: about five milliseconds."""
FIRST_CYCLE = 1 << 24
"""Steps of the first cooling where there is no limit to spread it over; each further one is twice as long."""
COOLING = 0.85
"""Part of a cycle that cools; the rest descends and repairs from the best board."""
GREEDY_NODES = 200_000
CONSTRUCTION = 0.5
"""Share of the limits for the steps back of the first construction, as in the paper."""
WIDEST = 1 << 19
"""The width to which beams grow."""
PATCH_NODES, PATCHES = 20_000, 200
TABU_STEPS = 20
LATE_PATIENCE = 500
"""Histories of late acceptance without a better board before it starts again with one twice as long."""
LONGEST = 1 << 28
DECAY = 0.8
"""How much an adaptive choice remembers of a neighbourhood's gains."""


@dataclass(frozen=True)
class Exchange:
    """The best board of all chains below each root."""

    lock: threading.Lock
    best: dict[int, Board]

    def put(self, root: int, board: Board) -> None:
        """Keep a board if it is better."""
        with self.lock:
            known = self.best.get(root)
            if known is None or board.score > known.score:
                self.best[root] = board

    def get(self, root: int) -> Board | None:
        """The best there is."""
        with self.lock:
            return self.best.get(root)


class Chain:
    """One chain: a native board, its neighbourhoods, and how it moves."""

    def __init__(self, task: Task, control: Control, *, options: Any, exchange: Exchange, number: int) -> None:
        self.task, self.control, self.options, self.exchange = task, control, options, exchange
        self.seed, self.draws, self.beams = native.mixed_seed(task.seed, number), 0, 0
        self.root_number = self.choose_root(number)
        self.root = self.pinned_root()
        self.native = native.LocalSearch(
            native.compiled(task.puzzle),
            fixed=self.root.placements,
            seed=self.seed,
            control=native.control_for(control),
        )
        self.near = Neighbourhoods(task.puzzle, control, self.native, fixed=self.root, options=options, seed=self.seed)

    @property
    def work(self) -> int:
        """Placements judged."""
        return self.near.work

    # the board to begin with

    def choose_root(self, number: int) -> int:
        """The root that the start board extends; else one root per chain."""
        roots, start = self.task.roots, self.task.start
        extended = [i for i, root in enumerate(roots) if start is not None and start.extends(root)]
        return extended[0] if extended else number % len(roots)

    def pinned_root(self) -> Board:
        """The root, with the very pieces of the start board where identical ones could lie."""
        root, start = self.task.roots[self.root_number], self.task.start
        if start is None or not start.extends(root):
            return root
        return Board(self.task.puzzle, np.where(root.filled, start.placements, -1))

    def begin(self) -> None:
        """Place the first board."""
        board, options = self.task.start, self.options
        if board is not None and board.extends(self.root):
            board = self.completed(board)
        elif options.start in ("greedy", "backtrack"):
            board = self.construct(self.root, regions=str(options.rows), steps_back=options.start == "backtrack")
        elif options.start == "beam":
            order = order_of(from_side("comb", self.next_seed() % 8), self.task.puzzle)
            board = run_beam(
                self.task, self.control, root=self.root, order=order, width=self.next_width(), options=PriceOptions(),
                seed=self.next_seed(),
            )  # fmt: skip
        else:
            board = None
        if board is not None and board.is_complete:
            self.native.place(board.placements)
        self.report()

    def next_width(self) -> int:
        """The width of the next beam: twice as wide each time."""
        width = min(self.options.width << min(self.beams, 20), max(self.options.width, WIDEST))
        self.beams += 1
        return int(width)

    def restart(self) -> None:
        """Take another random or constructed board; where a start was given, the best board of all chains."""
        if self.task.start is not None:
            self.take_best()
        elif self.options.start == "random":
            self.native.scatter()
        else:
            self.begin()

    def completed(self, board: Board) -> Board:
        """A board with its empty cells filled greedily, row by row."""
        return self.construct(board, regions="1", steps_back=False)

    def construct(self, root: Board, *, regions: str, steps_back: bool) -> Board:
        """A board built by regions, the first time with steps back for the first half of the limits."""
        tries = self.options.tries if steps_back else 0
        engine = filler_engine(self.options.by)
        filler = make_filler(engine, self.control, seed=self.next_seed(), nodes=GREEDY_NODES)
        construction = Construction(self.control, filler, tries=tries, until=CONSTRUCTION)
        return construction.build(root, parse_regions(regions, self.task.puzzle), report=lambda _: None)

    # moving

    def run(self) -> None:
        """Step by step until stopped, or until nothing can be better."""
        self.begin()
        accept = self.options.accept
        if accept == "auto":
            is_random = self.task.start is None and self.options.start == "random"
            accept = "anneal" if is_random else "ruin"
        for _ in STRATEGIES[accept](self):
            self.report()
            if self.control.is_stopped or not unfinished(self.task, self.control):
                return

    def report(self) -> None:
        """Report the best board to the search and to the other chains."""
        if self.native.best_score > self.control.floor or self.root_number not in self.exchange.best:
            board = Board(self.task.puzzle, self.native.best)
            self.exchange.put(self.root_number, board)
            self.control.offer(board)

    def take_best(self) -> None:
        """Continue from the best board of all chains, or from the own one where it is as good."""
        best = self.exchange.get(self.root_number)
        if best is not None and best.score > self.native.score:
            self.native.place(best.placements)

    def next_seed(self) -> int:
        """Another seed for each random component."""
        self.draws += 1
        return native.mixed_seed(self.seed, self.draws)


def descend(chain: Chain) -> Iterator[None]:
    """The paper's cycle through the neighbourhoods, or a choice by their recent gains per cost."""
    names = parse_sequence(chain.options.sequence)
    if chain.options.choice == "adaptive":
        yield from _adapt(chain, names)
    best, idle = -1, 0
    while True:
        for name in names:
            chain.near.search(name)
            yield
        idle = 0 if chain.native.score > best else idle + 1
        best = max(best, chain.native.score)
        if idle == chain.options.patience:
            chain.restart()
            best, idle = -1, 0


def _adapt(chain: Chain, names: list[str]) -> Iterator[None]:
    """Each neighbourhood once, then one at random in proportion to its rate of gain, which decays."""
    random, rates = np.random.default_rng(chain.seed), dict.fromkeys(names, 0.0)
    turn = 0
    while True:
        least = max(rates.values()) * 0.05 + 1e-12
        weights = np.array([max(rate, least) for rate in rates.values()])
        name = names[turn] if turn < len(names) else str(random.choice(list(rates), p=weights / weights.sum()))
        before = chain.near.work
        gain = chain.near.search(name)
        rates[name] = DECAY * rates[name] + (1 - DECAY) * gain / max(1, chain.near.work - before)
        turn += 1
        yield
        chain.take_best()


def anneal(chain: Chain) -> Iterator[None]:
    """Cool from hot to cold, repair the best board, and start again as often as there are cycles."""
    number = 0
    while True:
        if number:
            chain.native.scatter()
        yield from _cool(chain, number)
        chain.native.place(chain.native.best)
        chain.take_best()
        yield from _repair(chain, until=_cycle_end(chain, number))
        number += 1


def _cool(chain: Chain, number: int) -> Iterator[None]:
    """One cooling, over its part of the limits or over so many steps."""
    hot, cold, step = chain.options.hot, chain.options.cold, 0
    begin, steps = chain.control.spent(), FIRST_CYCLE << min(number, 16)
    while True:
        spent = chain.control.spent()
        if spent is None or begin is None:
            part = step / steps
        else:
            part = (spent - begin) / max(1e-9, COOLING * (_cycle_end(chain, number) - begin))
        if part >= 1:
            return
        chain.native.anneal(steps=STEPS, temperature=hot * (cold / hot) ** part, focus=chain.options.focus)
        step += STEPS
        yield


def _cycle_end(chain: Chain, number: int) -> float:
    """The part of the limits that is spent when a cycle ends; after the last planned one there is no end."""
    return min(1.0, (number + 1) / float(chain.options.cycles))


def _repair(chain: Chain, *, until: float) -> Iterator[None]:
    """Descend once through the sequence, then ruin and recreate."""
    for name in parse_sequence(chain.options.sequence):
        chain.near.search(name)
        yield
    for turn, _ in enumerate(ruin(chain, when_idle=chain.take_best)):
        yield
        spent = chain.control.spent()
        if (spent is None and turn >= chain.options.patience) or (spent is not None and spent >= until):
            return


def late(chain: Chain) -> Iterator[None]:
    """Late acceptance until it stagnates, a descent, and again from another board with a longer history."""
    length, best, idle = chain.options.length, -1, 0
    while True:
        chain.native.accept_late(steps=STEPS, length=length, focus=chain.options.focus)
        yield
        idle = 0 if chain.native.score > best else idle + STEPS
        best = max(best, chain.native.score)
        if idle > LATE_PATIENCE * length:
            for name in parse_sequence(chain.options.sequence):
                chain.near.search(name)
                yield
            chain.native.scatter()
            length, best, idle = min(2 * length, LONGEST), -1, 0


def tabu(chain: Chain) -> Iterator[None]:
    """The best exchange that is not tabu, without end."""
    while True:
        chain.native.search_tabu(steps=TABU_STEPS, tenure=chain.options.tenure)
        yield


def ruin(chain: Chain, *, when_idle: Callable[[], None] | None = None) -> Iterator[None]:
    """Empty patches around breaks and fill them exactly; equally good fillings are taken too."""
    best, idle = -1, 0
    while True:
        _refill_patches(chain)
        yield
        idle = 0 if chain.native.score > best else idle + 1
        best = max(best, chain.native.score)
        if idle == chain.options.patience:
            (when_idle or chain.restart)()
            best, idle = -1, 0


def _refill_patches(chain: Chain) -> None:
    """Some patches, one after the other."""
    options = native.PolishOptions(
        fixed=np.flatnonzero(chain.root.filled).astype(np.int16),
        free_cells=chain.options.patch,
        patch_nodes=PATCH_NODES,
        patches=PATCHES,
        seed=chain.next_seed(),
    )
    control = native.control_for(chain.control, lambda _: not chain.control.is_stopped)
    done = native.polish(native.compiled(chain.task.puzzle), chain.native.board, options, control)
    chain.native.place(done.board)
    chain.near.refills += done.nodes


STRATEGIES = {"descent": descend, "anneal": anneal, "late": late, "tabu": tabu, "ruin": ruin}
"""How a chain may move, by name."""
