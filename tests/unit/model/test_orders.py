"""Orders name every cell once, from every side, and say what is wrong when they do not."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch import catalog
from edgematch.errors import DeprecatedName, EdgeMatchError
from edgematch.model.orders import SHAPES, dynamic_order_of, make_order, order_of, read_order, refined

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
    order = make_order("block-comb:rows=11,block=5", 16, 16)
    assert order.tolist() == make_order("block-comb", 16, 16).tolist()
    place = np.argsort(order).reshape(16, 16)
    assert place[10, 15] == 175
    assert place[11, :5].tolist() == [176, 177, 178, 179, 180]
    assert place[11:, 5].tolist() == [201, 202, 203, 204, 205]


def test_a_tooth_is_as_wide_as_it_says():
    place = np.argsort(make_order("comb:rows=2,teeth=3", 5, 4)).reshape(4, 5)
    assert place.tolist() == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 16, 17], [13, 14, 15, 18, 19]]


def test_rows_are_a_number_or_a_share():
    assert make_order("comb:rows=12", 16, 16).tolist() == make_order("comb:rows=0.75", 16, 16).tolist()
    assert make_order("comb:rows=1", 3, 3).tolist() != make_order("comb:rows=1.0", 3, 3).tolist()


def test_synonyms_and_former_names():
    assert make_order("onion/1", 4, 3).tolist() == make_order("spiral-in/1", 4, 3).tolist()
    assert make_order("lex", 4, 3).tolist() == make_order("row", 4, 3).tolist()
    with pytest.warns(DeprecatedName, match="write row"):
        assert make_order("rows", 4, 3).tolist() == make_order("row", 4, 3).tolist()


def test_what_an_order_leaves_out_comes_from_the_default():
    assert refined("/2", "peeled-comb:rows=0.6875") == "peeled-comb:rows=0.6875/2"
    assert refined(":rows=3", "comb:rows=5,teeth=2/1m") == "comb:rows=3,teeth=2/1m"
    assert refined("row", "comb/1") == "row"
    assert refined("", "comb/1") == "comb/1"


def test_dynamic_orders_have_an_order_for_equal_cells():
    puzzle = catalog.get("demo-4x4")
    assert dynamic_order_of("dom", puzzle)[1].tolist() == list(range(16))
    rule, ties = dynamic_order_of("dom-deg:chess/1", puzzle)
    assert (rule, ties.tolist()) == ("dom-deg", order_of("chess/1", puzzle).tolist())
    assert dynamic_order_of("comb", puzzle)[0] == "none"


def test_clue_starts_in_the_corner_with_a_hint():
    assert make_order("clue", 16, 16, filled=[13 * 16 + 2]).tolist()[0] == 15 * 16


def test_lists_and_files(tmp_path):
    assert make_order("3,2,1,0", 2, 2).tolist() == [3, 2, 1, 0]
    (tmp_path / "order.txt").write_text("3 2\n1 0\n")
    assert read_order(tmp_path / "order.txt", 2, 2).tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize(
    "text",
    [
        "0,1,2",
        "0,1,2,2",
        "row/4",
        "row:rows=3",
        "comb:cows=3",
        "comb:teeth=0",
        "comb:rows=1.5",
        "",
        "row/1x",
        "auto",
        "dom",
        "/2",
        "clue:rows=2",
    ],
)
def test_what_is_wrong_is_reported(text):
    with pytest.raises(EdgeMatchError):
        make_order(text, 2, 2)


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(EdgeMatchError, match="cannot be read"):
        read_order(tmp_path / "none.txt", 2, 2)
