"""The catalog: every puzzle reads, is what it says, and is found by name, path or URL."""

from __future__ import annotations

import pytest

from edgematch import catalog, formats
from edgematch.errors import FormatError, UnknownName
from edgematch.model import Puzzle

NAMES = ["eternity2", "eternity2-start", "eternity2-clues", "clue1", "clue2", "clue3", "clue4"]
UNIQUE = ["demo-4x4", "demo-5x5", "demo-6x6", "demo-6x4", "demo-unframed", "demo-fixed", "demo-twins"]


def looks(puzzle: Puzzle) -> set[tuple[bytes, ...]]:
    """The sides of all solutions, each once however identical pieces are exchanged; row by row, plainly."""
    shows = {placement: puzzle.sides[placement].tolist() for placement in sorted(set(puzzle.looks.tolist()))}
    stock = {kind: int((puzzle.kinds == kind).sum()) for kind in set(puzzle.kinds.tolist())}
    found, board = set(), []

    def fill() -> None:
        cell = len(board)
        if cell == puzzle.cells:
            found.add(tuple(puzzle.sides[placement].tobytes() for placement in board))
            return
        west = shows[board[-1]][1] if cell % puzzle.width else None
        north = shows[board[cell - puzzle.width]][2] if cell >= puzzle.width else None
        for placement in candidates(cell, north, west):
            kind = int(puzzle.kinds[placement // 4])
            if stock[kind]:
                stock[kind] -= 1
                board.append(placement)
                fill()
                board.pop()
                stock[kind] += 1

    table: dict[tuple[int, int | None, int | None], list[int]] = {}

    def candidates(cell: int, north: int | None, west: int | None) -> list[int]:
        key = (cell, north, west)
        if key not in table:
            table[key] = [
                placement
                for placement, sides in shows.items()
                if puzzle.fits[cell, placement] and north in (None, sides[0]) and west in (None, sides[3])
            ]
        return table[key]

    fill()
    return found


def test_the_names_promised_are_there():
    assert set(NAMES) | set(UNIQUE) | {"demo-10x10"} == set(catalog.names())


@pytest.mark.parametrize("entry", catalog.describe(), ids=lambda entry: entry.name)
def test_every_entry_says_what_it_is(entry):
    assert entry.about
    assert entry.source
    assert entry.puzzle.obstacles() == []
    assert entry.puzzle.start().faults() == []
    assert catalog.load(entry.name) is entry.puzzle


def test_facts_of_eternity():
    puzzle = catalog.get("eternity2")
    assert (puzzle.cells, puzzle.edges, puzzle.colors) == (256, 480, 22)
    assert not puzzle.has_duplicates
    assert not puzzle.has_symmetric_pieces
    counts = [(puzzle.pieces == color).sum() for color in range(1, 23)]
    assert counts == [24] * 5 + [48] * 5 + [50] * 12
    for name, hints in (("eternity2-start", {135}), ("eternity2-clues", {34, 45, 135, 210, 221})):
        assert catalog.get(name).replace(hints={}) == puzzle
        assert set(catalog.get(name).hints) == hints


@pytest.mark.parametrize("name", UNIQUE)
def test_demo_puzzles_have_the_one_solution_they_claim(name):
    puzzle = catalog.get(name)
    turns = 1 if not puzzle.turnable else 4 if puzzle.width == puzzle.height else 2
    assert len(looks(puzzle)) == turns


def test_demo_puzzles_are_of_every_kind():
    assert not catalog.get("demo-unframed").framed
    assert not catalog.get("demo-fixed").turnable
    assert catalog.get("demo-6x4").width != catalog.get("demo-6x4").height
    assert catalog.get("demo-twins").has_duplicates
    assert catalog.get("demo-twins").has_symmetric_pieces


def test_load_takes_names_paths_and_addresses(tmp_path, monkeypatch):
    puzzle = catalog.get("demo-4x4")
    formats.save(puzzle, tmp_path / "mine.txt")
    assert catalog.load(tmp_path / "mine.txt") == puzzle
    board = puzzle.empty().place({5: 0})
    assert catalog.load(formats.dump(board, "bucas")) == board
    assert catalog.load(formats.dump(board, "bucas").removeprefix("https://")) == board
    assert catalog.load_puzzle(formats.dump(board, "bucas")) == puzzle
    (tmp_path / "bare").write_text(formats.dump(puzzle, "plain"))
    monkeypatch.chdir(tmp_path)
    assert catalog.load("bare") == puzzle


def test_a_board_document_may_name_its_puzzle(tmp_path):
    path = tmp_path / "b.json"
    placements = [-1] * 16
    path.write_text(f'{{"format": "edgematch/board", "version": 1, "puzzle": "demo-4x4", "placements": {placements}}}')
    assert catalog.load(path) == catalog.get("demo-4x4").empty()


def test_unknown_names_get_suggestions():
    with pytest.raises(UnknownName, match="did you mean 'eternity2'"):
        catalog.load("eternity")
    with pytest.raises(UnknownName, match="no file of that name either"):
        catalog.load_board("demo-4x")
    with pytest.raises(UnknownName):
        catalog.get("../../etc/passwd")
    with pytest.raises(FormatError, match="no such file"):
        catalog.load("demo.txt")


def test_hints_may_be_given_with_a_named_puzzle(tmp_path):
    path = tmp_path / "x.hnt"
    path.write_text("1\n3 1 1 2\n")
    assert catalog.load_puzzle("demo-4x4", hints=path).hints == {0: 10}
