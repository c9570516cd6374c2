from __future__ import annotations

import pickle
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgematch.errors import ModelError
from edgematch.model import ORIENTATIONS, Board, Puzzle
from edgematch.search import ALL, solve
from edgematch.testing.strategies import boards
from edgematch.testing.zoo import ZOO, planted


def slow_score(board: Board) -> tuple[int, int]:
    """Matched and broken edges by looking at each pair of cells."""
    p, match, broken = board.puzzle, 0, 0
    for cell in range(p.cells):
        for side, other in (
            (1, cell + 1 if (cell + 1) % p.width else -1),
            (2, cell + p.width if cell + p.width < p.cells else -1),
        ):
            if other >= 0 and board[cell] >= 0 and board[other] >= 0:
                mine, theirs = p.sides[board[cell]][side], p.sides[board[other]][(side + 2) % 4]
                good = mine == theirs and not (p.framed and mine == 0)
                match, broken = match + good, broken + (not good)
    return match, broken


@given(boards())
def test_score_is_that_of_the_obvious_loop(board):
    assert (board.score, board.breaks) == slow_score(board)
    assert len(board.broken_edges()) == board.breaks


@given(boards())
def test_boards_and_their_puzzles_can_be_pickled_and_copied(board):
    for again in (pickle.loads(pickle.dumps(board)), deepcopy(board)):
        assert again == board
        assert again.puzzle == board.puzzle
        assert again.puzzle.hints == board.puzzle.hints


@given(boards())
def test_repr_is_pasteable_and_str_a_picture(board):
    assert eval(repr(board), {"Board": Board, "Puzzle": Puzzle}) == board
    assert str(board).count("+---") > 0 or "###" in str(board)


@given(boards(), st.sampled_from(ORIENTATIONS))
def test_orientations_keep_score_and_lead_back(board, orientation):
    seen = orientation.board(board)
    assert (seen.score, seen.breaks, len(seen.faults())) == (board.score, board.breaks, len(board.faults()))
    assert orientation.restore(seen, board.puzzle) == board


def test_all_faults_are_reported_at_once():
    puzzle = planted(3, 3, colors=2, seed=1)
    board = Board(puzzle, [16, 16, -1, -1, 0, -1, -1, -1, -1])
    faults = board.faults()
    assert any("is in 2 cells" in fault for fault in faults)
    assert any("grey sides" in fault for fault in faults)


def test_hint_and_turn_faults():
    puzzle = Puzzle(2, 1, [[1, 2, 3, 4], [1, 4, 3, 2]], turnable=False, hints={0: 0})
    board = Board(puzzle, [5, -1])
    assert any("is turned, but may not be" in fault for fault in board.faults())
    assert any("the hint is piece 1" in fault for fault in board.faults())


@pytest.mark.parametrize("placements", [[0], [0, 99], [0, -2], [0.5, 1.5], [[0, 1]]])
def test_impossible_placements_are_refused(placements):
    with pytest.raises(ModelError):
        Board(Puzzle(2, 1, [[0, 1, 0, 0], [0, 0, 0, 1]]), placements)


def test_place_without_and_extends():
    puzzle = planted(3, 3, colors=2, seed=2)
    board = solve(puzzle, solver="plain").answers[0]
    partial = board.without([4, 8])
    assert partial.count == 7
    assert board.extends(partial)
    assert not partial.extends(board)
    assert partial.place({4: board[4], 8: board[8]}) == board
    with pytest.raises(ModelError, match="outside"):
        board.place({9: 0})


def test_twins_look_alike_and_have_one_canonical_board():
    puzzle = Puzzle(2, 1, [[1, 2, 1, 2], [1, 2, 1, 2]])
    every = [Board(puzzle, [a, b]) for a in range(8) for b in range(8) if a // 4 != b // 4 and a % 2 == b % 2 == 0]
    assert len({board.canonical() for board in every}) == 1
    assert all(board.extends(every[0]) and board.looks_like(every[0]) for board in every)
    assert not every[1].extends(every[0], labelled=True)


def test_canonical_keeps_the_piece_a_hint_names():
    puzzle = Puzzle(2, 1, [[1, 2, 1, 2], [1, 2, 1, 2]], hints={0: 4})
    assert Board(puzzle, [4, 0]).canonical()[0] == 4


def test_turned_boards_look_alike_only_when_turned():
    puzzle = ZOO["square"]()
    board = solve(puzzle, ALL, solver="plain").answers[0]
    for orientation in ORIENTATIONS[1:4]:
        turned = orientation.board(board)
        assert turned.is_solution
        assert turned.looks_like(board, turned=True)
        assert not turned.looks_like(board)


def test_grey_facing_grey_inside_is_no_match():
    puzzle = Puzzle(2, 1, [[0, 0, 0, 1], [0, 1, 0, 0]])
    assert Board(puzzle, [0, 4]).score == 0
    assert Board(puzzle, [4, 0]).score == 1


def test_svg_in_notebooks():
    assert ZOO["square"]().start()._repr_svg_().startswith("<svg")
    assert ZOO["square"]()._repr_svg_().startswith("<svg")


def test_placements_are_read_only():
    board = ZOO["square"]().empty()
    with pytest.raises(ValueError, match="read-only"):
        board.placements[0] = 1
    assert np.asarray(board.placements).dtype == np.int16


def test_boards_and_puzzles_draw_and_save_themselves(tmp_path):
    import edgematch as em

    board = planted(3, 3, colors=2, seed=2).empty().place({0: 0})
    for subject in (board, board.puzzle):
        assert subject.svg(numbers=True).startswith("<svg")
        subject.save(tmp_path / "x.json")
        assert em.load(str(tmp_path / "x.json")) == subject
        subject.save(tmp_path / "x.svg")
        assert (tmp_path / "x.svg").read_text().startswith("<svg")


def test_a_board_that_uses_a_hinted_piece_twice_has_a_canonical_form():
    """Boards with faults are read and scored too; the second copy keeps its number."""
    puzzle = Puzzle(2, 1, [[1, 2, 3, 4], [2, 4, 1, 3]], framed=False, hints={0: 2})
    board = Board(puzzle, [2, 3])
    assert board.canonical() == board
