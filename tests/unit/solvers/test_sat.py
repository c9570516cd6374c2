"""The solver over clauses: engines and their phases, programs, preprocessing."""

from __future__ import annotations

import shutil
import stat
import sys

import pytest

from edgematch.errors import MissingDependency, RefusedTask
from edgematch.generate import make
from edgematch.search import ALL, FIRST, Limits, Run, Status, Task, solve
from edgematch.solvers.backends._sat_engines import KEEPS_PHASES
from edgematch.solvers.backends.sat import Sat
from edgematch.testing.zoo import ZOO, impossible

pysat = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

PROGRAM = """#!{python}
import sys
from pysat.formula import CNF
from pysat.solvers import Solver

with Solver("glucose4", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    if solver.solve():
        print("s SATISFIABLE")
        print("v", *solver.get_model(), 0)
    else:
        print("s UNSATISFIABLE")
"""


@pytest.fixture
def program(tmp_path):
    """A SAT program that reads DIMACS and prints its model, as those of the competitions do."""
    path = tmp_path / "solver"
    path.write_text(PROGRAM.format(python=sys.executable))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.mark.parametrize("engine", Sat.variants)
def test_every_engine_solves_and_refutes(engine):
    assert solve(ZOO["hints"](), solver=f"sat:{engine}").answers
    assert solve(impossible(), solver=f"sat:{engine}").status is Status.UNSATISFIABLE


def is_kept(name):
    """Whether an engine decides on the phase asked for after the variables were false in an earlier search.

    The clauses are satisfied by all true and by all false, so that only decisions tell the two apart. The further
    variable makes each search one of decisions, whatever an engine tries before it searches.
    """
    count = 12
    solver = pysat.Solver(name=name)
    solver.append_formula([[i, -(i % count + 1), (i + 1) % count + 1] for i in range(1, count + 1)])
    solver.append_formula([[i, count + 1] for i in range(1, count + 1)])
    solver.set_phases(list(range(1, count + 1)))
    assert solver.solve(assumptions=[-i for i in range(1, count + 1)])
    assert solver.solve(assumptions=[count + 1])
    return all(literal > 0 for literal in solver.get_model()[:count])


@pytest.mark.parametrize("engine", Sat.variants)
def test_phases_are_taken_exactly_by_the_engines_that_keep_them(engine):
    puzzle = ZOO["square"]()
    try:
        kept = is_kept(engine)
    except NotImplementedError:
        kept = False
    assert kept == (engine in KEEPS_PHASES)
    if kept:
        assert solve(puzzle, solver=f"sat:{engine}?phase=true").answers
    else:
        with pytest.raises(RefusedTask, match="would do nothing"):
            solve(puzzle, solver=f"sat:{engine}?phase=true")


def test_a_phase_changes_the_search():
    puzzle = make("two-set", 5, inner=5, frame=2, seed=1).puzzle.anchored()
    decisions = {
        phase: solve(puzzle, solver=f"sat:minisat-gh?phase={phase}").stats.details["decisions"]
        for phase in ("true", "false")
    }
    assert decisions["true"] < decisions["false"]


def test_phase_alone_chooses_an_engine_that_keeps_it():
    assert Sat(Sat.Options(phase=True)).engine in KEEPS_PHASES
    with pytest.raises(RefusedTask, match="dual"):
        solve(ZOO["square"](), solver="sat?phase=true&encoding=dual")


@pytest.mark.parametrize("kind", ["square", "duplicates", "not-turnable", "hints", "odd"])
@pytest.mark.parametrize("encoding", ["primal", "primal-dual", "dual"])
def test_preprocessing_loses_no_answer(kind, encoding):
    puzzle = ZOO[kind]()
    outcome = solve(puzzle, ALL, solver=f"sat?preprocess=true&encoding={encoding}")
    assert set(outcome.answers) == set(solve(puzzle, ALL, solver="plain").answers)
    assert len(outcome.answers) == len(set(outcome.answers))


def test_preprocessing_gives_the_sizes_before_and_after():
    puzzle = make("one-set", 6, colors=5, seed=1).puzzle.anchored()
    details = Run("sat?preprocess=true", Task(puzzle, FIRST), Limits(seconds=60)).outcome.stats.details
    for what in ("variables", "clauses"):
        assert 0 < details[f"{what}_after"] < details[f"{what}_before"]
    assert details["literals_after"] > 2 * details["clauses_after"]
    with pytest.raises(RefusedTask, match="preprocess"):
        solve(puzzle, solver="sat?preprocess=true&proof=nowhere")


@pytest.mark.parametrize("spec", ["sat-external?program={}", "sat?program={}", "sat?program={}&preprocess=true"])
def test_a_program_lists_and_refutes(spec, program):
    spec = spec.format(program)
    puzzle = ZOO["duplicates"]()
    outcome = solve(puzzle, ALL, solver=spec)
    assert set(outcome.answers) == set(solve(puzzle, ALL, solver="plain").answers)
    assert outcome.stats.nodes == len(outcome.answers) + 1
    assert solve(impossible(), solver=spec).status is Status.UNSATISFIABLE
    assert len(Run(spec, Task(puzzle, ALL), Limits(nodes=1)).outcome.answers) == 1


@pytest.mark.parametrize("name", ["cadical", "kissat", "minisat", "clasp"])
def test_known_programs(name):
    if not shutil.which(name):
        pytest.skip(f"{name} is not on the PATH")
    assert solve(ZOO["duplicates"](), solver=f"sat-external?program={name}").answers
    assert solve(impossible(), solver=f"sat-external?program={name}").status is Status.UNSATISFIABLE


def test_a_program_that_is_not_there_is_named(program):
    for name in ("sat", "sat-external"):
        with pytest.raises(MissingDependency, match="nosuchsolver is not on the PATH"):
            solve(ZOO["square"](), solver=f"{name}?program=nosuchsolver")
    with pytest.raises(RefusedTask, match="engines of python-sat"):
        solve(ZOO["square"](), solver=f"sat:cadical195?program={program}")
