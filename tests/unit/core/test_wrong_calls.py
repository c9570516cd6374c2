"""The core called with wrong sizes, types and values: it raises and never crashes."""

from __future__ import annotations

import numpy as np
import pytest

from edgematch import _core, native
from edgematch.native import compiled
from edgematch.solvers.gpu._exact_tables import ExactTables
from edgematch.testing.zoo import planted

PUZZLE = planted(4, 4, colors=3, seed=1)
CELLS = PUZZLE.cells
EMPTY = np.full(CELLS, -1, dtype=np.int16)
ORDER = np.arange(CELLS, dtype=np.int16)
WEIGHTS = [1.0] * (CELLS + 1)
WHOLE = _core.LocalSearch(
    compiled(PUZZLE), fixed=EMPTY, seed=1,
    control=_core.Control(np.zeros(8, np.int64), EMPTY.copy(), found=None, counted=None),
).board  # fmt: skip

SEARCH = {"roots": EMPTY[None].copy(), "labelled": False, "boards": True, "want": 5, "node_limit": 2000}
RULES = {
    "allowed": [2], "quota": [], "burnt": [], "frame_from": 0, "double_breaks": True, "ledger_cells": 4,
    "is_region": False,
}  # fmt: skip
OPTIONS = {
    "backtrack": {"order": ORDER, "threads": 1, "depth": -1, "prune": False},
    "probe_tree": {"order": ORDER, "probes": 2, "batch": 4, "seed": 1},
    "colorpair": {
        "opposite": True, "preemption": True, "remaining": True, "patterns": True, "backjumping": True,
        "value_order": True, "heuristic": "offer", "shaving": 0, "seed": 1, "threads": 1,
    },
    "search_domains": {
        "order": ORDER, "dynamic": "dom", "fixpoint": True, "edges": True, "pieces": True, "distinct": True,
        "counts": True, "force_counts": True, "by_piece": True, "alldifferent": True, "gacolor_from": 0, "shaving": 2,
        "refute": 8, "seed": 1, "threads": 1,
    },
    "search_with_breaks": {
        "order": ORDER, "rules": _core.BreakRules(**RULES), "improve": False, "most_breaks": 2, "seed": 1,
        "drop_index": 0, "drop_nodes": -1, "endgame_cells": 3, "endgame_nodes": 1000, "wider_cells": [4],
    },
    "complete": {"most_breaks": 9, "node_limit": 2000, "seed": 1},
    "polish": {"fixed": ORDER[:2].copy(), "free_cells": 5, "patch_nodes": 100, "patches": 5, "seed": 1},
    "beam": {
        "order": ORDER, "width": 10, "price": 2.0, "open": WEIGHTS, "pairs": WEIGHTS, "chains": WEIGHTS,
        "temperature": 0.5, "seed": 1, "keep": 1, "node_limit": -1, "threads": 1, "trace": False,
    },
    "fill_region": {
        "cells": ORDER[:4].copy(), "most_breaks": 2, "improve": False, "want": 3, "node_limit": 1000, "seed": 0,
    },
}  # fmt: skip
CLASSES = {
    "backtrack": _core.BacktrackOptions, "probe_tree": _core.ProbeOptions, "colorpair": _core.ColorPairOptions,
    "search_domains": _core.DomainOptions, "search_with_breaks": _core.BreakOptions,
    "complete": _core.CompletionOptions, "polish": _core.PolishOptions, "beam": _core.BeamOptions,
    "fill_region": _core.RegionOptions,
}  # fmt: skip
PLACES = {"complete": EMPTY, "polish": WHOLE, "beam": EMPTY, "fill_region": EMPTY[None]}
"""What engines that take no search are given in its place."""
FIELDS = [(name, field) for name, options in OPTIONS.items() for field in options]
EXTREMES = (0, -1, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63))


def control(*, stopped: bool = False) -> _core.Control:
    shared = np.zeros(8, dtype=np.int64)
    shared[0] = stopped
    return _core.Control(shared, EMPTY.copy(), found=lambda _: True, counted=lambda _: True)


def call(name, *, search=None, place=None, stopped=False, **changes):
    """Call an engine, some of its arguments changed."""
    options = CLASSES[name](**(OPTIONS[name] | changes))
    first = (
        _core.Search(**(SEARCH | (search or {}))) if name not in PLACES else PLACES[name] if place is None else place
    )
    rest = () if name == "probe_tree" else (control(stopped=stopped),)
    return getattr(_core, name)(compiled(PUZZLE), first, options, *rest)


