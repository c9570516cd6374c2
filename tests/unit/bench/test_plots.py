"""Plots say what they show; tables of reports can be sorted; records become a DataFrame."""

from __future__ import annotations

import pytest

from edgematch.bench import Job, Record, Records
from edgematch.bench.html import page, sort_key
from edgematch.bench.plots import cactus, profile, score_over_time

TIMES = {"quick": {"a": 1.0, "b": 2.0, "c": 30.0}, "slow": {"a": 4.0, "b": 2.0}, "never": {}}


@pytest.fixture
def drawn(monkeypatch):
    """The figures that are saved."""
    figures = []
    kind = pytest.importorskip("matplotlib.figure").Figure
    save = kind.savefig
    monkeypatch.setattr(kind, "savefig", lambda self, *a, **k: (figures.append(self), save(self, *a, **k))[1])
    return figures


def test_a_cactus_plot_has_a_title_and_the_limit(drawn, tmp_path):
    text = cactus(TIMES, tmp_path / "x.svg", title="Three puzzles", limit=60).read_text()
    (axes,) = drawn[0].axes
    assert "Three puzzles" in text
    assert "limit 60 s" in text
    assert [line.get_label() for line in axes.lines] == ["quick", "slow", "limit 60 s"]
    assert set(axes.lines[-1].get_ydata()) == {60}


def test_the_lines_of_a_profile_go_to_the_edge(drawn, tmp_path):
    profile(TIMES, tmp_path / "x.svg", title="Three puzzles")
    (axes,) = drawn[0].axes
    assert axes.get_title() == "Three puzzles"
    low, high = axes.get_xlim()
    for line, share in zip(axes.lines, (1, 2 / 3), strict=True):
        assert (line.get_xdata()[0], line.get_xdata()[-1], line.get_ydata()[-1]) == (low, high, share)


def test_scores_over_time_have_the_number_of_edges_where_it_is_near(drawn, tmp_path):
    score_over_time([(0.1, 440), (2.0, 470)], tmp_path / "x.svg", until=5, label="hunt", title="eternity2", most=480)
    score_over_time([(0.1, 459), (2.0, 460)], tmp_path / "y.svg", until=5, label="hunt", title="eternity2", most=480)
    score_over_time([], tmp_path / "z.svg", until=5, label="hunt")
    near, far, empty = (figure.axes[0] for figure in drawn)
    assert [len(axes.lines) for axes in (near, far, empty)] == [2, 1, 0]
    assert near.lines[0].get_xdata()[-1] == 5
    assert near.get_title() == "eternity2"


@pytest.mark.parametrize(
    ("cell", "key"),
    [
        ("1,234", "1234"), ("0.5 s, 1.2e+06", "0.5"), ("> 60 s (1 of 3)", "1e+12"), ("*12*", "12"), ("E_7_1", ""), ("", ""),
        ("10x10", ""), ("-3.5 %", "-3.5"), ("458.4 (457 to 460)", "458.4"), ("failed", ""), ("8.2e-05", "8.2e-05"),
    ],
)  # fmt: skip
def test_cells_are_sorted_by_their_number(cell, key):
    assert sort_key(cell) == key


def test_the_page_of_a_report_can_be_sorted(tmp_path):
    text = page(
        "Report", "# Report\n\n| instance | `plain` |\n| --- | --- |\n| b | 1,000 |\n| a | > 60 s |\n", tmp_path, []
    )
    assert "<th><button><code>plain</code></button></th>" in text
    assert '<td data-key="1000">1,000</td>' in text
    assert "addEventListener" in text
    assert "http" not in text, "the page needs nothing from elsewhere"


def test_records_are_a_data_frame(tmp_path):
    pytest.importorskip("pandas")
    records = Records(tmp_path / "x.jsonl")
    job = Job("smoke", "demo-4x4", "plain", seconds=5)
    records.append(Record(job, "all-found", "done", count=4, nodes=70, wall=0.5, details={"order": "row"}))
    records.append(Record(job, "unknown", "time", nodes=9, wall=5.0, facts={"commit": "abc"}))
    frame = records.frame()
    assert frame.loc[0, ["puzzle", "solver", "count", "nodes", "seconds", "limit", "finished", "details.order"]].tolist() == [
        "demo-4x4", "plain", 4, 70, 0.5, 5, True, "row",
    ]  # fmt: skip
    assert frame.groupby("puzzle")["nodes"].sum()["demo-4x4"] == 79
    assert frame.loc[1, "facts.commit"] == "abc"
    assert Records(tmp_path / "none.jsonl").frame().empty
