import re
from unicodedata import category

import pytest

from edgematch.model import Puzzle
from edgematch.render import live, text

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shape(picture):
    """Lines and columns without escapes; all lines must be equally wide."""
    lines = [ESCAPE.sub("", line) for line in picture.splitlines()]
    (width,) = {len(line) for line in lines}
    return len(lines), width


@pytest.mark.parametrize(("width", "lines", "columns"), [(None, 32, 64), (63, 16, 32), (96, 48, 96), (1, 16, 32)])
def test_colored_board_takes_the_largest_layout_that_fits(large, width, lines, columns):
    *picture, caption = text(large, width=width).splitlines()
    assert shape("\n".join(picture)) == (lines, columns)
    assert caption == "large: 480 of 480 edges match"


def test_every_line_ends_plain(marked):
    assert all(line.endswith("\x1b[0m") for line in live(marked).splitlines())


def test_breaks_show_where_they_are():
    whole = Puzzle(2, 1, [(1, 1, 1, 1), (1, 1, 1, 1)]).empty().place({0: 0, 1: 4})
    broken = Puzzle(2, 1, [(1, 1, 1, 1), (2, 2, 2, 2)]).empty().place({0: 0, 1: 4})
    mark = "2;255;43;214m"
    for width in (4, 8, 12):
        assert mark not in text(whole, width=width)
        assert text(broken, width=width).count(mark) >= 2


def test_hints_and_empty_cells_show(marked):
    assert "2;255;255;255m" in text(marked)
    assert "2;255;255;255m" not in text(marked.puzzle.replace(hints={}).empty())
    assert text(marked) != text(marked.without([0]))


def test_without_color_it_is_the_picture_of_str(marked):
    assert text(marked, color=False) == str(marked)
    assert not ESCAPE.search(text(marked.puzzle, color=False))


def test_narrow_without_color_is_a_map(marked):
    *rows, caption = text(marked, color=False, width=10).splitlines()
    assert [row.split() for row in rows] == [list(row) for row in _map(marked)]
    assert "breaks" in caption
    assert text(marked, color=False, width=5).splitlines()[:-1] == _map(marked)


def _map(board):
    broken = {cell for pair in board.broken_edges() for cell in pair}
    signs = "".join("." if board[c] < 0 else "#" if c in broken else "o" for c in range(board.puzzle.cells))
    width = board.puzzle.width
    return [signs[i : i + width] for i in range(0, len(signs), width)]


def test_a_puzzle_shows_its_pieces_without_breaks(marked):
    picture = text(marked.puzzle, color=False)
    assert "###" not in picture
    assert picture.splitlines()[-1].endswith("2 hints")
    assert text(marked.puzzle).count("▀") > 100


def test_live_boards_never_change_their_shape(large):
    shapes = {shape(live(large.without(range(n)), width=80, height=40)) for n in (0, 100, 256)}
    assert shapes == {(32, 64)}
    assert shape(live(large, width=80, height=20)) == (16, 32)
    assert shape(live(large, color=False)) == (16, 31)


def test_names_cannot_command_the_terminal(marked):
    for color in (False, True):
        last = text(marked, color=color, width=12).splitlines()[-1]
        assert not any(category(sign) == "Cc" for sign in last)
