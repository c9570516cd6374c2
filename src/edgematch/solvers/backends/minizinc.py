"""MiniZinc, when its program is installed: the CP model handed to any solver that MiniZinc knows (gecode, chuffed ...).

Use it to try a constraint solver that has no Python package: `minizinc?solver=chuffed`. It prints solutions as it
finds them, so listing all of them costs one run per root. A node is one run.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from edgematch.encodings.document import Document
from edgematch.encodings.targets.constraint import mzn
from edgematch.errors import SolverFailure
from edgematch.model import Puzzle
from edgematch.options import option
from edgematch.solvers.backends._model_file import ModelFileSolver, Printed

SEPARATOR, END, NONE = "----------", "==========", "=====UNSATISFIABLE====="


class MiniZinc(ModelFileSolver):
    """Runs minizinc on the model of each root."""

    suffix = "mzn"

    @dataclass(frozen=True)
    class Options:
        """Which solver behind MiniZinc."""

        solver: str = option("gecode", "the solver that MiniZinc calls")

    def missing_dependency(self) -> str | None:
        """Name the package when minizinc is not installed."""
        return None if shutil.which("minizinc") else "minizinc is not on the PATH: apt install minizinc"

    def write(self, puzzle: Puzzle, *, labelled: bool) -> Document:
        """The MiniZinc model."""
        return mzn(puzzle, labelled=labelled)

    def command(self, file: Path, *, all_solutions: bool) -> list[str]:
        """Run minizinc."""
        return ["minizinc", "--solver", self.options.solver, *(["-a"] if all_solutions else []), str(file)]

    def read(self, text: str, cells: int) -> Printed:
        """Solutions end with a line of dashes, a finished search with a line of equals signs."""
        *solutions, rest = text.split(SEPARATOR)
        found = []
        for solution in solutions:
            places = {int(c): int(p) for c, p in re.findall(r"place_(\d+) = (\d+)", solution)}
            found.append([places[cell] for cell in range(cells)])
        is_complete = END in rest or NONE in rest
        if not is_complete and not found:
            raise SolverFailure(f"minizinc printed neither a solution nor that there is none: {text[-200:]!r}")
        return Printed(found, is_complete)
