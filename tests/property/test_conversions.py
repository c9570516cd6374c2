"""Converting through any two formats in turn changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from edgematch import formats
from edgematch.formats import Holds
from edgematch.formats._lettering import find_lettering, reletter
from edgematch.testing.formats import is_clear
from edgematch.testing.strategies import boards, puzzles

SETTINGS = settings(max_examples=60, deadline=None)


@SETTINGS
@given(boards(puzzles(colors=22)), st.data())
def test_boards_pass_through_any_two_formats(board, data):
    holding = formats.holding(board)
    first, second = data.draw(st.sampled_from(holding)), data.draw(st.sampled_from(holding))
    once = formats.parse(formats.dump(board, first), first, puzzle=board.puzzle)
    twice = formats.parse(formats.dump(once, second), second, puzzle=board.puzzle)
    assert twice.looks_like(board)
    if Holds.LABELS in formats.get(first).holds & formats.get(second).holds:
        assert twice == board


@SETTINGS
@given(puzzles().filter(is_clear), st.data())
def test_puzzles_pass_through_any_two_formats(puzzle, data):
    holding = formats.holding(puzzle)
    first, second = data.draw(st.sampled_from(holding)), data.draw(st.sampled_from(holding))
    once = formats.parse(formats.dump(puzzle, first), first)
    assert formats.parse(formats.dump(once, second), second) == puzzle


@SETTINGS
@given(puzzles())
def test_native_documents_keep_names(puzzle):
    assert formats.parse(formats.dump(puzzle, "native")).name == puzzle.name


@SETTINGS
@given(boards(puzzles(colors=22), complete=True), st.permutations(range(1, 30)))
def test_any_lettering_of_a_complete_board_is_found(board, order):
    letters = {0: 0} | dict(enumerate(order, start=1))
    cells = [tuple(letters[color] for color in sides) for sides in board.sides.tolist()]
    lettering = find_lettering(cells, board.puzzle)
    assert lettering is not None
    shown = sorted(min(_turns(reletter(cell, lettering), board.puzzle.turnable)) for cell in cells)
    assert shown == sorted(min(_turns(tuple(piece), board.puzzle.turnable)) for piece in board.puzzle.pieces.tolist())


def _turns(sides, turnable):
    return [sides[-t:] + sides[:-t] for t in range(4 if turnable else 1)]
