"""A hunt whose turns a device takes: the same lanes on the CPU stand in for it."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch.search import BEST, Limits, Run, Task
from edgematch.solvers.gpu import _cuda, _device_turns
from edgematch.solvers.gpu._device_turns import DeviceTurns
from edgematch.solvers.score import hunt as hunts
from edgematch.testing.zoo import planted


@pytest.fixture(autouse=True)
def lanes_on_the_cpu(monkeypatch):
    """As if there were a device; its lanes run on the CPU."""
    monkeypatch.setattr(_cuda, "why_no_cuda", lambda: None)
    began = DeviceTurns.__init__

    def on_the_cpu(self, task, control, options, **rest):
        began(self, task, control, hunts.Options(device="cpu", price=options.price), **rest)

    monkeypatch.setattr(DeviceTurns, "__init__", on_the_cpu)
    monkeypatch.setattr(DeviceTurns, "FIRST_WIDTH", 64)
    monkeypatch.setattr(_device_turns, "TURN_NODES", 100_000)
    monkeypatch.setattr(_device_turns, "SESSION_TURNS", 4)
    monkeypatch.setattr(_device_turns, "WARM_UP", 1)
    monkeypatch.setattr(hunts, "DEVICE_COSTS", hunts.NODE_COSTS)


@pytest.fixture
def turns(monkeypatch):
    """The turns in sequence, as (kind, what it cost)."""
    made = []
    for kind in ("beam", "breaks"):
        take = getattr(DeviceTurns, kind)
        monkeypatch.setattr(
            DeviceTurns, kind, lambda self, *a, kind=kind, take=take: made.append(kind) or take(self, *a)
        )
    return made


def test_a_device_takes_turns_of_both_kinds(turns):
    puzzle = planted(8, 8, colors=9, seed=3)
    outcome = Run("hunt?device=cuda", Task(puzzle, BEST, seed=2), Limits(nodes=1_500_000)).outcome
    assert turns[0] == "beam"
    assert {"beam", "breaks"} == set(turns)
    assert outcome.best.is_complete
    assert outcome.stats.details["turns"]["beam"] == turns.count("beam")
    assert int(max(map(int, outcome.stats.details["boards"]))) >= outcome.best.score - 1


def test_a_hunt_on_a_device_repeats_itself():
    task = Task(planted(7, 7, colors=7, seed=4), BEST, seed=5)
    first, second = (Run("hunt?device=cuda", task, Limits(nodes=600_000)).outcome for _ in range(2))
    assert first.best.score == second.best.score
    assert np.array_equal(first.best.placements, second.best.placements)


def test_a_turn_ends_with_a_perfect_board(turns, monkeypatch):
    monkeypatch.setattr(DeviceTurns, "FIRST_WIDTH", 1)
    monkeypatch.setattr(_device_turns, "TURN_NODES", 1 << 60)
    outcome = Run("hunt?device=cuda", Task(planted(5, 5, colors=6, seed=4), BEST, seed=1)).outcome
    assert turns == ["beam", "breaks"]
    assert outcome.best.is_solution


def test_what_yields_more_gets_more_of_the_time():
    shares = object.__new__(DeviceTurns)
    shares.yields = {"beam": [], "breaks": []}
    assert shares.share("beam") == shares.share("breaks") == 1.0
    shares.yields = {"beam": [463.0, 464.0], "breaks": [466.0, 465.0]}
    assert shares.share("breaks") > 0.8
    assert shares.share("beam") == _device_turns.LEAST_SHARE
