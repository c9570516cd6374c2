"""Figures of a puzzle that need no solver, by name: a suite lists them under `measures`, one column per measure.

Some tables of the papers are not about solvers: how many solutions are expected, how large an encoding is, which part
of a board is backbone. A measure is a function of a puzzle; its figures are shown in one cell, in order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from edgematch import analyse
from edgematch.bench.engine_measures import THREADED, plain_loop, tree_estimate, two_threads
from edgematch.encodings import milp
from edgematch.encodings.clique import CliqueGraph
from edgematch.encodings.sat import SatOptions, encode
from edgematch.encodings.simplify import simplify
from edgematch.errors import RefusedTask, UnknownName
from edgematch.model import Puzzle
from edgematch.model.orders import SHAPES
from edgematch.search import Limits

Figures = dict[str, float]
Measure = Callable[[Puzzle, Limits], Figures]


def take(name: str, puzzle: Puzzle, limits: Limits) -> Figures:
    """The figures of the measure of that name."""
    if name not in MEASURES:
        raise UnknownName("measure", name, sorted(MEASURES))
    return MEASURES[name](puzzle, limits)


def expected(puzzle: Puzzle, _limits: Limits) -> Figures:
    """The logarithm of the expected number of solutions of puzzles of this size with as many colors."""
    return {"log10 of expected solutions": round(analyse.report(puzzle, batches=0).expected_random, 2)}


def backbone(puzzle: Puzzle, limits: Limits) -> Figures:
    """The part of the board that looks the same in all solutions, one corner piece pinned."""
    bones = analyse.backbone(puzzle, limits=limits)
    if not bones.is_exact:
        raise RefusedTask("the backbone is not known within the limit")
    return {"% backbone": round(100 * bones.fraction, 1)}


def formula(puzzle: Puzzle, _limits: Limits, **options: Any) -> Figures:
    """The size of a SAT encoding as written."""
    return dict(encode(puzzle, SatOptions(**options), labelled=True).cnf.size()._asdict())


def simplified(puzzle: Puzzle, _limits: Limits, **options: Any) -> Figures:
    """The size of a SAT encoding after variable elimination and subsumption."""
    clauses = list(encode(puzzle, SatOptions(**options), labelled=True).cnf.clauses())
    return dict(simplify(clauses).after._asdict())


def graph(puzzle: Puzzle, _limits: Limits) -> Figures:
    """The size of the clique graph, one corner piece pinned."""
    built = CliqueGraph.of(puzzle, root=puzzle.anchors(labelled=True)[0])
    nodes, edges = len(built), built.count_edges()
    return {"nodes": nodes, "edges": edges, "% density": round(200 * edges / (nodes * (nodes - 1)), 1)}


def program(puzzle: Puzzle, _limits: Limits) -> Figures:
    """The size of the mixed-integer program as the paper writes it, with the variables that the frame rules out."""
    built = milp.encode(puzzle, labelled=True, misfits=True)
    return {"variables": built.columns, "constraints": len(built.rows)}


# As in the paper: every piece is distinct, the frame gives unit clauses, and color counts are adders.
ENCODINGS: dict[str, dict[str, Any]] = {
    "primal": {"encoding": "primal", "frame": "units"},
    "primal-dual": {"encoding": "primal-dual", "pd3": False, "frame": "units"},
    "primal-dual-pd3": {"encoding": "primal-dual", "pd3": True, "many": "adder", "frame": "units"},
}
MEASURES: dict[str, Measure] = {
    "expected": expected,
    "backbone": backbone,
    "clique-graph": graph,
    "milp-program": program,
    "tree-estimate": tree_estimate,
    **{f"two-threads:{name}": partial(two_threads, solver=spec) for name, spec in THREADED.items()},
    **{f"plain-loop:{order}": partial(plain_loop, order=order) for order in SHAPES},
    **{f"{name}-formula": partial(formula, **options) for name, options in ENCODINGS.items()},
    **{f"{name}-simplified": partial(simplified, **options) for name, options in ENCODINGS.items()},
}
