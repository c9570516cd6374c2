"""Conflict-driven SAT solvers over the encodings of Ansótegui et al. (2008): those of python-sat, or any program.

`sat` takes Glucose 4; `sat:cadical195`, `sat:minisat-gh` and so on name another engine of python-sat, and
`program=kissat` any program on the PATH that reads DIMACS (`program=auto`, also called `sat-external`: the first
known one). Use it to find a solution of, or to refute, a puzzle near the phase transition up to 8x8 or so, and as an
independent check of other provers. For counting many solutions it is slow, because each costs a clause, and with a
program also a run.

`encoding` chooses primal, primal-dual (the paper's best) or dual; `pd3` adds redundant color counts; `one` and `many`
choose how counts are written. `phase=true` tries every placement as true, as the paper did with Minisat. It takes an
engine that keeps phases for the whole search: minisat-gh unless another one is named. `preprocess=true` eliminates
variables and subsumed clauses first, the role of SatELite in the paper; the details of the outcome give the sizes
before and after. `proof=FILE` writes FILE.cnf and FILE.drat when the puzzle has no solution below the root.

A node is a decision of the engine, or a run of the program. A limit on nodes is checked every few hundred conflicts.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from edgematch.encodings.cnf import join
from edgematch.encodings.proof import check_proof, write_proof
from edgematch.encodings.sat import SatModel
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import BackEnd, Explore, Report, Stopped, set_nodes, unless_stopped
from edgematch.solvers.backends._formula import FormulaOptions, simplified, unlabelled_reason, write_formula
from edgematch.solvers.backends._sat_engines import KEEPS_PHASES, NO_PROOF, SatEngine, library_engine
from edgematch.solvers.backends._sat_program import find_program, missing_program, program_engine

REMEDY = "python-sat is not installed: pip install 'edgematch[sat]'"
DEFAULT_ENGINE = "glucose4"
PHASE_ENGINE = "minisat-gh"
"""The default engine where phases are to be kept: a Minisat, as in the paper."""
SLICE_CONFLICTS = 500
"""How many conflicts pass between two checks of a limit on nodes."""


@dataclass(frozen=True)
class Options(FormulaOptions):
    """How the puzzle is written as clauses, and who solves them."""

    program: str = option("", "a program on the PATH, or `auto` for the first known one; empty: python-sat")
    phase: bool = option(False, "try placements as true first, in engines that keep phases")
    preprocess: bool = option(False, "eliminate variables and subsumed clauses before solving")
    proof: str = option("", "write a proof of unsatisfiability to this path (.cnf and .drat are added) and check it")


class Sat(BackEnd):
    """A SAT engine, asked for one model after the other under the assumption of a root."""

    can = Can.PROVE | Can.COUNT
    Options = Options
    variants = (
        "cadical103", "cadical153", "cadical195", "cadical300", "ergo", "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42",
        "kissat404", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard", "minisat22", "minisat-gh", "minisat-ep",
    )  # fmt: skip

    def missing_dependency(self) -> str | None:
        """Name the extra, or the program, that is not installed; a program needs python-sat only for preprocessing."""
        options = self.options
        if options.program and (missing := missing_program(options.program)):
            return missing
        needs_library = not options.program or options.preprocess
        return REMEDY if needs_library and importlib.util.find_spec("pysat") is None else None

    @property
    def engine(self) -> str:
        """The engine of python-sat in use."""
        return self.variant or (PHASE_ENGINE if self.options.phase else DEFAULT_ENGINE)

    def unsupported_reason(self, task: Task) -> str | None:
        """Options that the engine would ignore are refused."""
        options = self.options
        if options.program and (self.variant or options.phase or options.proof):
            return "a variant, phase and proof are for the engines of python-sat, not for a program"
        if options.phase and self.engine not in KEEPS_PHASES:
            return f"engine {self.engine} forgets phases, so phase=true would do nothing; {' '.join(KEEPS_PHASES)} keep them"
        if options.phase and options.encoding == "dual":
            return "the dual encoding has no variables of placements, so phase=true would do nothing"
        return unlabelled_reason(options, task) or self._proof_reason(task)

    def _proof_reason(self, task: Task) -> str | None:
        if not self.options.proof:
            return None
        if self.engine in NO_PROOF:
            return f"engine {self.engine} writes no proofs; glucose4, cadical195 and lingeling do"
        if len(task.roots) > 1:
            return "a proof is about one root"
        return "a proof is about the formula as written: leave preprocess out" if self.options.preprocess else None

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Encode the puzzle once; roots are assumptions (clauses, when a proof is wanted)."""
        model = write_formula(self.options, task, control)
        chunks = simplified(model, task, control) if self.options.preprocess else model.cnf.chunks()
        with self._engine(model, control) as engine:
            for chunk in unless_stopped(chunks, control):
                engine.load(chunk)
            search = _Search(engine, model, control)
            if self.options.proof:
                engine.load(join([literal] for literal in model.assumptions(task.roots[0])))
            yield search.explore
            if self.options.proof and search.is_refuted:
                self._keep_proof(model, task.roots[0], engine.proof(), control)

    def _engine(self, model: SatModel, control: Control) -> AbstractContextManager[SatEngine]:
        options = self.options
        if program := find_program(options.program):
            return program_engine(program, variables=model.cnf.variables, control=control)
        phases = len(model.choices) if options.phase else 0
        return library_engine(self.engine, phases=phases, proof=bool(options.proof), control=control)

    def _keep_proof(self, model: SatModel, root: Board, steps: list[str], control: Control) -> None:
        path = Path(self.options.proof)
        clauses = [*model.cnf.clauses(), *([literal] for literal in model.assumptions(root))]
        write_proof(path, clauses, steps)
        verdict = check_proof(clauses, steps, is_stopped=lambda: control.is_stopped)
        control.details["proof"] = verdict
        control.note(f"proof of {len(steps)} steps written to {path}.drat; checked: {verdict}")


class _Search:
    """Asks an engine for one answer after the other."""

    def __init__(self, engine: SatEngine, model: SatModel, control: Control) -> None:
        self.engine, self.model, self.control = engine, model, control
        self.is_refuted = False

    def explore(self, root: Board, report: Report) -> bool:
        """Report the answers below a root, each ruled out by a clause once it is known."""
        assumptions, found = self.model.assumptions(root), 0
        while literals := self.ask(assumptions):
            board, found = self.model.decode(literals), found + 1
            self.engine.load(join([self.model.block(board)]))
            if not report(board):
                return False
        self.is_refuted = not found
        return True

    def ask(self, assumptions: list[int]) -> list[int]:
        """A model, empty when there is none."""
        while not self.control.is_stopped:
            left = self.control.nodes_left
            reply = self.engine.solve(assumptions, -1 if left is None else min(left, SLICE_CONFLICTS))
            self.control.details.update(reply.details)
            set_nodes(self.control, reply.nodes)
            if reply.answer is not None:
                return reply.model
        raise Stopped
