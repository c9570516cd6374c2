"""Bad input: where, a caret, the remedy, every fault at once; never a traceback, never much memory."""

from __future__ import annotations

import io
import sys
import tracemalloc

import pytest

from edgematch import catalog, formats
from edgematch.errors import EdgeMatchError, FormatError
from edgematch.formats._unpack import MOST_BYTES
from edgematch.model import Puzzle

MEGABYTE = 1 << 20
PLAIN = "2 2\n0 1 2 0\n0 0 2 1\n2 1 0 0\n2 0 0 1\n"


def refused(text: str, name: str | None = None, **given) -> str:
    with pytest.raises(FormatError) as caught:
        formats.parse(text, name, source="x.txt", **given)
    return str(caught.value)


def test_a_bad_number_has_line_column_and_caret():
    said = refused(PLAIN.replace("0 0 2 1", "0 0 two 1"))
    assert said == (
        "x.txt:3:5: piece 2: south is 'two', must be a whole number 0 to 255\n"
        "    0 0 two 1\n"
        "        ^"
    )  # fmt: skip


def test_all_faults_are_reported_at_once():
    said = refused("2 2\n0 1 2\n0 0 300 1\n2 1 0 0 7\n2 0 -4 1\n1 1 1 1\n")
    for part in (
        ":2:6: piece 1 has 3 numbers, needs 4",
        ":3:5:",
        ":4:9: piece 3 has 5",
        ":5:5:",
        ":6:1: one row too many",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing in this text"),
        ("  \n\n", "nothing in this text"),
        ("# only a comment\n", "nothing in this text"),
        ("hello world\n", "no known format"),
        ("2 2\n0 1 2 0\n", "4 rows with a piece each are needed, only 1"),
        ("33 2\n0 1 2 0\n", "width is '33', must be a whole number 1 to 32"),
        ("9" * 30 + " 2\n0 1 2 0\n", "width is '99999999999999999...'"),
        ("0 0\n", "--puzzle"),
        ("3\n1\n1\n9 9 9 9\n1 1 1 1\n", "hint 1: row is '9'"),
        ("5\n1 2 3 4\n", "1 pieces, a board of 5x5 needs 25"),
        ("0\n1 2 3 4\n1 2 3 4\n", "2 pieces make no square"),
        ("2\n0,0,0,0,0,0,0\n", "4 rows with a piece each"),
        ("{", "not JSON"),
        ("{}", "format is missing"),
        ('{"format": "edgematch/puzzle"}', "version is missing"),
        ('{"format": "edgematch/puzzle", "version": 2}', "version is 2, must be a whole number 1 to 1"),
        ('{"format": "edgematch/board", "version": 1, "puzzle": "x", "placements": []}', "unknown puzzle 'x'"),
        ('{"pieces": NaN}', "NaN is no number"),
        ('{"pieces": ' + "1" * 5000 + "}", "cannot be read"),
        ("[" * 100_000, "nested too deeply"),
        ('{"pieces": ' + "[" * 100_000, "nested too deeply"),
        ('{"width": true, "height": 2, "pieces": []}', "width is true, must be a whole number"),
        ('{"width": 1, "height": 1, "pieces": [[1, 2, 3]]}', "pieces[0] has 3 entries, must have 4"),
        ("https://e2.bucas.name/#board_w=99&board_h=2&board_edges=aaaa", "board_w is '99'"),
        ("https://e2.bucas.name/#board_w=2&board_h=2&board_edges=aaaa", "board_edges has 4 letters, 4 cells need 16"),
        ("https://e2.bucas.name/#board_w=1&board_h=1&board_edges=aB1a", "'1' is no letter"),
        ("https://eternity2.dev/viewer?puzzle_size=1&board_edges=bbbb&hints=1.0-x", "'1.0' is no hint"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported(text, said):
    assert said in refused(text)


def test_faults_in_documents_have_places():
    good = formats.dump(catalog.get("demo-4x4"), "native")
    said = refused(good.replace("[1, 2, 0, 0]", "[1, 2, 256, null]").replace('"turnable"', '"turnabel"'))
    line = next(n for n, row in enumerate(good.splitlines(), 1) if "[1, 2, 0, 0]" in row)
    assert f"x.txt:{line}:12: pieces[2][2] is 256, must be a whole number 0 to 255" in said
    assert f"x.txt:{line}:17: pieces[2][3] is null" in said
    assert "unknown key 'turnabel'" in said


def test_a_document_that_is_wrong_all_over_is_given_up_early():
    text = '{"width": 32, "height": 32, "pieces": [' + ",".join(["[1, 2, 3, -1]"] * 1024) + "]}"
    with pytest.raises(FormatError) as caught:
        formats.parse(text)
    assert len(caught.value.faults) == 50
    assert "and 42 more" in str(caught.value)


@pytest.mark.parametrize("text", ["1/2 3/1\n", "0 0\n1 0\n", "2 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n", "1\n1 1 1 0\n"])
def test_boards_without_pieces_ask_for_their_puzzle(text):
    said = refused(text)
    assert "puzzle must be given" in said
    assert "puzzle=" in said
    assert "--puzzle" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1/2 3/1\n", "1 rows of cells, the puzzle given has 2"),
        ("1/2 5/1\nx/y ---/-\n", "'x/y' is no cell"),
        ("1/2 5/1\nx/y ---/-\n", "piece is '5'"),
        ("0 0\n1 0\n", "4 rows with a cell each are needed, only 2"),
        ("2 2\n0 0 0\n1 0 0\n0 0 0\n1 1 0\n", ":4:1: piece 3 is in cell B1, where piece 1 is"),
        ("3 2\n0 0 0\n1 0 0\n0 0 0\n1 1 0\n", "this board is 3x2, the puzzle given is 2x2"),
        ("2\n1 1 1 0\n2 1 1 0\n", ":3:1: a second piece for cell A1"),
        ("9 9 9 9\n" * 4, "no piece of the puzzle has these sides"),
        ("1 1 1 1\n" * 6, "nothing says how wide the board is"),
    ],
)
def test_what_is_wrong_with_a_board_is_reported(text, said):
    pieces = [[0, 1, 2, 0], [0, 0, 2, 1], [2, 1, 0, 0], [2, 0, 0, 1]]
    puzzle = None if "how wide" in said else Puzzle(2, 2, pieces)
    assert said in refused(text, puzzle=puzzle)


