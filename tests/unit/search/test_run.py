from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import ClassVar

import pytest

from edgematch.errors import (
    DeprecatedName,
    ModelError,
    OptionError,
    RefusedTask,
    SolverFailure,
    UnknownName,
    UnsoundAnswer,
)
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import (
    ALL,
    BEST,
    COUNT,
    FIRST,
    Can,
    Checkpoint,
    Done,
    Found,
    Goal,
    Kept,
    Limits,
    Progress,
    Run,
    Solver,
    Status,
    Stop,
    Task,
    make,
    solve,
)  # fmt: skip
from edgematch.testing.zoo import ZOO, large, planted


class Liar(Solver):
    """Reports whatever board it is made with."""

    can = Can.PROVE
    name = "liar"

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def search(self, task, control):
        control.found(self.board)
        return []


class Sleeper(Solver):
    """Works until it is asked to stop."""

    can = Can.PROVE | Can.SPLIT
    name = "sleeper"

    def search(self, task, control):
        while control.node():
            time.sleep(0.001)
        return task.roots


class Punctual(Solver):
    """Watches the limit by itself, as an engine with a time limit of its own does."""

    can = Can.PROVE
    name = "punctual"

    def search(self, task, control):
        while control.seconds_left:
            pass
        return task.roots


class Failing(Solver):
    """Gives up."""

    can = Can.PROVE
    name = "failing"

    def search(self, task, control):
        raise SolverFailure("the back end died")


@dataclass(frozen=True)
class Knobs:
    """Options of every type."""

    flag: bool = option(False, "a flag")
    number: int = option(3, "a number", low=1, high=9)
    share: float | None = option(None, "a share", low=0)
    word: str = option("a", "a word", choices=("a", "b"))


def square():
    return ZOO["square"]()


def test_unsound_answers_are_refused():
    puzzle = square()
    good = solve(puzzle, solver="plain").answers[0]
    bad = [good.without([0]), good.place({5: good[10], 10: good[5]}), good.place({0: good[1]})]
    for board in bad:
        with pytest.raises(UnsoundAnswer):
            Run(Liar(board), Task(puzzle)).outcome  # noqa: B018
    elsewhere = Task(
        puzzle, roots=(puzzle.empty().place({0: next(p for p in puzzle.fits[0].nonzero()[0] if p != good[0])}),)
    )
    with pytest.raises(UnsoundAnswer, match="extends none"):
        Run(Liar(good), elsewhere).outcome  # noqa: B018


def test_status_is_derived():
    puzzle = square()
    assert solve(puzzle, solver="plain").status is Status.SATISFIED
    assert solve(puzzle, ALL, solver="plain").status is Status.ALL_FOUND
    assert solve(puzzle, ALL, solver="plain", nodes=5).status is Status.UNKNOWN
    assert solve(ZOO["impossible"](), solver="plain").status is Status.UNSATISFIABLE
    assert solve(ZOO["small"](), BEST, solver="plain").status is Status.OPTIMAL


def test_time_limit_and_stop_are_distinguished():
    outcome = Run(Sleeper(), Task(square()), Limits(seconds=0.1)).outcome
    assert (outcome.stop, outcome.status) == (Stop.LIMIT, Status.UNKNOWN)
    run = Run(Sleeper(), Task(square())).start()
    run.stop()
    assert run.outcome.stop is Stop.CANCELLED
    assert Run(Sleeper(), Task(square()), Limits(nodes=7)).outcome.stats.nodes == 7


def test_an_engine_that_ends_at_the_limit_by_itself_stopped_at_the_limit():
    for _ in range(3):
        assert Run(Punctual(), Task(square()), Limits(seconds=0.03)).outcome.stop is Stop.LIMIT


def test_a_limit_on_cpu_time():
    began = time.process_time()
    outcome = Run("backtrack", Task(large(8), ALL), Limits(seconds=0.3, clock="cpu")).outcome
    assert outcome.stop is Stop.LIMIT
    assert 0.3 <= time.process_time() - began < 5
    with pytest.raises(OptionError, match="wall, cpu"):
        Limits(clock="sundial")
    with pytest.warns(DeprecatedName, match="cpu"):
        assert Limits(clock="processor") == Limits(clock="cpu")


def test_memory_limit_stops():
    assert Run(Sleeper(), Task(square()), Limits(memory=1)).outcome.stop is Stop.LIMIT


def test_a_back_end_that_gives_up_is_reported():
    outcome = Run(Failing(), Task(square())).outcome
    assert (outcome.stop, outcome.error) == (Stop.FAILED, "the back end died")
    assert outcome.remaining == Task(square()).roots


