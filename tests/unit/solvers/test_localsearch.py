"""Neighbourhoods against brute force, moves that never lose the best, regions, and requests of users."""

from __future__ import annotations

import itertools
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from edgematch import native as core
from edgematch.errors import OptionError, RefusedTask
from edgematch.model import Board, frame_mask
from edgematch.search import ALL, BEST, Limits, Run, Task
from edgematch.search.control import Control
from edgematch.solvers.localsearch._construction import Construction
from edgematch.solvers.localsearch._neighbourhoods import NEIGHBOURHOODS, Neighbourhoods, parse_sequence
from edgematch.solvers.localsearch._regions import ENGINES, fill_quickly, make_filler, missing_for, parse_regions
from edgematch.solvers.localsearch.localsearch import Options
from edgematch.testing.zoo import ZOO, large, planted

KINDS = ("square", "duplicates", "rectangle", "strip", "unframed", "symmetric", "not-turnable", "hints", "many-colors")
BY = [pytest.param(by, marks=pytest.mark.skipif(bool(missing_for(by)), reason=str(missing_for(by)))) for by in ENGINES]


def control_of(puzzle):
    return Control(Task(puzzle, BEST), Limits(), lambda _: None)


def chain_of(puzzle, fixed=None, seed=1):
    """A native chain, and the control it obeys."""
    control = control_of(puzzle)
    fixed = puzzle.start() if fixed is None else fixed
    native = core.LocalSearch(
        core.compiled(puzzle), fixed=fixed.placements, seed=seed, control=core.control_for(control)
    )
    return native, control


def near(puzzle, native, control, **options):
    values = {name: field.default for name, field in Options.__dataclass_fields__.items()} | options
    return Neighbourhoods(
        puzzle, control, native, fixed=puzzle.start(), options=SimpleNamespace(**values), seed=1
    )  # fmt: skip


def relaid(board, cells):
    """Every board in which some cells exchange their pieces, by plain enumeration."""
    pieces = [board[cell] >> 2 for cell in cells]
    fits = board.puzzle.fits
    for shuffled in itertools.permutations(pieces):
        turns = [
            [p * 4 + t for t in range(4) if fits[cell, p * 4 + t]] for cell, p in zip(cells, shuffled, strict=True)
        ]
        for combination in itertools.product(*turns):
            yield board.place(zip(cells, combination, strict=True))


def best_relaid(board, cells):
    return max((b.score for b in relaid(board, cells)), default=board.score)


def group_of(puzzle, cell):
    """The cells that admit the same pieces."""
    admits = puzzle.fits.reshape(puzzle.cells, -1, 4).any(axis=2)
    return [other for other in range(puzzle.cells) if (admits[other] == admits[cell]).all()]


@pytest.mark.parametrize("kind", KINDS)
def test_every_score_is_the_models_and_the_best_is_never_lost(kind):
    puzzle = ZOO[kind]()
    native, _ = chain_of(puzzle)
    best = native.best_score
    for call in (
        lambda: native.anneal(steps=5000, temperature=0.6, focus=0.2), lambda: native.reassign(k=6, steps=20), native.alternate,
        native.descend, lambda: native.search_tabu(steps=30, tenure=4), lambda: native.accept_late(steps=5000, length=50, focus=0.0),
        native.scatter,
    ):  # fmt: skip
        call()
        board, kept = Board(puzzle, native.board), Board(puzzle, native.best)
        assert board.is_complete
        assert board.faults() == kept.faults() == []
        assert (board.score, kept.score) == (native.score, native.best_score)
        assert native.best_score >= max(best, native.score)
        assert board.extends(puzzle.start())
        best = native.best_score


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("cells", [[1, 3, 9, 15, 19, 21], [7, 11, 17], [6, 8, 18]])
def test_ta_is_the_best_reassignment(seed, cells):
    """With all other cells fixed, the cells of a group that do not touch are what is drawn."""
    puzzle = planted(5, 5, colors=3, seed=seed)
    whole = Board(puzzle, chain_of(puzzle, seed=seed)[0].board)
    cells = [cell for cell in cells if cell in group_of(puzzle, cells[0])]
    native, _ = chain_of(puzzle, fixed=whole.without(cells), seed=seed)
    native.place(whole.placements)
    native.reassign(k=len(cells), steps=1)
    assert native.score == best_relaid(whole, cells)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("framed", [True, False])
