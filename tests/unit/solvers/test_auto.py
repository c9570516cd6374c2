"""The default solver: which solver it chooses, that it says so, and that a race loses no answer and no node twice."""

from __future__ import annotations

import numpy as np
import pytest

import edgematch as em
from edgematch import generate
from edgematch.search import ALL, BEST, COUNT, FIRST, Control, Goal, Limits, Note, Progress, Run, Task, make
from edgematch.solvers.exact._order_choice import Chooser, Estimate
from edgematch.solvers.portfolio import _candidates, _race
from edgematch.solvers.portfolio._weighted_roots import WeightedRoots


@pytest.fixture(scope="module")
def middling():
    """A puzzle whose tree is large enough for a race, and searched in a second."""
    return generate.make("two-set", 6, 6, inner=6, frame=4, seed=3).puzzle


def test_it_is_the_default_of_every_function():
    outcome = em.solve("demo-4x4")
    assert outcome.solver == "auto"
    assert outcome.stats.details["chosen"].startswith("backtrack?order=")
    assert "small tree" in outcome.stats.details["why"]
    assert em.count("demo-5x5") == em.count("demo-5x5", solver="backtrack")


def test_goals_with_breaks_go_to_their_solvers(middling):
    assert make("auto").for_task(Task(middling, BEST)).name == "hunt"
    assert make("auto").for_task(Task(middling, Goal(breaks=2))).name == "breaks"
    assert make("auto").for_task(Task(middling, FIRST)).name == "auto"
    assert em.best("demo-4x4", nodes=1_000).solver == "hunt"


@pytest.mark.parametrize("limit", [None, 700, 5_000, 50_000])
def test_a_race_loses_no_answer(middling, limit):
    task = Task(middling, COUNT)
    whole = Run("backtrack", task).outcome.count
    outcome = Run("auto?small=0", task, Limits(nodes=limit)).outcome
    rest = Run("backtrack", task.replace(roots=outcome.remaining)).outcome.count if outcome.remaining else 0
    assert outcome.count + rest == whole


def test_the_choice_is_repeatable_and_announced(middling):
    def remarks():
        return [event.text for event in Run("auto?small=0", Task(middling, ALL)) if isinstance(event, Note)]

    first = remarks()
    assert first
    assert first == remarks()


@pytest.mark.parametrize(("cost", "winner"), [(1e-6, "edgecp"), (1e6, "backtrack")])
def test_the_cheaper_one_wins(middling, monkeypatch, cost, winner):
    monkeypatch.setattr(_race, "RACED", (_candidates.Candidate("edgecp", cost, 0),))
    outcome = Run("auto?small=0", Task(middling, COUNT)).outcome
    assert outcome.stats.details["chosen"].startswith(winner)
    assert outcome.count == em.count(middling, solver="backtrack")


def test_an_answer_of_a_loser_does_not_make_the_search_longer(monkeypatch):
    """`backtrack` starts again from the first root, and what the loser found in its slices is not counted twice."""
    puzzle = generate.make("two-set", 5, 5, inner=3, frame=2, seed=2).puzzle
    monkeypatch.setattr(_race, "RACED", (_candidates.Candidate("edgecp", 30, 0),))
    raced = Run("auto?small=0", Task(puzzle, COUNT)).outcome
    alone = Run(raced.stats.details["chosen"], Task(puzzle, COUNT)).outcome
    assert alone.solver.startswith("backtrack")
    assert raced.count == alone.count
    assert raced.stats.nodes < 1.01 * alone.stats.nodes


def test_after_answers_are_reported_backtrack_counts_as_more_expensive(middling):
    control = Control(Task(middling, ALL), Limits(), lambda event: None)
    race = _race.Race(
        control.task, control, Chooser(control.task), Estimate("row", 1e6, 1e6, 1e6), is_order_chosen=True
    )
    before = race._exact_cost()
    control.count(1)
    assert race._exact_cost() == _race.DIVIDED * before


def test_answers_are_held_back_until_they_are_released_or_dropped():
    puzzle = em.load_puzzle("demo-4x4")
    boards = Run("backtrack", Task(puzzle, ALL)).outcome.answers
    seen = []
    control = Control(Task(puzzle, ALL), Limits(), seen.append)
    with control.holding():
        control.found(boards[0])
        control.count(3)
        assert control.stats().answers == 0
        control.release()
        assert control.stats().answers == 4
        control.found(boards[0])
        assert control.stats().answers == 5
    with control.holding():
        control.found(boards[0])
        control.drop()
    assert control.stats().answers == 5
    with control.holding():
        control.found(boards[0])
    assert control.stats().answers == 6
    assert len(seen) == 3


