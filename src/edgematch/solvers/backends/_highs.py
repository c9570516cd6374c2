"""HiGHS in a process of its own: it looks at an interruption only now and then, for minutes on a large program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from edgematch.encodings.milp import Milp, Row
from edgematch.search import Control
from edgematch.solvers.backends._subprocess import Remote, emit

Floats = NDArray[np.float64]

EXACT = {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": 0.99}
"""One thread, and the true optimum of an objective that is a whole number."""


class Program(NamedTuple):
    """A linear program as arrays; the first `integers` columns are integers."""

    integers: int
    lower: Floats
    costs: Floats
    low: Floats
    high: Floats
    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    coefficients: Floats

    @classmethod
    def of(cls, milp: Milp, rows: Sequence[Row], *, lower: Floats, costs: Floats) -> Program:
        """The columns of a program with these rows."""
        return cls(
            len(milp.kept),
            lower,
            costs,
            np.array([row.low for row in rows]),
            np.array([row.high for row in rows]),
            np.cumsum([0, *(len(row.columns) for row in rows)], dtype=np.int32),
            np.concatenate([row.columns for row in rows]),
            np.concatenate([row.coefficients for row in rows]),
        )


class Answer(NamedTuple):
    """What HiGHS knows of a program."""

    is_final: bool
    """Whether it is solved: the values are optimal, or there are none."""
    values: Floats | None
    nodes: int
    iterations: int


class Incumbent(NamedTuple):
    """A better solution, found on the way."""

    values: Floats


class Bound(NamedTuple):
    """How low the objective may still fall, and the nodes so far."""

    objective: float
    nodes: int


class Highs:
    """The caller's side: one program at a time."""

    def __init__(self, control: Control) -> None:
        self._remote = Remote(f"{__name__}:_Engine", control=control)

    def load(self, program: Program, **options: Any) -> None:
        """Take a program, with options of HiGHS besides those for one thread and the true optimum."""
        self._remote.call("load", program, EXACT | options)

    def add(self, row: Row) -> None:
        """Add a row to the program."""
        self._remote.call("add", row)

    def solve(
        self,
        *,
        nodes: int | None = None,
        start: Floats | None = None,
        on_event: Callable[[Incumbent | Bound], object] | None = None,
    ) -> Answer:
        """Solve it, within so many nodes; raises `Stopped` when the search is stopped first."""
        answer: Answer = self._remote.call("solve", nodes, start, on_event is not None, on_event=on_event)
        return answer

    def close(self) -> None:
        """End the process."""
        self._remote.close()


class _Engine:
    """The process's side."""

    def load(self, program: Program, options: dict[str, Any]) -> None:
        import highspy

        self.solver = highspy.Highs()
        for name, value in options.items():
            self.solver.setOptionValue(name, value)
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(program.lower), len(program.low)
        lp.col_lower_, lp.col_upper_, lp.col_cost_ = program.lower, np.ones(len(program.lower)), program.costs
        lp.row_lower_, lp.row_upper_ = program.low, program.high
        lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        lp.a_matrix_.start_, lp.a_matrix_.index_ = program.starts, program.columns
        lp.a_matrix_.value_ = program.coefficients
        integer, real = highspy.HighsVarType.kInteger, highspy.HighsVarType.kContinuous
        lp.integrality_ = [integer] * program.integers + [real] * (len(program.lower) - program.integers)
        self.solver.passModel(lp)

    def add(self, row: Row) -> None:
        self.solver.addRow(row.low, row.high, len(row.columns), row.columns, row.coefficients)

    def solve(self, nodes: int | None, start: Floats | None, emits: bool) -> Answer:  # noqa: FBT001 - a message
        import highspy

        solver = self.solver
        if nodes is not None:
            solver.setOptionValue("mip_max_nodes", min(nodes, 2**31 - 1))
        if start is not None:
            solution = highspy.HighsSolution()
            solution.col_value = start.tolist()
            solver.setSolution(solution)
        if emits:
            solver.cbMipImprovingSolution.subscribe(
                lambda event: emit(Incumbent(np.array(event.data_out.mip_solution)))
            )
            solver.cbMipLogging.subscribe(
                lambda event: emit(Bound(event.data_out.mip_dual_bound, event.data_out.mip_node_count))
            )
        solver.solve()
        status, info, final = solver.getModelStatus(), solver.getInfo(), highspy.HighsModelStatus
        has_values = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        return Answer(
            status in (final.kOptimal, final.kInfeasible, final.kModelEmpty),
            np.array(solver.getSolution().col_value) if has_values else None,
            max(0, int(info.mip_node_count)),
            max(0, int(info.simplex_iteration_count)),
        )
