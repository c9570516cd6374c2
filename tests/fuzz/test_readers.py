"""Mutated texts to every reader: only errors of this package, bounded memory, no text that takes long."""

from __future__ import annotations

import contextlib
import random
import resource

import pytest

from edgematch import formats
from edgematch.errors import EdgeMatchError, ReadingNote
from edgematch.formats._files import decode
from tests.fuzz.readers import attack, examples

MEGABYTE_IN_KB = 1024
TEXTS = 800


def test_every_format_has_examples():
    assert {name for name, _, _ in examples()} == set(formats.names())


@pytest.mark.parametrize("name", formats.names())
def test_mutated_texts_give_clear_errors_only(name):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcomes = attack(TEXTS, seed=sum(map(ord, name)), names={name})
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert outcomes["refused"] > 0
    assert outcomes["read"] > 0
    assert not outcomes["slow"] + outcomes["wordy"]
    assert grown < 200 * MEGABYTE_IN_KB


@pytest.mark.filterwarnings(f"ignore::{ReadingNote.__module__}.{ReadingNote.__name__}")
def test_bytes_at_random_give_clear_errors_only():
    rng = random.Random(7)
    for _ in range(2_000):
        data = rng.randbytes(rng.randint(0, 200))
        with contextlib.suppress(EdgeMatchError):
            formats.parse(decode(data, "noise"))