def test_bw_ends_where_neither_color_can_be_improved(seed, framed):
    puzzle = planted(4, 4, colors=3, seed=seed) if framed else planted(3, 2, colors=3, seed=seed, framed=False)
    native, _ = chain_of(puzzle, seed=seed)
    before = native.score
    native.alternate()
    board = Board(puzzle, native.board)
    assert native.score >= before
    for color in (0, 1):
        for group in {tuple(group_of(puzzle, cell)) for cell in range(puzzle.cells)}:
            cells = [cell for cell in group if sum(divmod(cell, puzzle.width)) % 2 == color]
            assert best_relaid(board, cells) == native.score


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_tsr_ends_where_no_exchange_gains(kind, seed):
    puzzle = ZOO[kind]()
    native, _ = chain_of(puzzle, seed=seed)
    native.descend()
    board = Board(puzzle, native.board)
    free = np.flatnonzero(~puzzle.start().filled).tolist()
    for pair in itertools.combinations_with_replacement(free, 2):
        assert best_relaid(board, sorted(set(pair))) <= native.score


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("seed", range(3))
def test_bo_finds_the_best_frame(by, seed):
    puzzle = planted(3, 4, colors=3, seed=seed)
    native, control = chain_of(puzzle, seed=seed)
    board = Board(puzzle, native.board)
    border = np.flatnonzero(frame_mask(3, 4).any(axis=1)).tolist()
    corners, edges = [0, 2, 9, 11], [1, 3, 5, 6, 8, 10]
    truth = max(best_relaid(half, edges) for half in relaid(board, corners))
    search = near(puzzle, native, control, by=by, nodes=10_000_000)
    assert search.frame == border
    gain = search.search("BO")
    assert (native.score, gain) == (truth, truth - board.score)


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("seed", range(3))
def test_ro_finds_the_best_rectangle(by, seed):
    puzzle = planted(5, 5, colors=3, seed=seed)
    native, control = chain_of(puzzle, seed=seed)
    cells, board = [6, 7, 11, 12], Board(puzzle, native.board)
    near(puzzle, native, control, by=by, nodes=10_000_000).refill(cells)
    assert native.score == best_relaid(board, cells)


def test_ro_by_cliques_and_equations_gains_and_never_loses():
    if missing_for("cpsat"):
        pytest.skip(str(missing_for("cpsat")))
    puzzle = planted(6, 6, colors=4, seed=3)
    native, control = chain_of(puzzle)
    before = native.score
    search = near(puzzle, native, control, by="clique", q=20_000, ro_w=3, ro_h=3, ro_n=6)
    assert search.search("RO") == native.score - before > 0
    assert Board(puzzle, native.board).score == native.score


@pytest.mark.parametrize("name", NEIGHBOURHOODS)
def test_no_neighbourhood_makes_a_board_worse(name):
    puzzle = planted(8, 8, colors=6, seed=1)
    native, control = chain_of(puzzle)
    search, score = near(puzzle, native, control, ta_n=5, nodes=2000), native.score
    for _ in range(5):
        search.search(name)
        assert native.score >= score
        score = native.score


@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("seed", range(3))
def test_a_region_is_filled_at_best_with_pieces_left_over(by, seed):
    puzzle = planted(4, 4, colors=4, seed=seed)
    full = Board(puzzle, chain_of(puzzle, seed=seed)[0].board)
    partial = full.without([5, 6, 9, 10, 11, 14, 15])
    region = [5, 6, 9]
    found = make_filler(by, control_of(puzzle), seed=1, nodes=1_000_000).best(partial, region)
    assert {cell for cell, _ in found.placed()} - {cell for cell, _ in partial.placed()} == set(region)
    assert not found.faults()
    assert found.breaks == min(board.breaks for board in fillings(partial, region))


