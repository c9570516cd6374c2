"""Published recipes of break-tolerant search, scaled to any board, and one attempt with a recipe.

Each recipe was made for the 256 cells of Eternity II: an order, a schedule of the cells from which one more break is
allowed, and a quota of sides of some *burnt* colors that must be placed early, so that the colors left match more
often. For other boards, indices and quotas scale with the number of cells, and the burnt colors are those with the
fewest sides.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.model.orders import Order, order_of, refined
from edgematch.options import option
from edgematch.search import Control, Task
from edgematch.solvers._improving import unfinished
from edgematch.solvers.score._former_options import OrderOptions

LEDGER_CELLS = 30
"""Cells left from which the color ledger is worth its cost."""
ENDGAME_NODES = 200_000
"""Most nodes of one endgame."""
WIDER_CELLS = (20, 26, 32)
"""Cells that are emptied and completed again after a near miss, one number after the other."""
PATIENCE = 1
"""Attempts without an arrival at the last cells before the recipe is relaxed."""
IMPATIENT_NODES = 5_000_000
"""Most nodes of an attempt with a relaxed recipe."""
CELLS = 256
"""The number of cells the recipes were made for."""

QUOTA_CURVE = ((16, 0.0), (26, 28.0), (56, 71.0), (76, 89.0), (102, 106.0), (160, 119.0))
"""Blackwood's quota: (cells filled, burnt sides placed), linear between these points, no quota after the last."""


@dataclass(frozen=True)
class Preset:
    """A recipe: in which order cells are filled, where breaks are unlocked, and which colors are burnt."""

    order: str
    unlocks: tuple[int, ...]
    burnt: tuple[int, ...] = ()
    quota: float = 0.0
    curve: tuple[tuple[int, float], ...] = QUOTA_CURVE
    cap: int = 0
    drop_index: int = 0
    drop_nodes: int = -1
    endgame_cells: int = 12


PRESETS = {
    "blackwood": Preset(
        "peeled-comb:rows=0.6875", (201, 206, 211, 216, 221, 225, 229, 233, 237, 239),
        burnt=(5, 7, 20), quota=1.0, cap=100_000_000, endgame_cells=12,
    ),
    "verhaard": Preset(
        "comb:rows=0.6875", (193, 202, 209, 214, 218, 222, 226, 229, 232, 235, 238, 240),
        burnt=(4, 11, 16), quota=0.97, cap=100_000_000, endgame_cells=12,
    ),
    "five-clues": Preset(
        "clue-corner:rows=0.6875", (192, 197, 201, 206, 211, 216, 221, 225, 229, 233, 237, 241, 246, 250, 253),
        burnt=(5, 7, 20), quota=0.97, cap=2_000_000_000, drop_index=205, drop_nodes=150_000_000, endgame_cells=12,
    ),
    "loose-end": Preset(
        "peeled-comb:rows=0.6875", (197, 206, 213, 218, 223, 227, 231, 234, 237, 239, 241, 243, 245),
        burnt=(5, 7, 20), quota=1.0, curve=(*QUOTA_CURVE, (174, 120.0)), cap=100_000_000, endgame_cells=8,
    ),
}  # fmt: skip


def allowed_breaks(unlocks: tuple[int, ...], cells: int) -> list[int]:
    """For each index of the order the number of breaks allowed by then; unlocks are scaled to the board."""
    at = np.round(np.array(unlocks, dtype=float) * cells / CELLS)
    return [int((at <= index).sum()) for index in range(cells)]


def burnt_quota(
    factor: float, puzzle: Puzzle, colors: tuple[int, ...], *, curve: tuple[tuple[int, float], ...] = QUOTA_CURVE
) -> list[int]:
    """For each index the burnt sides that must be placed by then: the curve scaled to the burnt sides of the puzzle."""
    index, sides = np.array(curve, dtype=float).T
    have = int(np.isin(puzzle.pieces, colors).sum())
    scale = puzzle.cells / CELLS
    wanted = np.interp(np.arange(puzzle.cells), index * scale, sides * have / BURNT_SIDES, right=0)
    return [int(factor * value) for value in wanted]


BURNT_SIDES = 24 + 48 + 50
"""Burnt sides of the published curve: one color of the frame, one of 48 and one of 50 sides."""


