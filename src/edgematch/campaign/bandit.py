"""Which recipe the next job of a score campaign gets: a bandit with a floor for exploration.

An arm is a solver (with its orientation in the string) that begins from nothing or from one of the store's best boards.
The reward of a job is the highest score among the boards it brought that the campaign did not have; a job that brought
none counts as some edges below the lowest reward seen. Arms are chosen by Thompson sampling of the normal distribution
of the mean reward. One job in five takes an arm at random, so that no arm is forgotten, and so do jobs while a solver
has not finished one: first a solver, then one of its arms, since a solver may have eight orientations or one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FLOOR = 0.2
"""The share of jobs that take any arm."""
FROM_BEST = " from best"
PRIOR_JOBS, PRIOR_SPREAD = 1.0, 3.0
"""An arm begins as if one job had brought the mean of all, with this deviation in edges."""
NOTHING = 2 * PRIOR_SPREAD
"""How many edges below the lowest reward a job counts that brought nothing new."""
ORIENTATION = re.compile(r"[?&]order=[^&]*$")


@dataclass(frozen=True)
class Arm:
    """A solver string, and whether it begins from one of the best boards of the store."""

    solver: str
    from_best: bool = False

    def __str__(self) -> str:
        return self.solver + FROM_BEST * self.from_best

    @property
    def recipe(self) -> str:
        """The solver whatever its orientation."""
        return ORIENTATION.sub("", self.solver)

    @classmethod
    def parse(cls, text: str) -> Arm:
        """The arm that was written as that text."""
        return cls(text.removesuffix(FROM_BEST), text.endswith(FROM_BEST))


def choose_arm(
    arms: Sequence[str], results: Sequence[tuple[str, int | None, int]], random: np.random.Generator, *,
    can_restart: bool = True,
) -> str:  # fmt: skip
    """The arm of the next job, given arms, scores (None: nothing new), and how many finished jobs had both."""
    able = [arm for arm in arms if can_restart or not Arm.parse(arm).from_best]
    tried = {Arm.parse(name).recipe for name, _, _ in results}
    recipes = sorted({Arm.parse(arm).recipe for arm in able})
    untried = [recipe for recipe in recipes if recipe not in tried]
    if untried or random.random() < FLOOR:
        chosen = str(random.choice(untried or recipes))
        return str(random.choice([arm for arm in able if Arm.parse(arm).recipe == chosen]))
    scored = [(score, number) for _, score, number in results if score is not None]
    scores, numbers = (np.array(column, dtype=float) for column in zip(*scored or [(0, 1)], strict=True))
    lowest, mean = scores.min(), float(np.average(scores, weights=numbers))
    drawn = []
    for arm in able:
        mine = [
            (lowest - NOTHING if score is None else score, number) for name, score, number in results if name == arm
        ]
        values, weights = (np.array(column, dtype=float) for column in zip(*mine or [(mean, 0)], strict=True))
        jobs = weights.sum()
        middle = (weights @ values + PRIOR_JOBS * mean) / (jobs + PRIOR_JOBS)
        spread = np.sqrt(weights @ (values - weights @ values / jobs) ** 2 / jobs) if jobs > 1 else PRIOR_SPREAD
        drawn.append(random.normal(middle, max(spread, 0.5) / np.sqrt(jobs + PRIOR_JOBS)))
    return able[int(np.argmax(drawn))]
