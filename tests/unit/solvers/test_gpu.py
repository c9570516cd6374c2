"""The GPU engine's lanes: the same tree as `backtrack`, in every build of the lane and in every order."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch.search import ALL, Checkpoint, Goal, Limits, Run, Task, make
from edgematch.solvers.gpu import _exact_tables as _flat
from edgematch.solvers.gpu._cuda import source_folder, why_no_cuda
from edgematch.solvers.gpu._exact_tables import LARGE, MEDIUM, SMALL, TINY, ExactTables
from edgematch.solvers.gpu._jobs import jobs_of, roots_of
from edgematch.testing.zoo import ZOO, planted

LABELLED = Goal(want=None, labelled=True)
NO_CUDA = why_no_cuda()
DEVICES = [
    "gpu?device=cpu",
    pytest.param("gpu", marks=[pytest.mark.gpu, pytest.mark.skipif(NO_CUDA is not None, reason=str(NO_CUDA))]),
]


def facts(spec, task, **limits):
    outcome = Run(spec, task, Limits(**limits)).outcome
    return outcome.count, outcome.stats.nodes, sorted(board.placements.tolist() for board in outcome.answers)


@pytest.fixture(params=[TINY, SMALL, MEDIUM, LARGE], ids=lambda variant: variant.name)
def variant(request, monkeypatch):
    """Whatever the puzzle would be given, use this build of the lane."""
    monkeypatch.setattr(ExactTables, "_variant", lambda _: request.param)
    return request.param


@pytest.mark.parametrize("kind", ["square", "duplicates", "tall", "unframed", "hints", "misfit"])
@pytest.mark.parametrize("goal", [ALL, LABELLED], ids=["looks", "labelled"])
def test_every_build_of_the_lane_searches_the_same_tree_as_backtrack(kind, goal, variant):
    task = Task(ZOO[kind](), goal)
    assert facts("gpu?device=cpu", task) == facts("backtrack", task)


@pytest.mark.parametrize("spec", DEVICES)
@pytest.mark.parametrize("kind", ["square", "duplicates", "many-colors", "hints", "unframed", "not-turnable", "misfit"])
def test_searches_the_same_tree_as_backtrack(kind, spec):
    task = Task(ZOO[kind](), LABELLED)
    assert facts(spec, task) == facts("backtrack", task)


@pytest.mark.parametrize("order", ["column", "spiral-in", "spiral-out", "chess", "diagonal/1m", "frame"])
def test_any_order(order):
    task = Task(planted(3, 5, colors=3, seed=3), ALL)
    assert facts(f"gpu?device=cpu&order={order}", task) == facts(f"backtrack?order={order}", task)


@pytest.mark.parametrize(("size", "colors", "expected"), [(7, 4, TINY), (9, 5, MEDIUM), (9, 255, LARGE)])
def test_the_build_fits_the_puzzle(size, colors, expected):
    puzzle = planted(size, size, colors=colors, seed=1)
    assert ExactTables(puzzle, np.arange(puzzle.cells), labelled=False).variant is expected


@pytest.mark.parametrize("spec", DEVICES)
def test_stopping_and_resuming_neither_loses_nor_repeats_a_node(spec):
    task = Task(planted(5, 5, colors=3, seed=5), ALL)
    whole = Run(spec, task).outcome
    part = Run(spec, task, Limits(nodes=whole.stats.nodes // 3)).outcome
    assert part.remaining
    rest = Run(spec, task.replace(roots=part.remaining)).outcome
    both = part.then(rest)
    assert (both.count, both.stats.nodes) == (whole.count, whole.stats.nodes)
    assert set(both.answers) == set(whole.answers)


@pytest.mark.parametrize("spec", DEVICES)
def test_the_same_node_limit_gives_the_same_answers(spec):
    task = Task(planted(5, 5, colors=3, seed=5), ALL)
    first, second = (Run(spec, task, Limits(nodes=20_000)).outcome for _ in range(2))
    assert first.answers == second.answers
    assert first.remaining == second.remaining
    assert first.stats.nodes == second.stats.nodes


def test_checkpoints_can_be_resumed():
    task, saved = Task(planted(6, 6, colors=3, seed=2), ALL), []
    run = Run("gpu?device=cpu", task, Limits(seconds=2), checkpoint=Checkpoint(0.3, saved.append))
    whole = run.outcome
    assert saved, "the search lasts longer than the time between two checkpoints"
    rest = Run("gpu?device=cpu", task.replace(roots=saved[-1].remaining), Limits(nodes=2000)).outcome
    assert not set(rest.answers) & set(saved[-1].answers)
    assert saved[-1].stats.nodes <= whole.stats.nodes


def test_untouched_roots_come_back_as_they_were():
    puzzle = planted(4, 4, colors=3, seed=1)
    flat = ExactTables(puzzle, np.arange(puzzle.cells), labelled=False)
    root = puzzle.start().place(list(Run("plain", Task(puzzle)).outcome.answers[0].placed())[:5])
    roots, made = roots_of(flat, jobs_of(flat, root.placements[None].astype(np.int64)))
    assert roots.tolist() == [root.placements.tolist()]
    assert made == 0


def test_a_machine_without_a_device_says_so():
    if NO_CUDA is None:
        pytest.skip("this machine has one")
    assert make("gpu").missing_dependency() == NO_CUDA
    assert make("gpu?device=cpu").missing_dependency() is None


def test_the_numbers_of_the_header_are_ours():
    text = (source_folder() / "exact_lane.hpp").read_text(encoding="utf-8")
    for name in ("OTHER_SHIFT", "FURTHER_SHIFT", "CARRY_SHIFT", "CARRIED", "MOST_FURTHER"):
        assert f"{name} = {getattr(_flat, name)}" in text
    assert _flat.HAS_OWN == 1 << 12
    assert "HAS_OWN = 1u << 12" in text
