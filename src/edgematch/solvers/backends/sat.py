"""Conflict-driven SAT solvers, all that python-sat ships, over the encodings of Ansotegui et al. (2008).

`sat` takes Glucose 4, which did best of three in a short trial on 6x6 puzzles; `sat:cadical195`, `sat:glucose4` ... name one. Use it to find a solution of, or to
refute, a puzzle near the phase transition up to 8x8 or so, and as an independent check of other provers; for counting
many solutions it is slow, since each costs a clause. `encoding` chooses primal, primal-dual (the paper's best) or dual, `pd3` the
redundant color counts, `one` and `many` how counting is written, `phase=true` sets every placement first to true as the
paper did with Minisat. `proof=FILE` writes FILE.cnf and FILE.drat when the puzzle has no solution below the root.

A node is a decision of the engine. A limit on nodes is looked at every few hundred conflicts. Engines that listen to no
interruption (cadical, lingeling, kissat) run in a process of their own, which takes a fifth of a second to start.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from edgematch.encodings.cardinality import MANYS, ONES
from edgematch.encodings.cnf import Chunk, join, split
from edgematch.encodings.proof import check_proof, write_proof
from edgematch.encodings.sat import ENCODINGS, SatModel, SatOptions, encode
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Task
from edgematch.solvers.backends._backend import (
    BackEnd,
    Explore,
    Report,
    Stopped,
    run_interruptible,
    set_nodes,
    unless_stopped,
)
from edgematch.solvers.backends._subprocess import Remote

REMEDY = "python-sat is not installed: pip install 'edgematch[sat]'"
DEFAULT_ENGINE = "glucose4"
UNINTERRUPTIBLE = ("cadical103", "cadical153", "cadical195", "cadical300", "lingeling", "kissat404")
"""Engines that cannot be interrupted from another thread."""
ONE_SHOT = ("kissat404",)
NO_BUDGET = ("lingeling",)
NO_PHASES = (*ONE_SHOT, *NO_BUDGET, "cadical103")
NO_PROOF = ("maplesat", "mergesat3", "minicard", "minisat22", "minisat-gh", "minisat-ep", "kissat404", "ergo")
"""Engines without proofs; those of maplesat leave steps out, which the checker notices."""
SLICE_CONFLICTS = 500
"""How many conflicts pass between two looks at a limit on nodes."""

Reply: TypeAlias = tuple[bool | None, list[int], dict[str, int]]
"""Whether there is a model (None: not known within the budget), the model, and what the engine counted."""


class Sat(BackEnd):
    """A SAT engine of python-sat, asked for one model after the other under the assumption of a root."""

    can = Can.PROVE | Can.COUNT
    variants = (
        "cadical103", "cadical153", "cadical195", "cadical300", "ergo", "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42",
        "kissat404", "lingeling", "maplechrono", "maplecm", "maplesat", "mergesat3", "minicard", "minisat22", "minisat-gh", "minisat-ep",
    )  # fmt: skip

    @dataclass(frozen=True)
    class Options:
        """How the puzzle is put into clauses, and what the engine is told."""

        encoding: str = option("primal-dual", "what the variables say", choices=ENCODINGS)
        pd3: bool = option(True, "also write the redundant counts of each color")
        one: str = option("ladder", "how exactly-one is written", choices=ONES)
        many: str = option("seqcounter", "how exactly-k is written", choices=MANYS)
        phase: bool = option(False, "try placements as true first")
        proof: str = option(
            "", "write a proof of unsatisfiability to this path (.cnf and .drat are added) and check it"
        )

    def missing_dependency(self) -> str | None:
        """Name the extra when python-sat is not there."""
        return None if importlib.util.find_spec("pysat") else REMEDY

    @property
    def engine(self) -> str:
        """The engine in use."""
        return self.variant or DEFAULT_ENGINE

    def unsupported_reason(self, task: Task) -> str | None:
        """Colors alone cannot tell pieces apart; some engines write no proof."""
        puzzle, options = task.puzzle, self.options
        if options.encoding == "dual" and task.goal.labelled and (puzzle.has_duplicates or puzzle.has_symmetric_pieces):
            return "the dual encoding cannot tell identical pieces apart"
        if options.proof and self.engine in NO_PROOF:
            return f"engine {self.engine} writes no proofs; glucose4, cadical195 and lingeling do"
        if options.proof and len(task.roots) > 1:
            return "a proof is about one root"
        return None

    @contextmanager
    def session(self, task: Task, control: Control) -> Iterator[Explore]:
        """Encode the puzzle once; roots are assumptions (clauses, when a proof is wanted)."""
        o = self.options
        how = SatOptions(o.encoding, o.one, o.many, o.pd3)
        model = run_interruptible(control, lambda: encode(task.puzzle, how, labelled=task.goal.labelled), lambda: None)
        with self._engine(model, control) as engine:
            for chunk in unless_stopped(model.cnf.chunks(), control):
                engine.load(chunk)
            dialogue = _Dialogue(engine, model, control)
            if o.proof:
                engine.load(join([literal] for literal in model.assumptions(task.roots[0])))
            yield dialogue.explore
            if o.proof and dialogue.is_refuted:
                self._keep_proof(model, task.roots[0], engine.proof(), control)

    @contextmanager
    def _engine(self, model: SatModel, control: Control) -> Iterator[_EngineApi]:
        """The engine, in this process when it can be interrupted, else in one of its own."""
        is_told = self.options.phase and self.options.encoding != "dual"
        arguments = (self.engine, len(model.choices) if is_told else 0, bool(self.options.proof))
        if self.engine not in UNINTERRUPTIBLE:
            yield _LocalEngine(Engine(*arguments), control)
            return
        with Remote("edgematch.solvers.backends.sat:Engine", *arguments, control=control) as remote:
            yield _RemoteEngine(remote)

    def _keep_proof(self, model: SatModel, root: Board, steps: list[str], control: Control) -> None:
        path = Path(self.options.proof)
        clauses = [*model.cnf.clauses(), *([literal] for literal in model.assumptions(root))]
        write_proof(path, clauses, steps)
        verdict = check_proof(clauses, steps, is_stopped=lambda: control.is_stopped)
        control.details["proof"] = verdict
        control.note(f"proof of {len(steps)} steps written to {path}.drat; checked: {verdict}")


class _Dialogue:
    """Asks an engine for one answer after the other."""

    def __init__(self, engine: _EngineApi, model: SatModel, control: Control) -> None:
        self.engine, self.model, self.control = engine, model, control
        self.is_refuted = False

    def explore(self, root: Board, report: Report) -> bool:
        """Report the answers below a root, each ruled out once it is known."""
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
            budget = -1 if left is None else min(left, SLICE_CONFLICTS)
            answer, literals, stats = self.engine.solve(assumptions, budget)
            self.control.details.update(stats)
            set_nodes(self.control, stats.get("decisions", 0))
            if answer is not None:
                return literals
        raise Stopped


class Engine:
    """An engine of python-sat with its clauses; kissat, which takes no assumptions, is made anew each time."""

    def __init__(self, name: str, phases: int, proof: bool) -> None:  # noqa: FBT001 - called from afar, by place
        self.name, self.phases, self.with_proof = name, phases, proof
        self.clauses: list[list[int]] = []
        self.solver = self._make()

    def load(self, chunk: Chunk) -> None:
        """Add clauses for good."""
        clauses = list(split(chunk))
        if self.name in ONE_SHOT:
            self.clauses += clauses
        else:
            self.solver.append_formula(clauses)

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:
        """A model under assumptions, or the news that there is none (False) or that the budget is spent (None)."""
        solver = self.solver
        if self.name in ONE_SHOT:
            solver = self._make()
            solver.append_formula([*self.clauses, *([literal] for literal in assumptions)])
            answer = solver.solve()
        elif self.name in NO_BUDGET:
            answer = solver.solve(assumptions=assumptions)
        else:
            solver.conf_budget(conflicts)
            answer = solver.solve_limited(assumptions=assumptions, expect_interrupt=self.name not in UNINTERRUPTIBLE)
        stats = {} if self.name in ONE_SHOT else dict(solver.accum_stats() or {})
        return answer, (solver.get_model() or []) if answer else [], stats

    def proof(self) -> list[str]:
        """The steps of the proof, after the formula was refuted."""
        return list(self.solver.get_proof() or [])

    def _make(self) -> Any:
        from pysat.solvers import Solver as PySat

        solver = PySat(name=self.name, **({"with_proof": True} if self.with_proof else {}))
        if self.phases and self.name not in NO_PHASES:
            solver.set_phases(list(range(1, self.phases + 1)))
        return solver


class _EngineApi(Protocol):
    """What a dialogue needs of an engine, near or far."""

    def load(self, chunk: Chunk) -> None: ...
    def solve(self, assumptions: list[int], conflicts: int) -> Reply: ...
    def proof(self) -> list[str]: ...


class _LocalEngine:
    """An engine in this process, interrupted by a thread that watches."""

    def __init__(self, engine: Engine, control: Control) -> None:
        self.engine, self.control = engine, control
        self.load, self.proof = engine.load, engine.proof

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:
        engine = self.engine
        reply = run_interruptible(self.control, lambda: engine.solve(assumptions, conflicts), engine.solver.interrupt)
        engine.solver.clear_interrupt()
        return reply


class _RemoteEngine:
    """An engine in another process, which is ended when the search is."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote

    def load(self, chunk: Chunk) -> None:
        self.remote.call("load", chunk)

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:
        answer, literals, stats = self.remote.call("solve", assumptions, conflicts)
        return answer, literals, stats

    def proof(self) -> list[str]:
        return [str(step) for step in self.remote.call("proof")]
