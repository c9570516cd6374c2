"""Weights of the terms that price a board of a beam, by the number of cells that are empty.

The price adds three estimates of the future: the open sides, the equal pairs among the sides that are left, and the
ways to fill the lines ahead (chains). All are logarithms of the same probability, but they are not equally good at
telling which boards have descendants among the best. A chain says much about the next row and nothing about later
ones, while colors that are used up stay used up. So early on the first two count more.

The factors were fitted by logistic regression: of the boards of five passes of width 2,000 on `eternity2-clues` (seeds
1 to 5), which have descendants among the cheapest tenth 48 cells later. They gain on every puzzle of 16x16 that was
tried and lose on smaller and larger ones, so they count on boards of 256 cells only. docs/research/score.md has the fit
and the paired runs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

OPEN, PAIRS, CHAINS = 4.0, 2.5, 1.2
"""Factors while most cells are empty."""
FULL_FROM, NONE_FROM = 160, 100
"""Numbers of empty cells: the factors hold from the first up, and fall to 1 at the second."""
FITTED_CELLS = 256
"""The size of the boards they were fitted on."""


@dataclass(frozen=True)
class Weights:
    """For each number of empty cells, from 0, the weights of the three estimates when one of them is filled."""

    open: NDArray[np.float64]
    pairs: NDArray[np.float64]
    chains: NDArray[np.float64]


def weights(cells: int, *, foresight: float, chains: float, learnt: float) -> Weights:
    """The weights on a board of so many cells; `learnt` is how far the fitted factors count."""
    empty = np.arange(cells + 1)
    early = (learnt if cells == FITTED_CELLS else 0) * np.clip((empty - NONE_FROM) / (FULL_FROM - NONE_FROM), 0, 1)
    return Weights(
        open=foresight * (1 + (OPEN - 1) * early),
        pairs=foresight * (1 + (PAIRS - 1) * early),
        chains=chains * (1 + (CHAINS - 1) * early),
    )
