"""Each name of an order is one permutation: the orders of small boards and the digests of large ones are on file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from edgematch.model.orders import ORIENTED, SHAPES, make_order

GOLDEN = json.loads(Path(__file__).with_name("orders.json").read_text(encoding="utf-8"))
WITH_PARAMETERS = (
    "comb:rows=3,teeth=2", "comb:rows=0.5,teeth=3", "peeled-comb:rows=2", "block-comb:rows=2,block=3",
    "clue-corner:rows=4,teeth=2",
)  # fmt: skip


def small(text: str) -> list[int]:
    """On a board 5 cells wide and 6 high, its first hint at cell 22."""
    return make_order(text, 5, 6, filled=[22]).tolist()


def digest(text: str) -> str:
    """Of all eight orientations on 16x16 and 9x12."""
    orders = [make_order(text + side, *size, filled=[40]) for side in ORIENTED for size in ((16, 16), (9, 12))]
    return hashlib.sha256(b"".join(order.astype("<i2").tobytes() for order in orders)).hexdigest()[:16]


@pytest.mark.parametrize("text", [*SHAPES, "clue", *WITH_PARAMETERS])
def test_each_name_is_one_permutation(text):
    assert {"small": small(text), "digest": digest(text)} == GOLDEN[text]


def test_no_two_shapes_are_the_same():
    assert len({make_order(shape, 9, 10).tobytes() for shape in SHAPES}) == len(SHAPES)
