import io
import re
from unicodedata import category

import pytest

from edgematch.model import Puzzle
from edgematch.render import live, show, text, wants_color
from edgematch.render.terminal import sixel

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def shape(picture):
    """Lines and columns without escapes; all lines must be equally wide."""
    lines = [ESCAPE.sub("", line) for line in picture.splitlines()]
    (width,) = {len(line) for line in lines}
    return len(lines), width


def drawn(picture):
    """The lines of a picture without its ruler above, its legend and its caption, and without the ruler at the left."""
    lines = [ESCAPE.sub("", line) for line in picture.splitlines()]
    return [line[2:] for line in lines if "▀" in line or set(line[2:]) == {" "}]


@pytest.mark.parametrize(
    ("width", "height", "lines", "columns"),
    [
        (None, None, 32, 64),
        (66, None, 32, 64),
        (63, None, 16, 32),
        (98, None, 48, 96),
        (200, 60, 48, 96),
        (80, 24, 16, 32),
    ],
)
def test_colored_board_takes_the_largest_layout_that_fits(large, width, height, lines, columns):
    picture = text(large, width=width, height=height)
    rows = drawn(picture)
    assert (len(rows), {len(row) for row in rows}) == (lines, {columns})
    assert picture.splitlines()[-1] == "large: 480 of 480 edges match"
    assert len(picture.splitlines()) <= (height or 1000)


def test_rulers_name_every_row_and_column(large):
    for color in (True, False):
        for width, height in ((80, 24), (200, 60), (80, 80)):
            lines = [ESCAPE.sub("", line) for line in text(large, color=color, width=width, height=height).splitlines()]
            numbers = [int(word) for word in lines[0].split()]
            assert numbers == sorted(numbers)
            assert {*range(1, 11), 12, 14, 16} <= set(numbers) <= set(range(1, 17))
            assert [line[0] for line in lines[1:] if line[:1].isalpha() and line[1:2] == " "] == list(
                "ABCDEFGHIJKLMNOP"
            )


@pytest.mark.parametrize("color", [True, False])
def test_what_does_not_fit_is_cut_with_a_note(color):
    board = Puzzle(32, 32, [(1, 1, 1, 1)] * 1024).empty().place({cell: 4 * cell for cell in range(1024)})
    lines = [ESCAPE.sub("", line) for line in text(board, color=color, width=40, height=20).splitlines()]
    assert len(lines) <= 20
    assert max(map(len, lines[:-2])) <= 40
    assert "only A1 to " in lines[-2]


def test_two_characters_per_cell_show_sides_and_breaks(marked):
    lines = text(marked, color=False, width=20, height=10).splitlines()
    assert lines[1].startswith("A ")
    assert sum(line.count("..") for line in lines) == 2
    assert any("#" in line for line in lines[1:5])


def test_every_line_ends_plain(marked):
    assert all(line.endswith("\x1b[0m") for line in live(marked).splitlines())


def test_breaks_show_where_they_are():
    whole = Puzzle(2, 1, [(1, 1, 1, 1), (1, 1, 1, 1)]).empty().place({0: 0, 1: 4})
    broken = Puzzle(2, 1, [(1, 1, 1, 1), (2, 2, 2, 2)]).empty().place({0: 0, 1: 4})
    mark = "2;255;43;214m"
    for width in (6, 10, 14):
        assert mark not in text(whole, width=width)
        assert text(broken, width=width).count(mark) >= 2


def test_hints_and_empty_cells_show(marked):
    assert "2;255;255;255m" in text(marked)
    assert "2;255;255;255m" not in text(marked.puzzle.replace(hints={}).empty())
    assert text(marked) != text(marked.without([0]))


def test_without_color_it_is_the_picture_of_str(marked):
    assert text(marked, color=False).splitlines()[:18] == str(marked).splitlines()[:18]
    assert not ESCAPE.search(text(marked.puzzle, color=False))


def test_live_without_color_is_a_map(marked):
    assert [row.split() for row in live(marked, color=False).splitlines()] == [list(row) for row in _map(marked)]


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


def test_environment_decides_about_color(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert wants_color(terminal)
    assert not wants_color(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color(terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color(terminal)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_color(io.StringIO())


def test_images_where_the_terminal_says_so(monkeypatch, marked):
    pytest.importorskip("resvg_py", reason="the png extra is not installed")
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    for name in ("NO_COLOR", "KITTY_WINDOW_ID", "TERM_PROGRAM", "LC_TERMINAL", "TMUX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-kitty")
    assert show(marked, stream=terminal).startswith("\x1b_Ga=T,f=100,")
    monkeypatch.setenv("TERM", "xterm")
    assert "▀" in show(marked, stream=terminal)
    monkeypatch.setenv("TERM_PROGRAM", "iTerm.app")
    assert show(marked, stream=terminal).startswith("\x1b]1337;File=inline=1;")
    assert "▀" in show(marked, stream=terminal, color=True)


def test_sixels_hold_every_pixel():
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    out = io.BytesIO()
    picture = image.new("RGB", (7, 8), "#ff0000")
    picture.paste("#0000ff", (0, 0, 3, 8))
    picture.save(out, "PNG")
    drawn = sixel(out.getvalue())
    assert drawn.startswith('\x1bPq"1;1;7;8#')
    assert drawn.endswith("-\x1b\\")
    first, second = drawn.partition("8#")[2].removesuffix("-\x1b\\").split("-")
    assert "!4~" in first
    assert "!4B" in second, "two rows are left for the last band"
