"""Roots as jobs and jobs as roots: the way into the lanes of the GPU engine and the way out.

A job is a path of cursors, one a depth, and a base: the candidates of shallower levels belong to others. Here many jobs
are handled at once, a column of an array each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, Puzzle
from edgematch.search import Task
from edgematch.solvers.gpu._exact_tables import Flat, Ints


@dataclass
class Jobs:
    """Jobs side by side: `paths[depth, j]` is the cursor of job j at a depth."""

    paths: NDArray[Any]
    bases: NDArray[Any]
    depths: NDArray[Any]

    def __len__(self) -> int:
        return len(self.bases)

    def between(self, start: int, end: int) -> Jobs:
        """Some of the jobs."""
        return Jobs(self.paths[:, start:end], self.bases[start:end], self.depths[start:end])


def grouped(task: Task, order: Ints) -> Iterator[tuple[Flat, Ints]]:
    """The roots of a task, as rows of placements, by the tables that they need.

    Roots that fill what all have in common and then a first part of the order, as those of a stopped search do, share
    one set of tables. Others are grouped by the cells they fill.
    """
    roots = np.stack([root.placements for root in task.roots]).astype(np.int64)
    filled = roots != EMPTY
    common = filled.all(axis=0)
    rest = order[~common[order]]
    ahead = filled[:, rest]
    is_first_part = (ahead[:, :-1] >= ahead[:, 1:]).all(axis=1)
    keys = np.where(is_first_part[:, None], common, filled)
    for key in np.unique(keys, axis=0):
        cells = np.concatenate([order[key[order]], order[~key[order]]])
        yield Flat(task.puzzle, cells, labelled=task.goal.labelled), roots[(keys == key).all(axis=1)]


def jobs_of(flat: Flat, roots: Ints) -> Jobs:
    """The jobs of roots that fill a first part of the order; those that hold a break have none."""
    laid = flat.kinds.look_of[roots[:, flat.order]]
    laid[roots[:, flat.order] == EMPTY] = EMPTY
    depths = (laid != EMPTY).sum(axis=1)
    paths = np.zeros((flat.puzzle.cells, len(roots)), dtype=np.int64)
    is_sound = np.ones(len(roots), dtype=bool)
    for depth in range(flat.puzzle.cells):
        cursors = flat.list_heads(paths, depth)
        wanted = np.where(depths > depth, laid[:, depth], EMPTY)
        while True:
            here = flat.placements[cursors]
            wrong = (wanted != EMPTY) & (here != wanted) & (here != EMPTY)
            if not wrong.any():
                break
            cursors = cursors + wrong
        is_sound &= (wanted == EMPTY) | (here == wanted)
        paths[depth] = np.where(depths >= depth, cursors, 0)
    paths, depths = paths[:, is_sound], depths[is_sound].astype(np.int32)
    return Jobs(paths.astype(flat.variant.cursor_type), depths.copy(), depths)


def boards_of(flat: Flat, paths: NDArray[Any]) -> NDArray[np.int16]:
    """The boards at the end of paths (rows), with every copy of a piece used once."""
    boards = np.full((len(paths), flat.puzzle.cells), EMPTY, dtype=np.int64)
    boards[:, flat.order[: paths.shape[1]]] = flat.placements[paths.astype(np.int64)]
    return name_pieces(flat, boards).astype(np.int16)


def name_pieces(flat: Flat, boards: Ints) -> Ints:
    """Boards whose stand-ins are replaced: hints by what they name, others by the lowest free copy in cell order."""
    if flat.labelled or flat.kinds.copies.max(initial=1) == 1:
        return boards
    puzzle, kinds = flat.puzzle, flat.kinds.of
    named = boards.copy()
    for cell, hint in puzzle.hints.items():
        named[boards[:, cell] != EMPTY, cell] = hint
    open_cells = np.setdiff1d(np.arange(puzzle.cells), list(puzzle.hints))
    for kind in np.flatnonzero(flat.kinds.copies > 1).tolist():
        copies = np.setdiff1d(np.flatnonzero(kinds == kind), [hint >> 2 for hint in puzzle.hints.values()])
        here = (boards[:, open_cells] != EMPTY) & (kinds[boards[:, open_cells] >> 2] == kind)
        rows, columns = here.nonzero()
        piece = copies[here.cumsum(axis=1)[rows, columns] - 1]
        named[rows, open_cells[columns]] = _turned(puzzle, piece, boards[rows, open_cells[columns]])
    return named


def _turned(puzzle: Puzzle, pieces: Ints, stand_ins: Ints) -> Ints:
    """The placements of pieces, turned least, that look like the stand-ins."""
    turned = pieces[:, None] * 4 + np.arange(4)
    alike = puzzle.looks[turned] == puzzle.looks[stand_ins][:, None]
    placements: Ints = pieces * 4 + alike.argmax(axis=1)
    return placements


def roots_of(flat: Flat, jobs: Jobs) -> tuple[NDArray[np.int16], int]:
    """What jobs have left as roots, a row each, and how many of these are placements made for it.

    Each free candidate that was not tried becomes a root, a placement made by this search. A list that no candidate was
    taken from is left whole: its root is the board above it.
    """
    parts, made = [np.zeros((0, flat.puzzle.cells), dtype=np.int16)], 0
    for start in range(0, len(jobs), CHUNK):
        some = jobs.between(start, start + CHUNK)
        for depth in range(int(some.bases.min()), int(some.depths.max()) + 1):
            mine = (some.bases <= depth) & (depth <= some.depths)
            above = some.paths[:depth, mine]
            cursors = some.paths[depth, mine].astype(np.int64) + (some.depths[mine] > depth)
            is_whole = (some.depths[mine] == depth) & (cursors == flat.list_heads(above, depth))
            parts.append(boards_of(flat, above[:, is_whole].T))
            for paths in _free_candidates(flat, above[:, ~is_whole], cursors[~is_whole]):
                parts.append(boards_of(flat, paths.T))
                made += paths.shape[1]
    return np.concatenate(parts), made


CHUNK = 1 << 14
"""Jobs made into roots together: so many that their paths stay in the cache."""


def _free_candidates(flat: Flat, above: NDArray[Any], cursors: Ints) -> Iterator[NDArray[Any]]:
    """Paths one longer: with each free candidate from the cursors to the ends of their lists."""
    kinds, laid = flat.kind_of_candidate, flat.kind_of_candidate[above]
    while len(cursors):
        going = flat.placements[cursors] != EMPTY
        above, laid, cursors = above[:, going], laid[:, going], cursors[going]
        kind = kinds[cursors]
        free = (laid == kind).sum(axis=0) < flat.kinds.copies[kind]
        yield np.concatenate([above[:, free], cursors[None, free].astype(above.dtype)])
        cursors = cursors + 1
