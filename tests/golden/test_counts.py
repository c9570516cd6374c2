"""Counts and node totals of the literature, labelled, row by row from a corner, exactly.

Where one corner is fixed, it is the first corner piece of the file, at the top left; the hints of the Benoist
instances, which fix another one in two of the three, are left out.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.data import reference

from edgematch import catalog, formats
from edgematch.analyse.perft import perft
from edgematch.search import Goal, Limits, Run, Task

GOLDEN = json.loads((Path(__file__).parent / "counts.json").read_text(encoding="utf-8"))
SUBGRIDS = {
    "2x2 in a corner": ([0, 1, 16, 17], 1_312),
    "3x3 in a corner": ([r * 16 + c for r in range(3) for c in range(3)], 2_633_221),
    "2x2 at a side": ([1, 2, 17, 18], 73_003),
    "2x2 inside": ([17, 18, 33, 34], 4_059_952),
}


def cases():
    for name, golden in GOLDEN.items():
        marks = [pytest.mark.slow, pytest.mark.timeout(1800)] if golden.get("slow") else []
        yield pytest.param(name, golden, id=name, marks=marks)


@pytest.mark.data
@pytest.mark.parametrize(("name", "golden"), list(cases()))
def test_published_counts(name, golden):
    puzzle = formats.load(reference(*name.partition("#")[0].split("/")))
    task = Task(puzzle, Goal(want=None, boards=False, labelled=True))
    if golden["anchored"]:
        puzzle = puzzle.replace(hints={})
        task = task.replace(puzzle=puzzle, roots=puzzle.anchors(labelled=True), placed=1)
    outcome = Run(f"backtrack?order={golden['order']}", task, Limits(threads=2)).outcome
    assert (outcome.count, outcome.stats.nodes) == (golden["count"], golden["nodes"])


def subgrid(cells: list[int], *, threads: int = 1) -> int:
    puzzle = catalog.load("eternity2")
    order = np.array([*cells, *(c for c in range(256) if c not in cells)], dtype=np.int16)
    return perft(puzzle, order, depth=len(cells), labelled=True, threads=threads)[-1]


@pytest.mark.parametrize("name", SUBGRIDS)
def test_subgrids_of_eternity_ii(name):
    cells, expected = SUBGRIDS[name]
    assert subgrid(cells) == expected


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_4x4_corner_of_eternity_ii():
    assert subgrid([r * 16 + c for r in range(4) for c in range(4)], threads=2) == 29_775_113_571
