"""A puzzle, a goal, and the part of the search space to search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from edgematch.errors import ModelError, OptionError
from edgematch.model import EMPTY, AnyRoots, Board, Puzzle, Roots
from edgematch.search.goal import FIRST, Goal

LARGEST_SEED = (1 << 63) - 1


@dataclass(frozen=True)
class Task:
    """A puzzle, a goal, and the part of the search space to search.

    `roots` are partial boards: an answer must extend one of them (none given: the puzzle's hints alone). `start` is a
    board to begin from, for solvers that improve one; answers must score more than `beat`. `placed` is the number of
    placements that led to the roots and count as nodes of this search: the hints when no roots are given, else 0.
    Roots in columns (`Roots`) come from a search of this package or were checked by `Roots.check`: they are taken as
    they are.
    """

    puzzle: Puzzle
    goal: Goal = FIRST
    roots: AnyRoots = ()
    start: Board | None = None
    beat: int = -1
    seed: int = 0
    placed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= LARGEST_SEED:
            raise OptionError(f"the seed must be 0 to {LARGEST_SEED}, not {self.seed}")
        if not self.roots:
            object.__setattr__(self, "placed", len(self.puzzle.hints))
        roots = self.roots if isinstance(self.roots, Roots) else tuple(self.roots)
        roots = roots or (self.puzzle.start(),)
        self._refuse_wrong_boards(roots)
        if not isinstance(roots, Roots):
            missing = [{cell: p for cell, p in self.puzzle.hints.items() if root[cell] < 0} for root in roots]
            roots = tuple(root.place(m) if m else root for root, m in zip(roots, missing, strict=True))
        object.__setattr__(self, "roots", roots)

    def _refuse_wrong_boards(self, roots: AnyRoots) -> None:
        boards = () if isinstance(roots, Roots) else roots
        if isinstance(roots, Roots) and roots.puzzle != self.puzzle:
            raise ModelError(f"the roots are of another puzzle ({roots.puzzle}) than the task ({self.puzzle})")
        named = [(f"root {number}", root) for number, root in enumerate(boards, start=1)] if self.roots else []
        named += [("the start board", self.start)] if self.start else []
        for name, board in named:
            if board.puzzle != self.puzzle:
                raise ModelError(f"{name} is of another puzzle ({board.puzzle}) than the task ({self.puzzle})")
        if (not boards or _are_sound(self.puzzle, boards)) and not (self.start and self.start.faults()):
            return
        for name, board in named or [("the board of the hints", boards[0])]:
            if faults := board.faults():
                raise ModelError(f"{name} is wrong", faults)

    def replace(self, **changes: Any) -> Task:
        """A copy with some fields changed; the placements of other roots do not count as nodes."""
        return replace(self, **({"placed": 0} | changes if "roots" in changes else changes))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what is asked, the roots aside: two tasks with the same one may be resumed by each other."""
        return f"{self.puzzle.digest[:16]}:{self.goal}:{self.beat}:{self.seed}"


def _are_sound(puzzle: Puzzle, roots: tuple[Board, ...]) -> bool:
    """Whether no root has a fault, all checked together: a resumed search may have a million."""
    placements = np.stack([root.placements for root in roots])
    filled = placements != EMPTY
    cells = np.arange(puzzle.cells)
    pieces = np.sort(np.where(filled, placements >> 2, puzzle.cells + cells), axis=1)
    is_legal = bool((puzzle.fits[cells, placements] | ~filled).all()) and bool((pieces[:, 1:] != pieces[:, :-1]).all())
    return is_legal and all(
        bool(((puzzle.looks[placements[:, cell]] == puzzle.looks[hint]) | ~filled[:, cell]).all())
        for cell, hint in puzzle.hints.items()
    )
