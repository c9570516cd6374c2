"""Published recipes of break-tolerant search, scaled to any board.

Each recipe was made for the 256 cells of Eternity II: a schedule of the cells from which one more break is allowed, an order,
and a quota of sides of some *burnt* colors that must be laid early, so that the colors left agree more often. For another
board indices and quotas scale with the number of cells, and the colors to burn are those with the fewest sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgematch.model import Puzzle

CELLS = 256
"""The number of cells the recipes were made for."""

QUOTA_CURVE = ((16, 0.0), (26, 28.0), (56, 71.0), (76, 89.0), (102, 106.0), (160, 119.0))
"""Blackwood's quota: burnt sides that must lie after so many cells, linear between these points, none after the last."""


@dataclass(frozen=True)
class Preset:
    """A recipe: where breaks are unlocked, in which order cells are filled, and what is burnt."""

    order: str
    comb_rows: float
    unlocks: tuple[int, ...]
    burnt: tuple[int, ...] = ()
    quota: float = 0.0
    cap: int = 0
    drop_index: int = 0
    drop_nodes: int = -1
    endgame_cells: int = 12


PRESETS = {
    "blackwood": Preset(
        "peeled-comb", 11 / 16, (201, 206, 211, 216, 221, 225, 229, 233, 237, 239),
        burnt=(5, 7, 20), quota=1.0, cap=100_000_000, endgame_cells=12,
    ),
    "verhaard": Preset(
        "comb", 11 / 16, (193, 202, 209, 214, 218, 222, 226, 229, 232, 235, 238, 240),
        burnt=(4, 11, 16), quota=0.97, cap=100_000_000, endgame_cells=12,
    ),
    "five-clues": Preset(
        "clue-corner", 11 / 16, (192, 197, 201, 206, 211, 216, 221, 225, 229, 233, 237, 241, 246, 250, 253),
        burnt=(5, 7, 20), quota=0.97, cap=2_000_000_000, drop_index=205, drop_nodes=150_000_000, endgame_cells=12,
    ),
}  # fmt: skip


def allowed_breaks(unlocks: tuple[int, ...], cells: int) -> list[int]:
    """For each index of the order the breaks allowed by then, unlocked at indices scaled to the board."""
    at = np.round(np.array(unlocks, dtype=float) * cells / CELLS)
    return [int((at <= index).sum()) for index in range(cells)]


def burnt_quota(factor: float, puzzle: Puzzle, colors: tuple[int, ...]) -> list[int]:
    """For each index the burnt sides that must lie by then: the published curve, scaled to the burnt sides there are."""
    index, sides = np.array(QUOTA_CURVE).T
    have = int(np.isin(puzzle.pieces, colors).sum())
    scale = puzzle.cells / CELLS
    curve = np.interp(np.arange(puzzle.cells), index * scale, sides * have / BURNT_SIDES, right=0)
    return [int(factor * value) for value in curve]


BURNT_SIDES = 24 + 48 + 50
"""The sides that the burnt colors of the published curve have: one color of the frame, one of 48 and one of 50 sides."""


def colors_to_burn(puzzle: Puzzle, colors: tuple[int, ...]) -> tuple[int, ...]:
    """The colors named, where the puzzle is the size they were named for; else the rarest of the frame and two more."""
    if puzzle.cells == CELLS and max(colors, default=0) <= puzzle.colors:
        return colors
    rarest = np.argsort(np.bincount(puzzle.pieces.reshape(-1), minlength=2)[1:], kind="stable") + 1
    return tuple(int(color) for color in rarest[: len(colors)])
