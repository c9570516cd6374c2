"""Record hunting: beams for a broad start, break-tolerant attempts by a published recipe, repair of the best board.

The default of `edgematch best`. Give it a time limit and it returns the best board it can make by then, whatever the
puzzle; without one it runs until it is stopped. The first beam is narrow and takes a fraction of a second, so that
there is a complete board almost at once; it also measures the speed of the machine. Then wide beams, attempts of the
solver `breaks` and repair take turns, each from another side of the board, in the proportion that measured best
(docs/research/score.md). With `device=cuda` a device takes the turns of beams and attempts (`gpu-beam`, `gpu-breaks`),
those kinds more often whose turns end with better boards. Threads search independently and share only the best board.
A hunt that is saved and resumed goes on with its next turn.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from edgematch import native
from edgematch.model import Board
from edgematch.model.orders import ORIENTED, order_of
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import can_be_filled, numbers_before, run_chains, unfinished
from edgematch.solvers.score._beam_pass import PriceOptions, run_beam
from edgematch.solvers.score._recipes import PRESETS, Attempts, RecipeOptions, chosen_recipe

if TYPE_CHECKING:
    from edgematch.solvers.gpu._device_turns import DeviceTurns

FIRST_WIDTH = 512
WIDEST = 1 << 20
ATTEMPT_NODES = 20_000_000
"""Nodes of one depth-first attempt: many short attempts beat a few long ones."""
PATCH_CELLS, PATCH_NODES, PATCHES = 14, 20_000, 200
"""One turn of repair: most cells emptied per patch, nodes per patch, patches."""
NODE_COSTS = {"beam": 60.0, "breaks": 1.0, "polish": 8.0}
"""Cost of one node of each kind, in placements of `breaks`: 1, 60 and 7 million nodes per second on one core."""

DEVICE_COSTS = NODE_COSTS | {"polish": 15_000.0}
"""With a device, which makes 20,000 million placements of `breaks` per second; repair has a fifth of its share."""

PATIENCE = 8
"""Turns after which attempts that never arrived at the last cells get a smaller share."""
IDLE_SHARE = 0.1
"""That smaller share, as a factor."""


@dataclass(frozen=True)
class Options(PriceOptions):
    """How the time is divided, and how the beams price boards."""

    beam: float = option(0.35, "share of the time for beams", low=0, high=1)
    breaks: float = option(0.55, "share of the time for depth-first attempts", low=0, high=1)
    polish: float = option(0.1, "share of the time for repair", low=0, high=1)
    passes: int = option(2, "beams that share their part of the time, after the first", low=1, high=10_000)
    preset: str | None = option(
        None, "the recipe of the attempts; none: blackwood, on a device loose-end", choices=tuple(PRESETS)
    )
    device: str = option(
        "cpu", "where beams and attempts run; with threads, one uses the device", choices=("cpu", "cuda")
    )


class Hunt(Solver):
    """Beams, attempts and repair in turns until the time is up."""

    can = Can.IMPROVE | Can.WARM_START | Can.THREADS
    Options = Options

    def missing_dependency(self) -> str | None:
        """What is missing for a device."""
        if self.options.device == "cpu":
            return None
        from edgematch.solvers.gpu._cuda import why_no_cuda

        return why_no_cuda()

    def unsupported_reason(self, task: Task) -> str | None:
        """It looks for better boards and proves nothing; the file of weights is checked before it starts."""
        self.options.weights_on(task.puzzle)
        return (
            None if task.goal.improve else "it looks for better and better boards (Goal.improve), not for all of a kind"
        )

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """One chain per thread; all roots remain, unless a board is perfect."""
        if task.start is not None:
            control.offer(task.start)
        turns = _Turns(control)
        run_chains(control, lambda number: _Chain(task, control, self.options, number, turns).run())
        return unfinished(task, control)


class _Turns:
    """How many turns each chain has made, as the state of the search: a hunt that goes on does not repeat them."""

    def __init__(self, control: Control) -> None:
        self.control, self._lock = control, threading.Lock()
        before = numbers_before(control)
        self._counts = [*before, *[0] * (control.limits.threads - len(before))]

    def of(self, number: int) -> int:
        """The turns of a chain."""
        return self._counts[number]

    def count(self, number: int) -> None:
        """Count a turn of a chain."""
        with self._lock:
            self._counts[number] += 1
            self.control.state = b" ".join(b"%d" % count for count in self._counts)


class _Chain:
    """One independent search; chains share only the best board."""

    def __init__(self, task: Task, control: Control, options: Options, number: int, made: _Turns) -> None:
        self.task, self.control, self.options, self.number, self.made = task, control, options, number, made
        self.seed = native.mixed_seed(task.seed, number)
        self.best: Board | None = task.start
        self.attempts = Attempts(task, control)
        self.rate = 0.0  # boards of a beam that would use up the limits
        turns = {"beam": self.beam, "breaks": self.breaks, "polish": self.polish}
        wanted = [name for name in turns if getattr(options, name) > 0] if can_be_filled(task.puzzle) else []
        self.spent = dict.fromkeys(wanted or ["beam"], 0.0)
        self.take = turns
        self.device = self._device_turns() if options.device != "cpu" and number == 0 else None
        self.costs = NODE_COSTS if self.device is None else DEVICE_COSTS

    def _device_turns(self) -> DeviceTurns | None:
        """The turns that a device takes, if it can take any."""
        if not can_be_filled(self.task.puzzle):
            return None
        from edgematch.solvers.gpu._device_turns import DeviceTurns

        return DeviceTurns(self.task, self.control, self.options, seed=self.seed, begun=self.turns)

    def run(self) -> None:
        """Turn after turn, always of the kind that is furthest behind its share."""
        self.turn("beam")
        while not self.control.is_stopped and unfinished(self.task, self.control):
            self.turn(min(self.spent, key=lambda name: self.spent[name] / self.share(name)))

    @property
    def turns(self) -> int:
        """The turns of this chain so far, those before a resume among them."""
        return self.made.of(self.number)

    def turn(self, name: str) -> None:
        """One turn of a kind; its nodes are charged by their cost."""
        nodes = self.take[name]()
        self.made.count(self.number)
        if name in self.spent:  # the first beam is made in any case
            self.spent[name] += max(1, nodes) * self.costs[name]

    def beam(self) -> int:
        """A beam over each root, as wide as the limits allow."""
        width, puzzle, chosen, began = self.width(), self.task.puzzle, self.options, self.control.spent() or 0.0
        if self.device is not None:
            boards = self.device.beam(width)
            self.rate = boards / max(1e-6, (self.control.spent() or 0.0) - began)
            return boards
        order = order_of("comb" + self.side(), puzzle)
        for root in self.task.roots:
            board = run_beam(
                self.task, self.control, root=root, order=order, width=width, options=chosen,
                seed=native.mixed_seed(self.seed, self.turns),
            )  # fmt: skip
            self.keep(board)
        boards = width * puzzle.cells * len(self.task.roots)
        self.rate = boards / max(1e-6, (self.control.spent() or 0.0) - began)
        return boards

    def breaks(self) -> int:
        """One attempt with the recipe."""
        if self.device is not None:
            return self.device.breaks()
        chosen = RecipeOptions(preset=self.options.preset or "blackwood", order=self.side(), cap=ATTEMPT_NODES)
        recipe = chosen_recipe(chosen, self.task.puzzle)
        self.attempts.run(recipe, seed=native.mixed_seed(self.seed, self.turns))
        return ATTEMPT_NODES

    def polish(self) -> int:
        """Repair of the best board, which may end as another one that is as good."""
        board, puzzle = self.board_to_polish(), self.task.puzzle
        if board is None or not board.is_complete:
            return PATCHES * PATCH_NODES
        options = native.PolishOptions(
            fixed=np.flatnonzero(self.root_of(board).filled).astype(np.int16),
            free_cells=PATCH_CELLS,
            patch_nodes=PATCH_NODES,
            patches=PATCHES,
            seed=native.mixed_seed(self.seed, self.turns),
        )
        control = native.control_for(self.control, lambda batch: self.offer_all([Board(puzzle, row) for row in batch]))
        done = native.polish(native.compiled(puzzle), board.placements, options, control)
        self.best = Board(puzzle, done.board)
        return int(done.nodes)

    def width(self) -> int:
        """Of the next beam: its share of what the limits leave; without limits twice the width each time."""
        first = FIRST_WIDTH if self.device is None else self.device.FIRST_WIDTH
        if self.rate == 0:
            return first
        limits, chosen = self.control.limits, self.options
        boards = first * self.task.puzzle.cells * chosen.passes * 2.0 ** min(self.turns, 12)
        part = chosen.beam / max(1e-6, chosen.beam + chosen.breaks + chosen.polish)
        if limits.nodes is not None:
            boards = limits.nodes * part
        elif limits.seconds is not None:
            boards = self.rate * min(1 - (self.control.spent() or 0.0), part)
        widest = WIDEST if self.device is None else self.device.WIDEST
        return int(np.clip(boards / chosen.passes / self.task.puzzle.cells / len(self.task.roots), first, widest))

    def share(self, name: str) -> float:
        """The part of the time a kind of turn deserves: little for attempts that never come to their last cells."""
        if self.device is not None and name != "polish":
            return self.device.share(name)
        is_idle = name == "breaks" and self.turns > PATIENCE and not self.control.details.get("arrivals")
        return max(1e-6, float(getattr(self.options, name))) * (IDLE_SHARE if is_idle else 1.0)

    def side(self) -> str:
        """The orientation of the next turn."""
        return ORIENTED[native.mixed_seed(self.seed, self.turns) // 2 % len(ORIENTED)]

    def keep(self, board: Board | None) -> None:
        """Remember the best board of this chain."""
        if board is not None and (self.best is None or board.score > self.best.score):
            self.best = board

    def offer_all(self, boards: list[Board]) -> bool:
        """Report what repair has found; False: unwind."""
        for board in boards:
            self.control.offer(board)
        return not self.control.is_stopped

    def board_to_polish(self) -> Board | None:
        """The best board of all chains, or this chain's where it is as good."""
        shared = self.control.answers[-1] if self.control.answers else None
        mine = self.best
        if shared is None or (mine is not None and mine.score >= shared.score):
            return mine
        return shared

    def root_of(self, board: Board) -> Board:
        """The root that a board extends."""
        return next(root for root in self.task.roots if board.extends(root))
