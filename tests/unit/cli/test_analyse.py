import json

import pytest
from typer.testing import CliRunner

from edgematch import analyse, cli, formats, generate
from edgematch.cli.values import parse_counts, parse_sizes
from edgematch.errors import EdgeMatchError


def run(*words, code=0):
    result = CliRunner().invoke(cli.build(), ["analyse", *map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_the_report_of_eternity_ii_fits_a_screen_and_states_what_is_known():
    text = run("eternity2", "--batches", 2)
    assert len(text.splitlines()) < 24
    assert max(map(len, text.splitlines())) < 120
    for words in (
        "16x16, 22 colors, framed; 256 pieces, 480 edges",
        "5 colors on 120 sides, 24 to 24 each",
        "17 colors on 840 sides, 48 to 50 each",
        "0 duplicates, 0 self-symmetric",
        "Eternity II: yes",
        "10^1.21 solutions by color numbers, 10^4.24 by color counts",
        "at 17.11 inner colors with 5 frame colors; this has 17",
        "at the transition",
        "row",
    ):
        assert words in text


def test_the_report_as_json_has_everything(tmp_path):
    path = tmp_path / "puzzle.json"
    formats.save(generate.make("one-set", 7, colors=3, seed=1).puzzle, path)
    result = json.loads(run(path, "--format", "json"))
    assert result["shared_colors"] == [1, 2, 3]
    assert not result["eternity_style"]["is"]
    assert result["transition"]["inner"] == analyse.predicted_inner(7, frame=3)
    assert result["verdict"].startswith("below the transition")
    assert {"order", "nodes", "low", "high"} <= result["trees"][0].keys()
    assert json.loads(run(path, "--format", "json", "--batches", 0))["trees"] == []


@pytest.mark.parametrize("model", [*generate.names(), "unforced?even=true"])
def test_every_kind_of_puzzle_has_a_report(model, tmp_path):
    for size in ((4, 4), (3, 2)):
        options = {"frame": 3, "inner": 3 if size == (4, 4) else 1} if model in ("two-set", "eternity") else {}
        formats.save(generate.make(model, *size, seed=1, **options).puzzle, tmp_path / "p.json")
        assert "hardness" in run(tmp_path / "p.json", "--batches", 2)
        json.loads(run("report", tmp_path / "p.json", "--batches", 2, "--format", "json"), parse_constant=pytest.fail)


def test_color_counts_are_drawn(tmp_path):
    run("eternity2", "--batches", 0, "--plot", tmp_path / "balance.svg")
    assert "<svg" in (tmp_path / "balance.svg").read_text()


def test_the_backbone_is_reported(tmp_path):
    puzzle = generate.make("two-set", 4, frame=3, inner=6, seed=1).puzzle
    formats.save(puzzle, tmp_path / "p.json")
    bones = analyse.backbone(puzzle, "plain")
    assert f"{len(bones.cells)} of 16 cells" in run("backbone", tmp_path / "p.json")
    result = json.loads(run("backbone", tmp_path / "p.json", "--format", "json", "--solver", "plain"))
    assert tuple(result["cells"]) == bones.cells
    assert result["exact"]


def test_a_sweep_prints_its_table_saves_its_records_and_draws(tmp_path):
    words = ["transition", "--size", "4", "--frame", "2", "--inner", "2:4", "--instances", 4, "--backbone"]
    files = ["--save", tmp_path / "s.jsonl", "--plot", tmp_path / "s.svg"]
    text = run(*words, *files)
    assert "4x4, frame 2" in text
    assert f"one solution is expected at {analyse.transition(4, frame=2):.2f}" in text
    assert "the median peaks at inner" in text
    assert len((tmp_path / "s.jsonl").read_text().splitlines()) == 12
    assert "inner colors" in (tmp_path / "s.svg").read_text()
    records = [json.loads(line) for line in run(*words, *files, "--format", "jsonl").splitlines()]
    assert records == [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]


def test_ranges_and_sizes_are_read_both_ends_included():
    assert parse_counts("3:5") == [3, 4, 5]
    assert parse_counts("7,3:4") == [3, 4, 7]
    assert parse_sizes("6,8x5,4:5") == [(6, 6), (8, 5), (4, 4), (5, 5)]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nosuch"], "unknown puzzle 'nosuch'"),
        (["transition", "--inner", "3-8"], "3, 3:8 or 3,5,7:9"),
        (["transition", "--size", "4y4"], "3, 3:8"),
        (["transition", "--frame", "3", "--inner", "3:99"], "no 6x6 puzzle"),
        (["transition", "--model", "gemp", "--inner", "3"], "unknown option of gemp 'inner'"),
        (["transition", "--inner", 3, "--solver", "plan"], "did you mean 'plain'"),
        (["transition"], "which color counts"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(words, reason):
    with pytest.raises(EdgeMatchError, match=reason):
        run(*words)
