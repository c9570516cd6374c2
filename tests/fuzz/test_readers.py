"""Mutated texts to every reader: only errors of this package, and bounded memory.

Each reader gets texts written by its own format, then damaged byte by byte: bits flipped, parts cut, doubled, swapped,
strange bytes and numbers put in. The same seed gives the same texts.
"""

from __future__ import annotations

import contextlib
import random
import resource

import pytest

from edgematch import catalog, formats
from edgematch.errors import EdgeMatchError
from edgematch.formats._files import decode
from edgematch.model import Board, Puzzle

STRANGE = [
    b"", b" ", b"\n", b"\r", b"\t", b"-1", b"0", b"9999999999", b"1e9", b"NaN", b"-", b"/", b",", b"#", b"&", b"=", b"%00",
    b"\x00", b"\xff", b"\xef\xbb\xbf", "\u0663".encode(), b'"', b"{", b"}", b"[", b"]", b"null", b"true", b"1" * 5000,
    b"[" * 3000, b"aaaa",
]  # fmt: skip
MEGABYTE_IN_KB = 1024
TEXTS = 10_000


def seeds(name: str) -> list[tuple[bytes, Puzzle]]:
    """Texts of a format, with the puzzle that a reader of boards is given."""
    small = [catalog.get(known) for known in ("demo-4x4", "demo-unframed")]
    hinted = [puzzle.replace(hints={5: 4 * 3 + 1, 0: 2}) for puzzle in small]
    tiny = Puzzle(2, 2, [[0, 1, 2, 0], [0, 0, 2, 1], [2, 1, 0, 0], [2, 0, 0, 1]])
    whole = Board(tiny, [0, 4, 8, 12])
    oblong = Puzzle(2, 1, [[1, 2, 3, 4], [2, 4, 1, 3]])
    things = [*small, *hinted, tiny, oblong, whole, whole.without([1]), oblong.empty(), hinted[0].start()]
    puzzles = [thing.puzzle if isinstance(thing, Board) else thing for thing in things]
    held = [
        (thing, puzzle) for thing, puzzle in zip(things, puzzles, strict=True) if not formats.get(name).refusals(thing)
    ]
    return [(formats.dump(thing, name).encode(), puzzle) for thing, puzzle in held]


def mutate(data: bytes, rng: random.Random) -> bytes:
    """The data with one to three small damages."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
        to = min(to, at + 40)
        kind = rng.randrange(6)
        if kind == 0 and data:
            place = rng.randrange(len(data))
            data = data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]
        elif kind == 1:
            data = data[:at] + data[to:]
        elif kind == 2:
            data = data[:to] + data[at:to] + data[to:]
        elif kind == 3:
            data = data[:at] + rng.choice(STRANGE) + data[at:]
        elif kind == 4:
            data = data[:at] + rng.choice(STRANGE) + data[to:]
        else:
            data = data[:at] + bytes(rng.randrange(32, 127) for _ in range(rng.randint(1, 3))) + data[to:]
    return data


def attack(name: str, count: int) -> int:
    """Feed mutated texts to a reader; how many of them it refused."""
    rng = random.Random(name)
    texts = seeds(name)
    known = [puzzle for _, puzzle in texts]
    refused = 0
    for number in range(count):
        data, puzzle = rng.choice(texts)
        try:
            text = decode(mutate(data, rng), "fuzz")
            given = puzzle if number % 2 else None
            formats.parse(text, None if number % 5 == 0 else name, puzzle=given, known=known)
        except EdgeMatchError:
            refused += 1
    return refused


@pytest.mark.parametrize("name", formats.names())
def test_mutated_texts_give_clear_errors_only(name):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    refused = attack(name, TEXTS)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert 0 < refused < TEXTS
    assert grown < 200 * MEGABYTE_IN_KB


def test_bytes_at_random_give_clear_errors_only():
    rng = random.Random(7)
    for _ in range(2_000):
        data = rng.randbytes(rng.randint(0, 200))
        with contextlib.suppress(EdgeMatchError):
            formats.parse(decode(data, "noise"))
