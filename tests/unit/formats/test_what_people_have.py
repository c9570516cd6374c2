"""Files as people pass them on: wrapped, compressed, in other encodings, with other headers, orders and greys."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import warnings
import zipfile
from urllib.parse import quote

import numpy as np
import pytest

from edgematch import catalog, formats
from edgematch.errors import EdgeMatchError, FormatError, OptionError, ReadingNote, UnknownName
from edgematch.formats import Reading
from edgematch.model import Board, Puzzle

DEMO = "demo-6x6"
PLAIN = formats.dump(catalog.get(DEMO), "plain")


@pytest.fixture(scope="module")
def solved() -> Board:
    from edgematch.search import solve

    return solve(catalog.get(DEMO)).answers[0]


@pytest.fixture(scope="module")
def url(solved) -> str:
    return formats.dump(solved, "bucas").strip()


def rows(puzzle: Puzzle, columns: str = "nesw", *, grey: int = 0, shift: int = 0) -> list[list[int]]:
    """The pieces with their sides in another order, grey as another number, the other colors moved."""
    order = ["nesw".index(side) for side in columns]
    return [[grey if c == 0 else c + shift for c in piece] for piece in puzzle.pieces[:, order].tolist()]


def lines(table: list[list[int]]) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in table)


def same_pieces(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles have the same pieces in the same order, turned or mirrored at most."""

    def looks(piece: list[int]) -> list[int]:
        turned = [np.roll(way, t).tolist() for way in (piece, piece[::-1]) for t in range(4)]
        return min(turned)

    pairs = zip(one.pieces.tolist(), other.pieces.tolist(), strict=True)
    return (one.width, one.height) == (other.width, other.height) and all(looks(a) == looks(b) for a, b in pairs)


# arguments


@pytest.mark.parametrize("letter", ["x", "ä", "\u0663", " x"])
@pytest.mark.parametrize("length", [256, 300, 5000, 70_000])
def test_long_arguments_are_refused_in_a_sentence(letter, length):
    for word in (letter * length, f"{'a' * length}:{'b' * length}", f"a/{letter * length}", f"{letter * length}/b.txt"):
        for load in (catalog.load, catalog.load_board, catalog.load_puzzle):
            with pytest.raises(EdgeMatchError) as caught:
                load(word)
            assert len(str(caught.value)) < 2000


def test_a_pasted_board_without_a_host_is_read(solved, url):
    pasted = url.partition("#")[2]
    assert pasted.startswith("puzzle=")
    assert catalog.load(pasted) == solved
    assert catalog.load("board_edges=" + pasted.partition("board_edges=")[2]) == solved


def test_a_catalog_name_where_a_board_should_be():
    with pytest.raises(FormatError, match="clue2 is a puzzle of the catalog, not a board"):
        catalog.load_board("clue2")
    with pytest.raises(UnknownName, match="did you mean 'clue2'"):
        catalog.load("clue22")


# URLs


