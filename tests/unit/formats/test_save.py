"""Saving is whole or not at all, and nothing that a format cannot hold is dropped."""

from __future__ import annotations

import os

import pytest

from edgematch import catalog, formats
from edgematch.errors import FormatError, UnknownName
from edgematch.model import Puzzle


def test_the_suffix_names_the_format(tmp_path):
    puzzle = catalog.get("demo-4x4")
    for suffix in ("json", "txt", "nohint", "puz", "csv"):
        formats.save(puzzle, tmp_path / f"x.{suffix}")
        assert formats.load(tmp_path / f"x.{suffix}") == puzzle
    board = puzzle.empty().place({5: 0})
    for suffix in ("json", "hnt", "sol", "url"):
        formats.save(board, tmp_path / f"b.{suffix}")
        assert formats.load(tmp_path / f"b.{suffix}", puzzle=puzzle) == board


def test_an_unknown_or_shared_suffix_asks_for_the_format(tmp_path):
    board = catalog.get("demo-4x4").empty()
    for name in ("x.txt", "x.dat", "x"):
        with pytest.raises(FormatError, match=r"name it .*\.json.*or name a format: .*native"):
            formats.save(board, tmp_path / name)
    assert list(tmp_path.iterdir()) == []
    formats.save(board, tmp_path / "x", "blackwood")


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "x.json"
    formats.save(catalog.get("demo-4x4"), path)
    before = path.read_bytes()

    def fail(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FormatError, match="the disk is full"):
        formats.save(catalog.get("demo-5x5"), path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["x.json"]


def test_a_new_file_has_usual_permissions_and_an_old_one_keeps_its_own(tmp_path):
    path = tmp_path / "x.json"
    mask = os.umask(0o022)
    try:
        formats.save(catalog.get("demo-4x4"), path)
        assert path.stat().st_mode & 0o777 == 0o644
        path.chmod(0o600)
        formats.save(catalog.get("demo-5x5"), path)
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(mask)


def test_a_missing_folder_is_reported(tmp_path):
    with pytest.raises(FormatError, match="there is no folder"):
        formats.save(catalog.get("demo-4x4"), tmp_path / "no" / "x.json")
    with pytest.raises(FormatError):
        formats.save(catalog.get("demo-4x4"), tmp_path, "native")


def test_what_a_format_cannot_hold_is_refused_with_all_reasons():
    fixed = catalog.get("demo-fixed").replace(hints={0: 0})
    with pytest.raises(FormatError, match=r"(?s)cannot hold hints.*may not be turned.*formats that can: native$"):
        formats.dump(fixed, "plain")
    with pytest.raises(FormatError, match="squares only"):
        formats.dump(catalog.get("demo-6x4"), "benoist")
    with pytest.raises(FormatError, match="it holds puzzles, not boards"):
        formats.dump(fixed.empty(), "benoist")
    with pytest.raises(FormatError, match="it holds boards, not puzzles"):
        formats.dump(fixed, "bucas")
    with pytest.raises(FormatError, match="looks like no hint"):
        formats.dump(catalog.get("demo-4x4").replace(hints={0: 8}), "puzzle-csv")
    with pytest.raises(FormatError, match="grey sides alone"):
        formats.dump(Puzzle(1, 1, [[1, 1, 1, 1]], framed=True), "plain")
    with pytest.raises(FormatError, match="each must be on the board"):
        formats.dump(fixed.empty(), "owen")
    many = Puzzle(1, 1, [[30, 1, 2, 3]])
    with pytest.raises(FormatError, match="25 colors"):
        formats.dump(many.empty(), "bucas")
    with pytest.raises(UnknownName, match="did you mean 'native'"):
        formats.dump(many, "nativ")


def test_an_all_grey_piece_is_not_an_empty_cell():
    puzzle = Puzzle(1, 1, [[0, 0, 0, 0]])
    board = puzzle.empty().place({0: 0})
    with pytest.raises(FormatError, match="looks like an empty cell"):
        formats.dump(board, "bucas")
    assert formats.parse(formats.dump(board, "sides"), puzzle=puzzle) == board


def test_hints_can_come_from_a_file_beside_the_puzzle(tmp_path):
    puzzle = catalog.get("demo-4x4")
    formats.save(puzzle, tmp_path / "x.puz")
    (tmp_path / "x.hnt").write_text("2\n3 1 1 2\n5 2 2 0\n")
    assert formats.load_puzzle(tmp_path / "x.puz", hints=tmp_path / "x.hnt").hints == {0: 10, 5: 16}
