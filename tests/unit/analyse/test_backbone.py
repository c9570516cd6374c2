import numpy as np
import pytest

from edgematch import analyse, generate
from edgematch.errors import RefusedTask
from edgematch.model import Puzzle
from edgematch.search import ALL, Limits, Task, solve


def by_hand(puzzle):
    answers = solve(Task(puzzle, ALL, roots=puzzle.anchors(labelled=True)), solver="plain").answers
    looks = np.stack([puzzle.looks[board.placements] for board in answers])
    return tuple(np.flatnonzero((looks == looks[0]).all(axis=0)).tolist())


@pytest.mark.parametrize("seed", range(12))
def test_enumeration_and_assumption_agree_with_all_solutions(seed):
    puzzle = generate.make("two-set", 4, 3 + seed % 2, frame=2, inner=2 + seed % 3, seed=seed).puzzle
    expected = by_hand(puzzle)
    for cap in (1, 3, 10**6):
        bones = analyse.backbone(puzzle, "plain", cap=cap)
        assert bones.is_exact
        assert bones.cells == expected
    assert bones.fraction == len(expected) / puzzle.cells


@pytest.mark.parametrize("model", ["tetravex?colors=3", "gemp?colors=5", "two-set?frame=2&inner=2"])
def test_unframed_unturnable_and_hinted_puzzles_have_backbones(model):
    puzzle = generate.make(model, 3, seed=2, hints=1).puzzle
    assert analyse.backbone(puzzle, "plain", cap=1).cells == by_hand(puzzle)


def test_a_limit_makes_an_upper_bound():
    puzzle = generate.make("two-set", 4, frame=2, inner=2, seed=1).puzzle
    bones = analyse.backbone(puzzle, "plain", cap=1, limits=Limits(nodes=60))
    assert not bones.is_exact
    assert set(bones.cells) >= set(by_hand(puzzle))


def test_without_a_solution_there_is_no_backbone():
    impossible = Puzzle(2, 2, [[0, 1, 2, 0], [0, 0, 1, 2], [1, 2, 0, 0], [2, 0, 0, 2]], name="crossed")
    with pytest.raises(RefusedTask, match="no solution of crossed exists"):
        analyse.backbone(impossible, "plain")
    with pytest.raises(RefusedTask, match="within the limits"):
        analyse.backbone(generate.make("two-set", 5).puzzle, "plain", limits=Limits(nodes=2))
