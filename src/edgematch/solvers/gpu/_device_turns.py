"""The turns of a hunt that a device takes: wide beams and break-tolerant search, each as often as its yield deserves.

Counts, never time, decide what comes next, so that the same seed and node limit give the same hunt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from edgematch import native
from edgematch.model.orders import ORIENTED
from edgematch.search import Control, SharedCounter, Task
from edgematch.solvers._improving import unfinished
from edgematch.solvers.gpu import gpu_beam, gpu_breaks
from edgematch.solvers.gpu._break_lanes import CudaLanes, HostLanes
from edgematch.solvers.score._recipes import chosen_recipe

FIRST_SIDE = ORIENTED.index("/2")
"""The side from which break-tolerant search begins."""
TURN_NODES = 250_000_000_000
"""Placements of one turn of break-tolerant search: about ten seconds."""
SESSION_TURNS = 24
"""Turns after which a new search begins from the next side of the board."""
WARM_UP = 3
"""Turns of such a search that do not count: it first looks for rows to start from."""
POINT = 10.0
"""How much rarer a turn is whose best board has one edge more."""
LEAST_SHARE = 0.1
"""Of the time, for what yields least."""
COUNTED = 2
"""Scores below the best one whose boards are looked for, because they show what a turn is worth."""


class DeviceTurns:
    """Beams and break-tolerant search on a device, and what they have yielded."""

    FIRST_WIDTH, WIDEST = 1 << 16, 1 << 24
    """Boards of the first beam, which takes half a second, and of the widest one, which takes ten."""

    def __init__(self, task: Task, control: Control, options: Any, *, seed: int, begun: int) -> None:
        self.task, self.control, self.seed, self.begun = task, control, seed, begun
        beam = {f.name: getattr(options, f.name) for f in fields(options) if f.name in names_of(gpu_beam.Options)}
        self.passes = gpu_beam.Passes(
            gpu_beam.Options(**beam), task.replace(seed=native.mixed_seed(seed, begun)), control
        )
        self.options, self.device = options, options.device
        self.session: list[gpu_breaks.Hunt] = []
        self.sessions = self.turns = 0
        self.yields: dict[str, list[float]] = {"beam": [], "breaks": []}
        self.boards: dict[int, int] = {}

    def beam(self, width: int) -> int:
        """A pass from each root; returns its boards."""
        before = dict(self.passes.scores)
        for root in self.task.roots:
            self.passes.run(root, most=width)
        self._count("beam", before, self.passes.scores)
        return width * self.task.puzzle.cells * len(self.task.roots)

    def breaks(self) -> int:
        """Rounds of break-tolerant search below each root; returns its placements."""
        if self.turns % SESSION_TURNS == 0:
            self._begin_session()
        self.turns += 1
        edges, first = self.task.puzzle.edges, self._nodes
        for hunt in self.session:
            before, start = dict(hunt.pool.tally.boards), self._nodes
            while self._nodes - start < TURN_NODES // len(self.session) and self._goes_on:
                hunt.run_round(self.task, self.control, more_breaks=COUNTED)
            now = {edges - breaks: count for breaks, count in hunt.pool.tally.boards.items()}
            is_counted = (self.turns - 1) % SESSION_TURNS >= WARM_UP
            self._count("breaks" if is_counted else "", {edges - b: count for b, count in before.items()}, now)
        return self._nodes - first

    @property
    def _nodes(self) -> int:
        """The nodes of the search so far."""
        return int(self.control.shared[SharedCounter.NODES])

    @property
    def _goes_on(self) -> bool:
        """Whether there is time left, and anything left to find."""
        return not self.control.is_stopped and bool(unfinished(self.task, self.control))

    def share(self, name: str) -> float:
        """The share of the time that a kind of turn deserves, from the best boards of its turns."""
        tried = {kind: scores for kind, scores in self.yields.items() if scores}
        if name not in tried:
            return 1.0
        top = max(max(scores) for scores in tried.values())
        values = {kind: sum(POINT ** (score - top) for score in scores) / len(scores) for kind, scores in tried.items()}
        return float(max(LEAST_SHARE, values[name] / sum(values.values())))

    def _begin_session(self) -> None:
        number = self.begun + self.sessions
        self.sessions += 1
        options = gpu_breaks.Options(
            preset=self.options.preset or "loose-end", order=ORIENTED[(number + FIRST_SIDE) % len(ORIENTED)]
        )
        recipe = chosen_recipe(options, self.task.puzzle)
        lanes: Callable[..., Any] = HostLanes if self.device == "cpu" else CudaLanes
        self.session = []  # its memory is used again
        self.session = [
            gpu_breaks.Hunt(
                root, recipe, options, lanes, seed=native.mixed_seed(self.seed, number * len(self.task.roots) + i)
            )
            for i, root in enumerate(self.task.roots)
        ]

    def _count(self, kind: str, before: dict[int, int], now: dict[int, int]) -> None:
        """Count new boards by score, and the best of them as the yield of a turn."""
        new = {score: count - before.get(score, 0) for score, count in now.items() if count > before.get(score, 0)}
        for score, count in new.items():
            self.boards[score] = self.boards.get(score, 0) + count
        if kind:
            self.yields[kind].append(float(max(new, default=0)))
        best = sorted(self.boards, reverse=True)[:10]
        self.control.details.update(
            boards={str(score): self.boards[score] for score in best},
            turns={kind: len(scores) for kind, scores in self.yields.items()},
        )


def names_of(options: type) -> set[str]:
    """The names of the fields of options."""
    return {field.name for field in fields(options)}
