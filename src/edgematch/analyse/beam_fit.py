"""Fitting the weights of a beam: which terms of its price tell the boards that have a future.

A pass of a beam is traced: the terms of the price of each board at each step, and its parent. The boards of a step that
have descendants among the cheapest boards some cells later are marked. Logistic regression then finds, for each stretch
of steps, the weights under which the price tells marked boards from others best. The boards of a step have survived the
price that is in place, so the fit repeats: each round traces passes under the weights of the round before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.model.orders import ORIENTED, from_side, order_of
from edgematch.search import BEST, Task

Floats = NDArray[np.float64]

BREAKS_AND_TERMS = 4
"""Columns of a trace that are fitted: breaks, open sides, pairs, chains. The last one, parity, adds nothing."""
BEST_SHARE = 0.1
"""The share of the boards of a later step whose ancestors are marked."""
MOST_OTHERS = 150
"""Boards that are not marked, drawn at random per pass and step: all of them would say little more."""
FEWEST_MARKED = 30
"""Marked boards that a stretch needs to be fitted."""
HELD_OUT = 3
"""Every third pass is held out to measure a fit on the others."""
PRIOR = 1.0
"""Standard deviation of the logarithm of a weight around 0: holds a weight near 1 where the boards say little."""


class WeightsByEmpty(Protocol):
    """For each number of empty cells, the weights of the terms against breaks."""

    @property
    def open(self) -> Floats:
        """Of the open sides."""

    @property
    def pairs(self) -> Floats:
        """Of the equal pairs among the sides left."""

    @property
    def chains(self) -> Floats:
        """Of the ways to fill the lines ahead."""


@dataclass(frozen=True)
class FitPlan:
    """What is traced: width, passes per round and puzzle, rounds, cells ahead, the price of a break, noise, order."""

    width: int = 4000
    passes: int = 12
    rounds: int = 2
    ahead: int = 0
    price: float = 6.0
    temperature: float = 0.3
    order: str = "comb"
    seed: int = 0


@dataclass(frozen=True)
class TracedPass:
    """Boards of one pass: cells empty before the step, terms, whether it has descendants among the best; the score."""

    empty: NDArray[np.int64]
    terms: Floats
    marked: NDArray[np.bool_]
    score: int


@dataclass(frozen=True)
class FittedLevel:
    """Weights around a number of empty cells, and how well they tell marked boards from others.

    The area under the curve is how often a marked board is priced below another of its step, measured on passes that
    are held out: of the weights in place, and of weights fitted without these passes.
    """

    empty: int
    open: float
    pairs: float
    chains: float
    boards: int
    marked: int
    auc_before: float
    auc_fitted: float


class BeamFit:
    """Rounds of traced passes; `levels` are the weights fitted so far, also when it is interrupted."""

    def __init__(
        self, puzzles: Sequence[Puzzle], plan: FitPlan, by_level: Callable[[list[dict[str, Any]], int], WeightsByEmpty]
    ) -> None:
        sizes = sorted({puzzle.cells for puzzle in puzzles})
        if len(sizes) != 1:
            raise OptionError(f"the puzzles have {' and '.join(map(str, sizes))} cells; weights are of one size")
        self.cells = sizes[0]
        self.plan, self.by_level = plan, by_level
        self.roots = [Task(puzzle, BEST).roots[0] for puzzle in puzzles]
        for puzzle in puzzles:
            order_of(plan.order, puzzle)
        self.passes: list[TracedPass] = []
        self.finished = 0
        self._fitted: list[FittedLevel] = []

    def run(self) -> Iterator[tuple[int, int, int]]:
        """Trace pass after pass; each is reported as its round, its number in the round and its score."""
        for number in range(self.plan.rounds):
            weights, self.passes = self._weights(), []
            for i in range(self.plan.passes):
                for root in self.roots:
                    self.passes.append(self._trace(root, weights, turn=number * self.plan.passes + i))
                    self.finished += 1
                    yield number + 1, len(self.passes), self.passes[-1].score
            self._fitted, self.passes = self.levels, []

    @property
    def levels(self) -> list[FittedLevel]:
        """The weights fitted on the passes of this round, or of the round before until half of them are there."""
        if self._fitted and 2 * len(self.passes) < self.plan.passes * len(self.roots):
            return self._fitted
        return fit_levels(self.passes, self.plan.price, self._weights(), max(1, self.cells // 16)) or self._fitted

    @property
    def ahead(self) -> int:
        """How many cells later the best boards are chosen: three rows of a square board of 16x16."""
        return self.plan.ahead or max(1, self.cells * 3 // 16)

    def _weights(self) -> WeightsByEmpty:
        return self.by_level([asdict(level) for level in self._fitted], self.cells)

    def _trace(self, root: Board, weights: WeightsByEmpty, *, turn: int) -> TracedPass:
        plan, seed = self.plan, native.mixed_seed(self.plan.seed, turn)
        options = native.BeamOptions(
            order=order_of(from_side(plan.order, turn % len(ORIENTED)), root.puzzle),
            width=plan.width,
            price=plan.price,
            open=weights.open.tolist(),
            pairs=weights.pairs.tolist(),
            chains=weights.chains.tolist(),
            temperature=plan.temperature,
            seed=native.unsigned_seed(seed),
            keep=1,
            node_limit=-1,
            threads=1,
            trace=True,
        )
        found = native.run_alone(native.beam, root.puzzle, root.placements, options)
        return _sample(found, plan, self.ahead, weights, Board(root.puzzle, found.boards[0]).score)


def _sample(found: Any, plan: FitPlan, ahead: int, weights: WeightsByEmpty, score: int) -> TracedPass:
    """The marked boards of each step, and some of the others."""
    random, ends = np.random.default_rng(plan.seed), np.cumsum(found.sizes)
    steps = [slice(end - size, end) for end, size in zip(ends, found.sizes, strict=True)]
    parts = [(np.zeros(0, np.int64), np.zeros((0, BREAKS_AND_TERMS)), np.zeros(0, bool))]
    for step in range(len(steps) - ahead):
        left, count = len(steps) - step, int(found.sizes[step])
        boards = _costs(found.terms[steps[step + ahead]], plan.price, weights, left - ahead)
        alive = np.argsort(boards, kind="stable")[: max(1, int(len(boards) * BEST_SHARE))]
        for later in range(step + ahead, step, -1):
            alive = np.unique(found.parents[steps[later]][alive])
        if count < plan.width // 2 or len(alive) > count // 2:
            continue  # the first steps, where the beam is not full, and others that did not choose
        others = random.permutation(np.setdiff1d(np.arange(count), alive))[:MOST_OTHERS]
        chosen = np.concatenate([alive, others])
        terms = found.terms[steps[step]][chosen, :BREAKS_AND_TERMS].astype(np.float64)
        parts.append((np.full(len(chosen), left), terms, np.arange(len(chosen)) < len(alive)))
    empty, terms, marked = (np.concatenate(part) for part in zip(*parts, strict=True))
    return TracedPass(empty, terms, marked, score)


def _costs(terms: Any, price: float, weights: WeightsByEmpty, empty: int) -> Floats:
    factors = [price, weights.open[empty], weights.pairs[empty], weights.chains[empty]]
    return np.asarray(terms[:, :BREAKS_AND_TERMS].astype(np.float64) @ factors)


def fit_levels(passes: Sequence[TracedPass], price: float, weights: WeightsByEmpty, stretch: int) -> list[FittedLevel]:
    """The fitted weights of each stretch of so many steps that has enough marked boards."""
    if not passes:
        return []
    number = np.concatenate([np.full(len(traced.empty), i) for i, traced in enumerate(passes)])
    empty = np.concatenate([traced.empty for traced in passes])
    terms = np.concatenate([traced.terms for traced in passes]) * [price, 1, 1, 1]
    marked = np.concatenate([traced.marked for traced in passes])
    levels = []
    for first in range(0, int(empty.max(initial=0)) + 1, stretch):
        chosen = (empty >= first) & (empty < first + stretch)
        if np.count_nonzero(marked[chosen]) >= FEWEST_MARKED:
            middle = first + stretch // 2
            step = (empty * len(passes) + number)[chosen]
            now = np.array([weights.open[middle], weights.pairs[middle], weights.chains[middle]])
            held = number[chosen] % HELD_OUT == 0
            levels.append(_fit_level(middle, _centered(terms[chosen], step), marked[chosen], held, now))
    return levels


def _centered(terms: Floats, step: NDArray[np.int64]) -> Floats:
    """Terms against their mean in the same step of the same pass: boards compete only there."""
    _, number = np.unique(step, return_inverse=True)
    sums = np.zeros((number.max() + 1, terms.shape[1]))
    np.add.at(sums, number, terms)
    return np.asarray(terms - (sums / np.bincount(number)[:, None])[number])


def _fit_level(
    middle: int, terms: Floats, marked: NDArray[np.bool_], held: NDArray[np.bool_], now: Floats
) -> FittedLevel:
    def auc(factors: Floats) -> float:
        return round(area_under_curve(-(terms[held, 0] + terms[held, 1:] @ factors), marked[held]), 4)

    open_sides, pairs, chains = (round(float(factor), 3) for factor in logistic_weights(terms, marked))
    tried = logistic_weights(terms[~held], marked[~held])
    counts = len(marked), int(marked.sum())
    return FittedLevel(middle, open_sides, pairs, chains, *counts, auc(now), auc(tried))


def logistic_weights(terms: Floats, marked: NDArray[np.bool_]) -> Floats:
    """The weights of the terms after the first, against it: the most likely ones of a logistic regression.

    The logarithm of the odds that a board is marked is a constant minus a scale times its price. Constant, scale and
    the logarithms of the weights are fitted, so that no weight is negative; marked boards and others count alike.
    """
    from scipy.optimize import minimize

    sign = np.where(marked, 1.0, -1.0)
    share = max(1, int(marked.sum())) / np.where(marked, max(1, marked.sum()), max(1, (~marked).sum()))

    def loss(parameters: Floats) -> tuple[float, Floats]:
        scale, factors = np.exp(parameters[1]), np.exp(parameters[2:])
        price = terms[:, 0] + terms[:, 1:] @ factors
        margin = sign * (parameters[0] - scale * price)
        slope = -share * sign / (1 + np.exp(np.clip(margin, -500, 500)))
        by_factor = -scale * factors * (terms[:, 1:].T @ slope) + parameters[2:] / PRIOR**2
        value = (share * np.logaddexp(0, -margin)).sum() + (parameters[2:] ** 2).sum() / (2 * PRIOR**2)
        return float(value), np.array([slope.sum(), -scale * (slope @ price), *by_factor])

    start = np.zeros(1 + terms.shape[1])
    return np.asarray(np.exp(minimize(loss, start, jac=True, method="L-BFGS-B").x[2:]))


def area_under_curve(values: Floats, marked: NDArray[np.bool_]) -> float:
    """How often a marked board has a higher value than another; 0.5 where there are none of a kind."""
    from scipy.stats import rankdata

    count, others = int(marked.sum()), int((~marked).sum())
    if not count or not others:
        return 0.5
    return float((rankdata(values)[marked].sum() - count * (count + 1) / 2) / (count * others))


def weights_document(fit: BeamFit, levels: Sequence[FittedLevel], made: Mapping[str, Any]) -> dict[str, Any]:
    """The weights as data: what `beam?weights=FILE` reads, with what they were fitted on."""
    plan = asdict(fit.plan) | {"ahead": fit.ahead, "passes_finished": fit.finished}
    puzzles = [root.puzzle.name for root in fit.roots]
    return {
        "cells": fit.cells,
        "made": dict(made) | {"puzzles": puzzles, **plan},
        "levels": [asdict(level) for level in levels],
    }
