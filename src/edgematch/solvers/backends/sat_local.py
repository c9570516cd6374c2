"""Local search over clauses: probSAT (Balint and Schoening 2012), for the row of Ansótegui et al., section 5.3.

Use it to check that local search on formulas is no match for complete solvers on edge matching: it solves 5x5
puzzles, but not 6x6 ones. It proves nothing, except what unit propagation alone refutes. `base` is the weight against
flips that break clauses, `restart` the number of flips before a root is started again. A node is a flip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch import native
from edgematch.encodings.cardinality import ONES
from edgematch.encodings.cnf import Chunk, join
from edgematch.encodings.sat import SatModel
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, SharedCounter, Solver, Task
from edgematch.solvers.backends._backend import Stopped, unless_stopped
from edgematch.solvers.backends._formula import FormulaOptions, write_formula

MOST_PAIRS = 60_000_000


class SatLocal(Solver):
    """Searches from the roots in turns, each time with another seed, until one gives an answer."""

    can = Can.NOTHING
    prompt_seconds = 1.0

    @dataclass(frozen=True)
    class Options(FormulaOptions):
        """How flips are chosen, and how the puzzle is written as clauses."""

        base: float = option(3.0, "weight against each clause that a flip breaks", low=1.0, high=100.0)
        restart: int = option(1_000_000, "flips before a root is started again", low=1)
        pd3: bool = option(False, "also write the redundant counts of each color")
        one: str = option("pairwise", "encoding of exactly-one", choices=ONES)

    def unsupported_reason(self, task: Task) -> str | None:
        """Pairwise exactly-one has quadratically many clauses."""
        rivals = np.bincount(np.nonzero(task.puzzle.fits)[0], minlength=1).astype(np.int64)
        pairs = 2 * int((rivals**2).sum())
        if self.options.one == "pairwise" and pairs > MOST_PAIRS:
            return f"exactly-one by pairs would take {pairs:,} literals; give one=ladder"
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Try one root after the other, again and again; all of them remain, except those refuted."""
        try:
            model = write_formula(self.options, task, control)
            clauses = np.concatenate([join([]), *unless_stopped(model.cnf.chunks(), control)])
        except Stopped:
            return task.roots
        roots, seen = list(task.roots), set()
        attempt = 0
        while roots and not control.is_stopped:
            root = roots[attempt % len(roots)]
            result = self._walk(model, clauses, root, seed=task.seed + attempt, control=control)
            attempt += 1
            if result.refuted:
                roots.remove(root)
            elif result.satisfied:
                board = model.decode((np.flatnonzero(result.assignment) + 1).tolist())
                look = model.choices.chosen(board)
                if tuple(look) not in seen and control.found(board):
                    seen.add(tuple(look))
        return roots

    def _walk(self, model: SatModel, clauses: Chunk, root: Board, *, seed: int, control: Control) -> Any:
        left = control.nodes_left
        before = int(control.shared[SharedCounter.NODES])
        flips = self.options.restart if left is None else min(left, self.options.restart)
        literals = np.concatenate([clauses, join([literal] for literal in model.assumptions(root))])
        options = native.ProbsatOptions(
            base=self.options.base, restart=0, flip_limit=flips, seed=native.unsigned_seed(seed)
        )
        result = native.probsat(literals, model.cnf.variables, options, native.control_for(control))
        control.shared[SharedCounter.NODES] = before + result.flips
        control.details["fewest_unsatisfied"] = min(control.details.get("fewest_unsatisfied", 1 << 60), result.fewest)
        return result
