"""Mixed-integer linear programs of `encodings.milp`, solved by HiGHS or by CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from edgematch.encodings.milp import INFINITY, Milp, Row
from edgematch.model import Board
from edgematch.search import Control
from edgematch.solvers.backends._backend import run_interruptible


class Solved(NamedTuple):
    """The best board found, and whether it is proved that there is none better (or none at all)."""

    board: Board | None
    is_final: bool


def solve(
    program: Milp,
    control: Control,
    *,
    engine: str,
    seed: int,
    cuts: Sequence[Row] = (),
    most_breaks: int | None = None,
    seconds: float | None = None,
) -> Solved:
    """The best board of a program, looked for during so many seconds; `Stopped` when the search is stopped.

    The engines are deterministic and their own seeds change little, so the seed also shuffles variables and
    constraints.
    """
    rows = [*program.rows, *cuts]
    if most_breaks is not None:
        columns = np.arange(len(program.kept), program.columns, dtype=np.int32)
        rows.append(Row("1", columns, np.ones(len(columns)), -INFINITY, most_breaks))
    if any(row.high < 0 and not len(row.columns) for row in rows):
        return Solved(None, is_final=True)
    solve_rows = {"highs": _by_highs, "cpsat": _by_cpsat}[engine]
    values, is_final = solve_rows(program, rows, control, seed=seed, seconds=seconds)
    return Solved(None if values is None else program.decode(values), is_final)


def _by_highs(
    program: Milp, rows: list[Row], control: Control, *, seed: int, seconds: float | None
) -> tuple[np.ndarray | None, bool]:
    import highspy

    solver = highspy.Highs()
    for name, value in (("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.99)):
        solver.setOptionValue(name, value)
    solver.setOptionValue("random_seed", seed % 2**31)
    if seconds is not None:
        solver.setOptionValue("time_limit", seconds)
    shuffled = [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))]
    solver.passModel(highs_program(program, shuffled, lower=np.zeros(program.columns), costs=program.costs))
    solver.HandleUserInterrupt = True
    run_interruptible(control, solver.solve, solver.cancelSolve)
    status, info = solver.getModelStatus(), solver.getInfo()
    is_final = status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)
    has_board = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return (np.array(solver.getSolution().col_value) if has_board else None), is_final


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


def _by_cpsat(
    program: Milp, rows: list[Row], control: Control, *, seed: int, seconds: float | None
) -> tuple[np.ndarray | None, bool]:
    from ortools.sat.python import cp_model

    model, random = cp_model.CpModel(), np.random.default_rng(seed)
    shuffled = random.permutation(program.columns).tolist()
    made = {column: model.new_bool_var(f"x{column}") for column in shuffled}
    columns = [made[column] for column in range(program.columns)]
    for number in random.permutation(len(rows)).tolist():
        row = rows[number]
        total = sum(int(c) * columns[i] for c, i in zip(row.coefficients, row.columns.tolist(), strict=True))
        low = -len(columns) if row.low == -INFINITY else int(row.low)
        high = len(columns) if row.high == INFINITY else int(row.high)
        model.add_linear_constraint(total, low, high)
    model.minimize(sum(columns[len(program.kept) :]))
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    solver.parameters.num_workers, solver.parameters.random_seed = 1, seed % 2**31
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    status = run_interruptible(control, lambda: solver.solve(model), solver.stop_search)
    is_final = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, is_final
    return np.array([solver.value(column) for column in columns]), is_final