def test_several_candidates_halve(middling, monkeypatch):
    candidates = (_candidates.Candidate("mac?gacolor=false&order=dom", 1, 0), _candidates.Candidate("edgecp", 0.01, 0))
    monkeypatch.setattr(_race, "RACED", candidates)
    outcome = Run("auto?small=0", Task(middling, COUNT)).outcome
    assert outcome.stats.details["chosen"] == "edgecp"
    assert outcome.count == em.count(middling, solver="backtrack")


def test_a_large_tree_goes_to_the_gpu_where_there_is_one(monkeypatch):
    gpu = type(make("gpu"))
    monkeypatch.setattr(gpu, "missing_dependency", lambda self: None)
    assert _candidates.exact_solver("row", 1e11, 1)[0] == "gpu?order=row"
    assert _candidates.exact_solver("row", 1e9, 1)[0] == "backtrack?order=row"
    monkeypatch.setattr(gpu, "missing_dependency", lambda self: "CuPy")
    assert _candidates.exact_solver("row", 1e11, 1)[0] == "backtrack?order=row"


def test_shares_of_roots():
    puzzle = em.load_puzzle("demo-4x4")
    empty = puzzle.empty()
    a, b, c = (empty.place({0: placement}) for placement in np.flatnonzero(puzzle.fits[0])[:3])
    roots = WeightedRoots([a, b])
    assert roots.left == 1
    assert roots.finish([b], 0.5) == pytest.approx(0.5)
    assert roots.finish([a, c], 0.4) == pytest.approx(0.2)
    assert roots.weights == pytest.approx([0.15, 0.15])
    assert roots.finish([], 1.0) == pytest.approx(0.3)


def test_deeper_roots_have_smaller_shares():
    """The first of two values at each of three decisions is searched; what is left of them is 1/2, 1/4 and 1/8."""
    puzzle = em.load_puzzle("demo-5x5")
    answer = em.solve(puzzle).best.placements
    part = WeightedRoots([puzzle.empty()])
    deepest_first = [puzzle.empty().place({cell: answer[cell] for cell in range(depth)}) for depth in (3, 2, 1)]
    assert part.finish(deepest_first, 1 / 8) == pytest.approx(1 / 8)
    assert part.weights == pytest.approx([1 / 8, 1 / 4, 1 / 2], rel=0.01)


def test_a_part_has_its_own_limit_of_nodes():
    control = Control(Task(em.load_puzzle("demo-4x4")), Limits(nodes=100), lambda event: None)
    with control.part(3):
        assert [control.node() for _ in range(5)] == [True, True, True, False, False]
    assert control.nodes_left == 97
    with control.part(1000):
        assert control.nodes_left == 97


def test_progress_never_says_more_than_the_outcome(middling):
    run = Run("auto?small=0", Task(middling, COUNT), Limits(nodes=60_000), progress_every=0.001)
    seen = [event.stats.fraction for event in run if isinstance(event, Progress)]
    assert max(seen, default=0) <= run.outcome.stats.fraction + 0.02


def test_where_no_solver_sees_an_end_the_fastest_goes_on():
    outcome = Run("auto", Task(em.load_puzzle("eternity2"), FIRST), Limits(nodes=2_000_000)).outcome
    assert outcome.stats.details["chosen"].startswith("backtrack")
    assert "no end" in outcome.stats.details["why"]
    assert outcome.stats.fraction < 0.001


def test_one_part_of_which_nothing_is_finished_does_not_decide():
    candidate = _candidates.Candidate("hybrid", 1, 0)
    parts = [_race.Sample(WeightedRoots([]), cost=1.0, done=done) for done in (0.5, 0.5, 0.0)]
    runner = _race.Runner(candidate, make("hybrid"), cells=4, threads=1, samples=parts)
    assert runner.rest(1.0) == pytest.approx((2 + 2 + 1 / _race.LEAST_DONE) / 3)
    parts[0].done = 0.0
    assert runner.rest(1.0) > 1e8
