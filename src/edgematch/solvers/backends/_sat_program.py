"""A SAT program on the PATH behind the interface of `_sat_engines`: it is run once per question, on a DIMACS file."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from edgematch.encodings.cnf import Chunk
from edgematch.errors import SolverFailure
from edgematch.search import Control
from edgematch.solvers.backends._external_program import run_program
from edgematch.solvers.backends._sat_engines import Reply, SatEngine

KNOWN = ("kissat", "cadical", "cryptominisat5", "glucose", "minisat", "clasp", "picosat", "lingeling")
WRITES_A_FILE = ("minisat", "glucose")
"""Programs that write their model to a second file instead of printing it."""
AUTO = "auto"


def find_program(name: str) -> str | None:
    """The program to run: the one named, or the first known one for `auto`; None where it is not installed."""
    names = KNOWN if name == AUTO else (name,) if name else ()
    return next(filter(shutil.which, names), None)


def missing_program(name: str) -> str | None:
    """None, or what to install."""
    if find_program(name):
        return None
    if name == AUTO:
        return f"no SAT solver found on the PATH (looked for {', '.join(KNOWN)}); for example: apt install cadical"
    return f"{name} is not on the PATH"


@contextmanager
def program_engine(program: str, *, variables: int, control: Control) -> Iterator[SatEngine]:
    """A program, with its files in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="edgematch-") as folder:
        yield _Program(program, Path(folder), variables=variables, control=control)


class _Program:
    """Writes the formula, runs the program, reads its model."""

    def __init__(self, program: str, folder: Path, *, variables: int, control: Control) -> None:
        self.program, self.folder, self.variables, self.control = program, folder, variables, control
        self.texts: list[str] = []
        self.clauses = self.runs = 0

    def load(self, chunk: Chunk) -> None:
        """Add clauses for good."""
        self.texts.append((" ".join(map(str, chunk.tolist())) + "\n").replace(" 0 ", " 0\n") if len(chunk) else "")
        self.clauses += int((chunk == 0).sum())

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:  # noqa: ARG002 - a run has no budget
        """Run the program; the assumptions are unit clauses."""
        formula, result = self.folder / "formula.cnf", self.folder / "model"
        with formula.open("w", encoding="ascii") as file:
            file.write(f"p cnf {self.variables} {self.clauses + len(assumptions)}\n")
            file.writelines(self.texts)
            file.writelines(f"{literal} 0\n" for literal in assumptions)
        writes = Path(self.program).name in WRITES_A_FILE
        text = run_program([self.program, str(formula), *([str(result)] if writes else [])], self.control)
        self.runs += 1
        model = self._read(result.read_text(encoding="ascii") if writes else text)
        return Reply(bool(model), model, self.runs, {"runs": self.runs})

    def proof(self) -> list[str]:
        """Programs write no proof here."""
        return []

    def _read(self, text: str) -> list[int]:
        """The literals of the model that a program printed; none when it found the formula unsatisfiable."""
        lines = text.splitlines()
        if any(line.strip() in ("s UNSATISFIABLE", "UNSAT", "UNSATISFIABLE") for line in lines):
            return []
        rows = [line[1:] for line in lines if line.startswith("v ")] or [x for x in lines if x[:1] in "-123456789"]
        literals = [int(word) for row in rows for word in row.split() if word != "0"]
        if not literals:
            raise SolverFailure(f"{self.program} printed neither a model nor UNSATISFIABLE: {text[-200:]!r}")
        return literals
