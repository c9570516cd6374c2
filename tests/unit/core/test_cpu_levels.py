"""Every kernel that this processor can run gives the same nodes and answers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import edgematch as em
from edgematch import generate, native

CASES = [("demo-6x6", "backtrack?order=row", None), ("demo-unframed", "backtrack", None), ("demo-5x5", "edgecp", None),
         ("eternity2", "backtrack?order=row", 200_000), ("demo-10x10", "edgecp", 500),
         ("demo-6x6", "hybrid", None)]  # fmt: skip


def measured(puzzle, solver, nodes):
    outcome = em.solve(puzzle, em.ALL, solver=solver, nodes=nodes)
    return outcome.stats.nodes, outcome.count, outcome.stats.details.get("nodes_by_depth")


@pytest.mark.parametrize("level", native.cpu_levels())
@pytest.mark.parametrize(("name", "solver", "nodes"), CASES)
def test_levels_agree(monkeypatch, level, name, solver, nodes):
    monkeypatch.setenv("EDGEMATCH_CPU", "portable")
    expected = measured(em.load(name), solver, nodes)
    monkeypatch.setenv("EDGEMATCH_CPU", level)
    assert native.cpu_level() == level
    assert measured(em.load(name), solver, nodes) == expected


@pytest.mark.parametrize("size", [17, 20, 24, 32])
def test_levels_agree_on_large_boards(monkeypatch, size):
    puzzle = generate.make("two-set", size, frame=5, inner=17).puzzle
    found = set()
    for level in native.cpu_levels():
        monkeypatch.setenv("EDGEMATCH_CPU", level)
        found.add(str(measured(puzzle, "backtrack?order=row", 100_000)))
    assert len(found) == 1


@pytest.mark.parametrize("level", native.cpu_levels())
@pytest.mark.parametrize("name", ["eternity2-clues", "demo-6x6"])
def test_levels_give_the_same_beam(monkeypatch, level, name):
    monkeypatch.setenv("EDGEMATCH_CPU", "portable")
    puzzle, solver = em.load(name), "beam?width=200"
    expected = em.best(puzzle, solver=solver, nodes=300_000, seed=3)
    monkeypatch.setenv("EDGEMATCH_CPU", level)
    found = em.best(puzzle, solver=solver, nodes=300_000, seed=3)
    assert (found.best, found.stats.nodes) == (expected.best, expected.stats.nodes)


def test_an_unknown_level_is_refused(monkeypatch):
    monkeypatch.setenv("EDGEMATCH_CPU", "abacus")
    done = subprocess.run([sys.executable, "-m", "edgematch.cli", "solve", "demo-4x4"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("error: EDGEMATCH_CPU is 'abacus'; this processor has portable")
