"""A part of a search: its open roots, each with its share of the part."""

from __future__ import annotations

from collections.abc import Sequence

from edgematch.model import Board


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

        A root that came back as it was keeps its share. The parts of one that was begun divide what is left of it.
        """
        before = {root.placements.tobytes(): weight for root, weight in zip(self.roots, self.weights, strict=True)}
        kept = [before.get(root.placements.tobytes()) for root in remaining]
        begun = self.left - sum(weight for weight in kept if weight is not None)
        parts = kept.count(None)
        still_open = min(begun, max(0.0, begun - self._done(fraction))) if parts else 0.0
        self.roots = tuple(remaining)
        self.weights = [still_open / parts if weight is None else weight for weight in kept]
        return begun - still_open

    def _done(self, fraction: float) -> float:
        """The share of the roots that a solver has done when it says so, each root being the same to it."""
        at = fraction * len(self.roots)
        whole = min(int(at), len(self.roots))
        return sum(self.weights[:whole]) + (at - whole) * sum(self.weights[whole : whole + 1])