def call_on(name, board):
    """Call an engine on a board or root."""
    if name not in PLACES:
        return call(name, search={"roots": board[None].copy()})
    return call(name, place=board[None].copy() if name == "fill_region" else board)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_calls_that_are_made_wrong_are_right(name):
    call(name)


@pytest.mark.parametrize(("name", "field"), FIELDS)
def test_fields_of_a_wrong_type_are_refused(name, field):
    right = OPTIONS[name][field]
    for wrong in (None, object(), 1 + 2j, b"x", "no such choice", np.zeros((2, 2))):
        with pytest.raises(TypeError, match=field):
            call(name, **{field: wrong})
    for wrong in () if isinstance(right, float) else (1.5, 2**80):
        with pytest.raises(TypeError, match=field):
            call(name, **{field: wrong})


@pytest.mark.parametrize("name", OPTIONS)
def test_fields_are_named_and_all_of_them_are_needed(name):
    for field in OPTIONS[name]:
        with pytest.raises(TypeError, match=f"needs the field {field}"):
            CLASSES[name](**{k: v for k, v in OPTIONS[name].items() if k != field})
    with pytest.raises(TypeError, match="no field other"):
        CLASSES[name](**OPTIONS[name], other=1)
    with pytest.raises(TypeError):
        CLASSES[name](*OPTIONS[name].values())
    made = CLASSES[name](**OPTIONS[name])
    with pytest.raises(AttributeError):
        setattr(made, next(iter(OPTIONS[name])), 1)


@pytest.mark.parametrize(("name", "field"), [f for f in FIELDS if type(OPTIONS[f[0]][f[1]]) is int])
def test_extreme_numbers_do_not_crash(name, field):
    for value in EXTREMES:
        if field in ("probes", "threads") and value > 1:
            continue
        for stopped in (True, False):
            if not stopped and field == "patches":
                continue  # it goes on until it is stopped
            try:
                call(name, stopped=stopped, **{field: value})
            except (TypeError, ValueError, MemoryError):
                continue


@pytest.mark.parametrize("name", OPTIONS)
def test_boards_and_roots_of_a_wrong_size_or_value_are_refused(name):
    wrong = [np.zeros(n, np.int16) for n in (0, 1, CELLS - 1, CELLS + 1)]
    wrong += [np.full(CELLS, value, np.int16) for value in (-2, 4 * CELLS, 32767, -32768)]
    for board in wrong:
        with pytest.raises(ValueError, match=r"."):
            call_on(name, board)
    for board in (EMPTY.astype(np.int32), EMPTY.astype(float), np.zeros((CELLS, 2), np.int16)[:, 0], EMPTY.tolist()):
        with pytest.raises(TypeError):
            call(name, **({"place": board} if name in PLACES else {"search": {"roots": board}}))


@pytest.mark.parametrize("name", OPTIONS)
def test_boards_that_no_puzzle_has_do_not_crash(name):
    """A piece twice, pieces where they may not lie, breaks all over: roots like these have no answer, or few."""
    random = np.random.default_rng(1)
    boards = [np.zeros(CELLS, np.int16), np.full(CELLS, 63, np.int16), np.where(ORDER < 2, 0, -1).astype(np.int16)]
    boards += [random.integers(-1, 4 * CELLS, CELLS).astype(np.int16) for _ in range(20)]
    for board in boards:
        call_on(name, board)


@pytest.mark.parametrize("name", [name for name, options in OPTIONS.items() if "order" in options])
def test_orders_that_are_no_permutation_are_refused(name):
    for order in (ORDER[1:].copy(), np.zeros(CELLS, np.int16), ORDER + np.int16(1), ORDER - np.int16(1)):
        with pytest.raises(ValueError, match="order"):
            call(name, order=order)


@pytest.mark.parametrize("field", ["fixed", "cells"])
def test_cells_outside_of_the_board_are_refused(field):
    name = "polish" if field == "fixed" else "fill_region"
    for cell in (-1, CELLS, 32767):
        with pytest.raises(ValueError, match="cell"):
            call(name, **{field: np.array([cell], np.int16)})


def test_rules_of_a_wrong_type_are_refused():
    for field in RULES:
        for wrong in (None, object(), "x", [300.5], {"a": 1}):
            with pytest.raises(TypeError, match=field):
                _core.BreakRules(**(RULES | {field: wrong}))
    for burnt in ([-1], [256]):
        with pytest.raises(TypeError, match="burnt"):
            _core.BreakRules(**(RULES | {"burnt": burnt}))


