"""Boards drawn with letters are recognised as boards of known puzzles, whatever the letters."""

from __future__ import annotations

import random

import pytest

from edgematch import catalog, formats
from edgematch.errors import FormatError, ReadingNote
from edgematch.formats._lettering import NAMED
from edgematch.model import Board, Puzzle

LETTERS = "abcdefghijklmnopqrstuvw"


@pytest.fixture
def clues():
    return catalog.get("eternity2-clues")


def some_board(puzzle: Puzzle, seed: int) -> Board:
    """A complete board that keeps the hints: each other piece in some cell of its own, turned at random."""
    rng = random.Random(seed)
    cells = [cell for cell in range(puzzle.cells) if cell not in puzzle.hints]
    used = {placement // 4 for placement in puzzle.hints.values()}
    pieces = [piece for piece in range(puzzle.cells) if piece not in used]
    rng.shuffle(pieces)
    return puzzle.start().place({c: p * 4 + rng.randrange(4) for c, p in zip(cells, pieces, strict=True)})


def reletter(url: str, order: str) -> str:
    """The URL with its letters exchanged and without numbers of pieces."""
    head, _, rest = url.partition("board_edges=")
    return head + "board_edges=" + rest.partition("&")[0].translate(str.maketrans(LETTERS, order))


def shuffled(seed: int) -> str:
    rest = list(LETTERS[1:])
    random.Random(seed).shuffle(rest)
    return "a" + "".join(rest)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["bucas", "eternity2dev-url"])
def test_any_lettering_of_a_complete_board_is_recognised(clues, name, seed):
    board = some_board(clues, seed)
    assert catalog.load_board(reletter(formats.dump(board, name), shuffled(seed))) == board


@pytest.mark.parametrize("seed", range(5))
def test_any_lettering_of_a_partial_board_is_recognised(clues, seed):
    empty = random.Random(seed).sample([cell for cell in range(256) if cell not in clues.hints], 60)
    board = some_board(clues, seed).without(empty)
    assert catalog.load_board(reletter(formats.dump(board, "bucas"), shuffled(seed))) == board


@pytest.mark.parametrize("name", NAMED)
def test_named_letterings_are_obeyed(clues, name):
    back = {ord("a") + color: ord("a") + letter for letter, color in NAMED[name].items()}
    board = clues.start()
    url = formats.dump(board, "bucas").strip()
    head, _, rest = url.partition("board_edges=")
    edges, _, pieces = rest.partition("&")
    assert catalog.load_board(f"{head}board_edges={edges.translate(back)}&{pieces}&motifs_order={name}") == board


def test_the_variant_with_most_hints_kept_is_chosen(clues):
    board = some_board(clues, 1)
    assert catalog.load_board(formats.dump(board, "bucas")).puzzle.name == "eternity2-clues"
    swapped = board.place({34: board[35], 35: board[34]})
    assert catalog.load_board(formats.dump(swapped, "bucas")).puzzle.name == "eternity2-start"
    swapped = board.place({135: board[136], 136: board[135]})
    assert catalog.load_board(formats.dump(swapped, "bucas")).puzzle.name == "eternity2"


def test_marked_hints_are_the_hints(clues):
    start = catalog.get("eternity2-start")
    board = Board(start, some_board(clues, 2).placements)
    assert catalog.load_board(formats.dump(board, "eternity2dev-url")).puzzle == start
    pinned = start.replace(hints={**start.hints, 0: board[0]}, name="pinned")
    back = catalog.load_board(formats.dump(Board(pinned, board.placements), "eternity2dev-url"))
    assert (back.puzzle, back.puzzle.name) == (pinned, "pinned")


def test_a_board_of_no_known_puzzle_makes_its_own():
    puzzle = catalog.get("demo-4x4").replace(name="mine")
    board = some_board(puzzle, 3)
    back = formats.load_board(formats.dump(board, "bucas"))
    assert back.looks_like(board)
    assert back.puzzle.name == "mine"
    assert sorted(back.puzzle.kinds) == sorted(range(16))
    assert [p // 4 for p in back.placements.tolist()] == [p // 4 for p in board.placements.tolist()], "numbers are kept"


def test_a_partial_board_of_no_known_puzzle_asks_for_it():
    board = some_board(catalog.get("demo-4x4"), 3).without([5])
    url = formats.dump(board, "bucas")
    for load in (formats.load_puzzle, formats.load):
        with pytest.raises(FormatError, match="15 of 16 cells") as caught:
            load(url)
        assert "--puzzle" in caught.value.remedy
    assert formats.load_board(url, board.puzzle) == board


def test_a_partial_board_of_no_known_puzzle_is_scored_by_what_it_shows():
    board = some_board(catalog.get("demo-4x4"), 3).without([5, 10])
    with pytest.warns(ReadingNote, match="14 of 16 cells"):
        shown = formats.load_board(formats.dump(board, "bucas"))
    assert (shown.score, shown.breaks, shown.count) == (board.score, board.breaks, 14)
    assert (shown.sides == board.sides).all()


def test_a_piece_used_twice_is_reported_by_the_board():
    puzzle = catalog.get("demo-4x4")
    board = some_board(puzzle, 4)
    twice = board.place({3: board[7] // 4 * 4})
    back = formats.load_board(formats.dump(twice, "bucas"), puzzle)
    assert any("2 cells" in fault for fault in back.faults())


def test_cells_that_no_piece_can_show_are_all_reported():
    puzzle = catalog.get("demo-4x4")
    url = formats.dump(some_board(puzzle, 5), "bucas").replace("board_edges=", "board_edges=zzzzyyyy")
    head, _, rest = url.partition("board_edges=")
    edges, _, pieces = rest.partition("&")
    with pytest.raises(FormatError, match=r"cell A1: no piece") as caught:
        formats.load_board(f"{head}board_edges={edges[:64]}&{pieces}", puzzle)
    assert len(caught.value.faults) >= 2


def test_numbers_settle_which_identical_piece_is_meant():
    puzzle = Puzzle(2, 1, [[1, 2, 3, 4], [1, 2, 3, 4]])
    board = Board(puzzle, [4, 0])
    assert formats.load_board(formats.dump(board, "bucas"), puzzle) == board
    plain = formats.dump(board, "bucas").partition("&board_pieces")[0]
    assert formats.load_board(plain, puzzle) == Board(puzzle, [0, 4])


def test_other_pieces_are_not_forced_onto_a_known_puzzle():
    puzzle = catalog.get("eternity2")
    pieces = puzzle.pieces.copy()
    pieces[200] = pieces[201]
    board = some_board(puzzle.replace(pieces=pieces, name="other"), 6)
    assert catalog.load_board(formats.dump(board, "bucas")).puzzle.name == "other"
