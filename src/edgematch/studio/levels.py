"""Puzzles with exactly one solution at three levels of difficulty, measured by the size of their search tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from edgematch import generate
from edgematch.errors import OptionError
from edgematch.generate.unique import first_unique
from edgematch.model import Puzzle
from edgematch.search import COUNT, Limits, Run, Task

LEVELS = {
    "easy": ("two-set?frame=4&inner=4", 4, 0, 200),
    "medium": ("two-set?frame=5&inner=7", 5, 200, 5_000),
    "hard": ("two-set?frame=5&inner=8", 6, 5_000, 200_000),
}
"""Generation model, size of the board, and the range of nodes that a row-by-row search needs for the whole tree."""

TRIES = 200
MOST_NODES = 10_000_000
"""Nodes that one proof of uniqueness may take."""


@dataclass(frozen=True)
class Leveled:
    """A puzzle with one solution, and the nodes that searching all of it takes."""

    puzzle: Puzzle
    nodes: int


def make_level(level: str, *, seed: int = 0) -> Leveled:
    """A puzzle of a level: the first instance from the seed on with one solution and a tree in the level's range."""
    if level not in LEVELS:
        raise OptionError(f"the level must be one of {', '.join(LEVELS)}, not {level!r}")
    model, size, low, high = LEVELS[level]
    best: Leveled | None = None
    for offset in range(TRIES):
        instance = partial(generate.make, model, size, seed=seed + offset)
        made = first_unique(lambda attempt, make=instance: make(attempt=attempt), nodes=MOST_NODES)  # type: ignore[misc]
        outcome = Run("backtrack?order=row", Task(made.puzzle, COUNT), Limits(nodes=100_000_000)).outcome
        found = Leveled(made.puzzle.replace(name=f"{level} {size}x{size} number {seed}"), outcome.stats.nodes)
        if low <= found.nodes < high:
            return found
        if best is None or abs(found.nodes - low) < abs(best.nodes - low):
            best = found
    assert best is not None
    return best
