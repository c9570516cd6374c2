"""Fitting the weights of a beam: traces, marks, regression, and the files that solvers read."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from edgematch import analyse, catalog, cli, native
from edgematch.analyse import beam_fit
from edgematch.errors import FormatError, OptionError
from edgematch.model import Board
from edgematch.model.orders import order_of
from edgematch.search import BEST, Run, Task
from edgematch.solvers.score._beam_weights import factors_of, own_factors, read_factors, weights
from edgematch.testing.zoo import large

PUZZLE = large(6)
PLAN = analyse.FitPlan(width=300, passes=3, rounds=1)


def traced(puzzle, *, trace):
    ones = [1.0] * (puzzle.cells + 1)
    options = native.BeamOptions(
        order=order_of("comb", puzzle), width=100, price=6.0, open=ones, pairs=ones, chains=ones, temperature=0.3,
        seed=1, keep=1, node_limit=-1, threads=1, trace=trace,
    )  # fmt: skip
    return native.run_alone(native.beam, puzzle, Task(puzzle, BEST).roots[0].placements, options)


def test_a_trace_has_the_breaks_and_the_parent_of_each_board():
    plain, found = traced(PUZZLE, trace=False), traced(PUZZLE, trace=True)
    assert (plain.boards == found.boards).all()
    assert (plain.sizes.size, plain.terms.size) == (0, 0)
    ends = np.cumsum(found.sizes)
    assert (len(found.sizes), found.terms.shape) == (PUZZLE.cells, (ends[-1], 5))
    steps = [slice(end - size, end) for end, size in zip(ends, found.sizes, strict=True)]
    breaks = [found.terms[step, 0] for step in steps]
    assert breaks[-1].min() == PUZZLE.edges - Board(PUZZLE, found.boards[0]).score
    for before, now, step in zip(breaks, breaks[1:], steps[1:], strict=False):
        made = now - before[found.parents[step]]
        assert made.min() >= 0
        assert made.max() <= 2
    parity, last = found.terms[:, 4], steps[-1]
    assert (parity % 2 == 0).all()  # every break changes the parity of two colors, or of none
    assert (parity[last] <= 2 * found.terms[last, 0]).all()
    assert (parity[found.terms[:, 0] == 0] == 0).all()


def test_regression_finds_the_weights_that_marks_were_made_by():
    random = np.random.default_rng(1)
    terms = random.normal(size=(20_000, 4))
    price = terms @ [1, 3, 0.5, 1.5]
    marked = random.random(len(price)) < 1 / (1 + np.exp(3 + 2 * price))
    assert beam_fit.logistic_weights(terms, marked) == pytest.approx([3, 0.5, 1.5], rel=0.1)


def test_area_under_curve_counts_the_pairs_in_order():
    assert beam_fit.area_under_curve(np.array([3.0, 1, 2]), np.array([True, False, False])) == 1
    assert beam_fit.area_under_curve(np.array([1.0, 1, 2, 0]), np.array([True, False, False, False])) == 0.5
    assert beam_fit.area_under_curve(np.array([1.0, 2]), np.array([True, True])) == 0.5


def test_passes_finished_before_an_interrupt_are_fitted_and_repeat():
    fits = [analyse.BeamFit([PUZZLE], PLAN, factors_of) for _ in range(2)]
    for fit in fits:
        rows = fit.run()
        assert [next(rows)[:2], next(rows)[:2]] == [(1, 1), (1, 2)]
    levels = fits[0].levels
    assert levels == fits[1].levels
    assert levels
    assert all(isinstance(level, analyse.FittedLevel) and level.marked >= beam_fit.FEWEST_MARKED for level in levels)
    assert 0.5 < np.mean([level.auc_before for level in levels]) <= 1


def test_a_later_round_goes_on_from_the_weights_of_the_round_before():
    seen = []

    def by_level(levels, cells):
        seen.append(len(levels))
        return factors_of(levels, cells)

    plan = analyse.FitPlan(width=300, passes=2, rounds=2)
    fit = analyse.BeamFit([PUZZLE], plan, by_level)
    assert [row[:2] for row in fit.run()] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert seen[0] == 0
    assert seen[-1] > 0
    with pytest.raises(OptionError, match="16 and 25 cells"):
        analyse.BeamFit([catalog.get("demo-4x4"), catalog.get("demo-5x5")], plan, factors_of)


def test_the_command_writes_weights_that_beams_read(tmp_path):
    out = tmp_path / "weights.json"
    words = ["tune", "beam", "demo-6x6", "--width", "300", "--passes", "3", "--rounds", "1", "--out", str(out)]
    result = CliRunner().invoke(cli.build(), [*words, "--format", "json"])
    assert result.exit_code == 0, result.output
    document = json.loads(out.read_text())
    assert document == json.loads(result.stdout)
    assert document["cells"] == 36
    made = document["made"]
    assert (made["puzzles"], made["width"], made["seed"]) == (["demo-6x6"], 300, 0)
    fitted = weights(36, foresight=2.0, chains=0.5, learnt=1.0, file=str(out))
    level = document["levels"][-1]
    found = fitted.open[level["empty"]], fitted.pairs[level["empty"]], fitted.chains[level["empty"]]
    assert found == pytest.approx((2 * level["open"], 2 * level["pairs"], 0.5 * level["chains"]))
    for solver in ("beam", "hunt"):
        spec = f"{solver}?weights={out}"
        assert Run(spec, Task(catalog.get("demo-6x6"), BEST, seed=1)).solver.options.weights == str(out)
    outcome = Run(f"beam?width=100&weights={out}", Task(catalog.get("demo-6x6"), BEST, seed=1)).outcome
    assert outcome.best.is_complete


def test_too_little_to_fit_is_refused_with_a_remedy():
    result = CliRunner().invoke(cli.build(), ["tune", "beam", "demo-4x4", "--width", "2", "--passes", "2"])
    assert isinstance(result.exception, OptionError)
    assert "--passes" in str(result.exception)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "No such file"), ("{", "line 1: it is not JSON"), ("[]", "no weights of a beam"), ("{}", "no weights"),
        ('{"cells": 16, "levels": [{"empty": 1, "open": 1, "pairs": 1}]}', "no weights"),
        ('{"cells": 16, "levels": [{"empty": 1, "open": -1, "pairs": 1, "chains": 1}]}', "from 0 up"),
        ('{"cells": 16, "levels": [{"empty": 1, "open": NaN, "pairs": 1, "chains": 1}]}', "from 0 up"),
    ],
)  # fmt: skip
def test_a_file_that_has_no_weights_is_refused(text, message, tmp_path):
    path = tmp_path / "weights.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(FormatError, match=message) as refused:
        read_factors(str(path), 16)
    assert str(path) in str(refused.value)
    assert "edgematch tune beam" in str(refused.value)


def test_weights_of_another_size_are_refused_before_the_search_starts(tmp_path):
    path = tmp_path / "weights.json"
    path.write_text('{"cells": 100, "levels": []}')
    for solver in ("beam", "hunt"):
        with pytest.raises(OptionError, match="100 cells, not 16"):
            Run(f"{solver}?weights={path}", Task(catalog.get("demo-4x4"), BEST)).outcome  # noqa: B018


def test_boards_without_weights_of_their_own_weigh_all_terms_alike():
    assert {*own_factors(49).open, *own_factors(49).pairs, *own_factors(49).chains} == {1.0}
