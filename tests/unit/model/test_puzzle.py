from __future__ import annotations

import numpy as np
import pytest

from edgematch.errors import ModelError
from edgematch.model import Board, Puzzle
from edgematch.testing.zoo import ZOO, planted

TWO = [[0, 1, 0, 0], [0, 0, 0, 1]]


@pytest.mark.parametrize("kind", ZOO)
def test_repr_is_pasteable(kind):
    puzzle = ZOO[kind]()
    assert eval(repr(puzzle)) == puzzle
    assert eval(repr(puzzle)).name == puzzle.name


def test_every_fault_is_reported_at_once():
    with pytest.raises(ModelError) as caught:
        Puzzle(2, 2, [[0, 0, 1], [0, 0, 1, 256], [0, 0, 1, 1]])
    text = str(caught.value)
    assert "3 pieces given, a 2x2 board needs 4" in text
    assert "piece 0 has 3 sides" in text
    assert "piece 1" in text
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize("size", [0, -1, 33, 10**9])
def test_sizes_are_bounded_before_anything_is_made(size):
    with pytest.raises(ModelError, match="must be 1 to 32"):
        Puzzle(size, 1, TWO)


def test_wrong_hints_are_refused():
    with pytest.raises(ModelError) as caught:
        Puzzle(2, 1, TWO, hints=[(0, 0), (0, 4), (5, 1), (1, 99)])
    text = str(caught.value)
    assert "cell 0 has 2 hints" in text
    assert "piece 0 is in 2 hints" in text
    assert "hint at cell 5" in text
    assert "placement 99" in text


def test_grey_in_an_unframed_puzzle_is_refused():
    with pytest.raises(ModelError, match="grey"):
        Puzzle(2, 1, TWO, framed=False)


def test_turned_hint_of_a_fixed_puzzle_is_refused():
    with pytest.raises(ModelError, match="may not be turned"):
        Puzzle(2, 1, [[1, 2, 3, 4], [1, 4, 3, 2]], turnable=False, hints={0: 1})


def test_pieces_are_read_only_and_values_equal_by_content():
    one, other = Puzzle(2, 1, TWO, name="a"), Puzzle(2, 1, np.array(TWO), name="b")
    assert one == other
    assert hash(one) == hash(other)
    assert one != one.replace(hints={0: 0})
    with pytest.raises(ValueError, match="read-only"):
        one.pieces[0, 0] = 3


def test_sides_turn_clockwise():
    puzzle = Puzzle(1, 1, [[1, 2, 3, 4]])
    assert puzzle.sides.tolist() == [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]]


def test_kinds_looks_and_periods():
    puzzle = Puzzle(2, 2, [[1, 2, 1, 2], [2, 1, 2, 1], [3, 3, 3, 3], [1, 2, 3, 4]])
    assert puzzle.kinds.tolist() == [0, 0, 2, 3]
    assert puzzle.periods.tolist() == [2, 2, 1, 4]
    assert puzzle.looks[:8].tolist() == [0, 1, 0, 1, 1, 0, 1, 0]
    assert puzzle.has_duplicates
    assert puzzle.has_symmetric_pieces
    fixed = puzzle.replace(turnable=False)
    assert not fixed.has_duplicates
    assert not fixed.has_symmetric_pieces


def test_fits_follow_the_frame():
    puzzle = planted(3, 3, colors=2, seed=1)
    for cell in range(9):
        on_rim = np.array(puzzle.neighbours()[cell]) < 0
        for placement in range(36):
            assert puzzle.fits[cell, placement] == ((puzzle.sides[placement] == 0) == on_rim).all()


def test_obstacles_name_odd_colors_and_wrong_frames():
    assert planted(4, 4, colors=3, seed=1).obstacles() == []
    assert "odd number" in ZOO["odd"]().obstacles()[0]
    assert any("the board needs" in reason for reason in ZOO["misfit"]().obstacles())


def test_anchored_square_has_one_corner_hint_and_rectangle_two_anchors():
    square = planted(4, 4, colors=3, seed=1)
    assert list(square.anchored().hints) == [0]
    rectangle = planted(4, 3, colors=2, seed=2)
    assert [next(iter(a.placed()))[0] for a in rectangle.anchors()] == [0, 3]
    with pytest.raises(ModelError, match="anchors"):
        rectangle.anchored()
    assert ZOO["unframed"]().anchors() == (ZOO["unframed"]().start(),)


def test_largest_puzzle_is_quick():
    puzzle = planted(32, 32, colors=255, seed=1)
    board = Board(puzzle, [-1] * 1024)
    assert board.score == 0
    assert puzzle.fits.shape == (1024, 4096)


def test_pieces_in_any_memory_order_are_compiled():
    from edgematch import native

    pieces = np.asfortranarray(ZOO["square"]().pieces)
    puzzle = Puzzle(ZOO["square"]().width, ZOO["square"]().height, pieces)
    assert puzzle.pieces.flags.c_contiguous
    assert native.compiled(puzzle) is not None
