"""Anchors: of the turned copies of a solution exactly one is counted, also where pieces are identical or symmetric."""

from __future__ import annotations

import random

import pytest

from edgematch.analyse import turns_of_a_solution
from edgematch.model import Puzzle
from edgematch.search import ALL, Goal, Task, solve
from edgematch.testing.zoo import ZOO
from tests.brute_force import Instance, complete_boards, seen
from tests.differential.random_puzzles import cut, mixed


def counts(puzzle: Puzzle, solver: str, *, labelled: bool) -> tuple[int, int]:
    """The number of solutions, and of those below the anchors; none of these may be reported twice."""
    goal = Goal(want=None, labelled=labelled)
    whole = solve(puzzle, goal, solver=solver)
    part = solve(Task(puzzle, goal, roots=puzzle.anchors(labelled=labelled)), solver=solver)
    assert len(set(part.answers)) == len(part.answers) or labelled
    return whole.count, part.count


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("solver", ["plain", "backtrack", "edgecp"])
@pytest.mark.parametrize("kind", ZOO)
def test_anchored_times_turns_is_all(kind, solver, labelled):
    puzzle = ZOO[kind]()
    whole, part = counts(puzzle, solver, labelled=labelled)
    assert part * turns_of_a_solution(puzzle, labelled=labelled) == whole


@pytest.mark.parametrize("seed", range(60))
def test_anchored_times_turns_is_all_with_twins(seed):
    """Few colors, so that most corner pieces have twins and many solutions look the same when turned."""
    draw = random.Random(seed)
    width, height = draw.choice([(2, 2), (2, 3), (3, 2), (3, 3), (4, 2)])
    pieces = mixed(draw, cut(draw, width, height, colors=draw.choice([1, 2, 2, 3]), framed=True))
    instance = Instance(width, height, pieces)
    puzzle = Puzzle(width, height, pieces, framed=True)
    boards = list(complete_boards(instance))
    for labelled, expected in ((False, len({seen(instance, board) for board in boards})), (True, len(boards))):
        whole, part = counts(puzzle, "backtrack", labelled=labelled)
        assert whole == expected
        assert part * turns_of_a_solution(puzzle, labelled=labelled) == whole


def test_identical_symmetric_corners_are_not_counted_twice():
    pieces = [[int(color) for color in piece] for piece in ["0110", "1011", "0110", "0110", "1110", "1100"]]
    for width, height in ((2, 3), (3, 2)):
        puzzle = Puzzle(width, height, pieces, framed=True)
        assert counts(puzzle, "backtrack", labelled=False) == (1, 1)
        assert len(solve(Task(puzzle, ALL, roots=puzzle.anchors()), solver="plain").answers) == 1
