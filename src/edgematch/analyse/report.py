"""Everything cheap to know about a puzzle, in one value: what `edgematch analyse PUZZLE` shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch.analyse.balance import Balance, color_balance
from edgematch.analyse.expected import asymptote, expected_of, expected_solutions_log10, predicted_inner, transition
from edgematch.analyse.style import Style, eternity_style
from edgematch.analyse.symmetric import symmetric_pieces
from edgematch.analyse.tree import BATCHES, TreeEstimate, estimate_tree
from edgematch.model import Puzzle

MAIN_ORDERS = ("row", "zigzag", "diagonal", "spiral-in", "frame", "comb")
"""The orders whose trees the report estimates: those that keep what is filled in one piece."""
NEAR = 0.085
"""How far log10 E[X], by cell, may be from zero at the transition: the hardest counts measured at 6x6 with 3 frame
colors are within (5 and 6 inner colors: 0.15 / 36 and 3.01 / 36), and so is one color more or less at 16x16."""


@dataclass(frozen=True)
class Report:
    """Everything cheap to know about a puzzle."""

    puzzle: Puzzle
    balance: Balance
    style: Style
    trees: tuple[TreeEstimate, ...]

    @property
    def copies(self) -> int:
        """How many pieces are copies of others."""
        return self.puzzle.cells - len(np.unique(self.puzzle.kinds))

    @property
    def symmetric(self) -> int:
        """How many pieces are self-symmetric."""
        return int((self.puzzle.periods < 4).sum()) if self.puzzle.turnable else 0

    @property
    def symmetric_expected(self) -> float:
        """How many self-symmetric pieces a random puzzle with as many colors has in the mean."""
        puzzle, colors = self.puzzle, max(1, self.balance.inner.colors)
        if not puzzle.turnable:
            return 0.0
        return symmetric_pieces(puzzle.width, puzzle.height, colors=colors, framed=puzzle.framed).mean

    @property
    def expected_random(self) -> float:
        """Log10 of the expected solutions of a random puzzle of this size with as many colors, equation (2)."""
        puzzle, size = self.puzzle, (self.puzzle.width, self.puzzle.height)
        if puzzle.framed:
            return expected_solutions_log10(*size, frame=self.balance.frame.colors, inner=self.balance.inner.colors)
        return expected_solutions_log10(*size, colors=self.balance.inner.colors, framed=False, turnable=puzzle.turnable)

    @property
    def expected(self) -> float:
        """Log10 of the expected solutions given how often each color appears."""
        return expected_of(self.puzzle)

    @property
    def crossing(self) -> float | None:
        """The inner color count at which one solution is expected, for framed puzzles."""
        puzzle = self.puzzle
        if not puzzle.framed or min(puzzle.width, puzzle.height) < 3:
            return None
        return transition(puzzle.width, puzzle.height, frame=max(1, self.balance.frame.colors))

    @property
    def expected_curve(self) -> list[tuple[int, float]]:
        """Log10 of the expected solutions of a random puzzle of this size, by its number of inner colors."""
        puzzle, here = self.puzzle, self.balance.inner.colors
        size, most = (puzzle.width, puzzle.height), 2 * math.ceil(max(here, self.crossing or 0, 1))
        if puzzle.framed:
            frame = self.balance.frame.colors
            return [(n, expected_solutions_log10(*size, frame=frame, inner=n)) for n in range(1, most + 1)]
        unframed = {"framed": False, "turnable": puzzle.turnable}
        return [(n, expected_solutions_log10(*size, colors=n, **unframed)) for n in range(1, most + 1)]

    @property
    def verdict(self) -> str:
        """In words, where the puzzle is with respect to the predicted transition."""
        if math.isinf(self.expected):
            return "impossible: " + "; ".join(self.puzzle.obstacles()[:2])
        per_cell = self.expected_random / self.puzzle.cells
        if abs(per_cell) <= NEAR:
            return "at the transition: as hard as puzzles of this size get"
        side = (
            "below the transition: many solutions"
            if per_cell > 0
            else "beyond the transition: few solutions, early cuts"
        )
        return f"{side}, easier than the hardest of this size"

    def to_dict(self) -> dict[str, Any]:
        """The report ready for JSON."""
        puzzle, crossing = self.puzzle, self.crossing
        square = puzzle.width == puzzle.height
        return {
            "name": puzzle.name, "width": puzzle.width, "height": puzzle.height, "cells": puzzle.cells, "edges": puzzle.edges, "joins": puzzle.edges,
            "framed": puzzle.framed, "turnable": puzzle.turnable, "hints": len(puzzle.hints), "digest": puzzle.digest,
            "frame": self.balance.frame.to_dict(), "inner": self.balance.inner.to_dict(), "shared_colors": self.balance.shared,
            "copies": self.copies, "symmetric": self.symmetric, "symmetric_expected": round(self.symmetric_expected, 4),
            "expected_log10": _finite(self.expected), "expected_random_log10": _finite(self.expected_random),
            "expected_curve": [[n, _finite(value)] for n, value in self.expected_curve],
            "transition": None if crossing is None else {
                "crossing": round(crossing, 3),
                "inner": predicted_inner(puzzle.width, puzzle.height, frame=max(1, self.balance.frame.colors)),
                "asymptote": round(asymptote(puzzle.width), 3) if square else None,
            },
            "eternity_style": {"is": self.style.is_eternity, "faults": list(self.style.faults), "frame_is_rarer": self.style.frame_is_rarer},
            "obstacles": puzzle.obstacles(), "verdict": self.verdict, "trees": [tree.to_dict() for tree in self.trees],
        }  # fmt: skip


def report(puzzle: Puzzle, *, batches: int = BATCHES, seed: int = 0) -> Report:
    """The report of a puzzle; trees are estimated by so many batches for each of the main orders, not at all with 0."""
    trees = tuple(estimate_tree(puzzle, order, batches=batches, seed=seed) for order in MAIN_ORDERS) if batches else ()
    return Report(puzzle, color_balance(puzzle), eternity_style(puzzle), trees)


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else round(value, 4)
