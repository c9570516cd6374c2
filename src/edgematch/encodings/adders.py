"""Counting in clauses by adder networks, as MiniSat+ does (Een and Sorensson 2006, section 5.3).

The literals are added up in binary. Three bits of the same weight go through a full adder, which leaves one bit of
that weight and one of twice the weight; two bits go through a half adder. When one bit of each weight is left, these
bits are the number of true literals, and comparing it with a bound is a matter of a few clauses. The network has
fewer than one adder per literal, so it is much smaller than a sorting network or a sequential counter, but unit
propagation through it is weaker: it may not notice that a bound is reached before the literals that decide it are
assigned.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator, Sequence

Clause = list[int]


class AdderNetwork:
    """The clauses that add up literals; `bits` are the variables of the sum, the least significant first."""

    def __init__(self, literals: Sequence[int], new: Callable[[], int]) -> None:
        self.clauses: list[Clause] = []
        self.bits: list[int] = []
        self._new = new
        column = deque(literals)
        while column:
            carries: deque[int] = deque()
            while len(column) > 1:
                terms = [column.popleft() for _ in range(min(3, len(column)))]
                column.append(self._output(terms, lambda values: sum(values) % 2 == 1))
                carries.append(self._output(terms, lambda values: sum(values) >= 2))
            self.bits.append(column[0])
            column = carries

    def equals(self, bound: int) -> list[Clause]:
        """The clauses of the network, and those that fix its sum."""
        fixed = [[bit if bound >> weight & 1 else -bit] for weight, bit in enumerate(self.bits)]
        return self.clauses + fixed

    def at_most(self, bound: int) -> list[Clause]:
        """The clauses of the network, and those that compare its sum with a bound from above.

        The sum is greater when it has a bit that the bound lacks while no higher bit of the bound is missing.
        """
        ones = [bit for weight, bit in enumerate(self.bits) if bound >> weight & 1]
        compared = []
        for weight, bit in enumerate(self.bits):
            if not bound >> weight & 1:
                higher = [other for w, other in enumerate(self.bits) if w > weight and other in ones]
                compared.append([-bit, *(-other for other in higher)])
        return self.clauses + compared

    def _output(self, terms: list[int], function: Callable[[Sequence[bool]], bool]) -> int:
        """A new variable that equals a function of two or three literals, by its prime implicants."""
        variable = self._new()
        for values, result in _implicants(len(terms), function):
            given = [-term if value else term for term, value in zip(terms, values, strict=True) if value is not None]
            self.clauses.append([*given, variable if result else -variable])
        return variable


def _implicants(
    count: int, function: Callable[[Sequence[bool]], bool]
) -> Iterator[tuple[tuple[bool | None, ...], bool]]:
    """The shortest partial assignments that decide a function, each with the value it gives."""
    deciding: list[tuple[tuple[bool | None, ...], bool]] = []
    for partial in sorted(itertools.product((None, True, False), repeat=count), key=lambda p: -p.count(None)):
        choices = ((True, False) if value is None else (value,) for value in partial)
        results = {function(values) for values in itertools.product(*choices)}
        is_new = not any(_extends(partial, shorter) for shorter, _ in deciding)
        if len(results) == 1 and is_new:
            deciding.append((partial, results.pop()))
    yield from deciding


def _extends(partial: tuple[bool | None, ...], shorter: tuple[bool | None, ...]) -> bool:
    return all(b is None or a == b for a, b in zip(partial, shorter, strict=True))
