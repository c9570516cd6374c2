"""Random numbers that are the same on every machine and in every version: SplitMix64 behind a hashed seed.

An instance is named by its model, its options and its seed, so the numbers drawn from a seed must never change. The
generators of NumPy and of the standard library promise that for their bit streams only, not for the methods that
shuffle and choose. This one is a page of whole-number arithmetic:

- the state is the first eight bytes, big-endian, of SHA-256 over the parts of the seed, written in decimal (or as they
  are), joined by `/`; hashing makes neighbouring seeds unrelated, and `Seeded(7, 2)` another stream than `Seeded(7)`;
- each word adds 0x9E3779B97F4A7C15 to the state and mixes a copy of it (Steele, Lea and Flood, 2014);
- `below(n)` takes the high half of word times n, and draws again where that would favour some values (Lemire, 2019);
- `shuffled` is Fisher and Yates from the last place down.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = 1 << 64
STEP = 0x9E3779B97F4A7C15


class Seeded:
    """A stream of random numbers, fixed by the parts of its seed."""

    def __init__(self, *seed: int | str) -> None:
        self._state = int.from_bytes(hashlib.sha256("/".join(map(str, seed)).encode()).digest()[:8], "big")

    def word(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + STEP) % WORD
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        while True:
            product = self.word() * n
            if product % WORD >= WORD % n:
                return product // WORD

    def fraction(self) -> float:
        """A number from 0 up to but without 1, a multiple of 2**-53."""
        return (self.word() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order of which each is equally likely."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
