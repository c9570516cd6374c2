"""Break-tolerant search with a published recipe on a GPU: a hundred thousand attempts that share their work.

The recipe and its options are those of `breaks`; the search has three stages with a kernel each. Explorers search
strictly, with a quota of burnt colors, from random first rows up to the cut; lanes without success take untried branches
from those that arrive there. Below each arrival a second kernel searches with breaks, and a third completes the last
cells optimally. It proves nothing: give it a time limit and it returns the best board it has found. Needs CuPy and a
CUDA device (`pip install edgematch[cuda]`); `device=cpu` runs the same lanes on the CPU, which is how they are tested.
The same seed and node limit give the same boards. A piece may break one of the two edges by which its lists are looked
up, and edges along the frame break only in the endgame, unless `frame_from` says otherwise. Lanes restart by `patience`,
so `cap`, `drop_index`, `drop_nodes` and `double_breaks` have no effect here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import Board
from edgematch.options import format_options, option
from edgematch.search import Control, SharedCounter, Task
from edgematch.solvers.gpu._break_lanes import CudaLanes, HostLanes
from edgematch.solvers.gpu._break_queue import BreakPool, Effort
from edgematch.solvers.gpu._break_state import STATE_VERSION, load_state, restore, save_state
from edgematch.solvers.gpu._break_tables import BreakTables
from edgematch.solvers.gpu._devices import DeviceHunter
from edgematch.solvers.score._native import offer, unfinished
from edgematch.solvers.score._recipes import CELLS, PRESETS, Recipe, RecipeOptions, chosen_recipe, most_breaks

NOTE_SECONDS, SAVE_SECONDS = 10.0, 60.0


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
    keep: int = option(0, "score from which all boards are counted, not only better ones; 0: none", low=0)
    state: str = option("", "file that keeps all lanes, written every minute; a search that was killed goes on from it")
    note: int = option(0, "score from which every board is noted; 0: none", low=0)


class GpuBreaks(DeviceHunter):
    """Strict explorers, followers with breaks and endgames, in rounds."""

    Options = Options
    prompt_seconds = 0.5

    def unsupported_reason(self, task: Task) -> str | None:
        """A wrong order or list is reported before the search starts."""
        chosen_recipe(self.options, task.puzzle)
        return super().unsupported_reason(task)

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Round after round, each root in turn."""
        lanes = HostLanes if self.options.device == "cpu" else CudaLanes
        recipe = chosen_recipe(self.options, task.puzzle)
        hunts = [
            Hunt(root, recipe, self.options, lanes, seed=native.mixed_seed(task.seed, i))
            for i, root in enumerate(task.roots)
        ]
        saved = State(self.options.state, hunts, task, control)
        while not control.is_stopped and unfinished(task, control):
            for hunt in hunts:
                hunt.run_round(task, control)
            saved.keep_up()
        saved.save()
        return unfinished(task, control)


class State:
    """The file of a search that can be killed, if one is named."""

    def __init__(self, path: str, hunts: Sequence[Hunt], task: Task, control: Control) -> None:
        self.path, self.hunts, self.task, self.control = Path(path), hunts, task, control
        self.is_wanted = bool(path)
        self.saved = self.noted = control.stats().seconds
        if self.is_wanted and self.path.exists():
            self._load()

    def _load(self) -> None:
        parts = load_state(self.path, search=self._search())
        for hunt, steps in zip(self.hunts, parts["steps"].tolist(), strict=True):
            hunt.relax(steps)
        restore([hunt.pool for hunt in self.hunts], parts)
        offer(self.task, self.control, [Board(self.task.puzzle, best) for best in parts["best"]])

    def _search(self) -> str:
        """What must be the same when the search is resumed."""
        hunt = self.hunts[0]
        chosen = format_options(dataclasses.replace(hunt.options, state="", note=0, keep=0))
        return f"{STATE_VERSION} {self.task.puzzle.digest} {self.task.seed} {chosen} {hunt.jobs}"

    def keep_up(self) -> None:
        """Note the progress every few seconds, and save every minute."""
        seconds = self.control.stats().seconds
        if seconds - self.noted >= NOTE_SECONDS:
            self.noted = seconds
            for hunt in self.hunts:
                self.control.note(hunt.pool.summary(self.task.puzzle.edges))
        if seconds - self.saved >= SAVE_SECONDS:
            self.saved = seconds
            self.save()

    def save(self) -> None:
        """Save now."""
        if self.is_wanted:
            save_state(
                self.path,
                [hunt.pool for hunt in self.hunts],
                search=np.array(self._search()),
                steps=np.array([hunt.steps for hunt in self.hunts]),
                best=np.array([board.placements for board in self.control.answers[-1:]], dtype=np.int16),
            )


class Hunt:
    """The search below one root, with a recipe that is relaxed while it gives no boards."""

    def __init__(self, root: Board, recipe: Recipe, options: Options, lanes: Any, *, seed: int) -> None:
        self.root, self.recipe, self.options, self.lanes, self.seed = root, recipe, options, lanes, seed
        self.steps = 0
        self.pool = self._pool()
        self.jobs = self.pool.jobs

    def _pool(self) -> BreakPool:
        chosen = self.options
        effort = Effort(chosen.budget, chosen.patience, chosen.follow, chosen.endgame_nodes, chosen.rows)
        cut = chosen.cut * self.root.puzzle.cells // CELLS
        recipe = self.recipe.relaxed(self.steps) if self.steps else self.recipe
        tables = BreakTables(self.root, recipe, seed=self.seed, cut=cut)
        return BreakPool(tables, self.lanes, effort, jobs=chosen.jobs, seed=self.seed)

    def run_round(self, task: Task, control: Control) -> None:
        """One round; its boards are reported, better ones as answers."""
        pool = self.pool
        before = pool.tally.all_nodes
        for breaks, boards in pool.run_round(control.nodes_left, self._most_breaks(task, control)):
            self._report(task, control, breaks, boards)
        control.shared[SharedCounter.NODES] += pool.tally.all_nodes - before
        control.details.update(pool.tally.details(task.puzzle.edges), busy=pool.busy)
        if pool.is_hopeless:
            self.relax(1)

    def relax(self, steps: int) -> None:
        """Begin again with a less strict recipe; the boards stay counted."""
        if steps:
            self.steps += steps
            boards, self.pool = self.pool.tally.boards, self._pool()
            self.pool.tally.boards = boards

    def _most_breaks(self, task: Task, control: Control) -> int:
        keep = self.options.keep
        return max(most_breaks(task, control), task.puzzle.edges - keep if keep else 0)

    def _report(self, task: Task, control: Control, breaks: int, boards: NDArray[np.int16]) -> None:
        note = self.options.note
        if note and task.puzzle.edges - breaks >= note:
            for placements in boards:
                control.note(f"board of {task.puzzle.edges - breaks}: {' '.join(map(str, placements.tolist()))}")
        if task.puzzle.edges - breaks > control.floor:
            best = Board(task.puzzle, boards[0])
            control.show(best)
            offer(task, control, [best])
