"""Whether a puzzle is of Eternity II style, with nothing uneven that a solver could exploit.

The ZLA paper, section 3. The criterion has four parts: colors along the frame as equally frequent as possible, the
same inside, no self-symmetric piece, no two identical pieces. Since there are two sets of colors, no color is used in
both places. The paper also asks for frame colors at most half as frequent as inner ones (true of Eternity II: 24 and
48 sides), but its own small puzzles are not like that; so it is reported (`frame_is_rarer`) and not required.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgematch.analyse.balance import Balance, color_balance
from edgematch.model import Puzzle


@dataclass(frozen=True)
class Style:
    """Why a puzzle is not of Eternity II style; it is when `faults` is empty."""

    faults: tuple[str, ...]
    frame_is_rarer: bool

    @property
    def is_eternity(self) -> bool:
        """Whether the puzzle meets the criterion."""
        return not self.faults


def eternity_style(puzzle: Puzzle) -> Style:
    """Check the criterion, every part of it."""
    balance = color_balance(puzzle)
    return Style(tuple(_faults(puzzle, balance)), _is_rarer(balance))


def _faults(puzzle: Puzzle, balance: Balance) -> list[str]:
    found = [] if puzzle.framed and puzzle.turnable else ["it is not a framed puzzle of pieces that may be turned"]
    for where, histogram in (("along the frame", balance.frame), ("inside", balance.inner)):
        if not histogram.is_even:
            low, high = min(histogram.counts.values()), max(histogram.counts.values())
            found.append(f"colors {where} appear on {low} to {high} sides, not as equally often as can be")
    if balance.shared:
        found.append(f"{len(balance.shared)} colors are used both along the frame and inside")
    alike = puzzle.cells - len(np.unique(puzzle.kinds))
    if alike:
        found.append(f"{alike} pieces are copies of others")
    symmetric = int((puzzle.periods < 4).sum())
    if symmetric:
        found.append(f"{symmetric} pieces are self-symmetric")
    return found


def _is_rarer(balance: Balance) -> bool:
    frame, inner = balance.frame.counts.values(), balance.inner.counts.values()
    return bool(frame and inner) and max(frame) <= min(inner) / 2
