"""Coloring a board: edges get colors, and the pieces are what the cells then show.

Every model that plants a solution works this way (Ansótegui et al. 2008, algorithm 1): color the edges, cut the board
into pieces. The models differ in how colors are drawn. Here are two methods.

`covering` draws colors independently and uniformly, on the condition that each color asked for appears at all, so
that a puzzle "with 8 colors" has 8. Drawing again until that happens would be as exact, but may take very long when
there are nearly as many colors as edges. Instead each draw looks ahead. Let P(m, k) be the probability that m further
draws bring all k colors still missing: P(m, k) = (1 - k/c) P(m-1, k) + (k/c) P(m-1, k-1). Then the next color is a
missing one with probability (k/c) P(m-1, k-1) / P(m, k). The table costs count times colors additions.

`even_shares` deals colors out as equally as possible, as in Eternity II.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from edgematch.generate.seeded import Seeded
from edgematch.model import GREY, board_edges, frame_mask
from edgematch.model.grid import opposite

Sides = NDArray[np.int16]


def covering(random: Seeded, count: int, *, colors: int) -> list[int]:
    """So many colors from 1 to `colors`, uniform among the sequences in which every color appears."""
    chances = _covering_chances(count, colors)
    unseen, seen = list(range(1, colors + 1)), []
    drawn = []
    for left in range(count - 1, -1, -1):
        missing = len(unseen)
        fresh = missing / colors * chances[left, missing - 1] / chances[left + 1, missing] if missing else 0.0
        if random.fraction() < fresh:
            seen.append(unseen.pop(random.below(missing)))
            drawn.append(seen[-1])
        else:
            drawn.append(random.choice(seen))
    return drawn


def _covering_chances(count: int, colors: int) -> NDArray[np.float64]:
    """For m draws (row) and k colors (column) the probability that all k are among the draws."""
    missing = np.arange(1, colors + 1) / colors
    table = np.zeros((count + 1, colors + 1))
    table[:, 0] = 1.0
    for draws in range(1, count + 1):
        table[draws, 1:] = (1 - missing) * table[draws - 1, 1:] + missing * table[draws - 1, :-1]
    return table


def even_shares(count: int, colors: int) -> list[int]:
    """So many colors from 1 to `colors`, in order; where shares cannot be equal, the last ones appear once more."""
    share, extra = divmod(count, colors) if colors else (0, 0)
    return [color for color in range(1, colors + 1) for _ in range(share + (color > colors - extra))]


def cut(width: int, height: int, joined: Sequence[int], *, outer: Sequence[int] | None = None) -> Sides:
    """The sides each cell shows, given the color of each edge and of each outer side (grey where none is given)."""
    sides = np.full((width * height, 4), GREY, dtype=np.int16)
    first, side, second = board_edges(width, height).T
    sides[first, side] = joined
    sides[second, opposite(side)] = joined
    if outer is not None:
        sides[frame_mask(width, height)] = outer
    return sides
