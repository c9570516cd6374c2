"""Counting in clauses: exactly one, exactly k, at most k of some literals.

Exactly one is written here in the two ways that need no further package: `pairwise`, quadratic and without new
variables, and `ladder`, linear: the regular encoding of Ansotegui and Manya, whose new variables say "further on".
All else goes through python-sat, whose names are used: seqcounter, sortnetwrk, cardnetwrk, bitwise, totalizer,
mtotalizer, kmtotalizer.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence

import numpy as np

from edgematch.encodings.cnf import Chunk, Part, join, rows
from edgematch.errors import MissingDependency, OptionError

OWN = ("ladder", "pairwise")
ONES = (*OWN, "seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "totalizer", "mtotalizer", "kmtotalizer")
"""Ways to say that exactly one is true."""
MANYS = ("seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")
"""Ways to say that exactly k are true."""
REMEDY = "counting beyond one needs python-sat: pip install 'edgematch[sat]'"


class Counter:
    """Makes counting constraints and hands out the new variables they need."""

    def __init__(self, top: int, *, one: str = "ladder", many: str = "seqcounter") -> None:
        if one not in ONES or many not in MANYS:
            raise OptionError(
                f"exactly-one is {' or '.join(ONES)}, counting is {' or '.join(MANYS)}, not {one}, {many}"
            )
        self.top, self._one, self._many = top, one, many

    def new(self) -> int:
        """A new variable."""
        self.top += 1
        return self.top

    def exactly(self, name: str, literals: Sequence[int], bound: int) -> Part:
        """Exactly `bound` of the literals are true."""
        if not 0 <= bound <= len(literals):
            return self.never(name)
        if bound == 0 or bound == len(literals):
            units = join([x] if bound else [-x] for x in literals)
            return Part(name, lambda: [units])
        if bound == 1 and self._one in OWN:
            return self._own_one(name, np.array(literals, dtype=np.int32))
        return self._through_library(name, "equals", literals, bound)

    def at_most(self, name: str, literals: Sequence[int], bound: int) -> Part:
        """At most `bound` of the literals are true."""
        if bound >= len(literals):
            return Part(name, list)
        if bound == 1 and self._one in OWN:
            # a literal that may take the place of "none of them" turns it into exactly one
            return self._own_one(name, np.array([*literals, self.new()], dtype=np.int32))
        return self._through_library(name, "atmost", literals, bound)

    def never(self, name: str) -> Part:
        """A contradiction."""
        variable = self.new()
        return Part(name, lambda: [join([[variable], [-variable]])])

    def _own_one(self, name: str, literals: Chunk) -> Part:
        if self._one == "pairwise" or len(literals) < 4:
            return Part(name, lambda: pairwise(literals))
        first = self.top + 1
        self.top += len(literals) - 1
        steps = np.arange(first, first + len(literals) - 1, dtype=np.int32)
        return Part(name, lambda: [ladder(literals, steps)])

    def _through_library(self, name: str, how: str, literals: Sequence[int], bound: int) -> Part:
        if importlib.util.find_spec("pysat") is None:
            raise MissingDependency(REMEDY)
        from pysat.card import CardEnc, EncType

        way = self._one if bound == 1 else self._many
        formula = getattr(CardEnc, how)(
            lits=[int(x) for x in literals], bound=bound, top_id=self.top, encoding=getattr(EncType, way)
        )
        self.top = max(self.top, formula.nv)
        chunk = join(formula.clauses)
        return Part(name, lambda: [chunk])


def pairwise(literals: Chunk) -> Iterator[Chunk]:
    """One of them, and no two: chunk by chunk, since there are quadratically many."""
    yield join([literals.tolist()])
    for i in range(len(literals) - 1):
        yield rows(-literals[i + 1 :], int(-literals[i]))


def ladder(literals: Chunk, steps: Chunk) -> Chunk:
    """The regular encoding: step i is true when the one that is true comes after literal i."""
    x, s = literals, steps
    return np.concatenate(
        [
            rows(-s[1:], s[:-1]),
            rows(-x[1:], s),
            rows(-x[:-1], -s),
            rows(x[:1], s[:1]),
            rows(x[1:-1], -s[:-1], s[1:]),
            rows(x[-1:], -s[-1:]),
        ]
    )
