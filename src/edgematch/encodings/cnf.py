"""A formula in conjunctive normal form, made part by part so that it is never in memory as a whole.

Clauses are handled in chunks: arrays of literals in which 0 ends a clause, as in a DIMACS file. A chunk is made by a
few NumPy operations, written as text at once, and dropped. A formula is a list of parts that can be made again and
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Chunk = NDArray[np.int32]
Chunks = Callable[[], Iterable[Chunk]]


class Size(NamedTuple):
    """How large a formula is."""

    variables: int
    clauses: int
    literals: int


@dataclass(frozen=True)
class Part:
    """A named set of clauses, such as P1 of the paper, that can be made as often as needed."""

    name: str
    chunks: Chunks


@dataclass(frozen=True)
class Cnf:
    """Variables 1 to `variables`, and the clauses over them."""

    variables: int
    parts: tuple[Part, ...]

    def chunks(self) -> Iterator[Chunk]:
        """All clauses, part by part."""
        for part in self.parts:
            yield from part.chunks()

    def clauses(self) -> Iterator[list[int]]:
        """All clauses as lists of literals."""
        for chunk in self.chunks():
            yield from split(chunk)

    def flat(self) -> Chunk:
        """All clauses in one array."""
        return np.concatenate([np.zeros(0, dtype=np.int32), *self.chunks()])

    def size(self) -> Size:
        """The number of variables, clauses and literals."""
        sizes = list(self.part_sizes().values())
        return Size(self.variables, sum(s.clauses for s in sizes), sum(s.literals for s in sizes))

    def part_sizes(self) -> dict[str, Size]:
        """The number of clauses and literals of each part."""
        sizes: dict[str, Size] = {}
        for part in self.parts:
            clauses = items = 0
            for chunk in part.chunks():
                clauses += int((chunk == 0).sum())
                items += len(chunk)
            old = sizes.get(part.name, Size(0, 0, 0))
            sizes[part.name] = Size(0, old.clauses + clauses, old.literals + items - clauses)
        return sizes


def split(chunk: Chunk) -> Iterator[list[int]]:
    """The clauses of a chunk as lists."""
    items, start = chunk.tolist(), 0
    for end in np.flatnonzero(chunk == 0).tolist():
        yield items[start:end]
        start = end + 1


def join(clauses: Iterable[Sequence[int]]) -> Chunk:
    """A chunk of clauses given as lists."""
    return np.array([item for clause in clauses for item in (*clause, 0)], dtype=np.int32)


def rows(*columns: NDArray[np.integer] | int) -> Chunk:
    """A chunk whose clauses all have the same length: one column of literals per position, numbers repeated."""
    length = max(len(column) for column in columns if not isinstance(column, int))
    table = np.zeros((length, len(columns) + 1), dtype=np.int32)
    for place, column in enumerate(columns):
        table[:, place] = column
    return table.reshape(-1)


def implications(heads: Iterable[Sequence[int]], tails: Iterable[NDArray[np.integer]]) -> Chunk:
    """A chunk of clauses, each some literals followed by the items of an array."""
    clauses = [np.concatenate([head, tail, [0]]) for head, tail in zip(heads, tails, strict=True)]
    return np.concatenate([np.zeros(0, dtype=np.int32), *clauses]).astype(np.int32)
