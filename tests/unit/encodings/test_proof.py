"""The proof checker accepts true proofs and refuses doctored ones."""

from __future__ import annotations

import pytest

from edgematch.encodings.proof import check_proof, write_proof
from edgematch.search import Run, Status, Task
from edgematch.testing.zoo import impossible

ALL_SIGNS = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


def test_a_resolution_proof_is_accepted():
    assert check_proof(ALL_SIGNS, ["1 0", "0"]) is True


@pytest.mark.parametrize("steps", [[], ["3 0", "0"], ["d 1 2 0", "d 1 -2 0", "1 0", "0"]])
def test_a_proof_that_proves_nothing_is_refused(steps):
    assert check_proof(ALL_SIGNS, steps) is False


def test_a_satisfiable_formula_has_no_proof():
    assert check_proof([[1, 2]], ["1 0", "-1 0", "0"]) is False


def test_it_stops_when_asked():
    assert check_proof(ALL_SIGNS, ["1 0", "0"], is_stopped=lambda: True) is None


def test_files_are_dimacs_and_drat(tmp_path):
    write_proof(tmp_path / "p", ALL_SIGNS, ["1 0", "0"])
    assert (tmp_path / "p.cnf").read_text().splitlines()[:2] == ["p cnf 2 4", "1 2 0"]
    assert (tmp_path / "p.drat").read_text() == "1 0\n0\n"


@pytest.mark.parametrize("engine", ["glucose4", "cadical195", "lingeling"])
def test_an_impossible_puzzle_is_refuted_with_a_proof(engine, tmp_path):
    pytest.importorskip("pysat", reason="python-sat is not installed")
    outcome = Run(f"sat:{engine}?proof={tmp_path / 'p'}", Task(impossible())).outcome
    assert outcome.status is Status.UNSATISFIABLE
    assert outcome.stats.details["proof"] is True
    assert (tmp_path / "p.drat").stat().st_size > 0