@pytest.mark.parametrize(
    "change",
    [
        lambda url: url.replace("&", "&amp;"),
        lambda url: url.replace("&", "&#38;"),
        lambda url: quote(url, safe=""),
        lambda url: quote(url, safe=":/#"),
        lambda url: f"https://www.example.org/url?q={quote(url, safe='')}&sa=D",
        lambda url: quote(quote(url, safe=""), safe=""),
        str.upper,
        lambda url: "\n".join(url[at : at + 76] for at in range(0, len(url), 76)),
        lambda url: "\r\n ".join(url[at : at + 60] for at in range(0, len(url), 60)),
        lambda url: " ".join(url[at : at + 50] for at in range(0, len(url), 50)),
        lambda url: f"[my board]({url})",
        lambda url: f"[470]({url}) is the best so far",
        lambda url: f"<{url}>",
        lambda url: f'see "{url}", it is mine',
        lambda url: f"[InternetShortcut]\r\nURL={url}\r\nIconIndex=0\r\n",
        lambda url: url.replace("board_w=6&board_h=6&", ""),
        lambda url: url.replace("board_h=6&", ""),
        lambda url: url.replace("https://", ""),
        lambda url: url.partition("&board_pieces")[0],
    ],
)
def test_urls_are_read_as_they_come(change, solved, url, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(change(url))
    assert catalog.load(path) == solved
    if "\n" not in change(url):
        assert catalog.load(change(url)) == solved


def test_a_url_cut_by_the_shell_is_explained():
    with pytest.raises(FormatError, match="a shell cuts a URL at each & unless it is quoted"):
        catalog.load("https://e2.bucas.name/#puzzle=Blackwood")


def test_several_urls_are_several_boards(solved, tmp_path):
    boards = [solved, solved.without([3]), solved.without([0, 1])]
    urls = [formats.dump(board, "bucas").strip() for board in boards]
    path = tmp_path / "boards.txt"
    path.write_text(f"first {urls[0]}\n\nthen {urls[1].replace('board_edges=', 'board_edges=?')}\nand {urls[2]}\n")
    items = list(catalog.load_all(path))
    assert [item.name for item in items] == [f"{path} (board {number})" for number in (1, 2, 3)]
    assert (items[0].thing, items[2].thing) == (boards[0], boards[2])
    assert f"{path} (board 2):3:" in str(items[1].error)
    assert [item.get() for item in catalog.load_all(" ".join(urls))] == boards
    with pytest.raises(FormatError, match="several boards") as caught:
        catalog.load(path)
    assert "load_all" in str(caught.value)


# files


def test_compressed_files_are_read(tmp_path):
    data = PLAIN.encode()
    for name, packed in (("x.gz", gzip.compress(data)), ("x.bz2", bz2.compress(data)), ("x.xz", lzma.compress(data))):
        (tmp_path / name).write_bytes(packed)
        assert formats.load(tmp_path / name) == catalog.get(DEMO)
        (tmp_path / name).write_bytes(packed[:-9])
        with pytest.raises(FormatError, match="damaged"):
            formats.load(tmp_path / name)


def archive(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return packed.getvalue()


def test_archives_hold_one_text_per_file(tmp_path, url):
    path = tmp_path / "x.zip"
    path.write_bytes(archive({"a/puzzle.txt": PLAIN.encode()}))
    assert formats.load(path) == catalog.get(DEMO)
    path.write_bytes(archive({"puzzle.txt": PLAIN.encode(), "no.txt": b"nothing here", "b.url": url.encode()}))
    items = list(catalog.load_all(path))
    assert [item.name for item in items] == [f"{path}/{name}" for name in ("puzzle.txt", "no.txt", "b.url")]
    assert [item.error is None for item in items] == [True, False, True]
    path.write_bytes(archive({"a": b"x"})[:-30])
    with pytest.raises(FormatError, match="archive cannot be read"):
        formats.load(path)


def test_archives_with_nameless_members_are_read(tmp_path):
    """A damaged archive has members without a name, or with one of nothing but slashes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("ab", "nonsense")
        archive.writestr("good.txt", PLAIN)
    path = tmp_path / "x.zip"
    for name in (b"\x00b", b"a/"):  # zipfile ends a name at a zero
        path.write_bytes(data.getvalue().replace(b"ab", name))
        assert catalog.load_puzzle(path) == catalog.get(DEMO)


def test_what_unpacks_to_too_much_is_refused(tmp_path):
    bomb = b"\n" * (64 << 20)
    for name, packed in (("x.gz", gzip.compress(bomb)), ("x.xz", lzma.compress(bomb)), ("x.zip", archive({"x": bomb}))):
        (tmp_path / name).write_bytes(packed)
        with pytest.raises(FormatError, match="over 1 MiB"):
            formats.load(tmp_path / name)


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode("utf-16"),
        PLAIN.encode("utf-16-le"),
        PLAIN.encode("utf-16-be"),
        PLAIN.encode("utf-32"),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        f"# pièces\n{PLAIN}".encode("latin-1"),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.replace(" ", ",").encode(),
        PLAIN.replace(" ", ", ").replace("\n", ",\n").encode(),
        PLAIN.replace(" ", ";").encode(),
        f"c pieces\nc\n{PLAIN}".encode(),
        f"// pieces\n{PLAIN}".encode(),
        f"% pieces\n  % more\n{PLAIN}".encode(),
        PLAIN.replace("\n", " // piece\n").encode(),
        PLAIN.encode() + b"\x1a",
    ],
)
def test_texts_in_other_clothes_are_read(data, tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    assert formats.load(path) == catalog.get(DEMO)


# lists of pieces


def test_headers_of_every_kind():
    puzzle = catalog.get(DEMO)
    listed = lines(rows(puzzle))
    numbered = lines([[number, *row] for number, row in enumerate(rows(puzzle), 1)])
    shuffled = "".join(sorted(numbered.splitlines(keepends=True)))
    several = lines([[color for row in rows(puzzle)[at : at + 6] for color in row] for at in range(0, 36, 6)])
    for text in (
        f"6 6\n{listed}", f"6\n{listed}", f"36\n{listed}", listed, f"p tile 6 6 9\n{listed}", f"6 6\n{numbered}", f"6\n{numbered}",
        numbered, shuffled, several, f"6 6\n{several}", f"1 0 6 6\n{listed}", f"width: 6\nheight: 6\n{listed}",
    ):  # fmt: skip
        assert formats.parse(text) == puzzle, text[:40]


def test_a_list_without_size_takes_it_from_its_frame():
    puzzle = catalog.get("demo-6x4")
    assert formats.parse(lines(rows(puzzle))) == puzzle
    with pytest.raises(FormatError, match="--size"):
        formats.parse(lines(rows(puzzle, shift=0, grey=50)[:23]))
    unframed = Puzzle(3, 2, [[1, 2, 3, 4]] * 6)
    assert formats.parse(lines(rows(unframed)), reading=Reading(size=(3, 2))) == unframed


def test_a_list_is_a_puzzle_and_a_board_is_a_board(solved):
    assert isinstance(formats.parse(lines(rows(solved.puzzle))), Puzzle)
    shown = formats.parse(formats.dump(solved, "sides"))
    assert isinstance(shown, Board)
    assert shown.is_solution


@pytest.mark.parametrize("columns", ["nswe", "nsew", "nwes"])
def test_other_orders_of_sides_are_found_by_the_frame(columns):
    puzzle = catalog.get(DEMO)
    with pytest.warns(ReadingNote, match="read with sides in the order north"):
        found = formats.parse("6 6\n" + lines(rows(puzzle, columns)))
    assert same_pieces(found, puzzle)
    reading = Reading(columns=columns)
    assert formats.parse("6 6\n" + lines(rows(puzzle, columns)), reading=reading) == puzzle


@pytest.mark.parametrize(("grey", "shift"), [(22, 0), (23, 0), (10, -1), (-1, 0), (-1, -1)])
def test_other_greys_are_found_by_the_frame(grey, shift):
    puzzle = catalog.get(DEMO)
    text = "6 6\n" + lines(rows(puzzle, grey=grey, shift=shift))
    if grey < 0:
        assert formats.parse(text) == puzzle
        assert formats.parse(text.replace("-1", "-")) == puzzle
    else:
        with pytest.warns(ReadingNote, match=f"{grey} is grey"):
            assert formats.parse(text) == puzzle
    assert formats.parse(text, reading=Reading(grey=grey)) == puzzle


def test_zero_as_a_color_is_not_taken_for_grey():
    text = "5 5\n8 4 4 0\n5 6 4 0\n6 1 5 8\n1 3 8 1\n6 0 3 2\n" + "2 1 4 2\n" * 20
    with pytest.raises(FormatError, match="0 is on 3 sides, but not as the grey outside") as caught:
        formats.parse(text)
    assert "--unframed" in str(caught.value)
    puzzle = formats.parse(text, reading=Reading(framed=False, turnable=False, columns="wnes"))
    assert not puzzle.framed
    assert not puzzle.turnable
    assert puzzle.pieces[0].tolist() == [5, 5, 1, 9]
    assert formats.parse(text, reading=Reading(grey=0)).framed


def test_an_unclear_list_is_refused_with_its_readings():
    with pytest.raises(FormatError, match="can be read in 2 ways") as caught:
        formats.parse("2\n1 0 0 2\n3 0 0 1\n4 0 0 3\n2 0 0 4\n")
    assert "--columns" in str(caught.value)
    named = formats.parse("2\n1 0 0 2\n3 0 0 1\n4 0 0 3\n2 0 0 4\n", "polymtl")
    assert named.pieces[0].tolist() == [1, 2, 0, 0]
    with pytest.raises(OptionError, match="columns are the letters"):
        Reading(columns="nnsw")


# formats of others


def test_polymtl():
    puzzle = catalog.get(DEMO)
    found = formats.parse("6\n" + lines(rows(puzzle, "nswe")))
    assert found == puzzle


def test_tetravex_digits(tmp_path):
    text = "0407\n3037\n7850\n7509\n"
    puzzle = formats.parse(text)
    assert (puzzle.width, puzzle.framed, puzzle.turnable) == (2, False, False)
    assert puzzle.pieces[0].tolist() == [1, 1, 8, 5], "north west east south, 0 is a color"
    with pytest.warns(ReadingNote, match="west north east south"):
        assert formats.parse("2744 2557\n5961 4118\n").pieces[1].tolist() == [6, 6, 8, 3]
    wnes = formats.parse(text, reading=Reading(columns="wnes"))
    assert wnes.pieces[0].tolist() == [5, 1, 8, 1]


def test_thesil_csv():
    puzzle = catalog.get(DEMO)
    assert same_pieces(formats.parse(sparse(puzzle)), puzzle)


def sparse(puzzle: Puzzle) -> str:
    """A puzzle as TheSil writes it: every piece turned so that its grey sides come last."""
    table = [f"{puzzle.width},{puzzle.height},3,7"]
    for number, piece in enumerate(puzzle.pieces.tolist(), 1):
        colored = 4 - piece.count(0)
        ways = (np.roll(piece, turns).tolist() for turns in range(4))
        turned = next(way for way in ways if 0 not in way[:colored])
        table.append(f"{number}," + ",".join(map(str, turned[:colored])) + "," * (4 - colored))
    return "\n".join(table) + "\n"


def pointing(board: Board, *, frame: bool) -> list[str]:
    """The rows of a board as TheSil writes them, made apart from the package: where the first color points."""
    rows = []
    for cell, placement in board.placed():
        row, column = divmod(cell, board.puzzle.width)
        outside = row in (0, board.puzzle.height - 1) or column in (0, board.puzzle.width - 1)
        points = "nesw"[placement % 4]  # the side that shows the first color of the piece
        rows.append(f"{row},{column},{placement // 4 + 1},{-1 if frame and outside else 'eswn'.index(points)}")
    return rows


@pytest.mark.parametrize("frame", [False, True], ids=["given", "by the frame"])
@pytest.mark.parametrize("name", ["demo-6x6", "demo-6x4"])
def test_thesil_boards(name, frame, tmp_path):
    from edgematch.search import solve

    puzzle = formats.parse(sparse(catalog.get(name)))
    board = solve(puzzle).answers[0]
    rows = pointing(board, frame=frame)
    assert formats.parse("\n".join(rows), puzzle=puzzle) == board
    path = tmp_path / "5_hints.csv"
    path.write_text("\r\n".join(rows[3:5]) + " \n")
    assert formats.load_board(path, puzzle) == board.without(set(range(puzzle.cells)) - {3, 4})
    assert formats.load_puzzle(_written(tmp_path / "p.csv", sparse(puzzle)), hints=path).hints == {
        3: board[3], 4: board[4],
    }  # fmt: skip


def test_thesil_boards_that_are_wrong():
    puzzle = formats.parse(sparse(catalog.get(DEMO)))
    for rows, said in (
        ("1,1,5,-1\n", "of them at B2"),
        ("6,0,1,0\n", "row"),
        ("0,0,37,0\n", "piece"),
        ("0,0,1,4\n", "direction"),
        ("0,0,1,0\n0,0,2,0\n", "a second piece for cell A1"),
    ):
        with pytest.raises(FormatError, match=said):
            formats.parse(rows, "thesil-board", puzzle=puzzle)


def _written(path, text):
    path.write_text(text)
    return path


def test_bucas_piece_files():
    puzzle = catalog.get("demo-6x4")
    listed = "".join(f'pieces[ p ] = "{",".join(map(str, row))}".split( splitreg ); p++;\n' for row in rows(puzzle))
    text = f'if ( puzzle == "x.js" ) {{\n\nboard_w = 6;\nboard_h = 4;\n\n{listed}\nnb_pieces = p;\n}}\n'
    assert formats.parse(text) == puzzle


def test_letters():
    puzzle = catalog.get(DEMO)
    words = ["".join("-" if c == 0 else chr(64 + c) for c in row) for row in rows(puzzle, "wnes")]
    assert formats.parse("\n".join(words)) == puzzle
    with pytest.warns(ReadingNote, match="24 is grey"):
        assert formats.parse("\n".join(words).replace("-", "X")) == puzzle


def test_letters_after_a_number():
    puzzle = catalog.get(DEMO)
    words = ["".join("X" if c == 0 else chr(64 + c) for c in row) for row in rows(puzzle, "wnes")]
    lines = [f"{number} {word}" for number, word in enumerate(words, 1)]
    with pytest.warns(ReadingNote, match="24 is grey"):
        assert formats.parse("\n".join(reversed(lines))) == puzzle


def test_documents_with_a_size():
    puzzle = catalog.get(DEMO)
    pieces = puzzle.pieces.tolist()
    assert formats.parse(f'{{"size": 6, "num_colors": 10, "pieces": {pieces}}}') == puzzle
    assert formats.parse(f'{{"pieces": {pieces}}}') == puzzle
    assert formats.parse(f"{pieces}") == puzzle


def test_gallicchio_boards_and_clues(solved, tmp_path):
    puzzle = solved.puzzle
    text = "".join(f"{p // 4} {cell % 6} {cell // 6} {-p % 4}\n" for cell, p in solved.placed())
    assert formats.parse(text, puzzle=puzzle) == solved
    assert formats.parse("c pieceNum x y rotation\n\n" + text, puzzle=puzzle) == solved
    clue = tmp_path / "puzzle.clue"
    clue.write_text(text.splitlines()[0] + "\n")
    assert formats.load_board(clue, puzzle) == solved.without(range(1, 36))
    clockwise = "".join(f"{p // 4} {cell % 6} {cell // 6} {p % 4}\n" for cell, p in solved.placed())
    with pytest.warns(ReadingNote, match="turns clockwise"):
        assert formats.parse(clockwise, puzzle=puzzle) == solved


@pytest.mark.parametrize("name", ["demo-6x6", "demo-6x4"])
def test_older_files_of_gallicchio_give_the_row_first(name):
    from edgematch.search import solve

    board = solve(catalog.get(name)).answers[0]
    rows = "".join(f"{p // 4} {cell // 6} {cell % 6} {p % 4}\n" for cell, p in board.placed())
    with pytest.warns(ReadingNote, match="turns clockwise, rows and columns exchanged"):
        assert formats.parse("c pieceNum x y rotation\n\n" + rows, puzzle=board.puzzle) == board


@pytest.mark.parametrize("stored", [2, 0])
def test_solutions_of_meta10_count_from_pieces_turned_by_two(stored, solved):
    text = "".join(f"{p // 4} {(p - stored) % 4}\n" for p in solved.placements.tolist())
    if stored == 2:
        assert formats.parse(text, puzzle=solved.puzzle) == solved
        assert formats.dump(solved, "meta10") == text
    else:
        with pytest.warns(ReadingNote, match="read as counted from 0, turns clockwise"):
            assert formats.parse(text, puzzle=solved.puzzle) == solved


@pytest.mark.parametrize("stored", [0, 1, 3])
@pytest.mark.parametrize("sign", [1, -1])
def test_piece_and_turns_of_other_programs(stored, sign, solved):
    cells = [f"{p // 4 + 1:>4}/{sign * (p - stored) % 4}" for p in solved.placements.tolist()]
    text = "\n".join("".join(cells[at : at + 6]) for at in range(0, 36, 6))
    with pytest.warns(ReadingNote, match="read as counted from 1"):
        assert formats.parse(text, puzzle=solved.puzzle) == solved
    with pytest.warns(ReadingNote):
        assert formats.parse(text, known=[catalog.get("demo-5x5"), solved.puzzle]) == solved


def test_blackwoods_own_text_is_read_without_a_note(solved):
    text = formats.dump(solved, "blackwood")
    assert formats.parse(text, puzzle=solved.puzzle) == solved
    assert formats.parse(text, known=[solved.puzzle]) == solved


def hinted(turns: str, base: int, cells: tuple[int, ...] = (0, 35)) -> tuple[str, Puzzle]:
    from edgematch.search import solve

    puzzle = catalog.get(DEMO)
    board = solve(puzzle).answers[0]
    hints = {cell: board[cell] for cell in cells}
    sign = 1 if turns == "clockwise" else -1
    rows = [f"{c // 6 + base} {c % 6 + base} {p // 4 + base} {sign * p % 4}" for c, p in hints.items()]
    return "\n".join(["6", "10", str(len(rows)), *rows, *PLAIN.splitlines()[1:], ""]), puzzle.replace(hints=hints)


@pytest.mark.parametrize(
    ("turns", "base"), [("anticlockwise", 1), ("clockwise", 1), ("anticlockwise", 0), ("clockwise", 0)]
)
def test_hints_of_benoist_fit_the_frame(turns, base):
    text, puzzle = hinted(turns, base, (0, 5, 30, 35))
    if (turns, base) == ("anticlockwise", 1):
        assert formats.parse(text) == puzzle
    else:
        with pytest.warns(ReadingNote):
            assert formats.parse(text) == puzzle


def test_turns_may_be_given():
    text, puzzle = hinted("clockwise", 1, (7,))
    assert formats.parse(text, reading=Reading(turns="clockwise")) == puzzle


# messages


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello world\n", "--from"),
        ("[hello]\n", "no known format"),
        ("[1, 2\n", "not JSON"),
        ("7\n1 2 3 4\n1 2 3 4\n", "2 pieces, a board of 7x7 needs 49"),
    ],
)
def test_messages_say_what_can_be_done(text, said):
    with pytest.raises(FormatError) as caught:
        formats.parse(text)
    assert said in str(caught.value)
    assert "number of hints" not in str(caught.value)


def test_results_of_this_package_are_read_again(solved, url):
    one = {"score": solved.score, "url": url, "placements": solved.placements.tolist()}
    assert formats.parse(json.dumps(one), known=[solved.puzzle]) == solved
    assert formats.parse(json.dumps(one | {"url": None}), puzzle=solved.puzzle) == solved


def polymtl_solution(board: Board, turned: int) -> str:
    """A solution as the course writes it, from the bottom left corner, or from where half a turn puts that."""
    cells = board.sides.reshape(board.puzzle.height, board.puzzle.width, 4)[::-1]
    cells = cells[::-1, ::-1] if turned else cells
    return f"{board.breaks}\n{board.puzzle.width}\n" + "".join(
        f"{n} {s} {w} {e} \n" for n, e, s, w in cells.reshape(-1, 4).tolist()
    )


def test_polymtl_solutions(solved):
    """`cost`, `n`, then N S W E per cell: from the bottom left, in some files from the top right."""
    assert formats.parse(polymtl_solution(solved, 0)).sides.tolist() == solved.sides.tolist()
    with pytest.warns(ReadingNote, match="top right"):
        turned = formats.parse(polymtl_solution(solved, 1), puzzle=solved.puzzle)
    assert (turned.score, turned.sides.tolist()) == (solved.score, solved.sides.tolist())


def test_the_cost_of_a_polymtl_solution_says_where_it_begins():
    """These rows fit from the top left, but the cost can say that they were placed from the bottom left."""
    text = "{}\n2\n0 1 0 3\n0 4 3 0\n1 0 0 2\n4 0 2 0\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert formats.parse(text.format(4)).sides[0].tolist() == [1, 2, 0, 0]
    with pytest.warns(ReadingNote, match="read from the top left corner, from where the cost is 0"):
        assert formats.parse(text.format(0)).sides[0].tolist() == [0, 3, 1, 0]
    with pytest.warns(ReadingNote, match="the cost is 0 from the top left corner, not 3 as the file says"):
        formats.parse(text.format(3))


def binary(color: int) -> str:
    return "1" * 16 if color == 0 else f"{color - 1:016b}"


def test_puzzle_csv_with_places_and_its_boards(solved, tmp_path):
    """Rows of ten end with their place in the list; a board is the sides of its cells, a number and turns."""
    puzzle = solved.puzzle
    table = [
        [*map(binary, piece), "0", "0", "0", str(at % puzzle.width), str(at // puzzle.width), "0"]
        for at, piece in enumerate(puzzle.pieces.tolist())
    ]
    text = f"{puzzle.width}\n" + "\n".join(",".join(row) for row in table)
    found = formats.parse(text)
    assert found.pieces.tolist() == puzzle.pieces.tolist()
    table[3][7] = "0"
    with pytest.raises(FormatError, match=r"5: piece 4: the last three numbers should be its place in the list, 3,0,0"):
        formats.parse(f"{puzzle.width}\n" + "\n".join(",".join(row) for row in table))
    board = "\n".join(",".join([*map(binary, sides), str(at), "2"]) for at, sides in enumerate(solved.sides.tolist()))
    assert formats.parse(board, puzzle=found).sides.tolist() == solved.sides.tolist()
    assert formats.parse(board).score == solved.score
    with pytest.raises(FormatError, match=r"2:1: .*binary word"):
        formats.parse("\n".join(["2".join(line.split("1", 1)) if at == 1 else line
                                 for at, line in enumerate(board.splitlines())]))  # fmt: skip


def test_tetravex_digits_after_a_size():
    for text in ("2 0407 3037 7850 7509", "2\n0407 3037\n7850 7509\n"):
        assert formats.parse(text) == formats.parse("0407\n3037\n7850\n7509\n"), text


def test_lists_of_boards_are_read(solved, url, tmp_path):
    """What `boards list` and `puzzles --records` print: a list, or one object per line."""
    objects = [{"id": "1", "url": url, "puzzle": "x"}, {"score": 3, "board": url}]
    path = tmp_path / "boards.json"
    for text in (json.dumps(objects), "\n".join(map(json.dumps, objects))):
        path.write_text(text)
        found = [item.thing for item in formats.load_all(path, known=[solved.puzzle])]
        assert [board.score for board in found] == [solved.score] * 2


def test_tetravex_drawn_in_digits():
    """Three lines per row of pieces: north, west and east, south."""
    puzzle = formats.parse("4 5\n6 2 7 7\n7 4\n5 1\n8 7 0 6\n1 7\n")
    assert (puzzle.width, puzzle.height, puzzle.framed, puzzle.turnable) == (2, 2, False, False)
    assert (puzzle.pieces - 1).tolist() == [[4, 2, 7, 6], [5, 7, 4, 7], [5, 7, 1, 8], [1, 6, 7, 0]]
    oblong = formats.parse("1 2 3\n1 2 3 4 5 6\n4 5 6\n" * 2)
    assert (oblong.width, oblong.height) == (3, 2)


@pytest.mark.parametrize("mark", ["@", " @"])
def test_tetravex_pieces_that_stand_in_their_cells(mark):
    """A piece with a mark is a hint."""
    words = ["1901", "9185", "5948", "9666", "8346", "4617", "1599", "6049", "4820"]
    plain = formats.parse(" ".join(words), reading=Reading(columns="wnes"))
    marked = formats.parse("\n".join(f"{w}{mark}" for w in words), reading=Reading(columns="wnes"))
    assert (marked.pieces.tolist(), marked.width) == (plain.pieces.tolist(), 3)
    assert marked.hints == {cell: cell * 4 for cell in range(9)}
    one = formats.parse("\n".join([words[0] + mark, *words[1:]]), reading=Reading(columns="wnes"))
    assert one.hints == {0: 0}


def test_pieces_like_those_of_tetravex_are_noted():
    text = "3 3\n5 7 1 8\n1 2 1 1\n3 4 4 6\n4 9 4 2\n1 7 3 7\n1 6 1 9\n4 9 3 7\n3 9 9 4\n6 1 5 3\n"
    with pytest.warns(ReadingNote, match="--not-turnable"):
        assert formats.parse(text).turnable
    assert not formats.parse(text, reading=Reading(turnable=False)).turnable
