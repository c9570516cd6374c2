"""Any SAT solver on the PATH that reads DIMACS: kissat, cadical, minisat, glucose, cryptominisat5, clasp ...

`sat-external` takes the first of them it finds; `sat-external?program=kissat` names one. The formula is written to a temporary
file and the program is run once for each answer, so it is for existence and refutation rather than for listing. Use it to
try a solver that no Python package ships. A node is one run of the program.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from edgematch.encodings.cardinality import MANYS, ONES
from edgematch.encodings.sat import ENCODINGS, SatModel, SatOptions, encode
from edgematch.errors import SolverFailure
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, Stopped, run_interruptible, unless_stopped
from edgematch.solvers.backends._external_program import run_program

KNOWN = ("kissat", "cadical", "cryptominisat5", "glucose", "minisat", "clasp", "picosat", "lingeling")
WRITES_A_FILE = ("minisat", "glucose")
"""Programs that write their model to a second file instead of printing it."""


class SatExternal(BackEnd):
    """Writes a formula, runs a program, reads its model."""

    can = Can.PROVE | Can.COUNT

    @dataclass(frozen=True)
    class Options:
        """Which program, and how the puzzle is put into clauses."""

        program: str = option("", "a program on the PATH or a path; the first known one when empty")
        encoding: str = option("primal-dual", "what the variables say", choices=ENCODINGS)
        pd3: bool = option(True, "also write the redundant counts of each color")
        one: str = option("ladder", "how exactly-one is written", choices=ONES)
        many: str = option("seqcounter", "how exactly-k is written", choices=MANYS)

    def missing_dependency(self) -> str | None:
        """Name programs to install when none is there."""
        if any(map(shutil.which, KNOWN)):
            return None
        return f"no SAT solver found on the PATH (looked for {', '.join(KNOWN)}); for example: apt install cadical"

    def unsupported_reason(self, task: Task) -> str | None:
        """The program must be there; colors alone cannot tell pieces apart."""
        puzzle = task.puzzle
        if self.options.program and not shutil.which(self.options.program):
            return f"{self.options.program} is not on the PATH"
        if self.options.encoding == "dual" and task.goal.labelled:
            is_blind = puzzle.has_duplicates or puzzle.has_symmetric_pieces
            return "the dual encoding cannot tell identical pieces apart" if is_blind else None
        return None

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Write the clauses once; the head, roots and answers ruled out are written anew each time."""
        o = self.options
        program = o.program or next(filter(shutil.which, KNOWN))
        how = SatOptions(o.encoding, o.one, o.many, o.pd3)
        model = run_interruptible(control, lambda: encode(task.puzzle, how, labelled=task.goal.labelled), lambda: None)
        with tempfile.TemporaryDirectory(prefix="edgematch-") as folder:
            chunks = unless_stopped(model.cnf.chunks(), control)
            bodies = [" ".join(map(str, chunk.tolist())) for chunk in chunks]
            yield _Dialogue(program, Path(folder), model, bodies, control).explore


class _Dialogue:
    """Runs the program for one answer after the other."""

    def __init__(self, program: str, folder: Path, model: SatModel, bodies: list[str], control: Control) -> None:
        self.program, self.folder, self.model, self.bodies, self.control = program, folder, model, bodies, control
        self.clauses = model.cnf.size().clauses
        self.blocked: list[list[int]] = []

    def explore(self, root: Board, report: Report) -> bool:
        """Report the answers below a root."""
        units = [[literal] for literal in self.model.assumptions(root)]
        while self.control.node():
            literals = self.run([*units, *self.blocked])
            if not literals:
                return True
            board = self.model.decode(literals)
            self.blocked.append(self.model.block(board))
            if not report(board):
                return False
        raise Stopped

    def run(self, further: list[list[int]]) -> list[int]:
        """A model, empty when there is none."""
        formula, result = self.folder / "formula.cnf", self.folder / "model"
        with formula.open("w", encoding="ascii") as file:
            file.write(f"p cnf {self.model.cnf.variables} {self.clauses + len(further)}\n")
            file.writelines(body.replace(" 0 ", " 0\n") + "\n" for body in self.bodies)
            file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in further)
        writes = Path(self.program).name in WRITES_A_FILE
        text = run_program([self.program, str(formula), *([str(result)] if writes else [])], self.control)
        return self.read(result.read_text(encoding="ascii") if writes else text)

    def read(self, text: str) -> list[int]:
        """The literals of a model from what the program said."""
        lines = text.splitlines()
        if any(line.strip() in ("s UNSATISFIABLE", "UNSAT", "UNSATISFIABLE") for line in lines):
            return []
        rows = [line[1:] for line in lines if line.startswith("v ")] or [x for x in lines if x[:1] in "-123456789"]
        literals = [int(word) for row in rows for word in row.split() if word != "0"]
        if not literals:
            raise SolverFailure(f"{self.program} gave neither a model nor a refutation: {text[-200:]!r}")
        return literals