def colors_to_burn(puzzle: Puzzle, colors: tuple[int, ...]) -> tuple[int, ...]:
    """The given colors if the puzzle has the size of Eternity II, else as many of the rarest colors."""
    if puzzle.cells == CELLS and max(colors, default=0) <= puzzle.colors:
        return colors
    rarest = np.argsort(np.bincount(puzzle.pieces.reshape(-1), minlength=2)[1:], kind="stable") + 1
    return tuple(int(color) for color in rarest[: len(colors)])


@dataclass(frozen=True)
class Recipe:
    """The settings of one attempt, scaled to its puzzle. The default is plain enumeration."""

    order: Order
    allowed: list[int] = field(default_factory=list)
    quota: list[int] = field(default_factory=list)
    burnt: tuple[int, ...] = ()
    frame_from: int = 0
    double_breaks: bool = True
    cap: int = 0
    drop_index: int = 0
    drop_nodes: int = -1
    endgame_cells: int = 0
    endgame_nodes: int = ENDGAME_NODES

    @property
    def is_complete(self) -> bool:
        """Whether an attempt that ends has searched every board."""
        heuristics = (self.allowed, self.burnt, self.frame_from, self.cap, self.endgame_cells)
        return not any(heuristics) and self.double_breaks

    def relaxed(self, steps: int) -> Recipe:
        """The recipe with breaks unlocked earlier and a lower quota: by a fiftieth of the cells and 8 % per step."""
        cells = len(self.order)
        earlier = [self.allowed[min(cells - 1, i + steps * cells // 50)] for i in range(len(self.allowed))]
        lower = [int(sides * max(0.0, 1 - 0.08 * steps)) for sides in self.quota]
        return replace(self, allowed=earlier, quota=lower, cap=min(self.cap, IMPATIENT_NODES))


@dataclass(frozen=True)
class RecipeOptions(OrderOptions):
    """The recipe. An option that is not given is the preset's, or that of plain enumeration."""

    preset: str = option("none", "a published recipe", choices=("none", *PRESETS))
    order: str | None = option(None, "an order of the cells (docs/orders.md); without a shape the preset's, as in /2")
    unlocks: str | None = option(None, "indices (of 256 cells) from which one more break is allowed, comma-separated")
    burnt: str | None = option(None, "colors to use up early, comma-separated")
    quota: float | None = option(None, "factor on the published quota of burnt sides; 0: none", low=0, high=2)
    quota_curve: str | None = option(None, "another curve than the published one: cells:sides pairs such as 16:0,56:71")
    frame_from: int = option(
        0, "index (of 256 cells) from which edges along the frame may break", low=0, high=256, aliases=("ring_from",)
    )
    double_breaks: bool = option(True, "whether one piece may make several breaks")
    cap: int | None = option(None, "nodes of an attempt before the next one starts; 0: no cap", low=0)
    drop_index: int | None = option(
        None, "index (of 256 cells) that an attempt must reach within drop_nodes", low=0, high=256
    )
    drop_nodes: int | None = option(
        None, "nodes after which an attempt that has not reached drop_index is dropped; -1: never", low=-1
    )
    endgame_cells: int | None = option(
        None, "last cells, which the endgame completes optimally; 0: none", low=0, high=32
    )
    endgame_nodes: int = option(
        ENDGAME_NODES, "placements of one endgame, at most", low=0, aliases=("completion_nodes",)
    )


def chosen_recipe(chosen: RecipeOptions, puzzle: Puzzle) -> Recipe:
    """The recipe that the options ask for, scaled to the puzzle."""
    preset = PRESETS.get(chosen.preset)
    order = refined(chosen.order or "", preset.order if preset else "row")
    unlocks = _numbers(chosen.unlocks) if chosen.unlocks is not None else preset.unlocks if preset else ()
    named = _numbers(chosen.burnt) if chosen.burnt is not None else preset.burnt if preset else ()
    factor = chosen.quota if chosen.quota is not None else preset.quota if preset else 1.0
    curve = _curve(chosen.quota_curve) or (preset.curve if preset else QUOTA_CURVE)
    burnt = colors_to_burn(puzzle, named) if factor else ()
    cells = chosen.endgame_cells if chosen.endgame_cells is not None else preset.endgame_cells if preset else 0
    return Recipe(
        order=order_of(order, puzzle),
        allowed=allowed_breaks(unlocks, puzzle.cells) if unlocks else [],
        quota=burnt_quota(factor, puzzle, burnt, curve=curve) if burnt else [],
        burnt=burnt,
        cap=chosen.cap if chosen.cap is not None else preset.cap if preset else 0,
        frame_from=chosen.frame_from * puzzle.cells // CELLS,
        double_breaks=chosen.double_breaks,
        drop_index=_first(chosen.drop_index, preset.drop_index if preset else 0) * puzzle.cells // CELLS,
        drop_nodes=_first(chosen.drop_nodes, preset.drop_nodes if preset else -1),
        endgame_nodes=chosen.endgame_nodes,
        endgame_cells=min(cells, puzzle.cells // 2),
    )


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise OptionError(f"{text!r} is not a list of whole numbers such as 201,206,211") from None


def _first(*values: int | None) -> int:
    """The first value that is given."""
    return next(value for value in values if value is not None)


def _curve(text: str | None) -> tuple[tuple[int, float], ...]:
    """Points of a quota curve; none when none are given."""
    try:
        points = [part.split(":") for part in (text or "").split(",") if part.strip()]
        return tuple((int(index), float(sides)) for index, sides in points)
    except ValueError:
        raise OptionError(f"{text!r} is not a list of cells:sides such as 16:0,26:28,56:71") from None


class Attempts:
    """One attempt after the other; a recipe is relaxed step by step while no attempt arrives at the last cells.

    `nodes` is what they may spend in all; None: as much as the limits leave.
    """

    def __init__(self, task: Task, control: Control, *, nodes: int | None = None) -> None:
        self.task, self.control, self.nodes, self.idle = task, control, nodes, 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to spend, or nothing to look for."""
        return self.nodes == 0 or self.control.is_stopped or not unfinished(self.task, self.control)

    def run(self, recipe: Recipe, *, seed: int) -> None:
        """Run one more attempt."""
        steps = max(0, self.idle - PATIENCE)
        recipe = recipe.relaxed(steps) if steps else recipe
        most = min((limit for limit in (recipe.cap or None, self.nodes) if limit is not None), default=-1)
        _, nodes = attempt(self.task, self.control, recipe, seed=seed, most_nodes=most)
        if self.nodes is not None:
            self.nodes = max(0, self.nodes - nodes)
        has_arrived = not recipe.endgame_cells or self.control.details.get("arrivals", 0) > 0
        self.idle += not (has_arrived or self.control.is_stopped)


def attempt(
    task: Task, control: Control, recipe: Recipe, *, seed: int, most_nodes: int = -1
) -> tuple[list[Board], int]:
    """One depth-first search below the roots; returns what it left, and the nodes that it spent."""
    puzzle, goal = task.puzzle, task.goal
    spare: list[Board] = []

    def found(batch: NDArray[np.int16]) -> bool:
        boards = [Board(puzzle, placements) for placements in batch]
        if goal.improve:
            for board in boards:
                control.offer(board)
        else:
            spare.extend(control.found_all(boards))
        return not control.is_stopped

    result = native.search_with_breaks(
        native.compiled(puzzle),
        native.search_for(task, control, most_nodes=most_nodes),
        _break_options(task, control, recipe, seed=seed),
        native.control_for(control, found),
    )
    if recipe.endgame_cells:
        control.tally("arrivals", result.arrivals)
    return [Board(puzzle, placements) for placements in result.remaining] + spare, result.nodes


def _break_options(task: Task, control: Control, recipe: Recipe, *, seed: int) -> native.BreakOptions:
    """A recipe as the core takes it."""
    rules = native.BreakRules(
        allowed=recipe.allowed,
        quota=recipe.quota,
        burnt=recipe.burnt,
        frame_from=recipe.frame_from,
        double_breaks=recipe.double_breaks,
        ledger_cells=LEDGER_CELLS,
        is_region=False,
    )
    return native.BreakOptions(
        order=recipe.order,
        rules=rules,
        improve=task.goal.improve and not control.keeps(control.floor),
        most_breaks=most_breaks(task, control),
        seed=seed,
        drop_index=recipe.drop_index,
        drop_nodes=recipe.drop_nodes,
        endgame_cells=recipe.endgame_cells,
        endgame_nodes=recipe.endgame_nodes,
        wider_cells=WIDER_CELLS if recipe.endgame_cells else (),
    )


def most_breaks(task: Task, control: Control) -> int:
    """The breaks of a board worth reporting: an answer, when improving one with fewer than the best, or one to keep."""
    edges = task.puzzle.edges
    most = edges if task.goal.breaks is None else task.goal.breaks
    if not task.goal.improve:
        return most
    kept = control.kept_from
    return max(min(most, edges - control.floor - 1), -1 if kept is None else edges - kept)
