"""Tuning a recipe of break-tolerant search: which colors to burn, how strict a quota, how early a schedule.

Each trial changes one recipe and runs the solver `breaks` for a number of nodes. Trials are ranked by arrivals: boards
that reach the end of the schedule. Where a trial is too short for any arrival, the rate predicted from measured fit
probabilities (`analyse.schedule`) decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.analyse.schedule import arrivals_per_node, measure_fits
from edgematch.model import Puzzle
from edgematch.search import BEST, Limits, Run, Task

QUOTAS = (0.9, 0.97, 1.0)
SHIFTS = (-6, 0, 6)
PROBES = 30


@dataclass(frozen=True)
class Recipe:
    """What is varied: the preset's name, its order of cells, its burnt colors and its schedule of breaks."""

    preset: str
    order: NDArray[np.int16]
    burnt: tuple[int, ...]
    unlocks: tuple[int, ...]


@dataclass(frozen=True)
class Trial:
    """One setting: colors burnt, factor on the quota, cells by which the schedule comes later."""

    burnt: tuple[int, ...]
    quota: float
    shift: int

    def solver(self, recipe: Recipe, nodes: int) -> str:
        """The solver string that tries it once."""
        unlocks = ",".join(str(index + self.shift) for index in recipe.unlocks)
        burnt = ",".join(map(str, self.burnt))
        settings = f"burnt={burnt}&quota={self.quota}&unlocks={unlocks}&cap={nodes}&endgame-nodes=0"
        return f"breaks?preset={recipe.preset}&{settings}"


def tune(
    puzzle: Puzzle,
    recipe: Recipe,
    *,
    sets: int,
    nodes: int,
    allowed: Callable[[tuple[int, ...], int], Sequence[int]],
    seed: int = 0,
) -> Iterator[dict[str, Any]]:
    """Each trial with its arrivals, its arrivals per billion nodes and the prediction, as soon as it has run."""
    rates = measure_fits(puzzle, recipe.order, probes=PROBES, seed=seed)
    for burnt, quota, shift in itertools.product(color_sets(puzzle, recipe.burnt, sets, seed=seed), QUOTAS, SHIFTS):
        trial = Trial(burnt, quota, shift)
        breaks = allowed(tuple(index + shift for index in recipe.unlocks), puzzle.cells)
        outcome = Run(trial.solver(recipe, nodes), Task(puzzle, BEST, seed=seed), Limits(nodes=nodes)).outcome
        arrivals = int(outcome.stats.details.get("arrivals", 0))
        yield asdict(trial) | {
            "predicted": arrivals_per_node(rates, breaks),
            "arrivals": arrivals,
            "per_billion": arrivals * 1e9 / max(1, outcome.stats.nodes),
        }


def color_sets(puzzle: Puzzle, burnt: tuple[int, ...], count: int, *, seed: int) -> list[tuple[int, ...]]:
    """The given colors where the puzzle has them, then random sets of one frame color and some inner colors."""
    rng = np.random.default_rng(seed)
    frame = puzzle.pieces[(puzzle.pieces == 0).any(axis=1)]
    outer = sorted({int(piece[k]) for piece in frame for k in range(4) if piece[k - 1] == 0} - {0})
    inner = sorted(set(range(1, puzzle.colors + 1)) - set(outer)) or outer
    known = [burnt] if max(burnt) <= puzzle.colors else []
    while len(known) < count:
        others = rng.choice(inner, size=min(len(burnt) - 1, len(inner)), replace=False)
        known.append(tuple(sorted({int(rng.choice(outer or inner)), *map(int, others)})))
    return known[:count]
