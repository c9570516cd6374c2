"""Conversion of roots to jobs of the exact GPU engine, and of jobs to roots.

A job is a path of cursors, one per depth, and a base: the candidates of shallower levels belong to other jobs. Its
roots share a row of `Roots`, so the core converts a million jobs with tens of millions of roots in a fraction of a
second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from edgematch import native
from edgematch.model import EMPTY, Roots
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


def grouped(roots: Roots, task: Task, order: Ints) -> Iterator[tuple[ExactTables, Roots]]:
    """The roots of a task, grouped by the tables that they need."""
    for cells, some in roots.along(order).by_order():
        yield ExactTables(task.puzzle, cells.astype(np.int64), labelled=task.goal.labelled), some


def jobs_of(tables: ExactTables, roots: Roots) -> tuple[Jobs, int]:
    """The jobs of roots along the order of the tables, and how many placements of these roots they make again.

    Roots that are all that a job has left become one job again. Those that hold a break have none.
    """
    keys = roots.row.astype(np.uint64) << np.uint64(16) | roots.kept
    if not (keys[:-1] <= keys[1:]).all():
        roots = roots.take(np.argsort(keys, kind="stable"))
    *jobs, made = native.exact_jobs(
        tables.lists, tables.names, *map(np.ascontiguousarray, (roots.rows, roots.row, roots.kept, roots.last))
    )
    return Jobs(*jobs), made


def roots_of(tables: ExactTables, jobs: Jobs) -> tuple[Roots, int]:
    """What jobs have left as roots, and how many of these needed a new placement.

    Each free candidate that was not tried becomes a root, a placement made by this search. A list of which no candidate
    was tried stays whole: its root is the board above it.
    """
    rows, row, kept, last, made = native.exact_roots(
        tables.lists, tables.names, *map(np.ascontiguousarray, (jobs.paths, jobs.bases, jobs.depths))
    )
    orders, order_of = tables.order[None].astype(np.int16), np.zeros(len(rows), dtype=np.int32)
    return Roots(tables.puzzle, orders, order_of, rows, row, kept, last), made


def boards_of(tables: ExactTables, paths: NDArray[Any]) -> NDArray[np.int16]:
    """The boards at the end of paths (rows), with every copy of a piece used once."""
    hints = tables.puzzle.start().placements
    boards = np.full((len(paths), tables.puzzle.cells), EMPTY, dtype=np.int16)
    boards[:, tables.order[: paths.shape[1]]] = tables.placements[paths.astype(np.int64)]
    boards[:] = np.where((boards != EMPTY) & (hints != EMPTY), hints, boards)
    tables.kinds.name_pieces(hints, boards)
    return boards
