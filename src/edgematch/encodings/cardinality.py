"""Counting in clauses: exactly one, exactly k or at most k of some literals.

Three encodings need no further package. Exactly one: `pairwise`, quadratic and without new variables, and `ladder`, the
regular encoding of Ansótegui and Manyà, which is linear. Exactly k: `adder`, the adder networks of MiniSat+. All others
are those of python-sat under its own names.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from edgematch.encodings.adders import AdderNetwork
from edgematch.encodings.cnf import Chunk, Part, join, rows
from edgematch.errors import MissingDependency, OptionError

OWN = ("ladder", "pairwise")
ONES = (*OWN, "seqcounter", "sortnetwrk", "cardnetwrk", "bitwise", "totalizer", "mtotalizer", "kmtotalizer")
"""Encodings of exactly-one."""
MANYS = ("adder", "seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer")
"""Encodings of exactly-k and at-most-k."""
REMEDY = "this encoding of counts needs python-sat: pip install 'edgematch[sat]'"


class Counter:
    """Writes counting constraints and numbers the new variables they need."""

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
            return _part(name, ([x] if bound else [-x] for x in literals))
        if bound == 1 and self._one in OWN:
            return self._own_one(name, np.array(literals, dtype=np.int32))
        if self._many == "adder" and bound != 1:
            return _part(name, AdderNetwork(literals, self.new).equals(bound))
        return self._through_library(name, "equals", literals, bound)

    def at_most(self, name: str, literals: Sequence[int], bound: int) -> Part:
        """At most `bound` of the literals are true."""
        if bound >= len(literals):
            return Part(name, list)
        if bound == 1 and self._one in OWN:
            # A further literal that stands for "none of them" makes it exactly one.
            return self._own_one(name, np.array([*literals, self.new()], dtype=np.int32))
        if self._many == "adder" and bound != 1:
            return _part(name, AdderNetwork(literals, self.new).at_most(bound))
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
        return _part(name, formula.clauses)


def _part(name: str, clauses: Iterable[Sequence[int]]) -> Part:
    chunk = join(clauses)
    return Part(name, lambda: [chunk])


def pairwise(literals: Chunk) -> Iterator[Chunk]:
    """At least one and no two of the literals, in chunks because there are quadratically many pairs."""
    yield join([literals.tolist()])
    for i in range(len(literals) - 1):
        yield rows(-literals[i + 1 :], int(-literals[i]))


def ladder(literals: Chunk, steps: Chunk) -> Chunk:
    """The regular encoding: step i is true when the true literal comes after literal i."""
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
