"""Plans, reports, strangers' files, the bandit, the simulation, and the command line, without a cluster."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import edgematch as em
from edgematch import cli
from edgematch.campaign import choose_arm, export_jobs, import_results, plan, report, simulate, status, work_on
from edgematch.campaign.files import _checksum
from edgematch.campaign.plan import arms_of
from edgematch.campaign.worker import SliceRequest, run_slice, run_slices
from edgematch.errors import EdgeMatchError, FormatError, OptionError, RefusedTask, StoreError
from edgematch.model import Roots, dealt
from edgematch.store import open_store
from edgematch.store.database.jobs import Slice
from edgematch.store.database.packing import pack, unpack


@pytest.fixture
def store(tmp_path):
    with open_store(f"sqlite:///{tmp_path / 'store.db'}") as opened:
        yield opened


@pytest.fixture
def puzzle():
    return em.load_puzzle("demo-5x5")


def work_here(store, name):
    """Do all jobs of a campaign in this process."""
    campaign = store.campaigns.get(name)
    document = em.formats.dump(campaign.puzzle, "native")
    while leases := store.jobs.lease(campaign, "here", number=5):
        requests = [SliceRequest(document, campaign.goal, campaign.solver, lease.roots, lease.seed) for lease in leases]
        store.jobs.commit(campaign, list(zip(leases, run_slices(requests, None), strict=True)))
    return status(store, name)


@pytest.mark.parametrize("labelled", [False, True])
@pytest.mark.parametrize("solver", ["backtrack", "backtrack?order=spiral-in"])
def test_the_jobs_of_a_plan_add_up_to_the_whole_search(store, puzzle, solver, labelled):
    made = plan(store, "sum", puzzle, solver=solver, jobs=12, labelled=labelled)
    whole = em.solve(puzzle, em.Goal(want=None, boards=False, labelled=labelled), solver=solver)
    assert made.campaign.planned_low <= made.campaign.planned <= made.campaign.planned_high
    now = work_here(store, "sum")
    assert (now.count, now.nodes, now.state, now.jobs) == (whole.count, whole.stats.nodes, "done", 12)


def test_the_time_of_a_plan_is_that_of_its_solver(store):
    """A solver that filters visits far fewer nodes than the estimate of a plain search has."""
    puzzle = em.load_puzzle("demo-6x6")
    made = plan(store, "filtered", puzzle, solver="edgecp", jobs=20)
    assert made.rate > 2 * em.solve(puzzle, em.COUNT, solver="edgecp").stats.rate


def test_all_keeps_the_boards(store, puzzle):
    plan(store, "boards", puzzle, goal="all", jobs=5)
    now = work_here(store, "boards")
    assert now.boards == now.count == em.count(puzzle)
    assert {one.board for one in store.boards.list(campaign="boards")} == set(em.solve(puzzle, em.ALL).answers)


def test_slices_conserve_answers_and_nodes(puzzle):
    document, roots = em.formats.dump(puzzle, "native"), [puzzle.start()]
    nodes = answers = 0
    column = pack(roots)
    for _ in range(500):
        done = run_slice(SliceRequest(document, em.COUNT, "backtrack", column), 0.001)
        nodes, answers, column = nodes + done.nodes, answers + done.answers, done.remaining
        if not done.remaining_count:
            break
    whole = em.solve(puzzle, em.COUNT)
    assert (answers, nodes) == (whole.count, whole.stats.nodes)
    assert unpack(column, puzzle) == ()


def test_slices_of_a_device_are_divided_as_columns(puzzle):
    document, open_slices = em.formats.dump(puzzle, "native"), []
    first = em.solve(puzzle, em.COUNT, solver="gpu?device=cpu", nodes=2000)
    nodes, answers, seconds = first.stats.nodes, first.count, 0.01
    for part in dealt(unpack(pack(first.remaining), puzzle), 3):
        assert isinstance(part, Roots)
        open_slices.append(pack(part))
    while open_slices:
        done = run_slice(SliceRequest(document, em.COUNT, "gpu?device=cpu", open_slices.pop()), seconds)
        seconds *= 2  # a busy machine may need them to begin
        nodes, answers = nodes + done.nodes, answers + done.answers
        assert len(unpack(done.remaining, puzzle)) == done.remaining_count
        open_slices += [done.remaining] if done.remaining_count else []
    whole = em.solve(puzzle, em.COUNT, solver="backtrack")
    assert (answers, nodes) == (whole.count, whole.stats.nodes)


def test_a_slice_with_very_many_answers_ends_early(monkeypatch):
    puzzle = em.load_puzzle("demo-4x4")
    monkeypatch.setattr("edgematch.campaign.worker.MOST_ANSWERS", 1)
    document, column, slices = em.formats.dump(puzzle, "native"), pack([puzzle.start()]), []
    while column:
        slices.append(run_slice(SliceRequest(document, em.ALL, "plain", column), None))
        column = slices[-1].remaining
    boards = [board for one in slices for board in unpack(one.boards, puzzle)]
    assert len(slices) > 1
    assert len(boards) == sum(one.answers for one in slices)
    assert set(boards) == set(em.solve(puzzle, em.ALL).answers)


@pytest.mark.parametrize(
    "wrong",
    [{"goal": "most"}, {"jobs": 0}, {"slice_seconds": 0}, {"lease_seconds": 1}, {"solver": ["backtrack", "edgecp"]},
     {"solver": "backtrack?order=auto"}],
)  # fmt: skip
def test_wrong_plans_are_refused_and_nothing_is_kept(store, puzzle, wrong):
    with pytest.raises(OptionError):
        plan(store, "wrong", puzzle, **wrong)
    with pytest.raises(RefusedTask):
        plan(store, "wrong", puzzle, goal="best", solver="backtrack")
    assert store.campaigns.list() == []


def test_a_name_that_is_taken_is_refused_before_the_search_is_cut(store, puzzle, monkeypatch):
    plan(store, "one", puzzle, jobs=3)
    monkeypatch.setattr(sys.modules[plan.__module__], "_cut", lambda *rest: pytest.fail("it was cut"))
    with pytest.raises(StoreError, match="campaign run one"):
        plan(store, "one", puzzle, jobs=3)


def test_results_of_other_jobs_are_neither_taken_nor_overwritten(store, puzzle, tmp_path):
    """A second campaign has jobs with the same numbers as the first, here in another store."""
    jobs, results = tmp_path / "jobs.json", tmp_path / "results.json"
    plan(store, "one", puzzle, jobs=3)
    export_jobs(store, "one", 3, jobs)
    work_on(jobs, results)
    before = results.read_text()
    with open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
        plan(other, "one", em.load_puzzle("demo-4x4"), jobs=3)
        export_jobs(other, "one", 3, jobs)
        with pytest.raises(FormatError, match="other jobs"):
            work_on(jobs, results)
    assert results.read_text() == before
    assert import_results(store, results).jobs == 3


def test_jobs_travel_as_files(store, puzzle, tmp_path):
    plan(store, "far", puzzle, jobs=6)
    jobs, results = tmp_path / "jobs.json", tmp_path / "results.json"
    assert export_jobs(store, "far", 4, jobs) == 4
    assert status(store, "far").running == 4
    assert work_on(jobs, results) == 4
    heard = []
    done = import_results(store, results, audit=0.5, on_audit=lambda *numbers: heard.append(numbers))
    assert heard == [(1, 2), (2, 2)]
    assert (done.jobs, done.audited, done.late) == (4, 2, 0)
    assert import_results(store, results).late == 4, "a second time changes nothing"
    now = work_here(store, "far")
    whole = em.solve(puzzle, em.COUNT)
    assert (now.count, now.nodes) == (whole.count, whole.stats.nodes)


def changed(path: Path, change) -> None:
    """Change a file of results as a liar would: with a new checksum."""
    document = json.loads(path.read_text())
    del document["sha256"]
    change(document)
    path.write_text(json.dumps(document | {"sha256": _checksum(document)}))


def lie(document):
    for row in document["results"]:
        row["answers"] += 1


def test_a_worker_that_lies_is_quarantined_with_all_it_did(store, puzzle, tmp_path):
    plan(store, "far", puzzle, jobs=6)
    jobs, results = tmp_path / "jobs.json", tmp_path / "results.json"
    export_jobs(store, "far", 4, jobs)
    work_on(jobs, results)
    changed(results, lie)
    with pytest.raises(StoreError, match="quarantined"):
        import_results(store, results, audit=0.1)
    now = work_here(store, "far")
    whole = em.solve(puzzle, em.COUNT)
    assert (now.count, now.nodes, now.state) == (whole.count, whole.stats.nodes, "done")


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["results"][0].update(answers=-1),
        lambda d: d["results"][0].update(nodes="many"),
        lambda d: d["results"][0].update(seconds=float("nan")),
        lambda d: d["results"][0].update(boards="!!"),
        lambda d: d["results"][0].update(boards="AAAA"),
        lambda d: d["results"][0].update(remaining_count=3),
        lambda d: d["results"][0].pop("fence"),
        lambda d: d.update(results={}),
        lambda d: d.update(uuid="other"),
        lambda d: d.update(format="edgematch/run"),
        lambda d: d["results"][0].update(answers=7),
    ],
)
def test_a_wrong_file_changes_nothing(store, puzzle, tmp_path, change):
    plan(store, "far", puzzle, goal="all", jobs=3)
    jobs, results = tmp_path / "jobs.json", tmp_path / "results.json"
    export_jobs(store, "far", 2, jobs)
    work_on(jobs, results)
    changed(results, change)
    before = status(store, "far").to_dict()
    with pytest.raises(FormatError):
        import_results(store, results)
    after = status(store, "far").to_dict()
    assert {key: after[key] for key in ("count", "nodes", "running")} == {
        key: before[key] for key in ("count", "nodes", "running")
    }


def test_an_audit_of_a_search_for_two_answers_agrees_with_honest_work(store, puzzle, tmp_path):
    plan(store, "two", puzzle, goal="unique", jobs=2)
    jobs, results = tmp_path / "jobs.json", tmp_path / "results.json"
    export_jobs(store, "two", 2, jobs)
    work_on(jobs, results)
    assert import_results(store, results, audit=1).audited == 2
    assert status(store, "two").state == "done"


def test_what_one_name_did_is_taken_back_together(store, puzzle, tmp_path):
    plan(store, "far", puzzle, jobs=6)
    jobs, results = tmp_path / "jobs.json", tmp_path / "results.json"
    for change in (None, lie):
        export_jobs(store, "far", 2, jobs, worker="bob")
        results.unlink(missing_ok=True)
        work_on(jobs, results)
        if change is None:
            import_results(store, results)
    assert status(store, "far").done == 2
    changed(results, lie)
    with pytest.raises(StoreError, match="bob is quarantined, and its 4 jobs"):
        import_results(store, results)
    assert status(store, "far").done == 0
    with pytest.raises(OptionError, match="bob is quarantined"):
        export_jobs(store, "far", 2, jobs, worker="bob")


def test_an_anchored_campaign_counts_one_of_the_turns(store, puzzle):
    for name, order in (("row", "row"), ("spiral", "spiral-in")):
        plan(store, name, puzzle, jobs=7, anchored=True, solver=f"backtrack?order={order}")
        task = em.Task(puzzle, em.COUNT, roots=puzzle.anchors())
        whole = em.Run(f"backtrack?order={order}", task).outcome
        now = work_here(store, name)
        assert (now.count, now.nodes - 1) == (whole.count, whole.stats.nodes), "the anchor is a placement too"
        assert now.count * 4 == em.count(puzzle)
    with pytest.raises(OptionError, match="anchored"):
        plan(store, "best", puzzle, goal="best", solver="hunt", anchored=True)


@pytest.mark.parametrize("goal", ["count", "best"])
def test_a_status_adds_up_in_the_database_what_jobs_say(store, puzzle, goal):
    plan(store, "sum", puzzle, goal=goal, solver="hunt" if goal == "best" else "backtrack", jobs=6, slice_seconds=0.2)
    campaign = store.campaigns.get("sum")
    assert status(store, "sum").seconds_left is None
    for number, lease in enumerate(store.jobs.lease(campaign, "a", number=4, arm="hunt")):
        store.jobs.commit(campaign, [(lease, Slice(nodes=5, seconds=1.0 + number))])
    now, jobs = status(store, "sum"), store.campaigns.jobs(campaign)
    done = np.array([(job.planned, job.seconds) for job in jobs if job.state == "done"])
    rest = sum(job.planned for job in jobs if job.state != "done")
    assert now.share == pytest.approx(1 - rest / sum(job.planned for job in jobs))
    assert now.seconds_left == pytest.approx(done[:, 1].sum() / done[:, 0].sum() * rest)
    assert now.seconds_left_low < now.seconds_left < now.seconds_left_high


@pytest.mark.parametrize("text", ["", "{}", "no json", '{"format": "edgematch/results", "version": 1}'])
def test_a_file_that_is_something_else_is_refused(store, tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(EdgeMatchError):
        import_results(store, path)
    with pytest.raises(EdgeMatchError):
        work_on(path, tmp_path / "out.json")
    with pytest.raises(EdgeMatchError):
        import_results(store, tmp_path / "missing.json")


def test_the_bandit_prefers_what_brings_more_and_forgets_nothing():
    random = np.random.default_rng(1)
    results = [("good", 460, 20), ("bad", 440, 20), ("none", None, 20)]
    chosen = [choose_arm(["good", "bad", "none"], results, random) for _ in range(500)]
    assert chosen.count("good") > 350
    assert min(chosen.count("bad"), chosen.count("none")) > 10
    alone = [("good", 460, 3), *((f"bad?order=/{side}", None, 3) for side in range(8))]
    chosen = [choose_arm([name for name, _, _ in alone], alone, random) for _ in range(300)]
    assert chosen.count("good") > 200, "what brings nothing is not as good as the worst that brings something"
    arms = ["hunt", *(f"bad?preset=x&order=/{side}" for side in range(8))]
    assert choose_arm(arms, [("bad?preset=x&order=/3", None, 5)], random) == "hunt", "each solver has its turn"
    first = [choose_arm(arms, [], random) for _ in range(100)]
    assert 20 < first.count("hunt") < 80
    assert choose_arm(["x from best", "y"], [], random, can_restart=False) == "y"


def test_arms_are_orientations_and_restarts():
    assert len(arms_of("breaks?preset=five-clues")) == 8
    assert [str(arm) for arm in arms_of("hunt")] == ["hunt", "hunt from best"]


def test_a_hunt_brings_boards(store):
    puzzle = em.load_puzzle("demo-10x10")
    plan(store, "hunt", puzzle, goal="best", solver="hunt", jobs=2, slice_seconds=0.3)
    campaign = store.campaigns.get("hunt")
    document = em.formats.dump(puzzle, "native")
    for lease in store.jobs.lease(campaign, "here", number=2, arm="hunt"):
        done = run_slice(SliceRequest(document, campaign.goal, "hunt", lease.roots, lease.seed, is_attempt=True), 0.3)
        store.jobs.commit(campaign, [(lease, done)])
    now = status(store, "hunt")
    assert now.state == "done"
    assert now.best > 100
    for kind in ("md", "html"):
        assert str(now.best) in report(store, "hunt", kind=kind)


def test_reports_show_what_was_done(store, puzzle):
    plan(store, "one", puzzle, jobs=5)
    assert "Campaign one" in report(store, "one"), "before anything is done"
    now = work_here(store, "one")
    page = report(store, "one", kind="html")
    assert f"{now.nodes:,}" in page
    assert page.count("<svg") == 2
    assert "coefficient of variation of the nodes 0." in report(store, "one")
    assert "<script" not in page


def test_a_simulation_says_what_is_full_first():
    few = simulate(workers=10, mtbf=1e9, job_seconds=[60.0], commits_per_second=100)
    many = simulate(workers=5000, mtbf=3600, job_seconds=[60.0], commits_per_second=10)
    assert few.efficiency > 0.97
    assert few.saturates_at == 60 * 50
    assert many.saturated_by == "store"
    assert many.efficiency < 0.2
    assert many.store_busy > 0.95
    assert simulate(workers=50, mtbf=100, job_seconds=[50.0]).lost > 0.1


def test_a_simulation_of_tiny_jobs_sends_them_together():
    done = simulate(workers=2000, mtbf=600, seconds=200, job_seconds=[0.005, 0.01])
    assert done.lost >= 0
    assert done.saturates_at > 1
    with pytest.raises(OptionError):
        simulate(workers=1, mtbf=1, job_seconds=[0.0])


def test_the_command_line_keeps_its_contract(tmp_path, monkeypatch):
    monkeypatch.setenv("EDGEMATCH_STORE", f"sqlite:///{tmp_path / 'store.db'}")

    def run(*words):
        return CliRunner().invoke(cli.build(), words)

    made = run(
        "campaign", "new", "one", "demo-4x4", "--goal", "count", "--solver", "backtrack", "--jobs", "5", "--labelled"
    )
    assert made.exit_code == 0, made.output
    now = json.loads(run("campaign", "status", "one", "--format", "json").output)
    keys = "count nodes jobs done running failed boards best workers seconds_left"
    assert set(keys.split()) <= set(now)
    for verb in ("pause", "resume", "stop", "retry", "report"):
        assert run("campaign", verb, "one").exit_code == 0
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    assert run("campaign", "run", "one", "--workers", "1").exit_code == 0
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers
    again = run("campaign", "new", "one", "demo-4x4", "--jobs", "5")
    assert isinstance(again.exception, StoreError)
    assert run("campaign", "simulate", "--workers", "100", "--mtbf", "6h", "--format", "json").exit_code == 0