@pytest.mark.parametrize("by", BY)
def test_perfect_fillings_are_all_listed_once(by):
    puzzle = planted(4, 4, colors=3, seed=2)
    region = [0, 1, 4]
    filler = make_filler(by, control_of(puzzle), seed=1, nodes=1_000_000)
    listed = list(filler.perfect(puzzle.empty(), region, lambda: True))
    truth = {look(board) for board in fillings(puzzle.empty(), region) if board.breaks == 0}
    assert {look(board) for board in listed} == truth
    if by != "native":  # which tells identical pieces apart
        assert len(listed) == len(truth)


def look(board):
    """What one sees of a board, whichever of identical pieces lie there."""
    return board.sides.tobytes()


def fillings(partial, region):
    """Every way to fill some cells with the pieces that are not on the board."""
    puzzle = partial.puzzle
    pieces = set(range(puzzle.cells)) - {p >> 2 for _, p in partial.placed()}
    ways = [[p for p in np.flatnonzero(puzzle.fits[cell]).tolist() if p >> 2 in pieces] for cell in region]
    for combination in itertools.product(*ways):
        if len({p >> 2 for p in combination}) == len(combination):
            yield partial.place(zip(region, combination, strict=True))


@pytest.mark.parametrize(
    "spec", ["milp-greedy", "milp-greedy?regions=2x3", "milp-backtrack", "milp-backtrack?regions=2"]
)
@pytest.mark.parametrize("by", BY)
def test_boards_are_built_by_regions(spec, by):
    puzzle = planted(5, 5, colors=5, seed=4)
    solver = f"{spec}{'&' if '?' in spec else '?'}by={by}"
    board = Run(solver, Task(puzzle, BEST), Limits(seconds=20)).outcome.best
    assert board.is_complete
    assert board.score > 0.7 * puzzle.edges


@pytest.mark.parametrize("by", BY)
def test_regions_of_two_rows_are_filled_optimally(by):
    puzzle = planted(6, 6, colors=4, seed=1)
    outcome = Run(f"milp-greedy?regions=2&by={by}", Task(puzzle, BEST), Limits(seconds=60)).outcome
    assert outcome.stats.details["regions"] == outcome.stats.details["optimal_regions"] == 3
    assert outcome.best.is_complete


def test_the_equations_improve_on_a_native_filling_that_is_not_proved():
    if missing_for("cpsat"):
        pytest.skip(str(missing_for("cpsat")))
    puzzle = large()
    scores = {}
    for by in ("native", "cpsat"):
        spec = f"milp-greedy?regions=2&nodes=2000&by={by}"
        outcome = Run(spec, Task(puzzle.replace(hints={}), BEST), Limits(seconds=40)).outcome
        scores[by] = outcome.best.score
        optimal = outcome.stats.details["optimal_regions"]
        assert (optimal < 6) if by == "native" else (optimal >= 3)
    assert scores["cpsat"] > scores["native"]


@pytest.mark.parametrize("by", BY[1:])
def test_another_seed_gives_another_filling_by_equations(by):
    puzzle = planted(6, 6, colors=3, seed=1)
    boards = set()
    for seed in range(4):
        filler = make_filler(by, control_of(puzzle), seed=seed, nodes=1)
        found = filler.best(puzzle.empty(), list(range(6)), most_breaks=0)
        assert found.breaks == 0
        boards.add(found)
    assert len(boards) > 1


def test_the_frame_is_filled_optimally_where_rectangles_are_filled_by_cliques():
    if missing_for("cpsat"):
        pytest.skip(str(missing_for("cpsat")))
    puzzle = planted(5, 5, colors=3, seed=1)
    scores = set()
    for by in ("clique", "cpsat"):
        native, control = chain_of(puzzle)
        search = near(puzzle, native, control, by=by, q=1)
        search.search("BO")
        scores.add(native.score)
    assert len(scores) == 1


