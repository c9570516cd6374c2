"""Native depth-first search that tolerates breaks: all boards with at most so many, or record hunting by recipe.

Without a preset it enumerates: `Goal(breaks=k)` gives every board with at most k breaks, proved, and `BEST` gives a best
board, by branch and bound with the color ledger (an open side that nothing left can match will be a break). With a preset it
hunts as the record holders did: in a comb order, breaks unlocked by depth, a quota of burnt colors, restarts from a new
shuffle after a cap of nodes, and exact completion of the last cells. Candidates come from lists by the known sides, exact
fits first; nothing is scanned that cannot be laid. Cost: tens of millions of placements a second while no break is allowed,
half as many after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.errors import OptionError
from edgematch.model import Board
from edgematch.model.symmetry import ORIENTATIONS
from edgematch.search import Can, Control, Solver, Task, option
from edgematch.solvers._native import can_be_filled, mixed_seed, unfinished
from edgematch.solvers._orders import ORDERS, make_order
from edgematch.solvers._recipes import (
    CELLS,
    COMPLETION_NODES,
    PRESETS,
    QUOTA_CURVE,
    Attempts,
    Recipe,
    allowed_breaks,
    attempt,
    burnt_quota,
    colors_to_burn,
)


@dataclass(frozen=True)
class Options:
    """The recipe. An option left empty is the preset's, or that of plain enumeration."""

    preset: str = option("none", "a published recipe", choices=("none", *PRESETS))
    order: str | None = option(None, "the order of the cells", choices=ORDERS)
    comb_rows: float | None = option(None, "share of the rows that a comb lays before its teeth", low=0, high=1)
    tooth: int = option(1, "columns of a tooth of the comb", low=1, high=32)
    orientation: int = option(0, "side from which the order is laid out", low=0, high=len(ORIENTATIONS) - 1)
    unlocks: str | None = option(None, "indices (of 256 cells) from which one more break is allowed, comma-separated")
    burnt: str | None = option(None, "colors to use up early, comma-separated")
    quota: float | None = option(None, "factor on the published quota of burnt sides; 0: none", low=0, high=2)
    quota_curve: str | None = option(None, "another curve than the published one: cells:sides pairs such as 16:0,56:71")
    ring_from: int = option(0, "index (of 256 cells) from which joins along the frame may break", low=0, high=256)
    double_breaks: bool = option(True, "whether one piece may make several breaks")
    cap: int | None = option(None, "nodes of an attempt before it starts anew; 0: no cap", low=0)
    drop_index: int | None = option(
        None, "an attempt that has not come to this index (of 256 cells) ...", low=0, high=256
    )
    drop_nodes: int | None = option(None, "... after so many nodes is dropped; -1: never", low=-1)
    endgame_cells: int | None = option(None, "cells left to exact completion; 0: none", low=0, high=32)
    completion_nodes: int = option(COMPLETION_NODES, "placements that one exact completion may take", low=0)


class Breaks(Solver):
    """Depth-first search with a schedule of breaks."""

    can = Can.PROVE | Can.SPLIT | Can.IMPROVE | Can.BREAKS | Can.COUNT
    Options = Options

    def supports(self, task: Task) -> str | None:
        """Partial boards are answers only where no complete board can be."""
        if task.goal.breaks is None and not task.goal.improve:
            return "it does not list partial boards"
        if task.goal.improve and not can_be_filled(task.puzzle):
            return "the pieces cannot fill the board, and it reports only complete boards"
        if self.options.preset != "none" and not task.goal.improve:
            return "a preset hunts for better boards (Goal.improve) and proves nothing"
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Enumerate, or attempt after attempt by the recipe."""
        recipe = self._recipe(task)
        if recipe.is_complete:
            return attempt(task, control, recipe, seed=0)
        attempts, number = Attempts(task, control), 0
        while not control.is_stopped and unfinished(task, control):
            attempts.run(recipe, seed=mixed_seed(task.seed, number))
            number += 1
            control.details["attempts"] = number
        return unfinished(task, control)

    def _recipe(self, task: Task) -> Recipe:
        chosen, puzzle = self.options, task.puzzle
        preset = PRESETS.get(chosen.preset)
        order = chosen.order or (preset.order if preset else "rows")
        rows = chosen.comb_rows if chosen.comb_rows is not None else preset.comb_rows if preset else 0.75
        unlocks = _numbers(chosen.unlocks) if chosen.unlocks is not None else preset.unlocks if preset else ()
        named = _numbers(chosen.burnt) if chosen.burnt is not None else preset.burnt if preset else ()
        factor = chosen.quota if chosen.quota is not None else preset.quota if preset else 1.0
        burnt = colors_to_burn(puzzle, named) if factor else ()
        cells = chosen.endgame_cells if chosen.endgame_cells is not None else preset.endgame_cells if preset else 0
        return Recipe(
            order=make_order(puzzle, order, comb_rows=rows, tooth=chosen.tooth, orientation=chosen.orientation),
            allowed=allowed_breaks(unlocks, puzzle.cells) if unlocks else [],
            quota=burnt_quota(factor, puzzle, burnt, curve=_curve(chosen.quota_curve)) if burnt else [],
            burnt=burnt,
            cap=chosen.cap if chosen.cap is not None else preset.cap if preset else 0,
            ring_from=chosen.ring_from * puzzle.cells // CELLS,
            double_breaks=chosen.double_breaks,
            drop_index=_first(chosen.drop_index, preset.drop_index if preset else 0) * puzzle.cells // CELLS,
            drop_nodes=_first(chosen.drop_nodes, preset.drop_nodes if preset else -1),
            completion_nodes=chosen.completion_nodes,
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
    """Points of a quota curve; the published one when none are given."""
    try:
        points = [part.split(":") for part in (text or "").split(",") if part.strip()]
        return tuple((int(index), float(sides)) for index, sides in points) or QUOTA_CURVE
    except ValueError:
        raise OptionError(f"{text!r} is not a list of cells:sides such as 16:0,26:28,56:71") from None
