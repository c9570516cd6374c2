"""Mixed-integer linear programs of `encodings.milp`, solved by HiGHS or by CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from edgematch.encodings.milp import INFINITY, Milp, Row
from edgematch.model import Board
from edgematch.search import Control
from edgematch.solvers.backends._backend import run_interruptible


def solve(
    program: Milp,
    control: Control,
    *,
    engine: str,
    seed: int,
    cuts: Sequence[Row] = (),
    most_breaks: int | None = None,
) -> Board | None:
    """The best board of a program, or None where there is none; `Stopped` when the search is told to stop."""
    rows = [*program.rows, *cuts]
    if most_breaks is not None:
        columns = np.arange(len(program.kept), program.columns, dtype=np.int32)
        rows.append(Row("1", columns, np.ones(len(columns)), -INFINITY, most_breaks))
    if any(row.high < 0 and not len(row.columns) for row in rows):
        return None
    values = (_by_highs if engine == "highs" else _by_cpsat)(program, rows, control, seed)
    return None if values is None else program.decode(values)


def _by_highs(program: Milp, rows: list[Row], control: Control, seed: int) -> np.ndarray | None:
    import highspy

    solver = highspy.Highs()
    for name, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99)):
        solver.setOptionValue(name, value)
    solver.setOptionValue("random_seed", seed % 2**31)
    solver.passModel(highs_program(program, rows, lower=np.zeros(program.columns), costs=program.costs))
    solver.HandleUserInterrupt = True
    run_interruptible(control, solver.solve, solver.cancelSolve)
    is_solved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return np.array(solver.getSolution().col_value) if is_solved else None


def highs_program(program: Milp, rows: list[Row], *, lower: np.ndarray, costs: np.ndarray) -> Any:
    """A program as HiGHS takes it."""
    import highspy

    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = program.columns, len(rows)
    lp.col_lower_, lp.col_upper_ = lower, np.ones(program.columns)
    lp.col_cost_ = costs
    lp.row_lower_, lp.row_upper_ = np.array([r.low for r in rows]), np.array([r.high for r in rows])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.cumsum([0, *(len(r.columns) for r in rows)]).astype(np.int32)
    lp.a_matrix_.index_ = np.concatenate([r.columns for r in rows])
    lp.a_matrix_.value_ = np.concatenate([r.coefficients for r in rows])
    integer, real = highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous
    lp.integrality_ = [integer] * len(program.kept) + [real] * len(program.breaks)
    return lp


def _by_cpsat(program: Milp, rows: list[Row], control: Control, seed: int) -> np.ndarray | None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    columns = [model.new_bool_var(f"x{i}") for i in range(program.columns)]
    for row in rows:
        total = sum(int(c) * columns[i] for c, i in zip(row.coefficients, row.columns.tolist(), strict=True))
        low = -len(columns) if row.low == -INFINITY else int(row.low)
        high = len(columns) if row.high == INFINITY else int(row.high)
        model.add_linear_constraint(total, low, high)
    model.minimize(sum(columns[len(program.kept) :]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, seed % 2**31
    status = run_interruptible(control, lambda: solver.solve(model), solver.stop_search)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return np.array([solver.value(column) for column in columns])