@pytest.mark.parametrize("name", formats.names())
def test_json_given_to_the_wrong_reader_is_refused(name):
    text = "[1, 2]\n" * 20
    refused(text, name)
    refused(text, name, puzzle=catalog.get("demo-4x4"))


def test_a_board_of_another_puzzle_is_refused():
    board = catalog.get("demo-4x4").empty()
    hinted = board.puzzle.replace(hints={5: 0})
    text = formats.dump(board, "native")
    assert formats.parse(text, puzzle=hinted).puzzle == hinted
    assert "another puzzle" in refused(text, puzzle=catalog.get("demo-unframed"))


def test_names_that_cannot_be_shown_are_made_so():
    text = formats.dump(Puzzle(1, 1, [[1, 1, 1, 1]], name="NAME"), "native")
    for name, shown in ((r"a\ud800b", "a?b"), (r"\u001b[31m", "?[31m"), ("x" * 1000, "x" * 200)):
        puzzle = formats.parse(text.replace("NAME", name))
        assert puzzle.name == shown
        assert formats.dump(puzzle.empty(), "bucas").isascii()


def test_faults_of_the_model_are_reported_as_faults_of_the_text():
    document = '{"width": 2, "height": 1, "pieces": [[1,1,1,1],[1,1,1,1]], "hints": [{"pos":0,"piece":1,"rot":0},{"pos":1,"piece":1,"rot":0}]}'
    assert "x.txt: piece 1 is in 2 hints" in refused(document)


def test_unusual_but_fine_texts_are_read(tmp_path):
    puzzle = formats.parse(PLAIN)
    for number, data in enumerate((
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        b"# pieces\n\n" + PLAIN.replace(" ", "\t  ").encode() + b"\n\n",
        PLAIN.replace("\n", " # note\n").encode(),
        PLAIN.rstrip().encode(),
    )):  # fmt: skip
        (tmp_path / f"{number}.txt").write_bytes(data)
        assert formats.load(tmp_path / f"{number}.txt") == puzzle


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"2 2\n0 1 \xff 0\n", ":2:5: piece 1: south is '\xff'"),
        (b"2 2\n0 1 \x00 0\n", ":2:5: this is a binary file"),
        (b" " * (MOST_BYTES + 1), "over 1 MiB"),
    ],
)
def test_bytes_that_are_no_text_are_reported(tmp_path, data, said):
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        formats.load(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_files_that_cannot_be_read_are_reported(tmp_path):
    for source, said in (
        (tmp_path / "none.txt", "there is no such file"),
        (tmp_path, "this is a folder"),
        ("a\0b", "cannot be used"),
        ("x" * 5000, "the name is too long"),
        ("https://example.org/puzzle.txt", "never fetched"),
        ("https://example.org/?board_edges=" + "a" * MOST_BYTES, "over 1 MiB"),
    ):
        with pytest.raises(FormatError, match=said):
            formats.load(source)


def test_standard_input_is_a_source(monkeypatch):
    for data in (PLAIN.encode(), b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        if data:
            assert formats.load("-") == formats.parse(PLAIN)
        else:
            with pytest.raises(FormatError, match="standard input: there is nothing"):
                formats.load("-")


def test_a_puzzle_is_no_board(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text(PLAIN)
    with pytest.raises(FormatError, match="not a board"):
        formats.load_board(path)


@pytest.mark.parametrize(
    "text",
    [
        "32 32\n" + "1 " * 400_000,
        "32 32\n" + "1\n" * 150_000,
        "[" + "[]," * 300_000 + "[]]",
        '{"width": 32, "height": 32, "pieces": [' + "[]," * 300_000 + "[]]}",
        "https://e2.bucas.name/#board_w=32&board_h=32&board_edges=" + "?" * 900_000,
        "https://e2.bucas.name/#" + "a=b&" * 80_000 + "board_w=1&board_edges=",
        "1 1 1 1\n" * 120_000,
    ],
)
def test_memory_is_bounded(text):
    tracemalloc.start()
    try:
        with pytest.raises(EdgeMatchError):
            formats.parse(text)
        assert tracemalloc.get_traced_memory()[1] < 250 * MEGABYTE
    finally:
        tracemalloc.stop()
