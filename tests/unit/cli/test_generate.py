import json

import pytest
from typer.testing import CliRunner

from edgematch import catalog, cli, formats, generate
from edgematch.analyse import color_balance
from edgematch.errors import EdgeMatchError


def run(*words):
    result = CliRunner().invoke(cli.build(), ["generate", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_puzzle_goes_to_standard_output_in_any_format():
    expected = generate.make("two-set", 6, frame=3, inner=5, seed=4).puzzle
    text = run("two-set", "--size", 6, "--frame", 3, "--inner", 5, "--seed", 4)
    assert formats.parse(text, "native") == expected
    plain = run("two-set?inner=5", "--frame", 3, "--seed", 4, "--to", "plain")
    assert formats.parse(plain, "plain") == expected


def test_the_same_seed_gives_the_same_bytes():
    words = ("eternity", "--size", "7x5", "--frame", 4, "--inner", 6, "--seed", 11)
    assert run(*words) == run(*words)


def test_a_file_has_its_solution_beside_it_unless_dropped(tmp_path):
    run("gemp", "--size", "4x3", "--hints", 2, "--where", "centre", "--out", tmp_path / "a.json")
    puzzle = formats.load(tmp_path / "a.json")
    solution = formats.load(tmp_path / "a.solution.json")
    assert len(puzzle.hints) == 2
    assert solution.is_solution
    assert solution.puzzle == puzzle
    result = json.loads(run("gemp", "--drop-solution", "--out", tmp_path / "b.json", "--format", "json"))
    assert result["digest"] == generate.make("gemp", 6).puzzle.digest
    assert "solution" not in result
    assert not (tmp_path / "b.solution.json").exists()


def test_a_batch_goes_to_a_folder(tmp_path):
    run("benoist", "--size", 5, "--count", 3, "--seed", 2, "--out", tmp_path / "batch")
    records = [json.loads(line) for line in (tmp_path / "batch" / "manifest.jsonl").read_text().splitlines()]
    assert [formats.load(tmp_path / "batch" / r["file"]).digest for r in records] == [r["digest"] for r in records]
    assert all(formats.load(tmp_path / "batch" / r["solution"]).is_solution for r in records)


def test_unique_instances_are_unique():
    text = run("eternity", "--size", 4, "--frame", 3, "--inner", 5, "--unique", "--solver", "backtrack")
    assert generate.is_unique(formats.parse(text, "native"), "plain")


def test_look_alikes_of_named_puzzles():
    made = formats.parse(run("--like", "eternity2-start", "--seed", 3), "native")
    original = catalog.get("eternity2-start")
    assert color_balance(made) == color_balance(original)
    assert set(made.hints) == set(original.hints)


def test_reference_instances_are_found_by_name(tmp_path, monkeypatch):
    folder = tmp_path / "data" / "small"
    folder.mkdir(parents=True)
    original = generate.make("two-set", 4).puzzle
    (folder / "one.b3i5.txt").write_text(formats.dump(original, "plain"), encoding="utf-8")
    monkeypatch.setenv("EDGEMATCH_DATA", str(tmp_path / "data"))
    made = formats.parse(run("--like", "small/one"), "native")
    assert color_balance(made) == color_balance(original)
    with pytest.raises(EdgeMatchError, match="did you mean 'small/one'"):
        run("--like", "small/on")
    with pytest.raises(EdgeMatchError, match="set EDGEMATCH_DATA"):
        run("--like", "smal:one")


def test_the_list_has_every_model_with_its_options():
    text = run("--list")
    for name in generate.names():
        assert f"{name}\n" in text
    assert "frame=5  (1 to 255)" in text
    assert [m["name"] for m in json.loads(run("--list", "--format", "json"))] == generate.names()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "name a model"),
        (["gemp", "--like", "clue1"], "one of the two"),
        (["gemp", "--size", "6y"], "WIDTHxHEIGHT"),
        (["gemp", "--frame", 3], "unknown option of gemp 'frame'"),
        (["gemp", "--count", 2], "give --out FOLDER"),
        (["gemp", "--count", 2, "--out", "x", "--to", "plain"], "native format"),
        (["--like", "clue1", "--hints", 2], "from the original"),
        (["eternity", "--frame", 2, "--inner", 3], "only 12 different edge pieces"),
        (["unforced", "--hints", 1], "plants no solution"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(words, reason):
    with pytest.raises(EdgeMatchError, match=reason):
        run(*words)
