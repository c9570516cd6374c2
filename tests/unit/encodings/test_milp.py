"""The linear program: sizes of the paper, its values for boards, regions and cuts."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch.encodings.milp import encode
from edgematch.generate import make
from edgematch.search import Goal, Task, solve
from edgematch.testing.zoo import ZOO


def holds(program, values):
    """Whether a row of values meets every row of the program."""
    sums = [float(row.coefficients @ values[row.columns]) for row in program.rows]
    return all(row.low - 1e-9 <= total <= row.high + 1e-9 for row, total in zip(program.rows, sums, strict=True))


@pytest.mark.parametrize("size", [3, 4, 6])
def test_variables_and_constraints_are_those_of_the_paper(size):
    """n^4 * 4 placements and a break for each edge; 2 n^2 + 4n + 2 L for each edge rows."""
    puzzle = make("two-set", size, frame=2, inner=3, seed=1).puzzle
    program = encode(puzzle, labelled=True, misfits=True)
    edges, colors = 2 * size * (size - 1), len(np.unique(puzzle.pieces)) - 1
    assert program.columns == 4 * size**4 + edges
    assert len(program.rows) == 2 * size**2 + 4 * size + 2 * edges * colors


@pytest.mark.parametrize("may_break", [True, False])
def test_solutions_meet_every_equation(may_break):
    puzzle = ZOO["duplicates"]()
    board = solve(puzzle, solver="plain").answers[0]
    program = encode(puzzle, may_break=may_break)
    values = program.values(board)
    assert holds(program, values)
    assert program.costs @ values == 0
    assert program.decode(values).canonical() == board


def test_breaks_cost_one_each():
    puzzle = ZOO["small"]()
    board = next(b for b in solve(puzzle, Goal(breaks=2, want=None), solver="plain").answers if b.breaks)
    program = encode(puzzle)
    values = program.values(board)
    assert holds(program, values)
    assert program.costs @ values == board.breaks
    values[len(program.kept) :] = 0
    assert not holds(program, values)


def test_a_cut_rules_out_one_board():
    puzzle = ZOO["square"]()
    first, second = solve(puzzle, Goal(want=2), solver="plain").answers
    program = encode(puzzle)
    row = program.cut(first)
    assert row.coefficients @ program.values(first)[row.columns] > row.high
    assert row.coefficients @ program.values(second)[row.columns] <= row.high


def test_a_region_is_solved_within_its_surroundings():
    pytest.importorskip("highspy", reason="highspy is not installed")
    puzzle = ZOO["square"]()
    board = solve(puzzle, solver="plain").answers[0]
    region = [5, 6, 9, 10]
    program = encode(puzzle, around=board.without(region), cells=region)
    assert len(program.breaks) == 12
    values = program.values(board)
    assert holds(program, values)
    assert program.decode(values) == board
    partial = encode(puzzle, around=board.without([*region, 15]), cells=region)
    assert {row.name for row in partial.rows} >= {"16"}


def test_milp_warm_start_and_bound():
    pytest.importorskip("highspy", reason="highspy is not installed")
    from edgematch.search import BEST, Run

    puzzle = ZOO["small"]()
    start = solve(puzzle, Goal(breaks=2, want=1), solver="plain").answers[0]
    outcome = Run("milp", Task(puzzle, BEST, start=start)).outcome
    assert outcome.best.score == puzzle.edges == outcome.bound
