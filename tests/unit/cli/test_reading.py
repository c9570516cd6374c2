"""Verbs that read: many boards at once, how to read a file, and what shows at once that it cannot be solved."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from edgematch import catalog, formats
from edgematch.search import solve

DEMO = "demo-4x4"


def edgematch(*args, stdin=None):
    """Run the command; everything it prints comes back."""
    words = [sys.executable, "-m", "edgematch", *map(str, args)]
    return subprocess.run(words, capture_output=True, text=True, input=stdin, timeout=100)


@pytest.fixture(scope="module")
def board():
    return solve(catalog.get(DEMO), solver="plain").answers[0]


@pytest.fixture(scope="module")
def urls(board):
    return [formats.dump(one, "bucas").strip() for one in (board, board.without([3]))]


def test_score_takes_many_boards_names_each_and_continues_after_a_bad_one(urls, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(f"{urls[0]}\n{urls[1].replace('board_edges=', 'board_edges=!')}\n{urls[1]}\n")
    done = edgematch("score", path, tmp_path / "none.txt", urls[0])
    assert done.returncode == 2
    first, third, pasted = done.stdout.splitlines()
    assert "(board 1): 24 of 24 edges match" in first
    assert "(board 3): 22 of 24 edges match" in third
    assert pasted.startswith("URL: 24 of 24")
    assert "(board 2):2:" in done.stderr
    assert "there is no such file" in done.stderr
    rows = json.loads(edgematch("score", path, "--format", "json").stdout)
    assert [row["score"] for row in rows] == [24, 22]


def test_show_takes_many_boards_and_continues_after_a_bad_one(urls, tmp_path):
    done = edgematch("show", DEMO, "no-such-puzzle", f"{urls[0]} {urls[1]}", "--no-color")
    assert done.returncode == 2
    assert done.stdout.count("edges match") == 2
    assert "unknown puzzle 'no-such-puzzle'" in done.stderr
    assert edgematch("show", urls[0], urls[1], "-o", tmp_path / "x.svg").returncode == 2


def test_sheets_come_in_batches(urls, tmp_path):
    done = edgematch("show", DEMO, "demo-5x5", "--sheet", "--paper", "letter", "--piece", 25, "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert {file.name for file in tmp_path.iterdir()} == {"demo-4x4.pdf", "demo-5x5.pdf"}
    assert all(file.read_bytes().startswith(b"%PDF") for file in tmp_path.iterdir())
    single = tmp_path / "solved.pdf"
    assert edgematch("show", urls[0], "--sheet", "--solution", "-o", single).returncode == 0
    refused = edgematch("show", DEMO, "--sheet", "--solution", "-o", single)
    assert (refused.returncode, "needs a board" in refused.stderr) == (2, True)


def test_results_of_solve_are_read_by_show_and_score(board):
    found = edgematch("solve", DEMO, "--solver", "plain", "--all", "--format", "json").stdout
    shown = edgematch("show", "-", "--no-color", stdin=found)
    assert (shown.returncode, shown.stdout.count("24 of 24 edges match")) == (0, 4)
    scored = edgematch("score", "-", "--format", "json", stdin=found)
    assert [row["score"] for row in json.loads(scored.stdout)] == [24] * 4
    again = edgematch(
        "score",
        "-",
        "--format",
        "json",
        stdin=edgematch("score", formats.dump(board, "bucas"), "--format", "json").stdout,
    )
    assert json.loads(again.stdout)["score"] == 24


def swapped(tmp_path, columns, grey=0):
    puzzle = catalog.get(DEMO)
    order = ["nesw".index(side) for side in columns]
    rows = [[grey if c == 0 else c for c in piece] for piece in puzzle.pieces[:, order].tolist()]
    path = tmp_path / "list.txt"
    path.write_text("\n".join(" ".join(map(str, row)) for row in rows) + "\n")
    return path


@pytest.mark.parametrize("verb", ["show", "convert", "count", "solve", "perft", "encode", "analyse"])
def test_the_options_of_reading_are_on_every_verb(verb, tmp_path):
    path = swapped(tmp_path, "wnes", grey=22)
    words = {
        "show": ["--no-color"], "convert": ["--to", "plain"], "perft": ["--depth", 2], "encode": ["--to", "cnf", "-o", tmp_path / "x.cnf"],
        "analyse": ["--flocks", 2],
    }.get(verb, ["--solver", "plain"])  # fmt: skip
    done = edgematch(verb, path, *words, "--columns", "wnes", "--grey", 22, "--size", "4x4")
    assert done.returncode == 0, done.stderr
    if verb == "convert":
        assert formats.parse(done.stdout) == catalog.get(DEMO)
    if verb == "count":
        assert "4 solutions" in done.stdout


def test_how_a_file_was_read_is_said_once_on_stderr(tmp_path):
    path = swapped(tmp_path, "nswe")
    done = edgematch("count", path, "--solver", "plain")
    assert (done.returncode, "4 solutions" in done.stdout) == (0, True)
    assert done.stderr.count("note: ") == 1
    assert "read with sides in the order north south west east" in done.stderr


def test_wrong_options_are_refused_in_a_sentence(tmp_path):
    for words in (["--columns", "nnnn"], ["--size", "0x9"], ["--grey", "??"], ["--turns", "left"], ["--from", "plane"]):
        done = edgematch("show", DEMO if words[0] != "--from" else swapped(tmp_path, "nesw"), *words)
        assert done.returncode == 2, words
        assert done.stderr.startswith("error: ")


@pytest.mark.parametrize("verb", ["solve", "count", "show", "analyse"])
def test_obstacles_are_printed_before_any_search(verb, tmp_path):
    path = tmp_path / "odd.txt"
    path.write_text("2 2\n0 1 2 0\n0 0 2 1\n2 1 0 0\n2 0 0 3\n")
    done = edgematch(verb, path)
    assert "note: this puzzle has no solution: color 1 appears an odd number of times (3)" in done.stderr


def test_the_size_of_a_picture_has_a_name_of_its_own(tmp_path):
    for option in ("--pixels", "--size"):
        done = edgematch("show", DEMO, "-o", tmp_path / f"{option}.svg", option, 300)
        assert done.returncode == 0
        assert ("deprecated" in done.stderr) == (option == "--size")
        assert "height='300'" in (tmp_path / f"{option}.svg").read_text()
