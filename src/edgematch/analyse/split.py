"""Dividing a search into parts of about equal size, to be searched anywhere and added up.

The tree is cut at the depth where there are enough partial boards, the size of each one's subtree is estimated by
a batch of random probes, and the boards are dealt out, the largest first, each to the part that has least so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.analyse.perft import partial_boards, perft
from edgematch.model import Board, Puzzle

ROOTS_PER_PART = 32
"""Partial boards there should be for each part: the more, the more even the parts."""
MOST_ROOTS = 100_000
FLOCK = 16


@dataclass(frozen=True)
class Part:
    """Some roots, and the number of nodes below them as estimated."""

    roots: tuple[Board, ...]
    nodes: float


@dataclass(frozen=True)
class Split:
    """The parts, and how many placements were made to cut the tree."""

    parts: tuple[Part, ...]
    placed: int


def split_search(
    puzzle: Puzzle, order: NDArray[np.int16], *, parts: int, labelled: bool = False, roots: Sequence[Board] = (), seed: int = 0
) -> Split:  # fmt: skip
    """Cut a search into that many parts (fewer, when there are not so many partial boards)."""
    roots = roots or (puzzle.start(),)
    depth = _cut(puzzle, order, parts * ROOTS_PER_PART, roots, labelled=labelled)
    boards, placed = partial_boards(puzzle, order, depth=depth, labelled=labelled, roots=roots)
    sizes = [_size(puzzle, order, board, labelled=labelled, seed=seed) for board in boards]
    return Split(_dealt(boards, sizes, parts), placed)


def _cut(puzzle: Puzzle, order: NDArray[np.int16], wanted: int, roots: Sequence[Board], *, labelled: bool) -> int:
    """The first depth with enough partial boards, or the widest one before they are too many."""
    best, most = roots[0].count, 0
    for depth in range(roots[0].count, puzzle.cells + 1):
        number = perft(puzzle, order, depth=depth, labelled=labelled, roots=roots)[-1]
        if number > most:
            best, most = depth, number
        if number >= wanted or number == 0 or number > MOST_ROOTS:
            break
    return best


def _size(puzzle: Puzzle, order: NDArray[np.int16], board: Board, *, labelled: bool, seed: int) -> float:
    options = native.ProbeOptions(order=order, probes=1, batch=FLOCK, seed=native.unsigned_seed(seed))
    search = native.search_below([board], labelled=labelled)
    return 1 + float(native.probe_tree(native.compiled(puzzle), search, options).nodes.mean())


def _dealt(boards: Sequence[Board], sizes: Sequence[float], parts: int) -> tuple[Part, ...]:
    """The largest first, each to the part that has least so far."""
    dealt: list[list[int]] = [[] for _ in range(min(parts, max(1, len(boards))))]
    load = np.zeros(len(dealt))
    for index in sorted(range(len(boards)), key=lambda i: -sizes[i]):
        least = int(load.argmin())
        dealt[least].append(index)
        load[least] += sizes[index]
    return tuple(Part(tuple(boards[i] for i in sorted(d)), float(n)) for d, n in zip(dealt, load.tolist(), strict=True))
