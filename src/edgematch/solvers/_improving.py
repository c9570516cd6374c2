"""What solvers that look for better boards share."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from edgematch.model import AnyRoots, Puzzle
from edgematch.search import Control, Task

NUMBER = re.compile(rb"[0-9]{1,18}")


def unfinished(task: Task, control: Control) -> AnyRoots:
    """What a search that proves nothing leaves: all its roots, unless it has found a perfect board."""
    return () if task.goal.improve and control.floor >= task.puzzle.edges else task.roots


def numbers_before(control: Control) -> list[int]:
    """The numbers in the state of the search that this one goes on from; none at the beginning, or in another state."""
    words = control.state.split()
    return [int(word) for word in words] if all(NUMBER.fullmatch(word) for word in words) else []


def can_be_filled(puzzle: Puzzle) -> bool:
    """Whether every cell can have a piece that fits the frame, breaks allowed."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    by_piece = puzzle.fits.reshape(puzzle.cells, -1, 4).any(axis=2)
    return bool((maximum_bipartite_matching(csr_array(by_piece)) >= 0).all())


def run_chains(control: Control, chain: Callable[[int], None]) -> None:
    """Run independent searches, numbered from 0, one per thread; a failure in one stops the others and is raised."""

    def guarded(number: int) -> None:
        try:
            chain(number)
        except BaseException:
            control.pause()
            raise

    with ThreadPoolExecutor(control.limits.threads) as pool:
        list(pool.map(guarded, range(control.limits.threads)))
