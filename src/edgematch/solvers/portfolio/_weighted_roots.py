"""A part of a search: its open roots, each with its share of the part."""

from __future__ import annotations

import math
from collections.abc import Sequence

from edgematch.model import Board

MOST_VALUES, STEPS = 64, 12
"""Values of a decision, at most; steps of the bisection that finds how many it has, to within a thousandth."""


class WeightedRoots:
    """The roots that are open, and the share of the part that each is taken for."""

    def __init__(self, roots: Sequence[Board]) -> None:
        self.roots = tuple(roots)
        self.weights = [1 / max(1, len(self.roots))] * len(self.roots)

    @property
    def left(self) -> float:
        """The share of the part that is open."""
        return sum(self.weights)

    def finish(self, remaining: Sequence[Board], fraction: float) -> float:
        """Take over what a solver left when it had done that fraction, root by root; returns the share it finished.

        A root that came back as it was keeps its share. The parts of one that was begun divide what is left of it, the
        deeper ones less.
        """
        before = {root.placements.tobytes(): weight for root, weight in zip(self.roots, self.weights, strict=True)}
        kept = [before.get(root.placements.tobytes()) for root in remaining]
        begun = self.left - sum(weight for weight in kept if weight is not None)
        parts = kept.count(None)
        still_open = min(begun, max(0.0, begun - self._done(fraction))) if parts else 0.0
        self.roots = tuple(remaining)
        new = [root.count for root, weight in zip(remaining, kept, strict=True) if weight is None]
        shares = iter(_shares(new, still_open=1 - fraction * len(before) % 1))
        self.weights = [still_open * next(shares) if weight is None else weight for weight in kept]
        return begun - still_open

    def _done(self, fraction: float) -> float:
        """The share of the roots that a solver has done when it says so, each root being the same to it."""
        at = fraction * len(self.roots)
        whole = min(int(at), len(self.roots))
        return sum(self.weights[:whole]) + (at - whole) * sum(self.weights[whole : whole + 1])


def _shares(counts: list[int], *, still_open: float) -> list[float]:
    """What each of the roots that were one root is of what is left of it, by the placements on their boards.

    A search returns the values not yet tried at each of its decisions, deepest first, and each decision adds placements
    to the board. Were all decisions between equally many values, a root below n of them would be the n-th power of one
    value's share. That share is chosen so that the roots together are what the search says to be open.
    """
    depth = {count: level for level, count in enumerate(sorted(set(counts)), start=1)}
    low, high = 1 / MOST_VALUES, 1.0
    for _ in range(STEPS):
        value = math.sqrt(low * high)
        if sum(value ** depth[count] for count in counts) < still_open:
            low = value
        else:
            high = value
    parts = [high ** depth[count] for count in counts]
    whole = sum(parts)
    return [part / whole for part in parts]
