"""Large neighbourhood search on partial boards."""

from __future__ import annotations

import pytest

from edgematch.errors import RefusedTask
from edgematch.search import BEST, Goal, Limits, Run, Task
from edgematch.testing.zoo import large, planted


def test_boards_never_have_a_break_and_grow():
    outcome = Run("lns", Task(large(), BEST), Limits(seconds=4)).outcome
    counts = [board.count for board in outcome.answers]
    assert all(board.breaks == 0 for board in outcome.answers)
    assert outcome.best.count > 0.7 * 144
    assert outcome.stats.details["most_pieces"] >= max(counts)
    assert outcome.stats.details["moves"] > 20


def test_an_easy_puzzle_is_solved():
    outcome = Run("lns", Task(planted(5, 5, colors=4, seed=1), BEST), Limits(seconds=30)).outcome
    assert outcome.best.is_solution
    assert not outcome.remaining


def test_a_start_board_loses_its_breaks_and_roots_stay():
    puzzle = planted(7, 7, colors=5, seed=3)
    start = Run("milp-greedy", Task(puzzle, BEST), Limits(seconds=20)).outcome.best
    root = start.without(range(7, 49))
    assert start.breaks
    task = Task(puzzle, BEST, roots=(root,), start=start)
    outcome = Run("lns", task, Limits(nodes=100_000)).outcome
    assert outcome.best.breaks == 0
    assert outcome.best.extends(root)
    assert outcome.best.count > root.count


def test_the_same_seed_gives_the_same_boards():
    task = Task(planted(6, 6, colors=5, seed=5), BEST, seed=3)
    one, other = (Run("lns", task, Limits(nodes=40_000)).outcome for _ in range(2))
    assert [b.placements.tolist() for b in one.answers] == [b.placements.tolist() for b in other.answers]


def test_complete_boards_are_not_its_task():
    with pytest.raises(RefusedTask, match="partial boards"):
        Run("lns", Task(large(), Goal(breaks=3, improve=True)))