def test_searches_of_a_wrong_type_are_refused():
    for field in SEARCH:
        for wrong in (None, object(), "x", 1.5):
            with pytest.raises(TypeError, match=field):
                _core.Search(**(SEARCH | {field: wrong}))


@pytest.mark.parametrize(
    ("width", "height", "pieces"),
    [
        (0, 0, (0, 4)),
        (33, 1, (33, 4)),
        (-4, -4, (16, 4)),
        (4, 4, (15, 4)),
        (4, 4, (17, 4)),
        (2**31 - 1, 2**31 - 1, (16, 4)),
    ],
)
def test_puzzles_of_a_wrong_size_are_refused(width, height, pieces):
    with pytest.raises(ValueError, match=r"."):
        _core.Puzzle(width, height, np.zeros(pieces, np.uint8), framed=True, turnable=True)


def test_pieces_of_a_wrong_type_are_refused():
    for pieces in (None, [[1, 2, 3, 4]], np.zeros((16, 4)), np.zeros((16, 4), np.int16), np.zeros((16, 5), np.uint8),
                   np.zeros(64, np.uint8), np.zeros((16, 8), np.uint8)[:, ::2]):  # fmt: skip
        with pytest.raises(TypeError):
            _core.Puzzle(4, 4, pieces, framed=True, turnable=True)


def test_controls_of_a_wrong_type_or_size_are_refused():
    shared, window = np.zeros(8, np.int64), EMPTY.copy()
    with pytest.raises(ValueError, match="shared"):
        _core.Control(shared[:7], window, found=None, counted=None)
    for wrong in (None, shared.astype(np.int32), np.zeros((8, 1), np.int64), np.zeros(16, np.int64)[::2]):
        with pytest.raises(TypeError):
            _core.Control(wrong, window, found=None, counted=None)
    frozen = np.zeros(8, np.int64)
    frozen.setflags(write=False)
    with pytest.raises(TypeError):
        _core.Control(frozen, window, found=None, counted=None)
    small = _core.Control(shared, window[:3].copy(), found=None, counted=None)
    options = _core.BacktrackOptions(**OPTIONS["backtrack"])
    with pytest.raises(ValueError, match="window"):
        _core.backtrack(compiled(PUZZLE), _core.Search(**SEARCH), options, small)


@pytest.mark.parametrize("found", [lambda: True, lambda _: "x", 3, lambda _: 1 / 0])
def test_callbacks_that_fail_end_the_search(found):
    shared = np.zeros(8, np.int64)
    bad = _core.Control(shared, EMPTY.copy(), found=found, counted=None)
    options = _core.BacktrackOptions(**OPTIONS["backtrack"])
    with pytest.raises((TypeError, RuntimeError, ZeroDivisionError)):
        _core.backtrack(compiled(PUZZLE), _core.Search(**(SEARCH | {"node_limit": -1})), options, bad)


def test_engines_given_each_other_s_arguments_refuse_them():
    search, puzzle = _core.Search(**SEARCH), compiled(PUZZLE)
    right = _core.BacktrackOptions(**OPTIONS["backtrack"])
    wrong = _core.ProbeOptions(**OPTIONS["probe_tree"])
    for arguments in [(None, search, right, control()), (puzzle, None, right, control()), (puzzle, search, wrong, control()),
                      (puzzle, search, right, None), (puzzle, search, right), (search, puzzle, right, control())]:  # fmt: skip
        with pytest.raises(TypeError):
            _core.backtrack(*arguments)


def test_matchings_without_a_fixpoint_are_refused():
    for matching in ({"alldifferent": True, "gacolor_from": -1}, {"alldifferent": False, "gacolor_from": 0}):
        with pytest.raises(ValueError, match="fixpoint"):
            call("search_domains", fixpoint=False, **matching)


def test_refutations_between_two_stops_are_bounded():
    with pytest.raises(ValueError, match="at most 16"):
        call("search_domains", refute=17)


