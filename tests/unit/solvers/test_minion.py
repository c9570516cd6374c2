"""The Minion model and solver, with a program that reads Minion 3 files by their own rules where Minion is missing."""

from __future__ import annotations

import os
import shutil
import stat
import sys

import pytest

from edgematch.errors import MissingDependency
from edgematch.search import ALL, FIRST, Status, Task, solve
from edgematch.testing.zoo import ZOO, impossible

READER = r'''#!{python}
"""Solves a Minion 3 file by CP-SAT and prints what Minion prints."""
import re, sys
from ortools.sat.python import cp_model

text = open(sys.argv[-1]).read()
variables_text, rest = text.split("**VARIABLES**")[1].split("**TUPLELIST**")
tuples_text, rest = rest.split("**CONSTRAINTS**")
constraints_text, search_text = rest.split("**SEARCH**")
model = cp_model.CpModel()
var = {{}}
for name, low, high in re.findall(r"DISCRETE (\w+) {{(\d+)\.\.(\d+)}}", variables_text):
    var[name] = model.new_int_var(int(low), int(high), name)
tables, words = {{}}, tuples_text.split()
while words:
    name, rows, width = words[0], int(words[1]), int(words[2])
    numbers, words = list(map(int, words[3 : 3 + rows * width])), words[3 + rows * width :]
    tables[name] = [numbers[i : i + width] for i in range(0, len(numbers), width)]

def names(text):
    return [var[name] for name in text.split(",")]

for line in constraints_text.strip().splitlines():
    if found := re.fullmatch(r"table\(\[(.*)\], (\w+)\)", line):
        model.add_allowed_assignments(names(found[1]), tables[found[2]])
    elif found := re.fullmatch(r"gacalldiff\(\[(.*)\]\)", line):
        model.add_all_different(names(found[1]))
    elif found := re.fullmatch(r"w-inset\((\w+), \[(.*)\]\)", line):
        model.add_allowed_assignments([var[found[1]]], [[int(v)] for v in found[2].split(",")])
    elif found := re.fullmatch(r"element\(\[(.*)\], (\w+), (\d+)\)", line):
        model.add_element(var[found[2]], names(found[1]), int(found[3]))
    elif found := re.fullmatch(r"ineq\((\w+), (\w+), (-?\d+)\)", line):
        model.add(var[found[1]] <= var[found[2]] + int(found[3]))
    else:
        sys.exit("unknown constraint: " + line)
printed = names(re.search(r"PRINT \[\[(.*)\]\]", search_text)[1])

class Printer(cp_model.CpSolverSolutionCallback):
    def on_solution_callback(self):
        print("Sol:", *(self.value(v) for v in printed))

solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
solver.parameters.enumerate_all_solutions = "-findallsols" in sys.argv
status = solver.solve(model, Printer())
print("Total Nodes:", solver.num_branches)
print("Problem solvable?:", "no" if status == cp_model.INFEASIBLE else "yes")
'''


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Minion itself, or a program of that name that obeys the same file."""
    if not shutil.which("minion"):
        pytest.importorskip("ortools", reason="neither minion nor OR-tools is installed")
        path = tmp_path / "minion"
        path.write_text(READER.format(python=sys.executable))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize("kind", ["square", "duplicates", "strip", "unframed", "not-turnable", "hints"])
@pytest.mark.usefixtures("program")
def test_the_exported_model_has_the_answers(kind):
    puzzle = ZOO[kind]()
    outcome = solve(puzzle, ALL, solver="minion")
    assert set(outcome.answers) == set(solve(puzzle, ALL, solver="plain").answers)
    assert outcome.stats.nodes > 0


@pytest.mark.usefixtures("program")
def test_roots_first_solutions_and_refutations():
    puzzle = ZOO["square"]()
    roots = solve(puzzle, ALL, solver="plain", nodes=3).remaining
    found = solve(Task(puzzle, ALL, roots=roots), solver="minion").answers
    assert set(found) == set(solve(Task(puzzle, ALL, roots=roots), solver="plain").answers)
    assert len(solve(puzzle, FIRST, solver="minion").answers) == 1
    assert solve(impossible(), solver="minion").status is Status.UNSATISFIABLE


def test_a_stand_in_is_named_where_minion_is_missing(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingDependency, match="choco, which takes the same model"):
        solve(ZOO["square"](), solver="minion")
