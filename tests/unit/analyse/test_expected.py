import json
import math
from pathlib import Path

import pytest

from edgematch import analyse, generate
from edgematch.errors import OptionError
from edgematch.search import Goal, solve

TABLE = json.loads((Path(__file__).parents[2] / "golden" / "ansotegui_table1.json").read_text(encoding="utf-8"))
CELLS = [
    (int(n), int(frame), inner, value)
    for n, rows in TABLE.items() if n != "source"
    for frame, values in rows.items() if frame != "inner"
    for inner, value in zip(rows["inner"], values, strict=True)
]  # fmt: skip


def test_the_table_has_all_its_cells():
    assert len(CELLS) == 8 + 20 + 12


@pytest.mark.parametrize(("n", "frame", "inner", "value"), CELLS)
def test_table_1_to_the_rounding(n, frame, inner, value):
    assert round(analyse.expected_solutions_log10(n, n, frame=frame, inner=inner)) == value


def test_eternity_ii_sits_on_the_predicted_transition():
    assert analyse.predicted_inner(16, frame=5) == 17
    assert 17 < analyse.transition(16, frame=5) < 17.2


@pytest.mark.parametrize("n", [6, 7, 8, 16])
def test_the_crossing_is_where_one_solution_is_expected(n):
    inner = analyse.transition(n, frame=4)
    assert analyse.expected_solutions_log10(n, n, frame=4, inner=inner) == pytest.approx(0, abs=1e-9)
    colors = analyse.transition(n)
    assert analyse.expected_solutions_log10(n, n, colors=colors) == pytest.approx(0, abs=1e-9)


def test_equation_3_is_equation_2_with_equal_counts():
    one = analyse.expected_solutions_log10(7, 7, colors=6)
    assert one == analyse.expected_solutions_log10(7, 7, frame=6, inner=6)
    by_hand = (
        math.log10(math.factorial(4)) + math.log10(math.factorial(20)) + 25 * math.log10(4)
        + math.log10(math.factorial(25)) - 84 * math.log10(6)
    )  # fmt: skip
    assert one == pytest.approx(by_hand)


def test_the_transition_tends_to_its_asymptote():
    ratios = [analyse.transition(n) / analyse.asymptote(n) for n in (8, 16, 32, 100)]
    assert analyse.asymptote(16) == pytest.approx(32 / math.sqrt(math.e))
    assert ratios == sorted(ratios)
    assert 0.93 < ratios[-1] < 1


@pytest.mark.parametrize(
    ("width", "height", "frame", "inner"),
    [(3, 3, 2, 2), (4, 2, 2, 2)],
)
def test_the_mean_number_of_solutions_is_what_the_equation_says(width, height, frame, inner):
    # The sides are drawn independently, so the equation is exact; the bound is five standard errors.
    labelled = Goal(want=None, boards=False, labelled=True)
    counts = [
        solve(puzzle, labelled, solver="plain").count if not puzzle.obstacles() else 0
        for puzzle in (
            m.puzzle for m in generate.make_many("unforced", width, height, count=600, frame=frame, inner=inner)
        )
    ]
    mean = sum(counts) / len(counts)
    error = math.sqrt(sum((c - mean) ** 2 for c in counts)) / len(counts)
    expected = 10 ** analyse.expected_solutions_log10(width, height, frame=frame, inner=inner)
    assert error < expected / 3
    assert abs(mean - expected) < 5 * error


def test_narrow_boards_and_unframed_ones_count_their_arrangements():
    assert 10 ** analyse.arrangements_log10(1, 1) == pytest.approx(4)
    assert 10 ** analyse.arrangements_log10(1, 4) == pytest.approx(2 * 2 * 2**2)
    assert 10 ** analyse.arrangements_log10(3, 2, framed=False) == pytest.approx(720 * 4**6)
    assert 10 ** analyse.arrangements_log10(3, 2, framed=False, turnable=False) == pytest.approx(720)
    by_hand = math.log10(720) - 7 * math.log10(5)
    assert analyse.expected_solutions_log10(3, 2, colors=5, framed=False, turnable=False) == pytest.approx(by_hand)


def test_expected_of_a_puzzle_uses_its_own_counts():
    e2 = analyse.expected_of(generate.make("eternity", 16).puzzle)
    assert 4.2 < e2 < 4.3  # even counts lift the 10^1.2 of independent sides
    odd = generate.make("unforced", 5, seed=3).puzzle
    assert odd.obstacles()
    assert analyse.expected_of(odd) == -math.inf
    assert analyse.expected_of(generate.make("tetravex", 5, seed=1).puzzle) < 1
    assert analyse.expected_of(generate.make("gemp", 5, seed=1).puzzle) > 5


@pytest.mark.parametrize("wrong", [{}, {"frame": 3}, {"frame": 3, "inner": 4, "colors": 5}, {"colors": 999}])
def test_color_counts_that_say_nothing_are_refused(wrong):
    with pytest.raises(OptionError):
        analyse.expected_solutions_log10(6, 6, **wrong)
    with pytest.raises(OptionError):
        analyse.transition(2, frame=2)
