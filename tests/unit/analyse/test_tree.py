import math
import statistics

import numpy as np
import pytest

from edgematch import catalog, generate, native
from edgematch.analyse import estimate_by_probes, estimate_tree
from edgematch.analyse.tree import mean_interval
from edgematch.errors import OptionError, UnknownName
from edgematch.model import Puzzle
from edgematch.model.orders import SHAPES, make_order
from edgematch.search import Goal, Task, solve

SMALL = [("two-set", 6, 6, 3, 5), ("two-set", 6, 6, 4, 5), ("eternity", 6, 6, 3, 5), ("two-set", 5, 5, 3, 4)]
CASES = [(*case, seed) for case in SMALL for seed in range(5)]


def counted(puzzle, *, labelled=False, solver="backtrack"):
    """How many nodes and answers a full search has."""
    goal = Goal(want=None, boards=False, labelled=labelled)
    outcome = solve(Task(puzzle, goal, roots=puzzle.anchors(labelled=True)), solver=solver)
    return outcome.stats.nodes, outcome.count


def counted_in_order(puzzle, order):
    """How many nodes the core counts, filling the cells in an order."""
    cells = make_order(order, puzzle.width, puzzle.height, filled=puzzle.hints)
    options = native.BacktrackOptions(order=cells, threads=1, depth=-1, prune=False)
    search = native.search_below(puzzle.anchors(labelled=True), labelled=False)
    return native.run_alone(native.backtrack, puzzle, search, options).nodes


@pytest.mark.parametrize("estimate", [estimate_tree, estimate_by_probes])
def test_twenty_small_trees_are_estimated_well_within_a_factor_of_two(estimate):
    factors, inside = [], 0
    for model, width, height, frame, inner, seed in CASES:
        puzzle = generate.make(model, width, height, frame=frame, inner=inner, seed=seed).puzzle
        nodes, _ = counted(puzzle)
        found = estimate(puzzle)
        factors.append(max(found.nodes / nodes, nodes / found.nodes))
        inside += found.low <= nodes <= found.high or math.isclose(found.nodes, nodes)
    assert len(factors) == 20
    assert statistics.median(factors) < 1.1
    assert max(factors) < 2
    assert inside >= 16  # a 95 % interval holds fewer than that once in a hundred thousand


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize(
    ("model", "size", "hints"),
    [
        ("two-set", (4, 4), 0),
        ("two-set", (5, 3), 0),
        ("two-set", (4, 4), 3),
        ("tetravex", (3, 3), 0),
        ("gemp", (2, 3), 1),
    ],
)
def test_a_tree_no_wider_than_the_batch_is_counted_exactly(model, size, hints, labelled):
    puzzle = generate.make(model, *size, seed=3, hints=hints).puzzle
    found = estimate_tree(puzzle, batches=2, size=10**6, labelled=labelled)
    assert (found.nodes, found.answers) == pytest.approx(counted(puzzle, labelled=labelled, solver="plain"))
    assert found.low == pytest.approx(found.nodes) == found.high


def test_a_batch_of_one_is_a_probe_of_knuth():
    puzzle = generate.make("two-set", 4, frame=2, inner=3, seed=2).puzzle
    nodes, _ = counted(puzzle, solver="plain")
    found = estimate_tree(puzzle, batches=800, size=1)
    assert found.low < nodes < found.high


def test_eternity_ii_is_known_where_it_was_counted():
    puzzle = catalog.get("eternity2")
    found = estimate_tree(puzzle, batches=4, size=1000, roots=[puzzle.start()])
    assert found.by_depth[1] == 4
    assert found.by_depth[16] == pytest.approx(215_828_878_068_560, rel=0.2)  # the whole top row
    assert 48 < math.log10(found.nodes) < 52
    assert 150 < found.widest < 172
    assert found.to_dict()["widest"] == found.widest


def test_the_interval_of_a_mean_holds_it_as_often_as_it_says():
    random = np.random.Generator(np.random.PCG64(5))
    samples = random.lognormal(0, 0.8, size=(1000, 20))
    truth = math.exp(0.8**2 / 2)
    held = sum(low <= truth <= high for low, high in map(mean_interval, samples))
    assert 920 < held < 990
    assert mean_interval(np.zeros(5)) == (0, 0)
    low, high = mean_interval(np.array([1e10, 1e40]))
    assert low < 1e10
    assert 1e40 < high < math.inf


def test_an_impossible_puzzle_has_a_small_tree_without_answers():
    impossible = Puzzle(2, 2, [[0, 1, 2, 0], [0, 0, 1, 2], [1, 2, 0, 0], [2, 0, 0, 2]])
    found = estimate_tree(impossible)
    assert found.answers == 0
    assert found.nodes == counted(impossible, solver="plain")[0]


@pytest.mark.parametrize("order", [*SHAPES, "clue", "row/2m", "comb:rows=2,teeth=1"])
def test_every_order_has_its_own_tree(order):
    puzzle = generate.make("two-set", 4, 3, frame=3, inner=3, seed=5, hints=1).puzzle
    exact = estimate_tree(puzzle, order, batches=2, size=10**6)
    assert exact.answers == counted(puzzle, solver="plain")[1]
    assert exact.nodes == counted_in_order(puzzle, order)
    probes = estimate_by_probes(puzzle, order, probes=20_000)
    assert probes.low < exact.nodes < probes.high or probes.nodes == pytest.approx(exact.nodes, rel=0.1)


def test_the_same_seed_gives_the_same_estimate():
    puzzle = generate.make("two-set", 6, seed=1).puzzle
    for estimate in (estimate_tree, estimate_by_probes):
        assert estimate(puzzle, seed=3) == estimate(puzzle, seed=3)
        assert estimate(puzzle, seed=3) != estimate(puzzle, seed=4)


def test_what_makes_no_estimate_is_refused():
    puzzle = generate.make("two-set", 4).puzzle
    for wrong in ({"batches": 1}, {"size": 0}):
        with pytest.raises(OptionError):
            estimate_tree(puzzle, **wrong)
    with pytest.raises(OptionError):
        estimate_by_probes(puzzle, probes=1)
    with pytest.raises(UnknownName):
        estimate_tree(puzzle, "crows")


def test_a_tree_beyond_all_numbers_is_infinite_and_still_json():
    import json

    estimate = estimate_tree(generate.make("two-set", 32, 32, seed=1).puzzle, batches=2, size=3)
    assert math.isinf(estimate.nodes)
    assert '"nodes": null' in json.dumps(estimate.to_dict(), allow_nan=False)
