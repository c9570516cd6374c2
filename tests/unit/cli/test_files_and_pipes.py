"""What a verb writes, another reads; the suffix of a file decides what is in it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from edgematch import catalog, formats


def edgematch(*words, stdin=None):
    return subprocess.run(
        [sys.executable, "-m", "edgematch", *map(str, words)], capture_output=True, text=True, input=stdin, timeout=100
    )


@pytest.mark.parametrize(
    ("suffix", "start"),
    [(".svg", "<svg"), (".png", "\x89PNG"), (".html", "<!doctype html"), (".url", "https://"), (".json", "{")],
)
@pytest.mark.parametrize("printed", ["text", "json", "jsonl"])
def test_the_suffix_decides_what_solve_writes(suffix, start, printed, tmp_path):
    path = tmp_path / f"board{suffix}"
    done = edgematch("solve", "demo-4x4", "-o", path, "--format", printed)
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().decode("latin-1").lower().startswith(start.lower())


def test_unknown_suffixes_are_refused(tmp_path):
    assert "stands for no format" in edgematch("solve", "demo-4x4", "-o", tmp_path / "board.xyz").stderr
    done = edgematch("show", "demo-4x4", "--sheet", "-o", tmp_path / "sheet.svg")
    assert (done.returncode, (tmp_path / "sheet.svg").exists()) == (2, False)
    assert "a sheet is a PDF file" in done.stderr


@pytest.mark.parametrize("puzzles", [["demo-4x4"], ["demo-4x4", "demo-5x5"]], ids=len)
def test_show_draws_into_a_folder_that_it_makes(puzzles, tmp_path):
    done = edgematch("show", *puzzles, "-o", tmp_path / "new" / "pictures")
    assert done.returncode == 0, done.stderr
    assert sorted(path.stem for path in (tmp_path / "new" / "pictures").iterdir()) == puzzles


def test_several_pictures_do_not_fit_one_file(tmp_path):
    done = edgematch("show", "demo-4x4", "demo-5x5", "-o", tmp_path / "one.svg")
    assert done.returncode == 2
    assert "give a folder" in done.stderr


def test_best_writes_its_board_to_a_file_whose_suffix_says_how(tmp_path):
    path = tmp_path / "best.svg"
    done = edgematch("best", "demo-5x5", "--nodes", 20000, "-o", path)
    assert done.returncode == 0, done.stderr
    assert path.read_text().startswith("<svg")
    assert edgematch("best", "demo-5x5", "--nodes", 2000, "-o", tmp_path / "a.json", "--keep", 30).returncode == 2
    assert edgematch("best", "demo-5x5", "--nodes", 2000, "-o", tmp_path / "a.xyz").returncode == 2
    assert list(tmp_path.iterdir()) == [path]


def test_a_stopped_search_writes_its_deepest_board(tmp_path):
    path = tmp_path / "deepest.json"
    assert edgematch("solve", "eternity2", "--nodes", 100000, "-o", path).returncode == 1
    assert formats.load_board(path).count > 50


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (["solve", "demo-5x5", "--format", "json"], ["show", "-"], "40 of 40 edges match"),
        (["solve", "demo-5x5", "--format", "json"], ["score", "-"], "40 of 40 edges match"),
        (["best", "demo-5x5", "--nodes", "20000", "--format", "json"], ["score", "-"], "of 40 edges match"),
        (["solve", "demo-5x5", "--all", "--format", "jsonl"], ["score", "-"], "(board 4): 40 of 40 edges match"),
        (["generate", "two-set", "--size", "4"], ["solve", "-"], "1 solution found"),
        (["generate", "two-set", "--size", "4", "--to", "plain"], ["analyse", "-"], "hardness"),
        (["convert", "demo-5x5", "--to", "plain"], ["count", "-"], "4 solutions"),
    ],
)
def test_what_one_verb_prints_another_reads(first, second, expected):
    printed = edgematch(*first)
    done = edgematch(*second, stdin=printed.stdout)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


@pytest.mark.parametrize(
    "words", [["puzzles"], ["solvers"], ["bench", "list"], ["data", "list"], ["doctor"], ["generate", "--list"]]
)
def test_json_is_one_document_and_jsonl_one_object_per_line(words):
    document = json.loads(edgematch(*words, "--format", "json").stdout)
    lines = [json.loads(line) for line in edgematch(*words, "--format", "jsonl").stdout.splitlines()]
    assert len(document) == len(lines) > 1
    assert [row.keys() for row in document] == [row.keys() for row in lines]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seconds", "soon"], "a time is a number of seconds, or 90s, 10m"),
        (["--seconds", "nan"], "a time is a number of seconds"),
        (["--threads", "many"], "a whole number or auto"),
        (["-O", "order"], "-O takes key=value"),
        (["--solver", "backtrack", "-O", "odrer=row"], "did you mean 'order'"),
    ],
)
def test_values_that_are_not_understood_are_explained(words, said):
    done = edgematch("solve", "demo-4x4", *words)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


def test_times_threads_and_options_as_people_write_them():
    words = [
        "--seconds",
        "1m30s",
        "--threads",
        "auto",
        "--solver",
        "backtrack",
        "-O",
        "order=spiral-in",
        "--format",
        "json",
    ]
    assert json.loads(edgematch("solve", "demo-5x5", *words).stdout)["solver"] == "backtrack?order=spiral-in"


def test_breaks_choose_a_solver_or_name_one():
    done = edgematch("solve", "demo-4x4", "--breaks", 1)
    assert done.returncode == 0
    assert "by breaks" in done.stdout
    refused = edgematch("solve", "demo-4x4", "--breaks", 1, "--solver", "backtrack")
    assert refused.returncode == 2
    assert "solvers that do: auto, breaks" in refused.stderr


def test_options_of_reading_are_for_the_puzzle_of_a_board_too(tmp_path):
    """The refusal of a puzzle that can be read in two ways names --columns, which must then help."""
    puzzle, board = tmp_path / "puzzle.txt", tmp_path / "board.sol"
    solved = catalog.get("demo-6x6")
    edgematch("solve", "demo-6x6", "-o", board)
    puzzle.write_text("6\n" + "".join(f"{n} {s} {w} {e}\n" for n, e, s, w in solved.pieces.tolist()))
    assert "60 of 60" in edgematch("score", board, "--puzzle", puzzle, "--columns", "nswe").stdout
    assert "60 of 60" not in edgematch("score", board, "--puzzle", puzzle, "--columns", "nesw").stdout


def test_convert_writes_what_the_suffix_says(tmp_path):
    for words in ([tmp_path / "a.svg"], ["-o", tmp_path / "b.svg"]):
        assert edgematch("convert", "demo-4x4", *words).returncode == 0
        assert words[-1].read_text().startswith("<svg")
    both = edgematch("convert", "demo-4x4", tmp_path / "c.json", "-o", tmp_path / "d.json")
    assert (both.returncode, (tmp_path / "c.json").exists()) == (2, False)


def test_lists_of_boards_go_through_a_pipe(tmp_path):
    store = f"sqlite:///{tmp_path / 'boards.db'}"
    edgematch("solve", "demo-4x4", "-o", tmp_path / "board.json")
    edgematch("boards", "add", tmp_path / "board.json", "--store", store)
    listed = edgematch("boards", "list", "--store", store, "--format", "json").stdout
    assert "24 of 24" in edgematch("score", "-", stdin=listed).stdout
    records = edgematch("puzzles", "--records", "--format", "jsonl").stdout
    assert edgematch("score", "-", stdin=records).stdout.count(" edges match") == records.count("\n")


def test_an_option_without_its_solver_says_whose_it_could_be():
    said = edgematch("solve", "demo-4x4", "-O", "order=row").stderr
    assert "unknown option of auto 'order'" in said
    assert "--solver NAME" in said


@pytest.mark.parametrize("name", ["-o", "--out", "--output"])
@pytest.mark.parametrize(
    "command", [["encode", "demo-4x4", "--to", "cnf"], ["generate", "two-set", "--size", "4"], ["show", "demo-4x4"]], ids=" ".join
)  # fmt: skip
def test_the_file_to_write_has_the_same_names_everywhere(command, name, tmp_path):
    path = tmp_path / ("a.svg" if command[0] == "show" else "a.cnf" if command[0] == "encode" else "a.json")
    assert edgematch(*command, name, path).returncode == 0
    assert path.stat().st_size > 0
