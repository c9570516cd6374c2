"""Choosing an order: the smaller tree is found, all estimates are result, and small trees are walked at once."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.data import reference

from edgematch import catalog, formats
from edgematch.search import Goal, Run, Task
from edgematch.solvers.exact._order_choice import SHARE, Chooser

COUNT = Goal(want=None, boards=False, labelled=True)


@pytest.mark.data
def test_the_chosen_tree_is_much_smaller_and_as_large_as_promised():
    task = Task(formats.load(reference("benoist48", "E_7_1.b6i6.nohint")), COUNT)
    outcome = Run("backtrack?order=auto", task).outcome
    details = outcome.stats.details
    assert outcome.count == 1
    assert outcome.stats.nodes < 159_156_829 / 1.5  # row by row from the corner
    assert details["estimate"]["low"] / 3 < outcome.stats.nodes < 3 * details["estimate"]["high"]
    assert details["estimate"] in details["estimates"]
    assert len(details["estimates"]) > 20
    assert len({estimate["order"] for estimate in details["estimates"]}) == len(details["estimates"])


@pytest.mark.data
def test_choosing_costs_a_small_part_of_the_search():
    chooser = Chooser(Task(formats.load(reference("benoist48", "E_7_1.b6i6.nohint")), COUNT))
    chooser.choose()
    assert chooser.spent < chooser.allowed
    small = Chooser(Task(catalog.load("demo-5x5"), COUNT))
    best = small.choose()
    assert list(small.probed.values()) == [best]
    assert small.allowed == SHARE * best.nodes


def test_choosing_an_order_can_be_stopped():
    result = iter([False, False, True])
    chooser = Chooser(Task(catalog.load("eternity2"), COUNT), is_over=lambda: next(result, True))
    assert chooser.choose().order == "row"  # the first look
    assert len(chooser.probed) == 2


def test_a_search_does_not_wait_for_imports():
    code = "import sys, edgematch.solvers.portfolio.auto; sys.exit('concurrent.futures' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_preset_is_found_without_the_other_presets():
    code = (
        "import sys; from edgematch.search import SOLVERS; SOLVERS.find('edgecp'); "
        "sys.exit('edgematch.solvers.backends.presets' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
