"""How many self-symmetric pieces to expect: those that look the same after half a turn.

Ansótegui et al. (2008), section 3, equation (1): a piece whose four sides are drawn from c colors is symmetric when
both pairs of opposite sides agree, with probability 1/c^2, so their number is binomial. Frame pieces never are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from edgematch.errors import OptionError
from edgematch.model import Puzzle


@dataclass(frozen=True)
class SymmetricPieces:
    """The binomial number of self-symmetric pieces among `pieces`, each with probability `chance`."""

    pieces: int
    chance: float

    @property
    def mean(self) -> float:
        """The expected number."""
        return self.pieces * self.chance

    @property
    def variance(self) -> float:
        """The variance of the number."""
        return self.mean * (1 - self.chance)

    @property
    def chance_of_any(self) -> float:
        """The probability that there is at least one."""
        return 1 - (1 - self.chance) ** self.pieces

    def chance_of_more_than(self, number: int) -> float:
        """The probability that there are more than `number`."""
        p, n = self.chance, self.pieces
        return max(0.0, 1 - math.fsum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(min(number, n) + 1)))


def symmetric_pieces(width: int, height: int, *, colors: int, framed: bool = True) -> SymmetricPieces:
    """The number of self-symmetric pieces of a random puzzle with so many (inner) colors."""
    if colors < 1:
        raise OptionError(f"colors must be 1 or more, not {colors}")
    pieces = max(0, width - 2) * max(0, height - 2) if framed else width * height
    return SymmetricPieces(pieces, 1 / colors**2)


def turns_of_a_solution(puzzle: Puzzle, *, labelled: bool = False) -> int:
    """How many solutions there are for each one below the anchors: 4 or 2 where a corner is pinned, else 1."""
    anchors = puzzle.anchors(labelled=labelled)
    if puzzle.hints or not all(anchor.count for anchor in anchors):
        return 1
    return 4 if len(anchors) == 1 else 2
