"""A formula made smaller before it is solved: bounded variable elimination and subsumption.

This is the work of SatELite (Een and Biere 2005), which Ansótegui et al. ran before each solver. Here CaDiCaL does
it, by way of python-sat. A variable is eliminated by replacing its clauses with their resolvents, where these are not
more clauses (though they may have more literals). A clause that contains another one is dropped. *Frozen* variables
are kept: those that the answer is read from, and those that later clauses and assumptions mention.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from edgematch.encodings.cnf import Size
from edgematch.errors import MissingDependency

REMEDY = "python-sat is not installed: pip install 'edgematch[sat]'"


class Simplified(NamedTuple):
    """The clauses that are left of a formula, and its sizes before and after."""

    clauses: list[list[int]]
    before: Size
    after: Size


def simplify(clauses: Sequence[list[int]], frozen: Iterable[int] = ()) -> Simplified:
    """Eliminate variables that are not frozen, and drop subsumed clauses."""
    try:
        from pysat.process import Processor
    except ImportError:
        raise MissingDependency(REMEDY) from None
    with Processor(bootstrap_with=clauses) as processor:
        left = processor.process(
            decompose=False, probe=False, probehbr=False, vivify=False, freeze=list(frozen)
        ).clauses
    return Simplified(left, count_sizes(clauses), count_sizes(left))


def count_sizes(clauses: Iterable[Sequence[int]]) -> Size:
    """The number of variables that occur, of clauses, and of literals."""
    variables: set[int] = set()
    lengths = []
    for clause in clauses:
        variables.update(map(abs, clause))
        lengths.append(len(clause))
    return Size(len(variables), len(lengths), sum(lengths))
