"""MiniZinc, when its program is installed: the CP model handed to any solver that MiniZinc knows (gecode, chuffed ...).

Use it to try a constraint solver that has no Python package: `minizinc?solver=chuffed`. It prints answers as it finds them, so
listing all solutions costs one run a root. A node is one answer read, or one run.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from edgematch.encodings.cp import CpModel
from edgematch.encodings.targets.constraint import mzn
from edgematch.errors import SolverFailure
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, Stopped, run_interruptible
from edgematch.solvers.backends._external_program import run_program

SEPARATOR, END, NONE = "----------", "==========", "=====UNSATISFIABLE====="


class MiniZinc(BackEnd):
    """Writes the model for each root and reads what minizinc prints."""

    can = Can.PROVE | Can.COUNT

    @dataclass(frozen=True)
    class Options:
        """Which solver behind MiniZinc."""

        solver: str = option("gecode", "the solver that MiniZinc is to call")

    def missing_dependency(self) -> str | None:
        """Name the package when minizinc is not there."""
        return None if shutil.which("minizinc") else "minizinc is not on the PATH: apt install minizinc"

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """One file for the puzzle; a root adds lines of its own."""
        labelled = task.goal.labelled
        base = CpModel.of(task.puzzle, labelled=labelled)
        bare = task.puzzle.replace(hints={})
        text = run_interruptible(control, lambda: "".join(mzn(bare, labelled=labelled).text()), lambda: None)
        with tempfile.TemporaryDirectory(prefix="edgematch-") as folder:
            file = Path(folder) / "model.mzn"

            def explore(root: Board, report: Report) -> bool:
                open_to = {cell: base.placements(cell, root) for cell, _ in root.placed()}
                if not all(base.placements(cell, root) for cell in range(task.puzzle.cells)):
                    return True
                given = [f"constraint place_{c} in {{{', '.join(map(str, v))}}};" for c, v in open_to.items()]
                file.write_text("\n".join([text, *given]), encoding="utf-8")
                return self._ask(file, task, base, control=control, report=report)

            yield explore

    def _ask(self, file: Path, task: Task, base: CpModel, *, control: Control, report: Report) -> bool:
        """Read the answers of one run."""
        want = ["-a"] if task.goal.want != 1 else []
        if not control.node():
            raise Stopped
        printed = run_program(["minizinc", "--solver", self.options.solver, *want, str(file)], control)
        *answers, rest = printed.split(SEPARATOR)
        for answer in answers:
            places = {int(c): int(p) for c, p in re.findall(r"place_(\d+) = (\d+)", answer)}
            if control.is_stopped or not report(base.decode([places[c] for c in range(task.puzzle.cells)])):
                return False
        if END in rest or NONE in rest:
            return True
        if answers:
            return False
        raise SolverFailure(f"minizinc said neither yes nor no: {printed[-200:]!r}")
