"""The break-tolerant GPU engine on the CPU: its lanes count what the model counts, and every run is repeatable."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgematch import catalog, native
from edgematch.errors import OptionError, RefusedTask
from edgematch.model import Board
from edgematch.model.orders import ORIENTED
from edgematch.search import BEST, Checkpoint, Found, Goal, Kept, Limits, Note, Run, Task, make
from edgematch.solvers.gpu import _break_queue as bp
from edgematch.solvers.gpu import _break_tables as bt
from edgematch.solvers.gpu._break_lanes import NOWHERE, Batch, CudaLanes, HostLanes
from edgematch.solvers.gpu._break_queue import BreakPool, Effort
from edgematch.solvers.gpu._columns import HOST
from edgematch.solvers.gpu._cuda import source_folder, why_no_cuda
from edgematch.solvers.gpu.gpu_breaks import Hunt, Options
from edgematch.solvers.score._recipes import chosen_recipe
from edgematch.store import load_run, save_run
from edgematch.testing.zoo import impossible, planted

NO_CUDA = why_no_cuda()
ON_DEVICE = [pytest.mark.gpu, pytest.mark.skipif(NO_CUDA is not None, reason=str(NO_CUDA))]
DEVICES = ["gpu-breaks?device=cpu", pytest.param("gpu-breaks", marks=ON_DEVICE)]
LANES = [HostLanes, pytest.param(CudaLanes, marks=ON_DEVICE)]
EASY = "unlocks=96,112,128,144,160,176,192,208,224,240&quota=0&endgame_cells=8&budget=2000&jobs=16"
OPTIONS = Options(device="cpu", jobs=16)
EFFORT = Effort(budget=2000, patience=50_000, depth_nodes=20_000, endgame_nodes=1_000_000, choice=2)


def pool_of(root, *, jobs=16, lanes=HostLanes, **options):
    recipe = chosen_recipe(Options(**options), root.puzzle)
    return BreakPool(bt.BreakTables(root, recipe, seed=5), lanes, EFFORT, jobs=jobs, seed=5)


def boards_of(pool, rounds, *, most=10_000):
    return [found for _ in range(rounds) for found in pool.run_round(None, most)]


@pytest.mark.parametrize("orientation", range(8))
def test_lanes_count_breaks_as_the_model_does(orientation):
    puzzle = planted(6, 7, colors=5, seed=2)
    pool = pool_of(puzzle.start(), order=ORIENTED[orientation], unlocks="64,96,128,160", quota=0.0, endgame_cells=6)
    found = boards_of(pool, 160)
    assert pool.tally.nodes["breaking"], "the search passes through all three stages"
    assert found
    for breaks, boards in found:
        for placements in boards[:50]:
            board = Board(puzzle, placements)
            assert not board.faults()
            assert board.is_complete
            assert board.breaks == breaks


def test_hints_stay_where_they_are():
    puzzle = catalog.load("eternity2-clues")
    pool = pool_of(puzzle.start(), unlocks=",".join(map(str, range(40, 250))), quota=0.0, endgame_cells=8)
    found = boards_of(pool, 30)
    assert found
    for breaks, boards in found:
        board = Board(puzzle, boards[0])
        assert board.breaks == breaks
        assert board.extends(puzzle.start())
        assert not board.faults()


def test_rows_that_cannot_be_made_are_passed_over(monkeypatch):
    root = catalog.load("eternity2-clues").start()
    tables = bt.BreakTables(root, chosen_recipe(Options(preset="five-clues"), root.puzzle), seed=1)
    assert tables.facts(tables.stages[0])["ROW"] == 5, "the sixth cell of the corner faces a hint"
    monkeypatch.setattr(bt.BreakTables, "_row", 16)
    pool = pool_of(root, preset="five-clues")
    boards_of(pool, 3)
    assert (pool.explorers.rows[:, 0] == 0).any()
    assert pool.tally.nodes["strict"] > 0


def test_a_schedule_is_kept_and_one_piece_misses_one_of_two_sides():
    puzzle = planted(6, 6, colors=6, seed=4)
    pool = pool_of(puzzle.start(), unlocks="100,150,200", quota=0.0, endgame_cells=6)
    kept, tables = [], pool.tables
    complete = pool._complete
    pool._complete = lambda arrivals, most, **end: (kept.append(arrivals.first(None)), complete(arrivals, most, **end))[
        1
    ]
    boards_of(pool, 40)
    paths = np.concatenate(kept, axis=1)
    assert paths.shape[1]
    for placements in tables.boards(paths)[:200]:
        board = Board(puzzle, placements)
        empty = int((placements < 0).sum()) - 6
        assert empty == 0
        so_far = board.puzzle.empty()
        for depth, cell in enumerate(tables.order[: len(paths)].tolist()):
            so_far = so_far.place([(cell, int(placements[cell]))])
            assert so_far.breaks <= pool.tables.recipe.allowed[depth]


@pytest.mark.parametrize("seed", range(4))
def test_completions_are_the_best_there_are(seed):
    puzzle = planted(5, 5, colors=4, seed=seed)
    pool = pool_of(puzzle.start(), unlocks="250", quota=0.0, endgame_cells=7)
    columns, _ = pool.explore(None)
    done, arrivals = {}, columns.first(10)
    columns.array = arrivals
    for breaks, boards in pool._complete(columns, 1000):
        for placements in boards:
            head = np.where(np.isin(np.arange(25), pool.tables.order[: pool.last]), placements, -1)
            done[head.tobytes()] = breaks
    assert len(done) == arrivals.shape[1] > 0
    for partial in pool.tables.boards(arrivals):
        options = native.CompletionOptions(most_breaks=1000, node_limit=-1, seed=1)
        best = native.run_alone(native.complete, puzzle, partial, options)
        assert done[partial.tobytes()] == best.breaks


@pytest.mark.parametrize("spec", DEVICES)
def test_the_same_seed_and_node_limit_give_the_same_boards(spec):
    task = Task(planted(7, 7, colors=5, seed=3), BEST, seed=9)
    first, second, other = (
        Run(f"{spec}{'&' if '?' in spec else '?'}{EASY}", task.replace(seed=seed), Limits(nodes=300_000)).outcome
        for seed in (9, 9, 10)
    )
    assert first.answers == second.answers
    assert first.stats.details == second.stats.details
    assert first.stats.details != other.stats.details


def test_wide_words_search_the_same_tree(monkeypatch):
    task = Task(planted(6, 6, colors=5, seed=3), BEST)
    spec = f"gpu-breaks?device=cpu&{EASY}"
    narrow = Run(spec, task, Limits(nodes=100_000)).outcome
    monkeypatch.setattr(bt, "NARROW_BITS", 0)
    wide = Run(spec, task, Limits(nodes=100_000)).outcome
    assert narrow.answers == wide.answers
    assert narrow.stats.details == wide.stats.details


def test_how_much_of_a_path_is_cached_changes_nothing(monkeypatch):
    task = Task(planted(8, 8, colors=6, seed=3), BEST)
    spec = "gpu-breaks?device=cpu&unlocks=240&quota=0&endgame_cells=6&jobs=16&budget=700"
    outcomes = []
    for least in (1, 1024):
        monkeypatch.setattr(bt, "LEAST_WINDOW", least)
        outcomes.append(Run(spec, task, Limits(nodes=300_000)).outcome)
    short, whole = outcomes
    assert short.answers == whole.answers
    assert short.stats.details == whole.stats.details


def test_a_window_is_shorter_than_the_path_and_reaches_far_enough(monkeypatch):
    monkeypatch.setattr(bt, "LEAST_WINDOW", 1)
    puzzle = planted(8, 8, colors=6, seed=3)
    tables = bt.BreakTables(puzzle.start(), chosen_recipe(Options(unlocks="240"), puzzle), seed=1)
    facts = tables.facts(tables.stages[0])
    assert facts["REACH"] < facts["WINDOW"] < tables.strict
    assert (tables.cell_records(tables.stages[0])[: tables.strict]["first"] <= tables.window).all()


def arrivals_from_one_row(monkeypatch, *, is_shared):
    pool = pool_of(planted(6, 6, colors=5, seed=2).start(), unlocks="240", quota=0.0, endgame_cells=8)
    pool.effort = replace(EFFORT, patience=1 << 40, budget=400)
    pool._make_rows()
    pool.explorers.rows[1:] = 0
    monkeypatch.setattr(pool, "_make_rows", lambda: None)
    if not is_shared:
        monkeypatch.setattr(pool, "_share", lambda donors, takers: None)
    found = []
    for _ in range(20_000):
        pool.gain[:] = 1
        found.extend(map(tuple, pool.explore(None)[0].first(None).T.tolist()))
        if (pool.explorers.depths == bp.NEW).all():
            break
    assert (pool.explorers.depths == bp.NEW).all(), "the row is done with"
    return found, pool.tally.shared


def test_what_is_shared_is_neither_lost_nor_done_twice(monkeypatch):
    alone, none = arrivals_from_one_row(monkeypatch, is_shared=False)
    together, shared = arrivals_from_one_row(monkeypatch, is_shared=True)
    assert none == 0 < shared
    assert len(alone) > 100
    assert sorted(alone) == sorted(together)


def last_arrivals_of(puzzle, lanes, *, is_divided):
    pool = pool_of(puzzle.start(), jobs=400, lanes=lanes, unlocks="96,128,160", quota=0.0, endgame_cells=8)
    pool.effort = replace(EFFORT, budget=50, depth_nodes=1 << 40)
    arrivals, owners = pool.explore(None)
    arrivals.array = arrivals.array[:, :8].copy()
    pool.queue.put(arrivals, owners[:8])
    if not is_divided:
        pool._divide = lambda: None
    found = []
    while pool.following or pool.queue.count:
        found.extend(map(tuple, pool._follow(None).first(None).T.tolist()))
    return found, pool.tally.divided


@pytest.mark.parametrize("lanes", LANES)
def test_followers_are_divided_and_nothing_is_lost_or_done_twice(lanes):
    puzzle = planted(6, 6, colors=7, seed=2)
    whole, none = last_arrivals_of(puzzle, HostLanes, is_divided=False)
    parts, divided = last_arrivals_of(puzzle, lanes, is_divided=True)
    assert len(whole) > 1000
    assert none == 0
    assert divided > 100
    assert len(set(whole)) == len(whole)
    assert sorted(whole) == sorted(parts)


def test_no_row_is_begun_twice():
    puzzle = planted(5, 5, colors=3, seed=1)
    pool = pool_of(puzzle.start(), unlocks="200", quota=0.0, endgame_cells=6)
    begun = []
    make = pool._make_rows

    def note():
        wanted = pool.explorers.rows[:, 0] == 0
        make()
        begun.extend(tuple(row) for row in pool.explorers.rows[wanted].tolist() if row[0])

    pool._make_rows = note
    boards_of(pool, 60)
    assert len(begun) == len(set(begun)) > 16
    assert pool.made > len(begun), "some were drawn again"


def test_few_rows_are_not_hopeless():
    root = catalog.load("eternity2-clues").start()
    recipe = chosen_recipe(Options(preset="five-clues", order="/1"), root.puzzle)
    pool = BreakPool(bt.BreakTables(root, recipe, seed=1), HostLanes, replace(EFFORT, choice=32), jobs=3000, seed=1)
    for _ in range(bp.DRY_ROUNDS + 1):
        boards_of(pool, 1)
        assert not pool.is_hopeless
    assert (pool.explorers.depths >= 0).sum() < 1000, "most lanes have nothing to do yet"


def test_where_no_row_can_be_laid_at_random_the_search_is_one_job():
    whole = planted(6, 6, colors=6, seed=2)
    recipe = chosen_recipe(Options(unlocks="240", quota=0.0, endgame_cells=8), whole)
    beside_the_first = int(recipe.order[6])
    root = whole.start().place([(beside_the_first, int(np.flatnonzero(whole.fits[beside_the_first])[0]))])
    pool = BreakPool(bt.BreakTables(root, recipe, seed=5), HostLanes, replace(EFFORT, budget=300), jobs=16, seed=5)
    assert pool.row == 0
    found = []
    while pool.barren < 3:
        found.extend(map(tuple, pool.explore(None)[0].first(None).T.tolist()))
    assert len(found) > 100
    assert len(set(found)) == len(found)
    assert pool.tally.shared > 0


def test_a_search_that_has_done_all_by_its_recipe_relaxes_it():
    limits = Limits(nodes=60_000, seconds=120)
    outcome = Run("gpu-breaks?device=cpu&jobs=16", Task(impossible(), BEST), limits).outcome
    assert outcome.stats.nodes == 60_000, "completions keep to the limit as well"
    assert outcome.best.score == 22


def test_a_recipe_relaxed_step_by_step_is_that_of_one_long_search():
    puzzle = planted(9, 9, colors=9, seed=1)
    hunts = [Hunt(puzzle.start(), chosen_recipe(OPTIONS, puzzle), OPTIONS, HostLanes, seed=1) for _ in range(2)]
    hunts[0].pool.tally.boards[15] = 2
    for _ in range(5):
        hunts[0].relax(1)
    assert hunts[0].pool.tally.boards == {15: 2}, "what was found stays counted"
    hunts[1].relax(5)
    first, second = (hunt.pool.tables for hunt in hunts)
    assert first.recipe.allowed == second.recipe.allowed
    assert first.recipe.quota == second.recipe.quota
    assert first.stages == second.stages
    assert first.recipe.allowed != hunts[0].recipe.allowed


def test_followers_take_over_at_the_cut():
    puzzle = catalog.load("eternity2-start")
    recipe = chosen_recipe(Options(), puzzle)
    ends = {
        cut: bt.BreakTables(puzzle.start(), recipe, seed=1, cut=cut).stages[0].end for cut in (0, 174, 176, 190, 256)
    }
    # The start piece is no part of a path. The quota ends at index 174, the first break comes at 197.
    assert ends == {0: 174, 174: 174, 176: 175, 190: 189, 256: 196}


@pytest.mark.parametrize("how", ["option", "run"])
def test_every_board_of_a_score_is_an_event(how):
    puzzle = planted(5, 5, colors=4, seed=1)
    spec, keep = ("gpu-breaks?device=cpu&keep=30", None) if how == "option" else ("gpu-breaks?device=cpu", 30)
    with Run(spec, Task(puzzle, BEST), Limits(nodes=50_000), keep=keep) as run:
        events = list(run)
    kept = [event.board for event in events if isinstance(event, Kept)]
    assert kept
    assert all(board.score >= 30 and not board.faults() for board in kept)
    found = [event.board for event in events if isinstance(event, Found)]
    assert len({*kept, *found}) == len(kept) + len(found)
    assert not any("board of" in event.text for event in events if isinstance(event, Note))


def test_a_search_resumes_from_its_state(tmp_path):
    task = Task(planted(7, 7, colors=5, seed=3), BEST, seed=9)
    spec, never = f"gpu-breaks?device=cpu&{EASY}", Checkpoint(1e9, lambda _: None)
    whole = Run(spec, task, Limits(nodes=400_000)).outcome
    assert whole.state == b""
    part = Run(spec, task, Limits(nodes=200_000), checkpoint=never).outcome
    path = tmp_path / "run.json"
    save_run(path, task, part)
    state = load_run(path).outcome.state
    assert state == part.state != b""
    rest = Run(spec, task, Limits(nodes=200_000), state=state).outcome
    assert sum(rest.stats.details["nodes"].values()) > sum(part.stats.details["nodes"].values()) + 190_000
    assert sum(rest.stats.details["nodes"].values()) == pytest.approx(
        sum(whole.stats.details["nodes"].values()), rel=0.05
    )
    assert rest.answers[0].score == part.answers[-1].score, "the best board so far comes first"
    with pytest.raises(OptionError, match="another search"):
        _ = Run(spec, task.replace(seed=1), Limits(nodes=1000), state=state).outcome
    with pytest.raises(OptionError, match="not the state"):
        _ = Run(spec, task, Limits(nodes=1000), state=b"nonsense").outcome
    with pytest.raises(RefusedTask, match="--save"):
        Run(f"{spec}&state=lanes.npz", task)


def test_checkpoints_do_not_change_the_search():
    task = Task(planted(7, 7, colors=5, seed=3), BEST, seed=9)
    spec, saved = f"gpu-breaks?device=cpu&{EASY}", []
    plain = Run(spec, task, Limits(nodes=2_000_000)).outcome
    sliced = Run(spec, task, Limits(nodes=2_000_000), checkpoint=Checkpoint(0.02, saved.append)).outcome
    assert saved
    assert all(part.state for part in saved)
    assert sliced.best.score == plain.best.score
    assert sliced.answers == plain.answers


def test_recorded_boards_have_the_scores_they_claim():
    records = Path(__file__).parents[3] / "benchmarks" / "results" / "archive" / "gpu-score.jsonl"
    boards = 0
    for line in records.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        puzzle = catalog.load(row["job"]["puzzle"])
        for claim in row["details"].get("boards", ()):
            board, boards = Board(puzzle, claim["placements"]), boards + 1
            assert board.score == claim["score"]
            assert board.is_complete
            assert board.extends(puzzle.start())
            assert not board.faults()
    assert boards


def test_too_little_room_for_answers_is_refused():
    pool = pool_of(planted(6, 6, colors=5, seed=2).start(), unlocks="96", quota=0.0)
    stage = pool.stages[bt.BREAKING]
    batch = Batch(HOST, (stage.end, 4), answers=(8, stage.end - stage.start - 1))
    with pytest.raises(ValueError, match="do not belong together"):
        pool.lanes[bt.BREAKING].run(batch, count=4, budget=10)


def test_what_it_cannot_do_is_refused():
    puzzle = planted(4, 4, colors=3, seed=1)
    assert "proves nothing" in str(make("gpu-breaks?device=cpu").unsupported_reason(Task(puzzle, Goal(breaks=2))))


def test_a_machine_without_a_device_says_so():
    if NO_CUDA is None:
        pytest.skip("this machine has one")
    assert make("gpu-breaks").missing_dependency() == NO_CUDA
    assert make("gpu-breaks?device=cpu").missing_dependency() is None


def test_the_numbers_of_the_headers_are_ours():
    text = "".join(
        (source_folder() / name).read_text(encoding="utf-8") for name in ("break_lane.hpp", "endgame_lane.hpp")
    )
    assert f"ANY_FRAME = {bt.ANY_FRAME};" in text
    assert f"MOST_LAST = {bt.MOST_LAST};" in text
    assert f"NOWHERE = {NOWHERE};" in text
