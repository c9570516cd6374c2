"""Running an engine that searches below roots, for every solver that is one engine of the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from edgematch import _core
from edgematch.model import EMPTY, Board, Puzzle
from edgematch.native.arguments import Batch, compiled, control_for, search_for
from edgematch.search import Control, SharedCounter, Task

__all__ = ["run_alone", "run_search"]

Options = TypeVar("Options")
Start = TypeVar("Start")
Result = TypeVar("Result")
Engine = Callable[[_core.Puzzle, _core.Search, Options, _core.Control], _core.SearchResult]


def run_search(
    engine: Engine[Options], options: Options, task: Task, control: Control
) -> tuple[list[Board], _core.SearchResult]:
    """Search a task with an engine; returns the roots not finished, and what else the engine counted."""
    puzzle = task.puzzle
    spare: list[Board] = []

    def found(batch: Batch) -> bool:
        spare.extend(control.found_all(Board(puzzle, placements) for placements in batch))
        return not control.is_stopped

    result = engine(compiled(puzzle), search_for(task, control), options, control_for(control, found))
    control.shared[SharedCounter.TESTS] += result.tests
    return [Board(puzzle, placements) for placements in result.remaining] + spare, result


def run_alone(
    engine: Callable[[_core.Puzzle, Start, Options, _core.Control], Result], puzzle: Puzzle, start: Start, options: Options,
    found: Callable[[Batch], bool] | None = None,
) -> Result:  # fmt: skip
    """Run an engine to its end outside any search, from roots or from a board; Ctrl-C stops it.

    The engine runs in a thread of its own, since Python handles signals only where it executes Python.
    """
    shared, window = np.zeros(SharedCounter.SIZE, dtype=np.int64), np.full(puzzle.cells, EMPTY, dtype=np.int16)
    control = _core.Control(shared, window, found=found, counted=None)
    from concurrent.futures import ThreadPoolExecutor  # here, since it takes as long as a small search

    with ThreadPoolExecutor(1) as threads:
        result = threads.submit(engine, compiled(puzzle), start, options, control)
        try:
            return result.result()
        finally:
            shared[SharedCounter.STOP] = 1
