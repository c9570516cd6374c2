"""Orders name every cell once, from every side, and say what is wrong when they do not."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch.errors import EdgeMatchError
from edgematch.model.orders import SHAPES, make_order, read_order

SIZES = [(1, 1), (1, 5), (4, 1), (2, 2), (6, 5), (5, 6), (16, 16)]


@pytest.mark.parametrize("shape", [*SHAPES, "clue"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_shape_is_a_permutation_in_every_orientation(shape, width, height):
    for turns in range(4):
        for mirrored in ("", "m"):
            order = make_order(f"{shape}/{turns}{mirrored}", width, height, filled=[width * height - 1])
            assert sorted(order.tolist()) == list(range(width * height))


def test_shapes_are_what_they_are_called():
    assert make_order("row", 3, 2).tolist() == [0, 1, 2, 3, 4, 5]
    assert make_order("column", 3, 2).tolist() == [0, 3, 1, 4, 2, 5]
    assert make_order("snake", 3, 2).tolist() == [0, 1, 2, 5, 4, 3]
    assert make_order("zigzag", 2, 4).tolist() == [0, 2, 1, 3, 5, 7, 4, 6]
    assert make_order("spiral-in", 3, 3).tolist() == [0, 1, 2, 5, 8, 7, 6, 3, 4]
    assert make_order("spiral-out", 3, 3).tolist() == [4, 3, 6, 7, 8, 5, 2, 1, 0]
    assert make_order("diagonal", 3, 2).tolist() == [0, 1, 3, 2, 4, 5]
    assert make_order("row/2", 3, 2).tolist() == [5, 4, 3, 2, 1, 0]
    assert make_order("row/0m", 3, 2).tolist() == [2, 1, 0, 5, 4, 3]


def test_the_comb_of_the_record_hunters():
    order = make_order("comb:rows=11,teeth=5", 16, 16)
    place = np.argsort(order).reshape(16, 16)
    assert place[10, 15] == 175
    assert place[11, :5].tolist() == [176, 177, 178, 179, 180]
    assert place[11:, 5].tolist() == [201, 202, 203, 204, 205]


def test_clue_starts_in_the_corner_with_a_hint():
    assert make_order("clue", 16, 16, filled=[13 * 16 + 2]).tolist()[0] == 15 * 16


def test_lists_and_files(tmp_path):
    assert make_order("3,2,1,0", 2, 2).tolist() == [3, 2, 1, 0]
    (tmp_path / "order.txt").write_text("3 2\n1 0\n")
    assert read_order(tmp_path / "order.txt", 2, 2).tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize(
    "text", ["0,1,2", "0,1,2,2", "rows", "row/4", "row:rows=3", "comb:cows=3", "", "row/1x", "auto"]
)
def test_what_is_wrong_is_said(text):
    with pytest.raises(EdgeMatchError):
        make_order(text, 2, 2)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(EdgeMatchError, match="cannot be read"):
        read_order(tmp_path / "none.txt", 2, 2)