def test_steps_back_find_the_solution_that_greed_misses():
    puzzle = planted(5, 5, colors=6, seed=4)
    assert Run("milp-backtrack?share=1", Task(puzzle, BEST), Limits(seconds=30)).outcome.best.is_solution


@pytest.mark.parametrize("accept", ["descent", "anneal", "late", "tabu", "ruin"])
def test_every_strategy_improves_and_keeps_the_hints(accept):
    whole = planted(7, 7, colors=5, seed=2)
    hints = dict(itertools.islice(Run("beam?width=50", Task(whole, BEST)).outcome.best.placed(), 0, 49, 9))
    puzzle = whole.replace(hints=hints)
    outcome = Run(f"localsearch?accept={accept}", Task(puzzle, BEST), Limits(seconds=1.5)).outcome
    scores = [board.score for board in outcome.answers]
    assert scores == sorted(set(scores))
    assert scores[-1] >= 0.75 * puzzle.edges
    assert all(outcome.best[cell] == hint for cell, hint in hints.items())
    assert outcome.stats.details["evaluations"] > 0


def test_a_start_board_is_improved_and_a_partial_one_completed():
    puzzle = large()
    start = Run("milp-greedy", Task(puzzle, BEST), Limits(seconds=20)).outcome.best
    outcome = Run("localsearch", Task(puzzle, BEST, start=start, beat=start.score), Limits(seconds=3)).outcome
    assert outcome.best.score > start.score
    half = start.without(range(72, 144))
    again = Run("localsearch?accept=descent", Task(puzzle, BEST, start=half), Limits(seconds=1)).outcome
    assert again.answers[0].is_complete
    assert again.answers[0].extends(half)


@pytest.mark.parametrize("start", ["greedy", "greedy&rows=2", "backtrack", "backtrack&rows=2", "beam"])
def test_constructed_starts_beat_a_random_one(start):
    task = Task(large(), BEST)
    first = Run(f"localsearch?start={start}&width=64", task, Limits(seconds=2, clock="cpu")).outcome.answers[0]
    assert first.score > Run("localsearch", task, Limits(seconds=0.2, clock="cpu")).outcome.answers[0].score


@pytest.mark.parametrize("kind", ["hints", "unframed", "not-turnable", "duplicates", "rectangle"])
def test_what_is_left_empty_is_filled_quickly(kind):
    start = ZOO[kind]().start()
    board = fill_quickly(start)
    assert board.is_complete
    assert not board.faults()
    assert board.extends(start, labelled=True)


@pytest.mark.parametrize("spec", ["milp-greedy", "localsearch?accept=descent&start=greedy"])
def test_a_construction_that_is_stopped_keeps_what_it_built(spec):
    board = Run(spec, Task(large(), BEST), Limits(nodes=20)).outcome.best
    assert board.is_complete
    assert board.score > 2 * Run("localsearch", Task(large(), BEST), Limits(nodes=1)).outcome.answers[0].score


def test_threads_are_chains_of_their_own():
    outcome = Run(
        "localsearch?cycles=2", Task(planted(6, 6, colors=4, seed=5), BEST), Limits(seconds=2, threads=3)
    ).outcome
    assert outcome.best.score >= 50


def test_the_same_seed_and_node_limit_give_the_same_boards():
    task = Task(planted(6, 6, colors=5, seed=5), BEST, seed=3)
    for spec in (
        "localsearch",
        "localsearch?accept=descent&choice=adaptive",
        "localsearch?accept=tabu",
        "milp-backtrack",
    ):
        one, other = (Run(spec, task, Limits(nodes=40_000, seconds=30)).outcome for _ in range(2))
        assert [b.placements.tolist() for b in one.answers] == [b.placements.tolist() for b in other.answers]


