"""Roots in columns: a sequence of boards like any other, found again by what extends them, checked when read."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from edgematch.errors import ModelError
from edgematch.model import EMPTY, Board, RootIndex, Roots, dealt
from edgematch.search import ALL, Limits, Run, Task
from edgematch.testing.zoo import ZOO, planted

KINDS = ["square", "duplicates", "hints", "tall"]


def left_of(kind, solver="gpu?device=cpu", nodes=12):
    task = Task(ZOO[kind](), ALL)
    return task, Run(solver, task, Limits(nodes=nodes)).outcome


@pytest.mark.parametrize("kind", KINDS)
def test_roots_are_a_sequence_of_boards(kind):
    task, outcome = left_of(kind)
    roots, boards = outcome.remaining, list(outcome.remaining)
    assert isinstance(roots, Roots)
    assert boards
    assert len(roots) == len(boards)
    assert [roots[i] for i in range(-len(roots), len(roots))] == boards + boards
    assert list(roots[1::3]) == boards[1::3]
    assert roots == tuple(boards)
    assert tuple(boards) == roots
    assert roots != roots[1:]
    assert hash(roots) == hash(tuple(boards))
    assert roots == pickle.loads(pickle.dumps(roots))
    assert roots.deepest.count == max(board.count for board in boards)
    assert roots.filled.tolist() == [board.count for board in boards]
    assert not roots[:0]
    with pytest.raises(IndexError):
        roots[len(roots)]
    assert Roots.of(task.puzzle, boards) == roots


def test_roots_of_any_kind_are_joined():
    task, outcome = left_of("square")
    _, other = left_of("square", "backtrack?order=spiral-in")
    both = outcome.remaining + other.remaining
    assert both == (*outcome.remaining, *other.remaining)
    assert other.remaining + outcome.remaining == (*other.remaining, *outcome.remaining)
    assert (outcome + other).remaining == both
    nothing = ()
    assert outcome.remaining + nothing == outcome.remaining == nothing + outcome.remaining
    both.check()
    some = both[::5].compact()
    assert some == both[::5]
    assert len(some.rows) <= len(some)
    assert len(Roots.of(task.puzzle, ())) == 0


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_a_board_extends_a_root_if_and_only_if_the_index_says_so(kind, labelled):
    task, outcome = left_of(kind)
    _, other = left_of(kind, "backtrack?order=spiral-in")
    boards = (*Run("plain", task).outcome.answers, *outcome.remaining, *other.remaining)
    for roots in (outcome.remaining[::2], Roots.of(task.puzzle, other.remaining), outcome.remaining[3:9] + boards[:1]):
        index = RootIndex(roots, labelled=labelled)
        for board in boards:
            assert index.is_extended_by(board) == any(board.extends(root, labelled=labelled) for root in roots)


def damaged(roots, **columns):
    return replace(roots, **{name: np.array(column) for name, column in columns.items()})


@pytest.mark.parametrize(
    "damage",
    [
        lambda r: damaged(r, row=r.row + len(r.rows)), lambda r: damaged(r, kept=r.kept + 99), lambda r: damaged(r, kept=r.kept[1:]),
        lambda r: damaged(r, last=r.last + 999), lambda r: damaged(r, rows=r.rows + 999), lambda r: damaged(r, rows=r.rows[:, 1:]),
        lambda r: damaged(r, orders=r.orders * 0), lambda r: damaged(r, order_of=r.order_of + 1),
        lambda r: damaged(r, rows=np.full_like(r.rows, EMPTY)), lambda r: damaged(r, rows=np.full_like(r.rows, r.rows[0, 0])),
        lambda r: damaged(r, rows=r.rows ^ 1), lambda r: damaged(r, last=r.rows[r.row, 0]),
        lambda r: damaged(r, kept=r.kept * 0, last=r.last * 0 - 1),
    ],
)  # fmt: skip
def test_columns_that_are_no_sound_roots_are_refused(damage):
    roots = left_of("hints", nodes=20)[1].remaining
    roots.check()
    with pytest.raises(ModelError):
        damage(roots).check()


def test_a_task_refuses_roots_of_another_puzzle():
    with pytest.raises(ModelError, match="another puzzle"):
        Task(planted(4, 4, colors=3, seed=77), ALL, roots=left_of("square")[1].remaining)


def test_a_root_may_be_a_whole_board_or_an_empty_one():
    puzzle = planted(3, 3, colors=2, seed=1)
    answer = Run("plain", Task(puzzle)).outcome.answers[0]
    roots = Roots.of(puzzle, [answer, Board(puzzle, [EMPTY] * 9)])
    roots.check()
    assert roots == (answer, puzzle.empty())
    outcome = Run("gpu?device=cpu", Task(puzzle, ALL, roots=roots[:1])).outcome
    assert outcome.answers == (answer.canonical(),)


@pytest.mark.parametrize("parts", [1, 3, 1000])
def test_roots_are_dealt_out_by_rows(parts):
    task = Task(planted(6, 6, colors=3, seed=2), ALL)
    roots = Run("gpu?device=cpu", task, Limits(nodes=3000)).outcome.remaining
    for several in (dealt(roots, parts), dealt(tuple(roots), parts)):
        assert len(several) == min(parts, len(roots))
        assert all(several)
        boards = [board.placements.tolist() for part in several for board in part]
        assert sorted(boards) == sorted(board.placements.tolist() for board in roots)
    assert sum(len(part.compact().rows) for part in dealt(roots, 3)) == len(roots.rows)
