"""The GPU engine's lanes: the same tree as `backtrack`, in every build of the lane and in every order."""

from __future__ import annotations

import json

import numpy as np
import pytest

from edgematch.model import Roots
from edgematch.search import ALL, COUNT, Checkpoint, Goal, Limits, Run, Task, make
from edgematch.solvers.gpu import _exact_tables as _flat
from edgematch.solvers.gpu._cuda import source_folder, why_no_cuda
from edgematch.solvers.gpu._exact_tables import LARGE, MEDIUM, SMALL, TINY, ExactTables
from edgematch.solvers.gpu._jobs import grouped, jobs_of, roots_of
from edgematch.store import load_run, save_run
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
    jobs, again = jobs_of(flat, Roots.of(puzzle, [root]))
    roots, made = roots_of(flat, jobs)
    assert roots == (root,)
    assert (again, made) == (0, 0)


@pytest.mark.parametrize("kind", ["square", "duplicates", "hints", "unframed", "not-turnable", "many-colors"])
@pytest.mark.parametrize("goal", [ALL, LABELLED], ids=["looks", "labelled"])
def test_a_search_saved_and_resumed_at_any_node_has_the_counts_of_one_that_was_not_stopped(kind, goal, tmp_path):
    task, path = Task(ZOO[kind](), goal), tmp_path / "run.json"
    whole = Run("gpu?device=cpu", task).outcome
    for nodes in (1 + whole.stats.nodes // 50, 1 + whole.stats.nodes // 5):
        outcome = Run("gpu?device=cpu", task, Limits(nodes=nodes)).outcome
        while outcome.remaining:
            save_run(path, task, outcome)
            saved = load_run(path)
            outcome = saved.outcome.then(Run("gpu?device=cpu", saved.rest(), Limits(nodes=nodes)).outcome)
        assert (outcome.count, outcome.stats.nodes) == (whole.count, whole.stats.nodes)
        assert set(outcome.answers) == set(whole.answers)


def test_what_a_job_has_left_becomes_one_job_again(variant):
    task = Task(planted(6, 6, colors=3, seed=2), COUNT)
    left = Run("gpu?device=cpu", task, Limits(nodes=100_000)).outcome.remaining
    ((tables, roots),) = grouped(left, task, np.arange(36))
    jobs, again = jobs_of(tables, roots)
    assert len(jobs) == len(left.rows) < len(left) / 4
    same, made = roots_of(tables, jobs)
    assert same == left
    assert again == made == int((left.last >= 0).sum())
    some = left.take(np.random.default_rng(1).permutation(len(left))[::2])
    ((tables, roots),) = grouped(some, task, np.arange(36))
    same, made = roots_of(tables, jobs_of(tables, roots)[0])
    assert {board.placements.tobytes() for board in same} == {board.placements.tobytes() for board in some}
    assert len(same) == len(some)


@pytest.mark.parametrize("first", ["row", "spiral-in"])
def test_what_remains_can_be_resumed_by_another_solver_and_in_another_order(first):
    task = Task(ZOO["tall"](), ALL)
    whole = set(Run("backtrack", task).outcome.answers)
    part = Run(f"gpu?device=cpu&order={first}", task, Limits(nodes=10)).outcome
    assert part.remaining
    for spec in ("backtrack", "gpu?device=cpu&order=row", "gpu?device=cpu&order=chess"):
        rest = Run(spec, task.replace(roots=part.remaining)).outcome
        assert len(part.answers) + len(rest.answers) == len(whole)
        assert set(part.answers) | set(rest.answers) == whole
    of_boards = Run("backtrack", task, Limits(nodes=10)).outcome
    rest = Run("gpu?device=cpu", task.replace(roots=of_boards.remaining)).outcome
    assert set(of_boards.answers) | set(rest.answers) == whole


def test_remaining_roots_are_not_decoded_to_be_counted_printed_saved_or_resumed(monkeypatch, tmp_path):
    task = Task(planted(6, 6, colors=3, seed=2), COUNT)
    made, placements = [], Roots.placements
    monkeypatch.setattr(Roots, "placements", lambda roots: made.append(len(roots)) or placements(roots))
    part = Run("gpu?device=cpu", task, Limits(nodes=50_000)).outcome
    assert str(len(part.remaining)).encode() in json.dumps(part.to_dict()).encode()
    assert f"{len(part.remaining):,} roots remain" in repr(part)
    save_run(tmp_path / "run.json", task, part)
    Run("gpu?device=cpu", load_run(tmp_path / "run.json").rest(), Limits(nodes=50_000)).outcome  # noqa: B018 - runs
    assert len(part.remaining) > 100
    assert set(made) <= {1}, "only the deepest board is made"


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
