"""The engines of python-sat behind one interface, in this process or in one of their own.

Engines that can be interrupted run in a thread here. The others (CaDiCaL, Lingeling, Kissat) hold Python's lock while
they search, so they run in a process that can be ended, which takes a fifth of a second to start.

`phase` asks an engine to try a placement as true whenever it decides on one. Engines differ in what they make of
it. Some keep the phase for the whole search, as Minisat did for Ansótegui et al.: these are in `KEEPS_PHASES`. In the
others it is only the first saved value of a variable; the first propagation sets nearly all placements to false,
and phase saving then forgets what was asked for. There the option would do nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from edgematch.encodings.cnf import Chunk, split
from edgematch.search import Control
from edgematch.solvers.backends._backend import run_interruptible
from edgematch.solvers.backends._subprocess import Remote

UNINTERRUPTIBLE = ("cadical103", "cadical153", "cadical195", "cadical300", "lingeling", "kissat404")
"""Engines that cannot be interrupted from another thread."""
ONE_SHOT = ("kissat404",)
"""Engines that take no assumptions and solve once."""
NO_BUDGET = ("lingeling",)
KEEPS_PHASES = ("cadical153", "cadical195", "cadical300", "ergo", "lingeling", "minisat-gh", "minisat-ep")
"""Engines that keep a phase for the whole search (`tests/unit/solvers/test_sat.py` watches them do so)."""
NO_PROOF = ("maplesat", "mergesat3", "minicard", "minisat22", "minisat-gh", "minisat-ep", "kissat404", "ergo")
"""Engines without proofs; those of maplesat leave steps out, which the checker notices."""


class Reply(NamedTuple):
    """What an engine says to one question."""

    answer: bool | None
    """Whether there is a model; None: not known within the budget."""
    model: list[int]
    nodes: int
    """Nodes so far, over all questions."""
    details: dict[str, int]


class SatEngine(Protocol):
    """What the solver needs of an engine."""

    def load(self, chunk: Chunk) -> None:
        """Add clauses for good."""

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:
        """Look for a model under assumptions, within a budget of conflicts (-1: none)."""

    def proof(self) -> list[str]:
        """The steps of the proof, after the formula was refuted."""


class Engine:
    """An engine of python-sat with its clauses."""

    def __init__(self, name: str, phases: int, proof: bool) -> None:  # noqa: FBT001 - pickled, so by position
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
        """A model under assumptions, or that there is none (False), or that the budget is spent (None)."""
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
        counted = {} if self.name in ONE_SHOT else dict(solver.accum_stats() or {})
        return Reply(answer, (solver.get_model() or []) if answer else [], counted.get("decisions", 0), counted)

    def proof(self) -> list[str]:
        """The steps of the proof, after the formula was refuted."""
        return list(self.solver.get_proof() or [])

    def _make(self) -> Any:
        from pysat.solvers import Solver as PySat

        solver = PySat(name=self.name, **({"with_proof": True} if self.with_proof else {}))
        if self.phases:
            solver.set_phases(list(range(1, self.phases + 1)))
        return solver


class _LocalEngine:
    """An engine in this process, interrupted when the search is stopped."""

    def __init__(self, engine: Engine, control: Control) -> None:
        self.engine, self.control = engine, control
        self.load, self.proof = engine.load, engine.proof

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:
        engine = self.engine
        reply = run_interruptible(self.control, lambda: engine.solve(assumptions, conflicts), engine.solver.interrupt)
        engine.solver.clear_interrupt()
        return reply


class _RemoteEngine:
    """An engine in another process, which is ended when the search is stopped."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote

    def load(self, chunk: Chunk) -> None:
        self.remote.call("load", chunk)

    def solve(self, assumptions: list[int], conflicts: int) -> Reply:
        return Reply(*self.remote.call("solve", assumptions, conflicts))

    def proof(self) -> list[str]:
        return [str(step) for step in self.remote.call("proof")]


@contextmanager
def library_engine(name: str, *, phases: int, proof: bool, control: Control) -> Iterator[SatEngine]:
    """An engine of python-sat; the first `phases` variables are tried as true."""
    if name not in UNINTERRUPTIBLE:
        yield _LocalEngine(Engine(name, phases, proof), control)
        return
    with Remote("edgematch.solvers.backends._sat_engines:Engine", name, phases, proof, control=control) as remote:
        yield _RemoteEngine(remote)
