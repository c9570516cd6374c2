"""The filtering solvers and `backtrack` agree on hundreds of small puzzles, for all pairs of options."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from edgematch.generate import make as generate
from edgematch.model import Puzzle
from edgematch.search import ALL, COUNT, SOLVERS, Goal, Limits, Run, Task, make

FILTERING = ("colorpair", "pla", "mac", "edgecp", "hybrid")
ORDERS = ("lex", "dom", "chess", "onion", "dom-deg", "dom-wdeg:spiral-out/1", "last-conflict", "comb:rows=1,teeth=2")
VALUES = {"order": ORDERS, "shaving": (0, 1, 2, 1000), "gacolor_from": (-1, 0, 5), "width": (-1, 0, 8, 16)}
PUZZLES = 300
SIZES = ((3, 3), (4, 3), (4, 4), (2, 5), (3, 4), (5, 3))
MODELS = (
    "one-set?colors={few}",
    "two-set?frame={few}&inner=2",
    "benoist?colors={few}",
    "tetravex?colors={more}",
    "eternity?frame={more}&inner=3",
    "gemp?colors={many}",
)


def values_of(solver: str) -> dict[str, tuple[object, ...]]:
    """The values that matter of each option of a solver."""
    known = {}
    for field in fields(SOLVERS.find(solver).Options):
        choices = field.metadata["choices"] or VALUES.get(field.name)
        known[field.name] = tuple(choices) if choices else (True, False)
    return known


@cache
def covering(solver: str) -> tuple[str, ...]:
    """Solver strings such that any two options have taken any two of their values together in one of them."""
    known = values_of(solver)
    wanted = {
        ((a, x), (b, y)) for a, b in combinations(sorted(known), 2) for x in known[a] for y in known[b]
    }  # fmt: skip
    rng, specs = np.random.default_rng(0), []
    while wanted:
        tries = [{name: values[rng.integers(len(values))] for name, values in known.items()} for _ in range(30)]
        best = max(tries, key=lambda one: len(wanted & pairs_of(one)))
        first = next(iter(wanted))
        best = best if wanted & pairs_of(best) else best | dict(first)
        wanted -= pairs_of(best)
        specs.append(f"{solver}?" + "&".join(f"{k.replace('_', '-')}={str(v).lower()}" for k, v in best.items()))
    return tuple(specs)


def pairs_of(setting: dict[str, object]) -> set[tuple[tuple[str, object], tuple[str, object]]]:
    return set(combinations(sorted(setting.items()), 2))


def small_puzzle(number: int) -> Puzzle:
    """One of many small puzzles: one-set, two-set, Eternity-like, rectangles, duplicates, unframed, unsatisfiable."""
    rng = np.random.default_rng(number)
    width, height = SIZES[number % len(SIZES)]
    colors = int(rng.integers(2, 5))
    model = MODELS[number % len(MODELS)].format(few=colors, more=colors + 1, many=colors + 5)
    if model.startswith(("tetravex", "gemp")):
        width, height = 3, 2 + number % 2
    puzzle = generate(model, width, height, seed=number).puzzle
    if number % 7 == 0:  # one color changed: mostly no solution is left
        pieces = puzzle.pieces.copy()
        spot = tuple(rng.choice(np.argwhere(pieces > 0)))
        pieces[spot] = 1 + pieces[spot] % colors
        puzzle = puzzle.replace(pieces=pieces, hints={})
    return puzzle


def looks(solver: str, puzzle: Puzzle, goal: Goal) -> set[tuple[int, ...]]:
    outcome = Run(solver, Task(puzzle, goal), Limits(seconds=60)).outcome
    assert not outcome.remaining
    found = {tuple(board.placements.tolist()) for board in outcome.answers}
    assert len(found) == len(outcome.answers)
    return found


@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("solver", FILTERING)
def test_all_settings_find_the_same_solutions(solver, part):
    specs = covering(solver)
    for number in range(part, PUZZLES, 10):
        puzzle = small_puzzle(number)
        expected = looks("backtrack", puzzle, ALL)
        if len(expected) > 2000:
            continue
        for turn in range(2):
            spec = specs[(2 * number + turn) % len(specs)]
            assert looks(spec, puzzle, ALL) == expected, (number, spec)


@pytest.mark.parametrize("solver", FILTERING)
def test_covering_covers_all_pairs(solver):
    known = values_of(solver)
    seen = {frozenset(pair) for spec in covering(solver) for pair in pairs_of(vars(make(spec).options))}
    for a, b in combinations(sorted(known), 2):
        for x in known[a]:
            for y in known[b]:
                assert frozenset([(a, x), (b, y)]) in seen


@pytest.mark.parametrize("solver", FILTERING)
def test_labelled_solutions_are_counted_apart(solver):
    puzzle = small_puzzle(0 if solver != "pla" else 4)
    labelled = replace(COUNT, labelled=True)
    counts = [Run(spec, Task(puzzle, labelled)).outcome.count for spec in ("backtrack", solver)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(
    "spec", ["edgecp?order=dom", "mac?gacolor=false", "pla", "colorpair?preemption=false&backjumping=false"]
)
def test_stopping_and_resuming_counts_the_same_nodes(spec):
    puzzle = small_puzzle(8)
    whole = Run(spec, Task(puzzle, ALL)).outcome
    task, nodes, answers = Task(puzzle, ALL), 0, 0
    outcome = Run(spec, task, Limits(nodes=1 + whole.stats.nodes // 3)).outcome
    while outcome.remaining:
        later = Run(spec, task.replace(roots=outcome.remaining), Limits(nodes=1 + whole.stats.nodes // 3)).outcome
        outcome = outcome.then(later)
    nodes, answers = outcome.stats.nodes, outcome.count
    assert (nodes, answers) == (whole.stats.nodes, whole.count)


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("solver", FILTERING)
def test_threads_lose_no_answer_and_find_none_twice_however_often_they_are_stopped(solver, threads):
    puzzle = small_puzzle(8)
    task = Task(puzzle, ALL)
    expected = sorted(board.placements.tobytes() for board in Run("backtrack", task).outcome.answers)
    outcome = Run(solver, task, Limits(threads=threads, nodes=40)).outcome
    while outcome.remaining:
        later = Run(solver, task.replace(roots=outcome.remaining), Limits(threads=threads, nodes=40)).outcome
        outcome = outcome.then(later)
    assert sorted(board.placements.tobytes() for board in outcome.answers) == expected
    three = Run(solver, Task(puzzle, Goal(want=3)), Limits(threads=threads)).outcome
    assert three.count == min(3, len(expected))
