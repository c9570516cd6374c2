"""Every file and record board of the reference data reads as what it is said to be."""

from __future__ import annotations

import json

import pytest
from tests.data import reference

from edgematch import catalog, formats
from edgematch.catalog import collections
from edgematch.model import Board, Puzzle

pytestmark = pytest.mark.data
CLUES = {135, 34, 45, 210, 221}


def records():
    file = collections.find("records/boards")
    return json.loads(file.read_text()) if file else []


@pytest.mark.parametrize("record", records(), ids=lambda record: record["name"])
def test_record_boards_have_their_scores(record):
    board = catalog.load_board(record["url"])
    clues = catalog.get("eternity2-clues").hints
    assert (board.score, board.count) == (record["score"], record["placed"])
    assert [cell for cell in clues if board[cell] == clues[cell]] == record["clue_cells"]
    assert board.faults() == []
    kept = len(record["clue_cells"])
    assert board.puzzle.name == {1: "eternity2-start", 5: "eternity2-clues"}[kept]


@pytest.mark.parametrize("record", records(), ids=lambda record: record["name"])
def test_record_boards_are_recognised_without_the_name_of_their_lettering(record):
    bare = record["url"].partition("&motifs_order")[0]
    assert catalog.load_board(bare) == catalog.load_board(record["url"])


def test_there_are_record_boards():
    assert len(json.loads(reference("records", "boards.json").read_text())) >= 11


def test_letterings_seen_are_those_built_in():
    from edgematch.formats._lettering import NAMED

    seen = json.loads(reference("records", "letterings.json").read_text())
    orders = [{ord(letter) - ord("a"): color for letter, color in order.items()} for order in seen.values()]
    plain = {letter: letter for letter in range(23)}
    assert all(order == plain or order in [dict(named) for named in NAMED.values()] for order in orders)


@pytest.mark.parametrize(
    ("folder", "pattern", "count"),
    [
        ("benoist48", "*.nohint", 48),
        ("meta2010", "*.txt", 4),
        ("owen", "set?/??x??.txt", 28),
        ("heule", "*.txt", 8),
        ("clue", "*.txt", 4),
        ("pinned10", "*.json", 10),
        ("tetravex", "*.txt", 3),
    ],
)
def test_every_puzzle_file_reads(folder, pattern, count):
    files = sorted(reference(folder).glob(pattern))
    assert len(files) == count
    for file in files:
        puzzle = formats.load(file)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.name == file.stem or folder == "pinned10"
        assert puzzle.obstacles() == []
        assert puzzle.framed == (folder != "tetravex")


def test_sizes_of_benoist_stand_in_the_names():
    for file in reference("benoist48").glob("*.nohint"):
        puzzle = formats.load_puzzle(file)
        size = int(file.name.split("_")[1])
        frame, inner = map(int, file.name.split(".")[1].removeprefix("b").split("i"))
        assert (puzzle.width, puzzle.height, puzzle.colors) == (size, size, frame + inner)
        assert len(puzzle.hints) == 1
        assert puzzle.start().faults() == [], "the hint is a corner that fits its corner"


def test_benoist_duplicates():
    puzzles = [formats.load_puzzle(file) for file in reference("benoist48").glob("*.nohint")]
    assert sum(puzzle.has_duplicates for puzzle in puzzles) == 31


def test_owen_solutions_solve():
    files = sorted(reference("owen", "set1").glob("*.solution.txt"))
    assert len(files) == 9
    for file in files:
        puzzle = formats.load_puzzle(file.with_name(file.name.replace(".solution", "")))
        assert formats.load_board(file, puzzle).is_solution


@pytest.mark.parametrize("number", range(1, 5))
def test_clue_solutions_solve_with_their_puzzle_and_without(number):
    file = reference("clue", f"clue{number}.sol")
    given = formats.load_board(file, formats.load_puzzle(file.with_suffix(".txt")))
    assert given.is_solution
    found = catalog.load_board(file)
    assert found.is_solution
    assert found.puzzle.name == f"clue{number}"
    assert formats.load_board(file).is_solution, "a framed board tells its own size and pieces"


def test_pinned_variants_are_eternity_with_eight_hints():
    clues = catalog.get("eternity2-clues")
    for file in reference("pinned10").glob("*.json"):
        puzzle = formats.load_puzzle(file)
        assert (puzzle.pieces == clues.pieces).all()
        assert len(puzzle.hints) == 8
        assert clues.hints.items() <= puzzle.hints.items()
        assert puzzle.start().faults() == []


def test_tetravex_is_not_turnable_when_said():
    file = reference("tetravex", "avignon_5x5.txt")
    assert formats.load_puzzle(file).turnable
    assert not formats.load_puzzle(file, turnable=False).turnable


def test_catalog_holds_the_reference_pieces():
    names = {"eternity2/pieces.txt": "eternity2"} | {f"clue/clue{n}.txt": f"clue{n}" for n in range(1, 5)}
    for file, name in names.items():
        assert formats.load(reference(*file.split("/"))) == catalog.get(name)


def test_catalog_clues_are_those_of_the_reference():
    puzzle = catalog.get("eternity2-clues")
    rows = [line.split() for line in reference("eternity2", "clues.txt").read_text().splitlines() if line[0] != "#"]
    assert len(rows) == 5
    for row, column, piece, turns, *sides in (map(int, row) for row in rows):
        cell = row * 16 + column
        assert puzzle.hints[cell] == (piece - 1) * 4 + turns
        assert puzzle.start().sides[cell].tolist() == sides
    assert set(puzzle.hints) == CLUES
    assert set(catalog.get("eternity2-start").hints) == {135}


def test_record_boards_survive_every_format():
    for record in json.loads(reference("records", "boards.json").read_text()):
        board = catalog.load_board(record["url"])
        names = formats.holding(board)
        assert {"native", "bucas", "eternity2dev-url", "eternity2dev-json", "blackwood", "meta10", "sides"} <= set(
            names
        )
        for name in names:
            back = formats.parse(formats.dump(board, name), puzzle=board.puzzle)
            assert isinstance(back, Board)
            assert back == board, name