def test_events_are_complete_and_in_order():
    events = list(Run("plain", Task(square(), ALL), progress_every=0.01))
    assert isinstance(events[-1], Done)
    assert sum(isinstance(event, Found) for event in events) == events[-1].outcome.count
    assert all(json.dumps(event.to_dict()) for event in events)
    assert any(
        isinstance(e, Progress) for e in Run(Sleeper(), Task(square()), Limits(seconds=0.2), progress_every=0.01)
    )


def test_checkpoints_add_up_to_the_whole():
    puzzle, saved = ZOO["unframed"](), []
    whole = solve(puzzle, ALL, solver="plain")
    run = Run("plain", Task(puzzle, ALL), checkpoint=Checkpoint(0.02, saved.append))
    outcome = run.outcome
    assert saved, "it took long enough for a checkpoint"
    assert set(outcome.answers) == set(whole.answers)
    assert (outcome.stats.nodes, outcome.count) == (whole.stats.nodes, whole.count)
    for part in saved:
        rest = solve(Task(puzzle, ALL, roots=part.remaining), solver="plain")
        assert part.then(rest).count == whole.count
        assert part.then(rest).stats.nodes == whole.stats.nodes


def test_a_search_that_cannot_be_paused_saves_what_it_finds_while_it_runs():
    """The clock's thread saves each better board with all roots; the solver notices nothing."""
    puzzle, saved, calls = square(), [], []
    board = solve(puzzle, solver="plain").answers[0]
    worse = board.place({5: board[10], 10: board[5]})

    class Hunter(Sleeper):
        can = Can.IMPROVE
        name = "hunter"

        def search(self, task, control):
            calls.append(control.state)
            control.offer(worse)
            control.state = b"1"
            while control.node() and not saved:
                time.sleep(0.001)
            return task.roots

    _ = Run(Hunter(), Task(puzzle, BEST), Limits(seconds=30), checkpoint=Checkpoint(60, saved.append)).outcome
    assert [(part.best, part.remaining, part.state) for part in saved] == [(worse, Task(puzzle).roots, b"1")]
    assert calls == [b""]


def test_a_checkpoint_that_cannot_be_saved_ends_the_search_with_its_reason():
    def save(_):
        raise OSError("no space")

    class Hunter(Sleeper):
        can = Can.IMPROVE
        name = "hunter"

    with pytest.raises(OSError, match="no space"):
        _ = Run(Hunter(), Task(square(), BEST), Limits(seconds=30), checkpoint=Checkpoint(0.1, save)).outcome


def test_roots_must_be_boards_of_the_puzzle_and_take_its_hints():
    puzzle = ZOO["hints"]()
    assert Task(puzzle, roots=(puzzle.empty(),)).roots == (puzzle.start(),)
    with pytest.raises(ModelError, match="another puzzle"):
        Task(puzzle, roots=(square().empty(),))
    with pytest.raises(ModelError, match="is in 2 cells"):
        Task(square(), roots=(square().empty().place({5: 0, 6: 0}),))


@pytest.mark.parametrize(
    "bad", [{"seconds": -1}, {"nodes": -1}, {"threads": 0}, {"threads": 10**6}, {"seconds": float("nan")}]
)
def test_limits_are_checked(bad):
    with pytest.raises(OptionError):
        Limits(**bad)


@pytest.mark.parametrize("bad", [{"breaks": -1}, {"want": 0}, {"improve": True, "boards": False}])
def test_goals_are_checked(bad):
    with pytest.raises(OptionError):
        Goal(**bad)


def test_solver_strings():
    assert make("plain").spec == "plain"
    for bad, error in {
        "plane": UnknownName, "plain?speed=9": UnknownName, "plain?x": OptionError, "plain:fast": OptionError, "": UnknownName,
    }.items():  # fmt: skip
        with pytest.raises(error):
            make(bad)


def test_options_are_parsed_and_checked():
    from edgematch.options import describe_options, format_options, parse_options

    knobs = parse_options(Knobs, {"flag": "yes", "number": "5", "share": "0.5", "word": "b"}, "toy")
    assert knobs == Knobs(flag=True, number=5, share=0.5, word="b")
    assert format_options(knobs) == "flag=true&number=5&share=0.5&word=b"
    assert format_options(Knobs()) == ""
    assert parse_options(Knobs, {"share": "none"}, "toy") == Knobs()
    assert [row[0] for row in describe_options(Knobs)] == ["flag", "number", "share", "word"]
    for bad in ({"flag": "perhaps"}, {"number": "10"}, {"number": "x"}, {"share": "-1"}, {"word": "c"}):
        with pytest.raises(OptionError, match="toy"):
            parse_options(Knobs, bad, "toy")


def test_refusal_comes_before_the_search():
    with pytest.raises(RefusedTask, match="sleeper"):
        Run(Sleeper(), Task(square(), BEST))
    with pytest.raises(RefusedTask, match="partial boards"):
        Run("plain", Task(square(), Goal(breaks=None)))