def test_local_search_refuses_what_it_cannot_hold():
    puzzle = compiled(PUZZLE)
    for fixed in (EMPTY[:3].copy(), np.full(CELLS, 64, np.int16), np.zeros(CELLS, np.int16)):
        with pytest.raises(ValueError, match=r"."):
            _core.LocalSearch(puzzle, fixed=fixed, seed=1, control=control())
    chain = _core.LocalSearch(puzzle, fixed=EMPTY, seed=1, control=control())
    for board in (EMPTY, EMPTY[:3].copy(), np.full(CELLS, 64, np.int16), np.zeros(CELLS, np.int16)):
        with pytest.raises(ValueError, match=r"."):
            chain.place(board)
    for number in (0, -1, -(2**63)):
        chain.reassign(k=number, steps=5)
        chain.search_tabu(steps=5, tenure=number)
        chain.accept_late(steps=5, length=number, focus=0.5)
        chain.anneal(steps=number, temperature=1.0, focus=0.5)
    for number in (0.0, -1.0, float("nan"), float("inf"), 1e308):
        chain.anneal(steps=50, temperature=number, focus=0.5)
        chain.anneal(steps=50, temperature=1.0, focus=number)
    chain.reassign(k=2**63 - 1, steps=2)
    assert sorted(chain.board >> 2) == list(range(CELLS))


def test_formulas_and_graphs_that_make_no_sense_are_refused():
    options = _core.ProbsatOptions(base=2.5, restart=0, flip_limit=50, seed=1)
    for literals, variables in (([1, 0, 3, 0], 2), ([1, 2], 2), ([-(2**31), 0], 2), ([1, 0], -1), ([1, 0], -(2**31))):
        with pytest.raises(ValueError, match=r"."):
            _core.probsat(np.array(literals, np.int32), variables, options, control())
    ints = np.zeros(2, np.int32)
    graph = {
        "width": 4, "height": 4, "cell": ints, "piece": ints, "rank": ints - np.int32(1),
        "sides": np.zeros((2, 4), np.uint8), "placement": np.zeros(2, np.int16),
    }  # fmt: skip
    limits = _core.CliqueOptions(selections=5, exact=True, partial=False, count=False, node_limit=50, seed=1)
    _core.find_cliques(_core.CliqueGraph(**graph), limits, control())
    for wrong in ({"width": 0}, {"width": -4, "height": -4}, {"width": 2**31 - 1, "height": 2}, {"cell": ints[:1].copy()},
                  {"cell": ints + np.int32(16)}, {"piece": ints - np.int32(1)}, {"rank": ints + np.int32(99)},
                  {"sides": np.zeros((3, 4), np.uint8)}, {"placement": np.zeros(0, np.int16)},
                  {"placement": np.full(2, 64, np.int16)}):  # fmt: skip
        with pytest.raises(ValueError, match=r"."):
            _core.find_cliques(_core.CliqueGraph(**(graph | wrong)), limits, control())


def test_a_beam_needs_a_weight_for_each_number_of_empty_cells():
    for field in ("open", "pairs", "chains"):
        with pytest.raises(ValueError, match="weight"):
            call("beam", **{field: [1.0]})


@pytest.mark.parametrize(
    "wrong",
    [
        {"row": np.array([9], np.uint32)}, {"kept": np.array([16], np.uint16)}, {"last": np.array([999], np.int16)},
        {"rows": np.full((1, 16), -2, np.int16)}, {"rows": np.zeros((1, 15), np.int16)}, {"kept": np.zeros(2, np.uint16)},
    ],
)  # fmt: skip
def test_roots_and_jobs_of_a_device_that_do_not_fit_the_tables_are_refused(wrong):
    tables = ExactTables(planted(4, 4, colors=3, seed=1), np.arange(16), labelled=False)
    columns = {
        "rows": np.full((1, 16), -1, np.int16), "row": np.zeros(1, np.uint32), "kept": np.zeros(1, np.uint16),
        "last": np.full(1, -1, np.int16),
    }  # fmt: skip
    paths, bases, depths, made = native.exact_jobs(tables.lists, tables.names, **columns)
    assert (paths.shape, bases.tolist(), depths.tolist(), made) == ((16, 1), [0], [0], 0)
    with pytest.raises(ValueError, match=r"root"):
        native.exact_jobs(tables.lists, tables.names, **(columns | wrong))
    native.exact_roots(tables.lists, tables.names, paths, bases, depths)
    for jobs in ((paths, bases, depths + 16), (paths, bases - 1, depths), (paths[:15], bases, depths),
                 (paths + 60000, bases, depths), (paths, bases[:0], depths), (paths * 0, bases, depths + 5)):  # fmt: skip
        with pytest.raises(ValueError, match=r"job|path"):
            native.exact_roots(tables.lists, tables.names, *map(np.ascontiguousarray, jobs))
