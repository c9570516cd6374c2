"""Proofs that a formula has no model: written as DRAT, and checked by a checker that shares no code with any solver.

Every clause that a conflict-driven solver learns follows by unit propagation: assume its negation, propagate, and a
clause becomes empty. The checker does that for each step, forwards, with two watched literals per clause; it accepts
when the empty clause follows. It does not accept resolution asymmetric tautologies, because none of the engines used
here makes them. It is plain Python, meant for the proofs of small puzzles; for large ones use `drat-trim FILE.cnf
FILE.drat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from edgematch.files import replacing

LOOK_EVERY = 256


def write_proof(path: Path, clauses: list[list[int]], steps: Iterable[str]) -> None:
    """Write the formula to PATH.cnf and the steps to PATH.drat."""
    top = max((abs(x) for clause in clauses for x in clause), default=0)
    with replacing(Path(f"{path}.cnf")) as file:
        file.write(f"p cnf {top} {len(clauses)}\n".encode())
        file.writelines(f"{' '.join(map(str, clause))} 0\n".encode() for clause in clauses)
    with replacing(Path(f"{path}.drat")) as file:
        file.writelines(f"{step.strip()}\n".encode() for step in steps)


def check_proof(
    clauses: list[list[int]], steps: Iterable[str], *, is_stopped: Callable[[], bool] = lambda: False
) -> bool | None:
    """Whether the steps prove that the clauses have no model; None when stopped before that is known."""
    checker = _Checker()
    for clause in clauses:
        checker.add(clause)
    for number, step in enumerate(steps):
        if checker.is_refuted:
            return True
        if number % LOOK_EVERY == 0 and is_stopped():
            return None
        words = step.split()
        literals = [int(word) for word in words if word not in ("d", "0")]
        if words[:1] == ["d"]:
            checker.delete(literals)
        elif checker.follows(literals):
            checker.add(literals)
        else:
            return False
    return checker.is_refuted


class _Checker:
    """Clauses with two watched literals each, and the literals that follow from them for good."""

    def __init__(self) -> None:
        self.is_refuted = False
        self.watches: dict[int, list[list[int]]] = {}
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.where: dict[tuple[int, ...], list[list[int]]] = {}

    def add(self, literals: list[int]) -> None:
        """Add a clause and what follows from it."""
        clause = sorted(set(literals), key=lambda x: (-x in self.true, abs(x)))
        if any(-x in clause for x in clause):
            return
        if len(clause) > 1:
            self.where.setdefault(tuple(sorted(clause)), []).append(clause)
            for x in clause[:2]:
                self.watches.setdefault(x, []).append(clause)
        free = [x for x in clause if -x not in self.true]
        if not free or (len(free) == 1 and not self.propagate(free)):
            self.is_refuted = True

    def delete(self, literals: list[int]) -> None:
        """Forget a clause, unless it is the reason of something that holds for good."""
        same = self.where.get(tuple(sorted(set(literals))))
        if same and not any(x in self.true for x in literals):
            clause = same.pop()
            for x in clause[:2]:
                self.watches[x] = [other for other in self.watches[x] if other is not clause]

    def follows(self, literals: list[int]) -> bool:
        """Whether denying the clause leads to a contradiction by unit propagation."""
        if any(x in self.true for x in literals):
            return True
        mark = len(self.trail)
        fails = not self.propagate([-x for x in literals])
        for x in self.trail[mark:]:
            self.true.discard(x)
        del self.trail[mark:]
        return fails

    def propagate(self, literals: list[int]) -> bool:
        """Make literals true and all that follows; False on a contradiction."""
        position = len(self.trail)
        if not all(self.assign(x) for x in literals):
            return False
        while position < len(self.trail):
            if not self.visit(-self.trail[position]):
                return False
            position += 1
        return True

    def assign(self, literal: int) -> bool:
        """Make one literal true; False when it is false already."""
        if -literal in self.true:
            return False
        if literal not in self.true:
            self.true.add(literal)
            self.trail.append(literal)
        return True

    def visit(self, false: int) -> bool:
        """Look at the clauses that watch a literal now false; False on a contradiction."""
        watching = self.watches.get(false, [])
        kept: list[list[int]] = []
        self.watches[false] = kept
        for number, clause in enumerate(watching):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            other = next((i for i in range(2, len(clause)) if -clause[i] not in self.true), 0)
            if clause[0] not in self.true and other:
                clause[1], clause[other] = clause[other], clause[1]
                self.watches.setdefault(clause[1], []).append(clause)
                continue
            kept.append(clause)
            if not self.assign(clause[0]):
                kept.extend(watching[number + 1 :])
                return False
        return True
