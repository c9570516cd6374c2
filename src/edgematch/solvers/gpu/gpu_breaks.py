"""Break-tolerant search with a published recipe on a GPU: a hundred thousand attempts that share their work.

The recipe and its options are those of `breaks`; the search has three stages with a kernel each. Explorers search
strictly, with a quota of burnt colors, from random first rows up to the cut; lanes without success take untried
branches from those that arrive there. Below each arrival a second kernel searches with breaks, and a third completes
the last cells optimally. It proves nothing: give it a time limit and it returns the best board it has found. Needs
CuPy and a CUDA device (`pip install 'edgematch[cuda]'`); `device=cpu` runs the same lanes on the CPU, which is how they
are tested. The same seed and node limit give the same boards. A piece may break one of the two edges by which its
lists are looked up, and edges along the frame break only in the endgame, unless `frame_from` says otherwise. Lanes
restart by `patience`, so `cap`, `drop_index`, `drop_nodes` and `double_breaks` have no effect here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import Board
from edgematch.options import format_options, option
from edgematch.search import Can, Control, SharedCounter, Task
from edgematch.solvers._improving import unfinished
from edgematch.solvers.gpu._break_lanes import CudaLanes, HostLanes
from edgematch.solvers.gpu._break_queue import BreakPool, Effort
from edgematch.solvers.gpu._break_state import STATE_VERSION, pack_state, restore, unpack_state
from edgematch.solvers.gpu._break_tables import BreakTables
from edgematch.solvers.gpu._devices import DeviceHunter
from edgematch.solvers.score._recipes import CELLS, PRESETS, Recipe, RecipeOptions, chosen_recipe, most_breaks


@dataclass(frozen=True)
class Options(RecipeOptions):
    """The recipe, where the lanes run, and when work is redistributed."""

    preset: str = option("loose-end", "a recipe", choices=tuple(PRESETS))
    order: str | None = option("/2", "an order of the cells (docs/orders.md); without a shape the preset's, as in /2")
    cut: int = option(
        176, "index (of 256 cells) from which followers search, if no break comes before", low=0, high=256
    )
    frame_from: int = option(
        256, "index (of 256 cells) from which edges along the frame may break", low=0, high=256, aliases=("ring_from",)
    )
    endgame_nodes: int = option(5_000, "placements of one endgame, at most", low=1, aliases=("completion_nodes",))
    device: str = option("cuda", "where the lanes run", choices=("cuda", "cpu"))
    jobs: int = option(0, "jobs of each stage; 0: as many as the device has lanes", low=0)
    budget: int = option(8_192, "placements per job and round", low=1)
    patience: int = option(5_000_000, "placements without an arrival after which a lane takes work from others", low=1)
    follow: int = option(8_000_000, "placements of a follower, below one arrival at the cut or a part of it", low=1)
    rows: int = option(32, "random first rows of which the one with the most burnt sides is used", low=1, high=32)
    keep: int = option(0, "score from which every board is reported, as by --keep; 0: none", low=0, aliases=("note",))
    state: str = option("", "deprecated: give --save FILE, and --resume FILE to go on")


class GpuBreaks(DeviceHunter):
    """Strict explorers, followers with breaks and endgames, in rounds."""

    can = DeviceHunter.can | Can.STATE
    Options = Options
    prompt_seconds = 0.5

    def unsupported_reason(self, task: Task) -> str | None:
        """A wrong order or list is reported before the search starts."""
        chosen_recipe(self.options, task.puzzle)
        if self.options.state:
            return "its state is kept by checkpoints: give --save FILE (Python: Run(checkpoint=...), Run(state=...))"
        return super().unsupported_reason(task)

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Round after round, each root in turn."""
        lanes = HostLanes if self.options.device == "cpu" else CudaLanes
        recipe = chosen_recipe(self.options, task.puzzle)
        hunts = [
            Hunt(root, recipe, self.options, lanes, seed=native.mixed_seed(task.seed, i))
            for i, root in enumerate(task.roots)
        ]
        if self.options.keep:
            control.keep = min(self.options.keep, control.keep or self.options.keep)
        if control.state:
            self._restore(hunts, task, control)
        while not control.is_stopped and unfinished(task, control):
            for hunt in hunts:
                hunt.run_round(task, control)
        if control.wants_state:
            control.state = pack_state(
                [hunt.pool for hunt in hunts],
                search=np.array(self._identity(hunts[0], task)),
                steps=np.array([hunt.steps for hunt in hunts]),
                best=np.array([board.placements for board in control.answers[-1:]], dtype=np.int16),
            )
        return unfinished(task, control)

    def _restore(self, hunts: Sequence[Hunt], task: Task, control: Control) -> None:
        """Go on from the state of a checkpoint."""
        parts = unpack_state(control.state, search=self._identity(hunts[0], task))
        for hunt, steps in zip(hunts, parts["steps"].tolist(), strict=True):
            hunt.relax(steps)
        restore([hunt.pool for hunt in hunts], parts)
        for placements in parts["best"]:
            control.offer(Board(task.puzzle, placements))

    def _identity(self, hunt: Hunt, task: Task) -> str:
        """What must be the same when the search goes on."""
        chosen = format_options(dataclasses.replace(self.options, state="", keep=0))
        return f"{STATE_VERSION} {task.puzzle.digest} {task.seed} {chosen} {hunt.jobs}"


class Hunt:
    """The search below one root, with a recipe that is relaxed while it gives no boards."""

    def __init__(self, root: Board, recipe: Recipe, options: Options, lanes: Any, *, seed: int) -> None:
        self.root, self.recipe, self.options, self.lanes, self.seed = root, recipe, options, lanes, seed
        self.steps = 0
        self.best = root.puzzle.edges + 1
        self.pool = self._pool()
        self.jobs = self.pool.jobs

    def _pool(self) -> BreakPool:
        chosen = self.options
        effort = Effort(chosen.budget, chosen.patience, chosen.follow, chosen.endgame_nodes, chosen.rows)
        cut = chosen.cut * self.root.puzzle.cells // CELLS
        recipe = self.recipe.relaxed(self.steps) if self.steps else self.recipe
        tables = BreakTables(self.root, recipe, seed=self.seed, cut=cut)
        return BreakPool(tables, self.lanes, effort, jobs=chosen.jobs, seed=self.seed)

    def run_round(self, task: Task, control: Control, *, more_breaks: int = 0) -> None:
        """One round; its boards are reported, better ones as answers. Others are counted, up to `more_breaks`."""
        pool = self.pool
        before = pool.tally.all_nodes
        for breaks, boards in pool.run_round(control.nodes_left, max(0, most_breaks(task, control)) + more_breaks):
            self._report(task, control, breaks, boards)
        control.shared[SharedCounter.NODES] += pool.tally.all_nodes - before
        control.details.update(pool.tally.details(task.puzzle.edges), busy=pool.busy)
        if (best := min(pool.tally.boards, default=self.best)) < self.best:
            self.best = best
            control.note(pool.summary(task.puzzle.edges))
        if pool.is_hopeless:
            self.relax(1)

    def relax(self, steps: int) -> None:
        """Begin again with a less strict recipe; the boards stay counted."""
        if steps:
            self.steps += steps
            boards, self.pool = self.pool.tally.boards, self._pool()
            self.pool.tally.boards = boards

    def _report(self, task: Task, control: Control, breaks: int, boards: NDArray[np.int16]) -> None:
        score = task.puzzle.edges - breaks
        if score > control.floor:
            control.show(Board(task.puzzle, boards[0]))
        for placements in boards if control.keeps(score) else boards[: score > control.floor]:
            control.offer(Board(task.puzzle, placements))
