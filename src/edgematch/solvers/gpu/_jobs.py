"""Conversion of roots to jobs of the exact GPU engine, and of jobs to roots.

A job is a path of cursors, one per depth, and a base: the candidates of shallower levels belong to other jobs. Many
jobs are handled at once, one per column of an array.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY
from edgematch.search import Task
from edgematch.solvers.gpu._exact_tables import ExactTables
from edgematch.solvers.gpu._flat_lists import Ints


@dataclass
class Jobs:
    """Jobs as columns: `paths[depth, j]` is the cursor of job j at a depth."""

    paths: NDArray[Any]
    bases: NDArray[Any]
    depths: NDArray[Any]

    def __len__(self) -> int:
        return len(self.bases)

    def between(self, start: int, end: int) -> Jobs:
        """Some of the jobs."""
        return Jobs(self.paths[:, start:end], self.bases[start:end], self.depths[start:end])


def grouped(task: Task, order: Ints) -> Iterator[tuple[ExactTables, Ints]]:
    """The roots of a task, as rows of placements, grouped by the tables that they need.

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
        yield ExactTables(task.puzzle, cells, labelled=task.goal.labelled), roots[(keys == key).all(axis=1)]


def jobs_of(tables: ExactTables, roots: Ints) -> Jobs:
    """The jobs of roots that fill a first part of the order; those that hold a break have none."""
    placed = np.where(roots == EMPTY, EMPTY, tables.kinds.look_of[roots])[:, tables.order]
    depths = (placed != EMPTY).sum(axis=1)
    paths = np.zeros((tables.puzzle.cells, len(roots)), dtype=np.int64)
    is_sound = np.ones(len(roots), dtype=bool)
    for depth in range(tables.puzzle.cells):
        cursors = tables.list_heads(paths, depth)
        wanted = np.where(depths > depth, placed[:, depth], EMPTY)
        while True:
            here = tables.placements[cursors]
            wrong = (wanted != EMPTY) & (here != wanted) & (here != EMPTY)
            if not wrong.any():
                break
            cursors = cursors + wrong
        is_sound &= (wanted == EMPTY) | (here == wanted)
        paths[depth] = np.where(depths >= depth, cursors, 0)
    paths, depths = paths[:, is_sound], depths[is_sound].astype(np.int32)
    return Jobs(paths.astype(tables.variant.cursor_type), depths.copy(), depths)


def boards_of(tables: ExactTables, paths: NDArray[Any]) -> NDArray[np.int16]:
    """The boards at the end of paths (rows), with every copy of a piece used once."""
    hints = tables.puzzle.start().placements
    boards = np.full((len(paths), tables.puzzle.cells), EMPTY, dtype=np.int16)
    boards[:, tables.order[: paths.shape[1]]] = tables.placements[paths.astype(np.int64)]
    boards[:] = np.where((boards != EMPTY) & (hints != EMPTY), hints, boards)
    tables.kinds.name_pieces(hints, boards)
    return boards


def roots_of(tables: ExactTables, jobs: Jobs) -> tuple[NDArray[np.int16], int]:
    """What jobs have left as roots, one per row, and how many of these needed a new placement.

    Each free candidate that was not tried becomes a root, a placement made by this search. A list of which no candidate
    was tried stays whole: its root is the board above it.
    """
    parts, made = [np.zeros((0, tables.puzzle.cells), dtype=np.int16)], 0
    for start in range(0, len(jobs), CHUNK):
        some = jobs.between(start, start + CHUNK)
        for depth in range(int(some.bases.min()), int(some.depths.max()) + 1):
            mine = (some.bases <= depth) & (depth <= some.depths)
            above = some.paths[:depth, mine]
            cursors = some.paths[depth, mine].astype(np.int64) + (some.depths[mine] > depth)
            is_whole = (some.depths[mine] == depth) & (cursors == tables.list_heads(above, depth))
            parts.append(boards_of(tables, above[:, is_whole].T))
            for paths in _free_candidates(tables, above[:, ~is_whole], cursors[~is_whole]):
                parts.append(boards_of(tables, paths.T))
                made += paths.shape[1]
    return np.concatenate(parts), made


CHUNK = 1 << 14
"""Jobs that are converted together: few enough for their paths to stay in the cache."""


def _free_candidates(tables: ExactTables, above: NDArray[Any], cursors: Ints) -> Iterator[NDArray[Any]]:
    """Paths one longer: with each free candidate from the cursors to the ends of their lists."""
    kinds, placed = tables.kind_of_candidate, tables.kind_of_candidate[above]
    while len(cursors):
        going = tables.placements[cursors] != EMPTY
        above, placed, cursors = above[:, going], placed[:, going], cursors[going]
        kind = kinds[cursors]
        free = (placed == kind).sum(axis=0) < tables.fields.copies[kind]
        yield np.concatenate([above[:, free], cursors[None, free].astype(above.dtype)])
        cursors = cursors + 1
