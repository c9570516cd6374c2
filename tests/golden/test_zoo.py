"""The tiny puzzles are what they were, and the plainest solver counts what it counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from edgematch.search import ALL, Goal, solve
from edgematch.testing.zoo import ZOO

GOLDEN = json.loads((Path(__file__).parent / "zoo.json").read_text())


def test_every_kind_has_its_golden_counts():
    assert GOLDEN.keys() == ZOO.keys()


@pytest.mark.parametrize("kind", ZOO)
@pytest.mark.parametrize("solver", ["plain", "backtrack"])
def test_counts(kind, solver):
    puzzle, golden = ZOO[kind](), GOLDEN[kind]
    assert puzzle.digest[:16] == golden["digest"]
    assert solve(puzzle, ALL, solver=solver).count == golden["seen"]
    assert solve(puzzle, Goal(want=None, labelled=True), solver=solver).count == golden["labelled"]
