"""What the laws do not ask of solvers over other people's engines: variants, native engines, refusals, warm starts."""

from __future__ import annotations

import time

import pytest

from edgematch.errors import MissingDependency, RefusedTask, SolverFailure
from edgematch.generate import make
from edgematch.search import ALL, BEST, FIRST, Goal, Limits, Run, Status, Stop, Task, solve
from edgematch.search import make as make_solver
from edgematch.search._processes import memory_in_use, running_children
from edgematch.search.control import Control
from edgematch.solvers.backends._subprocess import Remote
from edgematch.testing.zoo import ZOO, impossible, large

PROVERS = ["sat", "sat?encoding=primal", "sat?encoding=dual", "sat?pd3=false&one=pairwise", "sat?phase=true", "sat?preprocess=true", "sat?many=adder", "sat:cadical195",
           "sat-external", "cpsat", "cpsat?model=element", "asp", "milp", "clique?q=0", "choco", "choco?model=4-edges", "minizinc"]  # fmt: skip


def need(spec):
    missing = make_solver(spec).missing_dependency()
    if missing:
        pytest.skip(missing)


@pytest.mark.parametrize("spec", PROVERS)
@pytest.mark.parametrize("seed", range(2))
def test_provers_agree_with_backtrack(spec, seed):
    need(spec)
    for puzzle in (make("one-set", 4, colors=5, seed=seed).puzzle, make("unforced", 4, seed=seed).puzzle):
        task = Task(puzzle.anchored(), ALL)
        outcome = Run(spec, task, Limits(seconds=60)).outcome
        assert not outcome.remaining
        assert set(outcome.answers) == set(Run("backtrack", task).outcome.answers)


