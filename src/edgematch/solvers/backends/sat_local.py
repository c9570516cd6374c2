"""Native local search over our own clauses: probSAT (Balint and Schoening 2012), the row of Ansotegui et al., section 5.3.

Use it to see for yourself that local search on formulas is no match for the complete solvers on edge matching: a 5x5 puzzle
is within its reach, a 6x6 is not. It proves nothing, except what unit propagation alone refutes. `base` is
the weight by which a flip that breaks a clause is avoided, `restart` the flips before starting anew. A node is a flip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgematch.encodings.cardinality import MANYS, ONES
from edgematch.encodings.cnf import Chunk, join
from edgematch.encodings.sat import ENCODINGS, SatModel, SatOptions, encode
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, SharedCounter, Solver, Task
from edgematch.solvers.backends._backend import Stopped, run_interruptible, unless_stopped

MOST_PAIRS = 60_000_000


class SatLocal(Solver):
    """Takes turns at the roots, each with its own seed, until one gives."""

    can = Can.NOTHING
    prompt_seconds = 1.0

    @dataclass(frozen=True)
    class Options:
        """How the walk chooses, and how the puzzle is put into clauses."""

        base: float = option(3.0, "weight against each clause that a flip breaks", low=1.0, high=100.0)
        restart: int = option(1_000_000, "flips before a root is begun anew", low=1)
        encoding: str = option("primal-dual", "what the variables say", choices=ENCODINGS)
        pd3: bool = option(False, "also write the redundant counts of each color")
        one: str = option("pairwise", "how exactly-one is written", choices=ONES)
        many: str = option("seqcounter", "how exactly-k is written", choices=MANYS)

    def unsupported_reason(self, task: Task) -> str | None:
        """Pairs of choices are quadratically many."""
        rivals = np.bincount(np.nonzero(task.puzzle.fits)[0], minlength=1).astype(np.int64)
        pairs = 2 * int((rivals**2).sum())
        if self.options.one == "pairwise" and pairs > MOST_PAIRS:
            return f"exactly-one by pairs would take {pairs:,} literals; give one=ladder"
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Walk from one root after the other, again and again; all of them remain but those refuted."""
        o = self.options
        how = SatOptions(o.encoding, o.one, o.many, o.pd3)
        try:
            model = run_interruptible(
                control, lambda: encode(task.puzzle, how, labelled=task.goal.labelled), lambda: None
            )
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
        from edgematch import _core

        left = control.nodes_left
        before = int(control.shared[SharedCounter.NODES])
        flips = self.options.restart if left is None else min(left, self.options.restart)
        result = _core.walk(
            np.concatenate([clauses, join([literal] for literal in model.assumptions(root))]),
            model.cnf.variables,
            base=self.options.base,
            restart=0,
            flip_limit=flips,
            seed=seed % 2**64,
            shared=control.shared,
            window=control.window,
        )
        control.shared[SharedCounter.NODES] = before + result.flips
        control.details["fewest_unsatisfied"] = min(control.details.get("fewest_unsatisfied", 1 << 60), result.fewest)
        return result