def test_outcomes_of_parts_add_up():
    puzzle = square()
    whole = solve(puzzle, COUNT, solver="plain")
    parts = solve(puzzle, FIRST, solver="plain", nodes=1).remaining
    outcomes = [solve(Task(puzzle, COUNT, roots=(root,)), solver="plain") for root in parts]
    total = sum(outcomes[1:], outcomes[0])
    assert total.count == whole.count
    assert total.status is Status.ALL_FOUND


def test_context_manager_stops_on_leaving():
    with Run(Sleeper(), Task(large(6))) as run:
        pass
    assert run.outcome.stop is Stop.CANCELLED


def test_hints_count_as_nodes_once():
    puzzle = ZOO["hints"]()
    assert Task(puzzle).placed == 2
    assert Task(puzzle).replace(roots=(puzzle.start(),)).placed == 0
    whole = solve(puzzle, ALL, solver="plain").stats.nodes
    part = solve(puzzle, ALL, solver="plain", nodes=5)
    rest = solve(Task(puzzle, ALL, roots=part.remaining), solver="plain")
    assert part.then(rest).stats.nodes == whole


@pytest.mark.parametrize("solver", ["breaks?preset=blackwood&cap=20000", "hunt"])
def test_boards_of_a_score_are_kept(solver):
    puzzle = planted(8, 8, colors=7, seed=2)
    answers = solve(puzzle, BEST, solver=solver, nodes=1_000_000).answers
    keep = answers[-1].score - 3
    events = list(Run(solver, Task(puzzle, BEST), Limits(nodes=1_000_000), keep=keep))
    kept = [event.board for event in events if isinstance(event, Kept)]
    found = [event.board for event in events if isinstance(event, Found)]
    assert kept
    assert all(board.score >= keep and not board.faults() for board in kept)
    assert len({*kept, *found}) == len(kept) + len(found)
    assert all(json.dumps(event.to_dict()) for event in events)


@pytest.mark.parametrize("solver", ["beam?width=200", "hunt", "gpu-beam?device=cpu&width=64"])
def test_boards_of_the_best_scores_are_kept(solver):
    task = Task(planted(8, 8, colors=7, seed=2), BEST)
    events = [e for e in Run(solver, task, Limits(nodes=100_000), keep_best=3) if isinstance(e, (Found, Kept))]
    scores = [event.board.score for event in events]
    assert any(isinstance(event, Kept) for event in events)
    assert all(score > max(scores[:i], default=-1) - 3 for i, score in enumerate(scores))
    assert len({event.board for event in events}) == len(events)


def test_attempts_after_a_checkpoint_are_new_ones():
    task, saved = Task(large(8), BEST, seed=1), []
    spec = "breaks?preset=blackwood&cap=20000"
    outcome = Run(spec, task, Limits(nodes=200_000), checkpoint=Checkpoint(0.1, saved.append)).outcome
    assert int(outcome.state) == outcome.stats.details["attempts"]
    later = Run(spec, task, Limits(nodes=100_000), state=outcome.state).outcome
    assert int(later.state) == int(outcome.state) + later.stats.details["attempts"]


def test_the_share_of_the_limits_that_is_spent():
    shares = []

    class Asking(Sleeper):
        def search(self, task, control):
            while control.node():
                shares.append((control.spent(), control.seconds_left))
                time.sleep(0.005)
            return task.roots

    assert Run(Asking(), Task(square()), Limits(nodes=4)).outcome.stats.nodes == 4
    assert shares == [(0.25, None), (0.5, None), (0.75, None), (1.0, None)]
    shares.clear()
    _ = Run(Asking(), Task(square()), Limits(seconds=0.2)).outcome
    assert all(0 <= spent < 1.5 and 0 <= left <= 0.2 for spent, left in shares)
    assert shares == sorted(shares, key=lambda pair: pair[0])
    shares.clear()
    with Run(Asking(), Task(square())):
        time.sleep(0.05)
    assert set(shares) == {(None, None)}


def test_the_state_of_a_solver_goes_through_checkpoints():
    class Counting(Sleeper):
        can = Can.PROVE | Can.STATE
        seen: ClassVar[list[bytes]] = []

        def search(self, task, control):
            self.seen.append(control.state)
            while control.node():
                time.sleep(0.001)
            control.state = b"%d" % (int(control.state or b"0") + 1)
            return task.roots

    saved = []
    outcome = Run(
        Counting(), Task(square()), Limits(seconds=0.4), checkpoint=Checkpoint(0.1, saved.append), state=b"7"
    ).outcome
    assert Counting.seen[:2] == [b"7", b"8"]
    assert saved[0].state == b"8"
    assert outcome.state == b"%d" % (7 + len(Counting.seen))
