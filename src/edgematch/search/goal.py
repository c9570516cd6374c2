"""What is asked of a search: which boards are answers, how many are wanted, and how much may be spent on them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from edgematch.errors import ModelError, OptionError
from edgematch.model import EMPTY, Board, Puzzle


@dataclass(frozen=True)
class Goal:
    """Which boards are answers, and how many of them are wanted.

    `breaks` edges need not match (None: any number, and partial boards are answers too); `want` answers are enough
    (None: all there are); with `improve` each answer must score more than the one before; without `boards` answers
    are only counted; `labelled` tells boards apart that look the same.
    """

    breaks: int | None = 0
    want: int | None = 1
    improve: bool = False
    boards: bool = True
    labelled: bool = False

    def __post_init__(self) -> None:
        if self.breaks is not None and self.breaks < 0:
            raise OptionError(f"breaks must be 0 or more, not {self.breaks}")
        if self.want is not None and self.want < 1:
            raise OptionError(f"want must be 1 or more, not {self.want}")
        if self.improve and not self.boards:
            raise OptionError("a goal that improves needs boards; it cannot only count")


FIRST = Goal()
ALL = Goal(want=None)
COUNT = Goal(want=None, boards=False)
UNIQUE = Goal(want=2)
BEST = Goal(breaks=None, want=None, improve=True)


@dataclass(frozen=True)
class Task:
    """A puzzle, a goal, and the part of the search space to look through.

    `roots` are partial boards: an answer must extend one of them (none given: the puzzle's hints alone). `start` is a
    board to begin from, for solvers that improve one; answers must score more than `beat`. `laid` placements were made
    to get to the roots and count as nodes of this search: the hints, when no roots are given, and nothing otherwise.
    """

    puzzle: Puzzle
    goal: Goal = FIRST
    roots: tuple[Board, ...] = ()
    start: Board | None = None
    beat: int = -1
    seed: int = 0
    laid: int = 0

    def __post_init__(self) -> None:
        hints = self.puzzle.hints
        if not self.roots:
            object.__setattr__(self, "laid", len(hints))
        roots = tuple(self.roots) or (self.puzzle.start(),)
        for root in (*roots, *([self.start] if self.start else [])):
            if root.puzzle != self.puzzle:
                raise ModelError(
                    f"a root or start board is of another puzzle ({root.puzzle}) than the task ({self.puzzle})"
                )
        if not _are_sound(self.puzzle, roots) or (self.start and self.start.faults()):
            faults = next(board.faults() for board in (*roots, self.start) if board and board.faults())
            raise ModelError("a root or start board is wrong", faults)
        missing = [{cell: p for cell, p in hints.items() if root[cell] < 0} for root in roots]
        object.__setattr__(
            self, "roots", tuple(root.place(m) if m else root for root, m in zip(roots, missing, strict=True))
        )

    def replace(self, **changes: Any) -> Task:
        """A copy with some fields changed; other roots were not laid by this search."""
        return replace(self, **({"laid": 0} | changes if "roots" in changes else changes))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what is asked, the roots aside: two tasks with the same one may be resumed by each other."""
        return f"{self.puzzle.digest[:16]}:{self.goal}:{self.beat}:{self.seed}"


def _are_sound(puzzle: Puzzle, roots: tuple[Board, ...]) -> bool:
    """Whether no root has a fault, all looked at together: a resumed search may have a million."""
    placements = np.stack([root.placements for root in roots])
    filled = placements != EMPTY
    cells = np.arange(puzzle.cells)
    pieces = np.sort(np.where(filled, placements >> 2, puzzle.cells + cells), axis=1)
    is_legal = bool((puzzle.fits[cells, placements] | ~filled).all()) and bool((pieces[:, 1:] != pieces[:, :-1]).all())
    return is_legal and all(
        bool(((puzzle.looks[placements[:, cell]] == puzzle.looks[hint]) | ~filled[:, cell]).all())
        for cell, hint in puzzle.hints.items()
    )


@dataclass(frozen=True)
class Limits:
    """What a search may spend: seconds, nodes, bytes of memory, threads.

    `clock` says which seconds: those on the wall, or those that a busy machine gave this process (`processor`).
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    threads: int = 1
    clock: str = "wall"

    CLOCKS: ClassVar[Mapping[str, Callable[[], float]]] = {
        "wall": time.perf_counter,
        "processor": lambda: time.process_time() + sum(os.times()[2:4]),  # with children that have ended
    }
    MAX_THREADS: int = field(default=1024, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for what in ("seconds", "nodes", "memory"):
            value = getattr(self, what)
            if value is not None and not value >= 0:
                raise OptionError(f"the limit on {what} must be 0 or more, not {value}")
        if not 1 <= self.threads <= self.MAX_THREADS:
            raise OptionError(f"threads must be 1 to {self.MAX_THREADS}, not {self.threads}")
        if self.clock not in self.CLOCKS:
            raise OptionError(f"the clock must be one of {', '.join(self.CLOCKS)}, not {self.clock!r}")

    def now(self) -> float:
        """The time by the clock that counts."""
        return self.CLOCKS[self.clock]()
