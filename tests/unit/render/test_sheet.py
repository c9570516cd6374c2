import re
import zlib

import pytest

from edgematch.errors import OptionError
from edgematch.model import Puzzle
from edgematch.render import sheet


def streams(pdf):
    """The content of all streams: the stamps, then the pages."""
    return [zlib.decompress(s).decode("latin-1") for s in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)]


def pages(pdf):
    return [content for content in streams(pdf) if " Tf " in content]


def labels(page):
    return re.findall(r"\(((?:[^()\\]|\\.)*)\) Tj", page)


def test_cross_references_point_at_objects(marked):
    pdf = sheet(marked.puzzle)
    start = int(re.search(rb"startxref\n(\d+)", pdf).group(1))
    offsets = [int(o) for o in re.findall(rb"(\d{10}) 00000 n ", pdf[start:])]
    assert offsets
    for number, offset in enumerate(offsets, 1):
        assert pdf[offset:].startswith(b"%d 0 obj" % number)


def test_every_piece_is_printed_once(large):
    printed = [
        int(word) for page in pages(sheet(large.puzzle, numbers=True, board=False)) for word in labels(page)[:-2]
    ]
    assert sorted(printed) == list(range(1, 257))
    assert printed != sorted(printed)


def test_a_solution_is_the_last_page(large):
    plain, solved = pages(sheet(large.puzzle)), pages(sheet(large.puzzle, solution=large))
    assert len(solved) == len(plain) + 1
    assert sorted(int(word) for word in labels(solved[-1])[:-2]) == list(range(1, 257))


def test_pages_follow_the_size_of_pieces(large):
    # A4 less margins is 186 x 273 mm: 6 x 9 pieces of 30 mm, and the board in 3 x 2 parts
    assert len(pages(sheet(large.puzzle, board=False))) == 5
    assert len(pages(sheet(large.puzzle))) == 5 + 6
    assert len(pages(sheet(large.puzzle, piece=11.6, board=False))) == 1
    assert len(pages(sheet(large.puzzle, paper="a3", board=False))) == 3


def test_pieces_have_their_real_size(large):
    (page, *_) = pages(sheet(large.puzzle, piece=25))
    assert page.startswith("2.834646 0 0 -2.834646 0 841.8898 cm")  # millimetres from the top left
    uprights = re.findall(r"([\d.]+) 8\.000 m \1 [\d.]+ l", page)
    assert [float(x) for x in uprights] == [12 + 25 * i for i in range(8)]


def test_seed_alone_decides_the_shuffle(large):
    puzzle = large.puzzle
    assert sheet(puzzle, seed=4) == sheet(puzzle, seed=4)
    assert sheet(puzzle, seed=4) != sheet(puzzle, seed=5)


def test_pieces_that_may_not_be_turned_are_not():
    puzzle = Puzzle(2, 2, [(1, 2, 3, 4)] * 4, turnable=False)
    (page,) = pages(sheet(puzzle, board=False))
    matrices = {stamp: set() for stamp in "1234"}
    for matrix, stamp in re.findall(r"q (\S+ \S+ \S+ \S+) \S+ \S+ cm /M(\d) Do", page):
        matrices[stamp].add(matrix)
    assert all(len(turns) == 1 for turns in matrices.values())
    (turned,) = pages(sheet(puzzle.replace(turnable=True), board=False))
    assert len(set(re.findall(r"q (\S+ \S+ \S+ \S+) \S+ \S+ cm /M1 Do", turned))) > 1


def test_hints_lie_on_the_board_page(marked):
    board_page = pages(sheet(marked.puzzle))[-1]
    assert board_page.count(" Do ") == 4 * 2


def test_names_are_escaped():
    (page,) = pages(sheet(Puzzle(1, 1, [(1, 1, 1, 1)], name="a) Tj (\\ \u2603"), board=False))
    assert "a\\) Tj \\(\\\\ ?" in labels(page)[-2]


@pytest.mark.parametrize(
    "options", [{"paper": "b5"}, {"piece": 0}, {"piece": -3}, {"piece": 400}, {"piece": float("nan")}]
)
def test_impossible_sheets_are_refused(marked, options):
    with pytest.raises(OptionError):
        sheet(marked.puzzle, **options)
