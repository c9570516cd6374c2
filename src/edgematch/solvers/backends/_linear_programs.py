"""Mixed-integer linear programs of `encodings.milp`, solved by HiGHS or by CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from edgematch.encodings.milp import INFINITY, Milp, Row
from edgematch.model import Board
from edgematch.search import Control
from edgematch.solvers.backends._backend import run_interruptible
from edgematch.solvers.backends._highs import Floats, Highs, Program


class Solved(NamedTuple):
    """The best board found, and whether it is proved that there is none better (or none at all)."""

    board: Board | None
    is_final: bool


class LinearPrograms:
    """Solves one program after the other, by HiGHS in a process of its own or by CP-SAT.

    The engines are deterministic and their own seeds change little, so the seed also shuffles variables and
    constraints.
    """

    def __init__(self, control: Control, engine: str) -> None:
        self.control, self.engine = control, engine
        self._highs: Highs | None = None

    def solve(
        self,
        program: Milp,
        *,
        seed: int,
        cuts: Sequence[Row] = (),
        most_breaks: int | None = None,
        seconds: float | None = None,
    ) -> Solved:
        """The best board of a program, looked for during so many seconds; `Stopped` when the search is stopped."""
        rows = [*program.rows, *cuts]
        if most_breaks is not None:
            columns = np.arange(len(program.kept), program.columns, dtype=np.int32)
            rows.append(Row("1", columns, np.ones(len(columns)), -INFINITY, most_breaks))
        if any(row.high < 0 and not len(row.columns) for row in rows):
            return Solved(None, is_final=True)
        solve_rows = {"highs": self._by_highs, "cpsat": self._by_cpsat}[self.engine]
        values, is_final = solve_rows(program, rows, seed=seed, seconds=seconds)
        return Solved(None if values is None else program.decode(values), is_final)

    def _by_highs(
        self, program: Milp, rows: list[Row], *, seed: int, seconds: float | None
    ) -> tuple[Floats | None, bool]:
        self._highs = self._highs or Highs(self.control)
        shuffled = [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))]
        limit = {} if seconds is None else {"time_limit": seconds}
        arrays = Program.of(program, shuffled, lower=np.zeros(program.columns), costs=program.costs)
        self._highs.load(arrays, random_seed=seed % 2**31, **limit)
        answer = self._highs.solve()
        return answer.values, answer.is_final

    def _by_cpsat(
        self, program: Milp, rows: list[Row], *, seed: int, seconds: float | None
    ) -> tuple[Floats | None, bool]:
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
        status = run_interruptible(self.control, lambda: solver.solve(model), solver.stop_search)
        is_final = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None, is_final
        return np.array([solver.value(column) for column in columns]), is_final
