"""The number of partial boards by depth (perft): the nodes of a search in an order, counted exactly.

A partial board counts when its cells are the first ones of the order, all its edges match and its pieces are
different. The numbers depend only on the puzzle and the order, so they are golden for every engine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.search import Limits


def perft(
    puzzle: Puzzle, order: NDArray[np.int16], *, depth: int, labelled: bool = False, roots: Sequence[Board] = (), threads: int = 1
) -> list[int]:  # fmt: skip
    """The number of partial boards with 0, 1, ... `depth` filled cells, from the puzzle's start or from given roots."""
    roots = roots or (puzzle.start(),)
    by_depth = _search(puzzle, order, depth, roots, labelled=labelled, threads=threads)[0]
    for root in roots:
        by_depth[root.count] += root.breaks == 0 and not root.faults()
    return [int(number) for number in by_depth[: depth + 1]]


def partial_boards(
    puzzle: Puzzle, order: NDArray[np.int16], *, depth: int, labelled: bool = False, roots: Sequence[Board] = ()
) -> tuple[list[Board], int]:
    """The partial boards of that depth themselves, and the number of placements made to find them."""
    by_depth, boards = _search(puzzle, order, depth, roots or (puzzle.start(),), labelled=labelled, keep=True)
    return [Board(puzzle, row) for row in boards], int(by_depth.sum())


def _search(
    puzzle: Puzzle, order: NDArray[np.int16], depth: int, roots: Sequence[Board], *, labelled: bool, keep: bool = False, threads: int = 1
) -> tuple[NDArray[np.int64], list[NDArray[np.int16]]]:  # fmt: skip
    least = min(root.count for root in roots)
    if not least <= depth <= puzzle.cells:
        raise OptionError(f"depth must be {least} to {puzzle.cells}, not {depth}")
    kept: list[NDArray[np.int16]] = []

    def found(batch: NDArray[np.int16]) -> bool:
        kept.extend(batch)
        return True

    options = native.BacktrackOptions(order=order, threads=Limits(threads=threads).threads, depth=depth, prune=False)
    search = native.search_below(roots, labelled=labelled, boards=keep)
    result = native.run_alone(native.backtrack, puzzle, search, options, found)
    return result.by_depth, kept
