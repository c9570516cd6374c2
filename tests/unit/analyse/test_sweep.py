import json
import xml.etree.ElementTree as ET

import pytest

from edgematch import analyse, generate
from edgematch.analyse import Sweep, curves, draw_balance, draw_transition
from edgematch.errors import FormatError, OptionError
from edgematch.search import Limits


def small(**changes):
    how = {"sizes": [(3, 3)], "options": {"frame": [2, 3], "inner": [2, 3]}, "instances": 3, "solver": "plain"}
    return Sweep(**(how | changes))


def without_times(records):
    return [{k: v for k, v in record.items() if k != "seconds"} for record in records]


def test_a_sweep_covers_every_point_and_groups_into_curves():
    records = small(backbone=True).run()
    assert len(records) == 12
    assert all(r["status"] in ("satisfied", "all-found") and 0 < r["backbone"] <= 1 for r in records)
    lines = curves(records)
    assert [(c.label, c.axis, list(c.points)) for c in lines] == [
        ("3x3, frame 2", "inner", [2, 3]),
        ("3x3, frame 3", "inner", [2, 3]),
    ]
    nodes = sorted(r["nodes"] for r in lines[0].points[2])
    assert lines[0].quantiles("nodes")[2][1] == nodes[1]
    assert lines[0].peak in (2, 3)


def test_a_sweep_resumes_where_it_stopped(tmp_path):
    path = tmp_path / "sweep.jsonl"
    whole = small().run(tmp_path / "whole.jsonl")

    def interrupt(done, _total):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small().run(path, progress=interrupt)
    assert len(path.read_text().splitlines()) == 5
    before = path.read_text()
    with path.open("a") as file:
        file.write('{"case": {"mod')  # a crash in the middle of a line
    seen = []
    resumed = small().run(path, progress=lambda done, total: seen.append((done, total)))
    assert path.read_text().startswith(before)
    assert len(path.read_text().splitlines()) == 12
    assert without_times(resumed) == without_times(whole)
    assert seen[-1] == (12, 12)
    size = path.stat().st_size
    small().run(path)
    assert path.stat().st_size == size


def test_other_limits_or_seeds_are_other_records(tmp_path):
    path = tmp_path / "sweep.jsonl"
    small(instances=1).run(path)
    small(instances=1, seed=1).run(path)
    limited = small(instances=1, limits=Limits(nodes=1)).run(path)
    assert len(path.read_text().splitlines()) == 12
    assert all(record["stop"] == "limit" for record in limited)


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "other.jsonl"
    path.write_text('{"case": 1}\n')
    with pytest.raises(FormatError, match=r"line 1 is no record"):
        small().run(path)


def test_an_impossible_point_is_refused_before_anything_runs():
    with pytest.raises(OptionError, match="no 3x3 puzzle two-set"):
        small(options={"frame": [2], "inner": [2, 99]}).run()


def test_the_picture_shows_each_curve_and_its_prediction(tmp_path):
    records = small(backbone=True).run()
    picture = draw_transition(records, tmp_path / "figures" / "sweep.svg")
    text = picture.read_text()
    ET.fromstring(text)
    crossing = analyse.transition(3, frame=2)
    for words in ("3x3, frame 2", "3x3, frame 3", f"one expected: {crossing:.2f}", "backbone, %", "inner colors"):
        assert words in text
    assert "solvable" not in text
    assert draw_transition(records, tmp_path / "again.svg").read_text() == text
    assert draw_transition(records, tmp_path / "sweep.png").read_bytes()[:4] == b"\x89PNG"


def test_unforced_puzzles_show_how_many_are_solvable(tmp_path):
    records = small(model="unforced", options={"frame": [2], "inner": [1, 2, 4]}, instances=5).run()
    (curve,) = curves(records)
    assert 0 <= min(curve.solved.values()) < 1
    assert "solvable, %" in draw_transition(records, tmp_path / "p.svg").read_text()


def test_one_set_puzzles_have_colors_along_the_axis(tmp_path):
    records = small(model="one-set", options={"colors": [2, 3]}, instances=2).run()
    assert json.dumps(records)
    assert f"{analyse.transition(3):.2f}" in draw_transition(records, tmp_path / "p.svg").read_text()


def test_balance_is_drawn_and_odd_suffixes_are_refused(tmp_path):
    balance = analyse.color_balance(generate.make("benoist", 8).puzzle)
    assert "frame" in draw_balance(balance, tmp_path / "b.svg", title="benoist").read_text()
    with pytest.raises(OptionError, match="ends in"):
        draw_balance(balance, tmp_path / "b.gif")
    with pytest.raises(OptionError, match="nothing to draw"):
        draw_transition([], tmp_path / "b.svg")