def test_roots_stay():
    puzzle = planted(5, 5, colors=4, seed=7)
    board = Run("beam?width=20", Task(puzzle, BEST)).outcome.best
    roots = (board.without(range(5, 25)), board.without(range(20)))
    for spec in ("localsearch", "milp-greedy", "milp-backtrack"):
        best = Run(spec, Task(puzzle, BEST, roots=roots), Limits(seconds=1)).outcome.best
        assert any(best.extends(root) for root in roots)


def test_what_makes_no_sense_is_refused(tmp_path):
    puzzle = large()
    with pytest.raises(OptionError, match="TA, BO, BW, TSR, RO"):
        parse_sequence("TA,XY")
    for text in ("0", "x2", "2x0", "rows", "2x"):
        if text != "2x":
            with pytest.raises(OptionError, match="ROWSxCOLUMNS"):
                parse_regions(text, puzzle)
    file = tmp_path / "regions.txt"
    for content, match in (("0 1 two", "line 1: 'two'"), ("0 1 2", "each of the 144 cells"), ("999", "0 to 143")):
        file.write_text(content)
        with pytest.raises(OptionError, match=match):
            parse_regions(str(file), puzzle)
    with pytest.raises(OptionError, match="cannot be read"):
        parse_regions("nowhere.txt", puzzle)
    for spec in ("localsearch?sequence=TA,XY", "milp-greedy?regions=nothing", "milp-backtrack?regions=nowhere.txt"):
        with pytest.raises(RefusedTask):
            Run(spec, Task(puzzle, BEST))
    with pytest.raises(RefusedTask):
        Run("localsearch", Task(puzzle, ALL))
    with pytest.raises(RefusedTask, match="fill"):
        Run("localsearch", Task(ZOO["misfit"](), BEST))


def test_regions_of_a_file(tmp_path):
    file = tmp_path / "regions.txt"
    file.write_text("# columns\n0 3 6\n1 4 7  # the middle\n\n2 5 8\n")
    assert parse_regions(str(file), planted(3, 3, colors=2, seed=1)) == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    board = Run(f"milp-greedy?regions={file}", Task(planted(3, 3, colors=2, seed=1), BEST)).outcome.best
    assert board.is_complete


def test_the_core_refuses_boards_it_cannot_move():
    puzzle = planted(4, 4, colors=3, seed=1)
    native, _ = chain_of(puzzle)
    with pytest.raises(ValueError, match="complete board"):
        native.place(puzzle.empty().placements)
    with pytest.raises(ValueError, match="fill"):
        chain_of(ZOO["misfit"]())


def test_the_climb_is_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    plot = tmp_path / "climb.svg"
    done = edgematch("best", "demo-10x10", "--solver", "localsearch", "--seconds", 1, "--plot", plot)
    assert (done.returncode, done.stderr) == (0, "")
    assert "edges that match" in plot.read_text()
    for wrong, words in ((tmp_path / "climb.txt", "ending in .svg"), (tmp_path / "no" / "climb.svg", "no folder")):
        done = edgematch("best", "demo-10x10", "--seconds", 1, "--plot", wrong)
        assert done.returncode == 2
        assert words in done.stderr


def edgematch(*args):
    return subprocess.run(
        [sys.executable, "-m", "edgematch", *map(str, args)], capture_output=True, text=True, timeout=100
    )


def test_steps_back_leave_time_for_the_greedy_part():
    """The equations of one region may take no longer than what steps back have left of the limit."""
    control = SimpleNamespace(limits=Limits(seconds=40), spent=lambda: 0.125, is_stopped=False, details={})
    given = []

    def perfect(_board, _cells, _goes_on):
        given.append(filler.seconds)
        yield from ()

    filler = SimpleNamespace(seconds=None, perfect=perfect)
    puzzle = planted(4, 4, colors=3, seed=1)
    board = Task(puzzle, BEST).roots[0]
    assert Construction(control, filler, tries=5, until=0.5).step(board, parse_regions("2", puzzle)) == board
    assert given == [15.0]
