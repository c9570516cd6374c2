"""What an order and a schedule of breaks are worth, from fit probabilities measured by random probes.

A probe fills the cells of an order one after the other, each with a random candidate that misses as few sides as
possible, and counts at every cell the candidates that fit exactly and those that miss one side. Their means make a
Markov chain on (cells filled, breaks made): the expected number of boards at each depth and with each number of
breaks, as far as the schedule allows. The boards that arrive, divided by all boards made before, are the value of a
node. It is a cheap evaluation of any order and schedule, good for comparing two of them and not for the absolute
number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, Puzzle
from edgematch.model.grid import opposite


@dataclass(frozen=True)
class FitRates:
    """Mean numbers of candidates by index in the order: exact fits, and those that miss one side."""

    exact: NDArray[np.float64]
    near: NDArray[np.float64]


def measure_fits(puzzle: Puzzle, order: NDArray[np.int16], *, probes: int = 100, seed: int = 0) -> FitRates:
    """Fit rates along an order by random probes over the cells that hints leave empty."""
    rng = np.random.default_rng(seed)
    counts = np.array([_probe(puzzle, order, rng) for _ in range(probes)], dtype=float)
    return FitRates(exact=counts[:, :, 0].mean(axis=0), near=counts[:, :, 1].mean(axis=0))


def arrivals_per_node(rates: FitRates, allowed: Sequence[int], *, until: int | None = None) -> float:
    """Expected boards at index `until` (default: the end) per board made before, under a schedule of breaks."""
    last = len(rates.exact) if until is None else min(until, len(rates.exact))
    boards = np.zeros(max(allowed, default=0) + 1)
    boards[0], nodes = 1.0, 0.0
    for index in range(last):
        exact, near = rates.exact[index], rates.near[index]
        boards = boards * exact + np.concatenate([[0.0], boards[:-1]]) * near
        boards[allowed[index] + 1 :] = 0
        nodes += boards.sum()
    return float(boards.sum() / nodes) if nodes else 0.0


def _probe(puzzle: Puzzle, order: NDArray[np.int16], rng: np.random.Generator) -> list[tuple[int, int]]:
    """Exact and near fits at each cell of one probe; a cell that a hint fills has one exact fit."""
    placed = puzzle.start().placements.copy()
    free = np.ones(puzzle.cells, dtype=bool)
    free[placed[placed >= 0] >> 2] = False
    near_cells, counts = puzzle.neighbours(), []
    for cell in order.tolist():
        if placed[cell] != EMPTY:
            counts.append((1, 0))
            continue
        able = np.flatnonzero(puzzle.fits[cell] & np.repeat(free, 4))
        if not len(able):
            counts.append((0, 0))
            continue
        misses = _misses(puzzle, placed, near_cells[cell], able)
        counts.append((int((misses == 0).sum()), int((misses == 1).sum())))
        placed[cell] = rng.choice(able[misses == misses.min()])
        free[placed[cell] >> 2] = False
    return counts


def _misses(
    puzzle: Puzzle, placed: NDArray[np.int16], around: NDArray[np.int16], able: NDArray[np.int64]
) -> NDArray[np.int64]:
    """For each candidate of a cell the known sides it would not match."""
    misses = np.zeros(len(able), dtype=np.int64)
    for side, neighbour in enumerate(around.tolist()):
        if neighbour >= 0 and placed[neighbour] >= 0:
            misses += puzzle.sides[able, side] != puzzle.sides[placed[neighbour], opposite(side)]
    return misses
