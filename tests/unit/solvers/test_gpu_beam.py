"""The beam of the GPU on the processor: what it counts is what the model counts, and nothing is left to chance."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch import catalog
from edgematch.errors import DeprecatedName
from edgematch.model import Board
from edgematch.model.orders import ORIENTED, order_of
from edgematch.search import BEST, Kept, Limits, Run, Task
from edgematch.solvers.gpu._beam_lanes import HostBeam
from edgematch.solvers.gpu._beam_pass import BeamLayer, hashes_of
from edgematch.solvers.gpu._beam_tables import BeamTables
from edgematch.solvers.gpu._devices import why_no_cuda
from edgematch.testing.zoo import planted

NO_CUDA = why_no_cuda()
DEVICES = [
    "gpu-beam?device=cpu&width=64",
    pytest.param(
        "gpu-beam?width=64", marks=[pytest.mark.gpu, pytest.mark.skipif(NO_CUDA is not None, reason=str(NO_CUDA))]
    ),
]


def layer_of(root, *, width=64, orientation=0):
    order = order_of("comb" + ORIENTED[orientation], root.puzzle)
    tables = BeamTables(root, order, full_scan=4)
    lanes = HostBeam(tables, hashes_of(tables, 0.5, seed=3))
    return BeamLayer(tables, lanes, width=width, price=6.0, foresight=1.0, temperature=0.5)


@pytest.mark.parametrize("orientation", range(8))
def test_boards_have_the_breaks_that_are_claimed(orientation):
    puzzle = planted(6, 7, colors=5, seed=2)
    layer = layer_of(puzzle.start(), orientation=orientation)
    while not layer.is_done:
        layer.step()
    for placements, breaks in zip(layer.boards(np.arange(len(layer.records))), layer.breaks(), strict=True):
        board = Board(puzzle, placements)
        assert board.is_complete
        assert not board.faults()
        assert board.breaks == breaks


def test_hints_stay_and_the_layer_is_as_wide_as_asked():
    root = catalog.load("eternity2-clues").start()
    layer = layer_of(root, width=32)
    for _ in range(60):
        layer.step()
        assert 0 < len(layer.records) <= 33
    board = Board(root.puzzle, layer.boards(np.array([0]))[0])
    assert board.extends(root)
    assert int(board.filled.sum()) == 65


def test_no_two_boards_have_the_same_future():
    layer = layer_of(planted(5, 5, colors=3, seed=1).start(), width=200)
    for _ in range(12):
        layer.step()
    hashes = np.ascontiguousarray(layer.records[:, :8]).view(np.uint64)[:, 0]
    assert len(np.unique(hashes)) == len(hashes) > 1


@pytest.mark.parametrize("spec", DEVICES)
def test_the_same_seed_and_node_limit_give_the_same_boards(spec):
    task = Task(planted(7, 7, colors=5, seed=3), BEST, seed=9)
    first, second, other = (Run(spec, task.replace(seed=seed), Limits(nodes=20_000)).outcome for seed in (9, 9, 10))
    assert first.answers == second.answers
    assert first.stats.details == second.stats.details
    assert first.stats.details["passes"] > 1
    assert first.stats.details != other.stats.details


def test_a_wider_beam_is_no_worse_than_a_very_narrow_one():
    task = Task(catalog.load("eternity2-start"), BEST, seed=1)
    narrow, wide = (
        Run(f"gpu-beam?device=cpu&order=comb/0&width={width}", task, Limits(nodes=255 * width)).outcome.best
        for width in (4, 256)
    )
    assert narrow.score + 10 < wide.score


def test_every_board_of_a_score_is_an_event():
    puzzle = planted(5, 5, colors=4, seed=1)
    with pytest.warns(DeprecatedName, match="keep"):
        search = Run("gpu-beam?device=cpu&width=64&note=30", Task(puzzle, BEST), Limits(nodes=5_000))
    with search as run:
        kept = [event.board for event in run if isinstance(event, Kept)]
    assert kept
    assert len(set(kept)) == len(kept)
    assert all(board.score >= 30 for board in kept)
