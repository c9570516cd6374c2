"""The score engines against brute force, and what hunters rely on: complete boards, hints kept, files written."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys

import numpy as np
import pytest

from edgematch import catalog, formats
from edgematch.analyse import FitRates, arrivals_per_node, cells_to_free, measure_fits
from edgematch.errors import DeprecatedName, EdgeMatchError, OptionError
from edgematch.model import Board
from edgematch.model.orders import ORIENTED, order_of
from edgematch.search import ALL, BEST, Control, Goal, Limits, Run, Task, make, solve
from edgematch.solvers._improving import numbers_before, run_chains
from edgematch.solvers.score._beam_weights import weights
from edgematch.solvers.score._recipes import PRESETS, allowed_breaks, burnt_quota, colors_to_burn
from edgematch.testing.zoo import TINY, ZOO, large, planted


def edgematch(*args):
    return subprocess.run(
        [sys.executable, "-m", "edgematch", *map(str, args)], capture_output=True, text=True, timeout=100
    )


@pytest.mark.parametrize("kind", TINY)
@pytest.mark.parametrize("breaks", range(4))
@pytest.mark.parametrize("labelled", [False, True])
def test_breaks_lists_the_boards_of_brute_force(kind, breaks, labelled):
    task = Task(ZOO[kind](), Goal(breaks=breaks, want=None, labelled=labelled))
    boards, truth = (Run(spec, task).outcome for spec in ("breaks", "plain"))
    assert set(boards.answers) == set(truth.answers)
    assert boards.count == truth.count


@pytest.mark.parametrize("order", ["comb", "peeled-comb", "clue-corner"])
@pytest.mark.parametrize("orientation", [0, 3, 6])
def test_breaks_lists_the_same_boards_in_every_order(order, orientation):
    task = Task(ZOO["small"](), Goal(breaks=2, want=None))
    boards = Run(f"breaks?order={order}{ORIENTED[orientation]}", task).outcome
    assert set(boards.answers) == set(Run("plain", task).outcome.answers)


@pytest.mark.parametrize("seed", range(4))
def test_endgame_equals_brute_force(seed):
    puzzle = planted(4, 4, colors=4, seed=seed)
    whole = solve(puzzle, BEST, solver="beam?width=3", seed=seed).best
    hole = whole.without(np.random.default_rng(seed).choice(16, size=6, replace=False).tolist())
    truth = max(board.score for board in completions(hole))
    outcome = Run("endgame", Task(puzzle, BEST, roots=(hole,))).outcome
    assert (outcome.best.score, outcome.remaining) == (truth, ())
    assert outcome.best.extends(hole)


def completions(partial):
    """Every way to fill the empty cells of a board, by the plainest means."""
    puzzle, empty = partial.puzzle, np.flatnonzero(~partial.filled).tolist()
    pieces = sorted(set(range(puzzle.cells)) - {p >> 2 for _, p in partial.placed()})
    ways = [[p for p in np.flatnonzero(puzzle.fits[cell]).tolist() if p >> 2 in pieces] for cell in empty]
    for combination in itertools.product(*ways):
        if len({p >> 2 for p in combination}) == len(combination):
            yield partial.place(zip(empty, combination, strict=True))


@pytest.mark.parametrize("spec", ["beam?width=64", "hunt", "breaks?preset=blackwood"])
def test_boards_are_complete_and_keep_the_hints(spec):
    puzzle = large(6)
    board = Run(spec, Task(puzzle, BEST), Limits(nodes=3_000_000)).outcome.best
    assert board.is_complete
    assert not board.faults()
    hinted = puzzle.replace(hints={0: board[0], 14: board[14]})
    again = Run(spec, Task(hinted, BEST), Limits(nodes=3_000_000)).outcome.best
    assert (again[0], again[14]) == (board[0], board[14])


def test_completions_keep_to_the_limit_of_nodes():
    outcome = Run("breaks?preset=blackwood", Task(catalog.get("demo-10x10"), BEST), Limits(nodes=2_000_000)).outcome
    assert outcome.stats.nodes <= 2_001_000


def test_a_beam_that_is_stopped_returns_a_complete_board():
    run = Run("beam?width=1000000", Task(large(16), BEST), Limits(seconds=0.3))
    assert run.outcome.best.is_complete


def test_a_beam_is_the_same_with_several_threads():
    one, two = (Run("beam?width=2000", Task(large(8), BEST, seed=3), Limits(threads=n)).outcome.best for n in (1, 2))
    assert one == two


def test_foresight_is_worth_more_than_width():
    task = Task(catalog.get("eternity2-start"), BEST, seed=1)
    blind, seeing = (Run(spec, task).outcome.best.score for spec in ("beam?width=500&foresight=0", "beam?width=500"))
    assert seeing > blind


def test_the_fitted_weights_are_worth_edges():
    """Those of the package, on the same seeds and in the same time."""
    tasks = [Task(catalog.get("eternity2-start"), BEST, seed=seed) for seed in range(1, 5)]
    equal, fitted = (
        sum(Run(spec, task).outcome.best.score for task in tasks)
        for spec in ("beam?width=500&learnt=0", "beam?width=500")
    )
    assert fitted > equal


def test_weights_are_factors_on_those_of_the_options():
    fitted, equal, plain = (weights(256, foresight=2.0, chains=0.5, learnt=learnt) for learnt in (1.0, 0.0, 0.5))
    assert {*equal.open, *equal.pairs, *equal.chains} == {2.0, 0.5}
    assert fitted.open[216] > 2 * fitted.open[56] > 0  # colors left count more early on
    assert plain.open == pytest.approx((fitted.open + equal.open) / 2)
    small = weights(100, foresight=2.0, chains=0.5, learnt=1.0)
    assert {*small.open, *small.pairs, *small.chains} == {2.0, 0.5}


@pytest.mark.parametrize(
    ("state", "numbers"),
    [(b"", []), (b"3 0 12", [3, 0, 12]), (b"3 x", []), (b"-1", []), (b"9" * 5000, [])],
)
def test_only_the_numbers_that_a_solver_wrote_count_as_its_state(state, numbers):
    control = Control(Task(large(4), BEST), Limits(), lambda _: None, state=state)
    assert numbers_before(control) == numbers


def test_a_hunt_repeats_itself_under_a_node_limit():
    task = Task(large(6), BEST, seed=5)
    first, second = (Run("hunt", task, Limits(nodes=400_000)).outcome for _ in range(2))
    assert first.answers == second.answers


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("beam?comb-rows=0.5&tooth=2&orientation=5", "beam?order=comb:rows=0.5,teeth=2/1m"),
        ("beam?order=rows&comb-rows=0.5&orientation=1", "beam?order=row/1"),
        ("breaks?preset=verhaard&orientation=3", "breaks?preset=verhaard&order=/3"),
        ("breaks?comb_rows=0.5", "breaks?order=:rows=0.5"),
        ("gpu-beam?orientation=-1", "gpu-beam"),
        ("gpu-beam?orientation=0", "gpu-beam?order=comb/0"),
        ("gpu-breaks?orientation=5", "gpu-breaks?order=/1m"),
    ],
)
def test_former_options_of_the_order(old, new):
    with pytest.warns(DeprecatedName, match="write"):
        assert make(old).spec == make(new).spec


@pytest.mark.parametrize("spec", ["beam?tooth=x", "beam?orientation=8", "beam?comb-rows=half"])
def test_former_options_are_checked(spec):
    with pytest.raises(OptionError):
        make(spec)


@pytest.mark.parametrize("spec", ["beam?order=comb:cows=2", "breaks?order=combs", "breaks?unlocks=x"])
def test_a_wrong_recipe_is_reported_before_the_search(spec):
    with pytest.raises(EdgeMatchError):
        make(spec).refuse(Task(ZOO["small"](), BEST))


def test_the_published_comb_of_blackwood():
    """Fill indices of the last five rows as published, seen from the other end of the board."""
    order = order_of("peeled-comb:rows=11", catalog.get("eternity2")).tolist()
    where = np.empty(256, dtype=int)
    where[order] = np.arange(256)
    top = where.reshape(16, 16)[::-1][:5].tolist()
    assert top[0] == [196, 197, 198, 199, 200, 205, 210, 215, 220, 225, 230, 235, 243, 249, 254, 255]
    assert top[3] == [181, 182, 183, 184, 185, 202, 207, 212, 217, 222, 227, 232, 240, 244, 245, 246]
    assert top[4] == [176, 177, 178, 179, 180, 201, 206, 211, 216, 221, 226, 231, 236, 237, 238, 239]


def test_the_published_schedule_and_quota_of_blackwood():
    puzzle, preset = catalog.get("eternity2"), PRESETS["blackwood"]
    allowed = allowed_breaks(preset.unlocks, 256)
    assert (allowed[200], allowed[201], allowed[238], allowed[239], allowed[255]) == (0, 1, 9, 10, 10)
    quota = burnt_quota(1.0, puzzle, preset.burnt)
    assert (quota[16], quota[21], quota[26], quota[41], quota[66], quota[161]) == (0, 14, 28, 49, 80, 0)
    assert colors_to_burn(puzzle, preset.burnt) == (5, 7, 20)


def test_recipes_scale_to_other_boards():
    puzzle = large(10)
    allowed = allowed_breaks(PRESETS["blackwood"].unlocks, puzzle.cells)
    assert len(allowed) == 100
    assert (allowed[0], allowed[-1]) == (0, 10)
    assert all(0 < color <= puzzle.colors for color in colors_to_burn(puzzle, (5, 7, 20)))


def test_the_markov_chain_of_a_schedule():
    rates = FitRates(exact=np.array([2.0, 0.5]), near=np.array([0.0, 3.0]))
    assert arrivals_per_node(rates, [0, 0]) == pytest.approx(1 / 3)
    assert arrivals_per_node(rates, [0, 1]) == pytest.approx(7 / 9)


def test_probes_measure_more_near_than_exact_fits():
    puzzle = large(6)
    rates = measure_fits(puzzle, order_of("row", puzzle), probes=5)
    assert rates.exact[0] == 4
    assert rates.near[8:20].mean() > rates.exact[8:20].mean()


def test_best_writes_every_improvement_once(tmp_path):
    done = edgematch("best", "demo-6x6", "--seconds", 5, "--seed", 1, "--out", tmp_path / "boards", "--format", "json")
    result = json.loads(done.stdout)
    files = sorted((tmp_path / "boards").glob("*.json"))
    assert done.returncode == 0
    assert len(files) == len(result["boards"]) == len(list((tmp_path / "boards").glob("*.url")))
    best = formats.load_board(files[-1])
    assert best.score == result["score"] == result["boards"][-1]["score"]
    again = edgematch("best", "demo-6x6", "--seconds", 5, "--seed", 1, "--out", tmp_path / "boards")
    assert again.returncode == 0
    assert f"{best.score} of 60 edges match" in again.stdout


def test_best_begins_with_the_start_board(tmp_path):
    solution = solve(catalog.get("demo-6x6")).answers[0]
    formats.save(solution, tmp_path / "start.json")
    result = json.loads(edgematch("best", "demo-6x6", "--start", tmp_path / "start.json", "--format", "json").stdout)
    assert (result["score"], result["status"]) == (60, "optimal")


def test_polish_repairs_a_hole(tmp_path):
    solution = solve(catalog.get("demo-6x6")).answers[0]
    formats.save(solution.without([0, 7, 14, 15]), tmp_path / "hole.json")
    done = edgematch("polish", tmp_path / "hole.json", "--free", 0)
    assert done.returncode == 0
    assert "-> 60 over 4 cells, proved" in done.stdout


def test_polish_frees_cells_near_breaks_and_keeps_hints():
    puzzle = catalog.get("demo-6x6")
    board = solve(puzzle).answers[0]
    hinted = Board(puzzle.replace(hints={7: board[7]}), board.placements)
    assert cells_to_free(hinted, 5) == []
    holed = hinted.without([8])
    assert cells_to_free(holed, 5)[0] == 8
    assert 7 not in cells_to_free(holed, 5)


def test_tune_lists_settings_by_arrivals():
    done = edgematch("tune", "demo-6x6", "--sets", 1, "--nodes", 2000, "--format", "json")
    rows = json.loads(done.stdout)
    assert len(rows) == 9
    assert [row["arrivals"] for row in rows] == sorted((row["arrivals"] for row in rows), reverse=True)


def test_a_quota_of_another_curve():
    puzzle = catalog.get("eternity2")
    assert burnt_quota(0.5, puzzle, (5, 7, 20), curve=((0, 0.0), (100, 100.0)))[50] == 25


@pytest.mark.parametrize("text", ["unlocks=x", "burnt=1,b", "burnt=1&quota-curve=3"])
def test_lists_of_numbers_are_checked(text):
    done = edgematch("best", "demo-4x4", "--solver", f"breaks?{text}", "--seconds", 1)
    assert done.returncode == 2
    assert "is not a list of" in done.stderr


def test_hunt_refuses_what_it_cannot_prove():
    done = edgematch("solve", "demo-4x4", "--solver", "hunt")
    assert done.returncode == 2
    assert "better and better" in done.stderr
    assert ALL.want is None


def test_threads_make_attempts_of_their_own_and_share_the_limit_on_nodes():
    puzzle, limit = large(8), 400_000
    spec = "breaks?preset=blackwood&cap=20000"
    one, two = (Run(spec, Task(puzzle, BEST, seed=1), Limits(nodes=limit, threads=n)).outcome for n in (1, 2))
    assert all(outcome.stats.details["attempts"] >= limit // 20_000 for outcome in (one, two))
    assert two.stats.nodes <= limit + 20_000
    assert two.best is not None


def test_a_failure_in_one_chain_stops_the_others():
    task = Task(large(4), BEST)
    control = Control(task, Limits(threads=2), lambda _: None)

    def chain(number: int) -> None:
        if number == 1:
            raise RuntimeError("chain 1")
        while not control.is_stopped:
            pass

    with pytest.raises(RuntimeError, match="chain 1"):
        run_chains(control, chain)


@pytest.mark.parametrize("shares", ["beam=0", "breaks=0", "beam=0&breaks=0&polish=0"])
def test_a_hunt_leaves_out_what_has_no_share(shares):
    outcome = Run(f"hunt?{shares}", Task(large(8), BEST, seed=1), Limits(nodes=3_000_000)).outcome
    assert outcome.best.is_complete
