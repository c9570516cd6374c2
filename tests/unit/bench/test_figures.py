"""The figures of the papers: data from records, and pictures that name their data."""

from __future__ import annotations

import pytest

from edgematch.bench import Job, Record, load_suite
from edgematch.bench.figures import FIGURES
from edgematch.bench.results import Results


def results(name, solver, puzzles, **values):
    """Finished runs of one column."""
    suite = load_suite(name)
    goal = "measure" if solver in suite.measures else suite.goal
    rows = [
        Record(Job(name, p, solver, goal, clock="cpu"), "all-found", "done", cpu=k + 1.0, **values)
        for k, p in enumerate(puzzles)
    ]
    return Results(suite, rows)


def test_hardness_is_a_line_for_each_size():
    made = results("figures-2-4", "backtrack?order=auto", ["one-set?colors=5@6x6#1", "one-set?colors=4@6x6#1"], nodes=7)
    assert FIGURES["ansotegui-figure2"][1](made).series == {"6x6": [(4, 7), (5, 7)]}
    assert FIGURES["ansotegui-figure2"][1](made).ylabel == "nodes, median of 1 instances"
    assert FIGURES["ansotegui-figure3"][1](made).series == {}


def test_instances_are_in_the_order_of_the_best_time(tmp_path):
    pytest.importorskip("matplotlib")
    names = ["data:benoist48/E_9_4.b9i12.nohint", "data:benoist48/E_9_3.b11i12.nohint"]
    figure = FIGURES["benoist-figure6"][1](results("benoist48", "zla", names))
    assert figure.series == {"zla": [(1, 1.0), (2, 2.0)]}
    text = figure.draw(tmp_path / "figure.svg").read_text()
    assert figure.digest in text
    assert text == figure.draw(tmp_path / "again.svg").read_text()
