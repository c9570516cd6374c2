"""The beam of the GPU on the processor: what it counts is what the model counts, and nothing is left to chance."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch import catalog
from edgematch.errors import DeprecatedName
from edgematch.model import Board
from edgematch.model.orders import ORIENTED, order_of
from edgematch.search import BEST, Kept, Limits, Run, Task
from edgematch.solvers.gpu._beam_lanes import NO_CUT, HostBeam, Prices, float_of
from edgematch.solvers.gpu._beam_pass import BeamPass, hashes_of
from edgematch.solvers.gpu._beam_tables import BeamTables
from edgematch.solvers.gpu._cuda import why_no_cuda
from edgematch.solvers.score._beam_weights import Weights
from edgematch.testing.zoo import planted

NO_CUDA = why_no_cuda()
DEVICES = [
    "gpu-beam?device=cpu&width=64",
    pytest.param(
        "gpu-beam?width=64", marks=[pytest.mark.gpu, pytest.mark.skipif(NO_CUDA is not None, reason=str(NO_CUDA))]
    ),
]


def pass_of(root, *, width=64, orientation=0, shape="comb", noise=None):
    order = order_of(shape + ORIENTED[orientation], root.puzzle)
    tables = BeamTables(root, order, full_scan=4)
    hashes = hashes_of(tables, 0.5, seed=3)
    lanes = HostBeam(tables, hashes if noise is None else hashes | {"noise": noise}, width=width)
    by_empty = Weights(*(np.linspace(1, early, root.puzzle.cells + 1) for early in (4, 2.5, 1.2)))
    return BeamPass(lanes, width=width, price=6.0, weights=by_empty, temperature=0.5)


@pytest.mark.parametrize("orientation", range(8))
def test_boards_have_the_breaks_that_are_claimed(orientation):
    puzzle = planted(6, 7, colors=5, seed=2)
    beam = pass_of(puzzle.start(), orientation=orientation)
    while not beam.is_done:
        beam.step()
    boards = [Board(puzzle, placements) for placements in beam.lanes.boards(puzzle.edges, most=64)]
    assert all(board.is_complete and not board.faults() for board in boards)
    assert np.bincount([board.breaks for board in boards]).tolist() == beam.lanes.counts_by_breaks().tolist()


@pytest.mark.parametrize("colors", [1, 2, 40])
@pytest.mark.parametrize("framed", [True, False])
def test_records_follow_the_pieces_that_are_placed(framed, colors):
    puzzle = planted(9, 9, colors=colors, seed=4, framed=framed)
    beam = pass_of(puzzle.start(), width=8, shape="spiral-in")
    for _ in range(30):
        beam.step()
    beam.lanes.draw_sample(0xFFFF_FFFF)
    placed = [Board(puzzle, placements) for placements in beam.lanes.boards(puzzle.edges, most=99)]
    left = sum(
        int((np.delete(puzzle.pieces, board.placements[board.filled] >> 2, axis=0) > 0).sum()) for board in placed
    )
    assert int(beam.lanes.sample_sums().sum()) == left


def test_hints_stay_and_the_layer_is_as_wide_as_asked():
    root = catalog.load("eternity2-clues").start()
    beam = pass_of(root, width=32)
    for _ in range(60):
        beam.step()
        assert 0 < beam.count <= 33
    board = Board(root.puzzle, beam.lanes.boards(root.puzzle.edges, most=1)[0])
    assert board.extends(root)
    assert int(board.filled.sum()) == 65


def test_no_two_boards_have_the_same_future():
    beam = pass_of(planted(5, 5, colors=3, seed=1).start(), width=200)
    for _ in range(12):
        beam.step()
    hashes = np.ascontiguousarray(beam.lanes.records[0, :, :2]).view(np.uint64)[:, 0]
    assert len(np.unique(hashes)) == len(hashes) > 1


def ways_ahead(puzzle, placements, cell, price):
    """For each color, the ways to fill the rest of the row and of the row below, counted with plain loops."""
    grid, (row, column) = placements.reshape(puzzle.height, puzzle.width), divmod(cell, puzzle.width)
    free = ~np.isin(np.arange(4 * puzzle.cells) >> 2, placements[placements >= 0] >> 2)

    def carry(there, ways, above, ahead, behind):
        sides = puzzle.sides[puzzle.fits[there] & free]
        kept = sides if above is None else sides[sides[:, 0] == above]
        exact = np.bincount(kept[:, ahead], ways[kept[:, behind]], minlength=len(ways))
        showing = np.bincount(sides[:, ahead], minlength=len(ways)) * (above is not None)
        links = np.unique(puzzle.sides[puzzle.fits[there]][:, behind])
        return exact + np.exp(-price) * (exact.sum() + showing * ways[links].mean())

    right = below = np.ones(int(puzzle.pieces.max()) + 1)
    for there in range(puzzle.width - 1, column, -1):
        right = carry(row * puzzle.width + there, right, puzzle.sides[grid[row - 1, there], 2], 3, 1)
    for there in range(column + 1):
        above = puzzle.sides[grid[row, there], 2] if there < column else None
        below = carry((row + 1) * puzzle.width + there, below, above, 1 if there < column else 0, 3)
    return right, below


def test_chains_count_the_ways_to_fill_the_lines_ahead():
    puzzle = catalog.load("eternity2")
    beam = pass_of(puzzle.start(), width=4, shape="row", noise=np.zeros(1 << 12, dtype=np.float32))
    for _ in range(70):
        beam.step()
    right, below = ways_ahead(puzzle, beam.lanes.boards(puzzle.edges, most=1)[0], 70, 6.0)
    none = np.zeros((3, 3), dtype=np.float32), np.zeros((3, 999), dtype=np.float32)
    made = beam.lanes.expand(70, Prices(*none, 0.0, 1.0, 0.0), NO_CUT)
    children = beam.lanes._children[:made]
    children = children[children[:, 1] == 0]
    sides = puzzle.sides[children[:, 3] & 0xFFF]
    costs = [float_of(int(key)) for key in children[:, 0]]
    gaps = costs + np.log(right[sides[:, 1]]) + np.log(below[sides[:, 2]])
    assert len(gaps) > 10
    assert gaps.max() - gaps.min() < 1e-3


def test_lists_without_used_pieces_keep_the_others_in_sequence():
    root = catalog.load("eternity2-clues").start()
    chains = BeamTables(root, order_of("comb/0", root.puzzle), full_scan=4).chains
    is_used = np.arange(256) % 3 == 0
    before, after = chains.fits, chains.without(is_used)
    for start, size, apart in chains._shapes:
        for column in range(0, apart, 7):
            old, new = (words[start : start + size].reshape(-1, apart)[:, column] for words in (before, after))
            kept = old[(old > 0) & ~is_used[old & 0xFFFF]]
            assert np.array_equal(new, np.append(kept, np.zeros(len(old) - len(kept), dtype=np.uint32)))


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
    assert narrow.score + 5 < wide.score


def test_every_board_of_a_score_is_an_event():
    puzzle = planted(5, 5, colors=4, seed=1)
    with pytest.warns(DeprecatedName, match="keep"):
        search = Run("gpu-beam?device=cpu&width=64&note=30", Task(puzzle, BEST), Limits(nodes=5_000))
    with search as run:
        kept = [event.board for event in run if isinstance(event, Kept)]
    assert kept
    assert len(set(kept)) == len(kept)
    assert all(board.score >= 30 for board in kept)


@pytest.mark.gpu
@pytest.mark.skipif(NO_CUDA is not None, reason=str(NO_CUDA))
def test_a_device_and_the_cpu_keep_the_same_boards():
    task = Task(catalog.load("eternity2-clues"), BEST, seed=1)
    first, second = (
        Run(f"gpu-beam?width=300&device={device}", task, Limits(nodes=300 * 251)).outcome for device in ("cuda", "cpu")
    )
    assert first.answers == second.answers
    assert first.stats.details == second.stats.details