def test_a_missing_package_names_its_extra(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    for name, extra in (("sat", "sat"), ("cpsat", "cp"), ("asp", "asp"), ("milp", "milp"), ("choco", "choco")):
        with pytest.raises(MissingDependency, match=rf"edgematch\[{extra}\]"):
            solve(ZOO["square"](), solver=name)


def test_local_search_finds_small_ones_and_proves_nothing():
    outcome = Run("sat-local", Task(ZOO["square"]()), Limits(seconds=20)).outcome
    assert outcome.answers[0].is_solution
    stopped = Run("sat-local", Task(impossible()), Limits(nodes=5000)).outcome
    assert stopped.status is Status.UNKNOWN
    assert stopped.stats.nodes == 5000
    with pytest.raises(RefusedTask):
        Run("sat-local", Task(ZOO["square"](), ALL))


def test_the_clique_heuristic_alone_proves_nothing():
    puzzle = make("one-set", 5, colors=5, seed=1).puzzle
    assert solve(puzzle, solver="clique?exact=false").answers[0].is_solution
    outcome = Run("clique?exact=false&q=1000", Task(impossible())).outcome
    assert outcome.status is Status.UNKNOWN
    assert outcome.stats.details["selections"] == 1000
    with pytest.raises(RefusedTask, match="exact=false"):
        Run("clique?exact=false", Task(puzzle, ALL))


@pytest.mark.parametrize("kind", ["hints", "duplicates", "impossible"])
def test_partial_boards_of_cliques_extend_the_root(kind):
    puzzle = ZOO[kind]()
    task = Task(puzzle, BEST, roots=() if puzzle.hints else puzzle.anchors()[:1])
    outcome = Run("clique?q=5000", task).outcome
    assert outcome.best.breaks == 0
    assert all(board.extends(task.roots[0]) for board in outcome.answers)


@pytest.mark.parametrize("spec", ["cpsat", "milp"])
def test_warm_starts_and_bounds(spec):
    need(spec)
    puzzle = ZOO["odd"]()
    start = solve(puzzle, Goal(breaks=3), solver="plain").answers[0]
    outcome = Run(spec, Task(puzzle, BEST, start=start), Limits(seconds=60)).outcome
    assert outcome.best.score == outcome.bound == solve(puzzle, BEST, solver="plain").best.score


def test_remote_objects_answer_and_fail():
    from edgematch.search import Control

    control = Control(Task(ZOO["single"]()), Limits(), lambda _: None)
    with Remote("fractions:Fraction", 1, 3, control=control) as far:
        assert far.call("limit_denominator", 2) == 0.5
        with pytest.raises(SolverFailure, match="AttributeError"):
            far.call("nothing_of_the_kind")
    with pytest.raises(SolverFailure, match="ModuleNotFoundError"):
        Remote("no_such_module:thing", control=control)


@pytest.mark.parametrize("goal", [FIRST, BEST])
def test_highs_ends_with_the_search(goal):
    need("milp")
    began = set(running_children())
    search = Run("milp", Task(large(), goal)).start()
    deadline = time.monotonic() + 60
    while set(running_children()) <= began and time.monotonic() < deadline:
        time.sleep(0.02)
    search.stop()
    assert search.outcome.stop is Stop.CANCELLED
    assert set(running_children()) <= began


def test_highs_ends_with_a_search_that_fills_regions():
    need("milp")
    began = set(running_children())
    outcome = Run("milp-greedy?by=highs", Task(make("one-set", 4, colors=5, seed=1).puzzle, BEST)).outcome
    assert outcome.stop is Stop.DONE
    assert set(running_children()) <= began


def test_the_memory_of_an_engine_in_another_process_counts():
    before = memory_in_use()
    with Remote("builtins:bytearray", 200_000_000, control=Control(Task(ZOO["single"]()), Limits(), lambda _: None)):
        assert memory_in_use() - before > 150_000_000


def test_choco_counts_the_nodes_of_its_tree():
    need("choco")
    puzzle = make("one-set", 4, colors=3, seed=1).puzzle
    first, second = (Run("choco", Task(puzzle, ALL), Limits(seconds=60)).outcome for _ in range(2))
    assert first.stats.nodes == second.stats.nodes > first.stats.details["fails"] > 10


def test_choco_keeps_its_counts_when_a_limit_ends_it():
    need("choco")
    puzzle = make("one-set", 8, colors=6, seed=1).puzzle.anchored()
    outcome = Run("choco", Task(puzzle, ALL), Limits(seconds=4)).outcome
    assert outcome.remaining
    assert outcome.stats.nodes > 50


def test_a_limit_that_passes_while_choco_starts_is_a_limit():
    need("choco")
    solver, puzzle = make_solver("choco"), make("one-set", 8, colors=6, seed=1).puzzle.anchored()
    task, limits = Task(puzzle, ALL), Limits(seconds=0.001)
    control = Control(task, limits, lambda _: None)
    time.sleep(0.01)
    assert not control.is_stopped  # nobody watches the clock here: Choco gets a limit of zero
    assert list(solver.search(task, control)) == list(task.roots)


def test_what_minizinc_prints_is_read():
    solver = make_solver("minizinc")
    lines = [f"place_0 = {a}\nplace_1 = {b}\n----------\n" for a, b in ((4, 1), (5, 2))]
    assert solver.read("".join(lines), 2) == ([[4, 1], [5, 2]], False, None)
    assert solver.read(lines[0] + "==========\n", 2).is_complete
    assert solver.read("=====UNSATISFIABLE=====\n", 2) == ([], True, None)
    with pytest.raises(SolverFailure, match="neither a solution"):
        solver.read("Error: type error", 2)


@pytest.mark.parametrize("spec", ["choco", "sat:cadical195"])
@pytest.mark.timeout(120)
def test_a_limit_on_cpu_time_ends_an_engine_in_a_process_of_its_own(spec):
    need(spec)
    puzzle = make("eternity", 10, inner=10, frame=4, seed=1).puzzle.anchored()
    outcome = Run(spec, Task(puzzle, ALL), Limits(seconds=2, clock="cpu")).outcome
    assert outcome.remaining
    assert 2 <= outcome.stats.seconds < 10
