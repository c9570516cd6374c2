"""Leases and commits over both databases: each root is accounted for once, whatever is lost or late."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import edgematch as em
from edgematch.errors import OptionError, StoreError, UnknownName
from edgematch.store import open_store
from edgematch.store.database import connect, tables
from edgematch.store.database.campaigns import Campaign
from edgematch.store.database.jobs import MOST_FAILURES, NewJob, Slice
from edgematch.store.database.packing import pack, unpack

PUZZLE = em.load_puzzle("demo-4x4")
ROOTS = em.Run("backtrack", em.Task(PUZZLE, em.COUNT), em.Limits(nodes=40)).outcome.remaining


@pytest.fixture
def store(store_url):
    with open_store(store_url) as opened:
        yield opened


def make(store, name="one", *, jobs=4, lease=100.0, goal="count"):
    rows = [NewJob(pack(ROOTS[:3]), 3, float(number)) for number in range(jobs)]
    return store.campaigns.create(Campaign(name, PUZZLE, goal, "backtrack", lease_seconds=lease, placed=7), rows)


def test_jobs_are_granted_once_the_largest_first(store):
    campaign = make(store)
    first = store.jobs.lease(campaign, "a", number=3)
    assert [lease.planned for lease in first] == [3.0, 2.0, 1.0]
    assert [lease.planned for lease in store.jobs.lease(campaign, "b", number=3)] == [0.0]
    assert store.jobs.lease(campaign, "b") == []


def test_a_slice_is_added_and_what_remains_is_kept(store):
    campaign = make(store, jobs=1)
    lease = store.jobs.lease(campaign, "a")[0]
    rest = Slice(answers=2, nodes=10, seconds=1.5, remaining=pack(ROOTS[1:3]), remaining_count=2)
    assert store.jobs.commit(campaign, [(lease, rest)]).accepted == (lease,)
    again = store.jobs.lease(campaign, "b")[0]
    assert (unpack(again.roots, PUZZLE), again.fence) == (ROOTS[1:3], lease.fence + 1)
    store.jobs.commit(campaign, [(again, Slice(answers=1, nodes=5))])
    totals = store.campaigns.totals(campaign)
    assert (totals["count"], totals["nodes"], totals["done"]) == (3, 7 + 15, 1)
    assert store.campaigns.get("one").state == "done"


def test_a_late_commit_is_refused_and_changes_nothing(store):
    campaign = make(store, jobs=1, lease=0.2)
    frozen = store.jobs.lease(campaign, "frozen")[0]
    time.sleep(0.4)
    other = store.jobs.lease(campaign, "other")[0]
    assert other.fence > frozen.fence
    assert store.jobs.commit(campaign, [(frozen, Slice(answers=9, nodes=9))]).refused == (frozen,)
    store.jobs.commit(campaign, [(other, Slice(answers=1, nodes=1))])
    assert store.jobs.commit(campaign, [(frozen, Slice(answers=9, nodes=9))]).refused == (frozen,)
    assert store.jobs.commit(campaign, [(other, Slice(answers=1, nodes=1))]).refused == (other,), "a second time"
    assert store.campaigns.totals(campaign)["count"] == 1


def test_a_report_that_is_committed_twice_counts_once(store):
    """As after a connection that was lost before the answer came."""
    campaign = make(store, jobs=1)
    lease = store.jobs.lease(campaign, "a")[0]
    rest = Slice(answers=2, nodes=10, remaining=pack(ROOTS[1:3]), remaining_count=2)
    assert store.jobs.commit(campaign, [(lease, rest)]).accepted
    assert store.jobs.commit(campaign, [(lease, rest)]).refused
    assert store.campaigns.totals(campaign)["count"] == 2


def test_leases_that_have_ended_leave_no_rows(store):
    campaign = make(store, jobs=3)
    for _ in range(4):
        done, lost, _held = store.jobs.lease(campaign, "a", number=3)
        rest = Slice(remaining=pack(ROOTS[1:3]), remaining_count=2)
        store.jobs.commit(campaign, [(done, rest)])
        store.jobs.release([lost, _held])
    held = store.jobs.lease(campaign, "a")
    with store.reading() as connection:
        rows = connection.execute(sa.select(tables.leases.c.job_id, tables.leases.c.fence)).all()
    assert rows == [(held[0].job_id, held[0].fence)]


def test_many_workers_are_seen_in_some_statements(store):
    campaign, names, statements = make(store), [f"worker {number}" for number in range(3000)], []
    sa.event.listen(store._engine, "before_cursor_execute", lambda *rest: statements.append(rest[2]))
    for _ in range(2):
        store.jobs.see(campaign, names)
    assert len(statements) < 30
    assert store.campaigns.totals(campaign)["workers"] == len(names)


def test_a_job_that_is_split_keeps_every_root_once(store):
    campaign = make(store, jobs=1)
    lease = store.jobs.lease(campaign, "a")[0]
    rest = Slice(remaining=pack(ROOTS), remaining_count=len(ROOTS))
    store.jobs.commit(campaign, [(lease, rest)], parts=3)
    leases = store.jobs.lease(campaign, "b", number=10)
    parts = [unpack(one.roots, PUZZLE) for one in leases]
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert len(leases) == 3
    assert sorted(hash(root) for part in parts for root in part) == sorted(map(hash, ROOTS))


def test_a_job_that_never_reports_fails_and_can_be_tried_again(store):
    campaign = make(store, jobs=1)
    for _ in range(MOST_FAILURES):
        store.jobs.release(store.jobs.lease(campaign, "a"), error="its worker died")
    assert store.jobs.lease(campaign, "a") == []
    assert store.campaigns.totals(campaign)["failed"] == 1
    assert store.campaigns.retry("one") == 1
    assert len(store.jobs.lease(campaign, "a")) == 1


def test_jobs_that_were_near_when_a_worker_died_go_alone_and_count_no_failure(store):
    campaign = make(store, jobs=4)
    for _ in range(MOST_FAILURES + 1):
        together = store.jobs.lease(campaign, "a", number=2)
        store.jobs.release(together, error="its worker died", is_failure=False)
    assert store.campaigns.totals(campaign)["failed"] == 0
    alone = store.jobs.lease(campaign, "a", number=4)
    assert [lease.planned for lease in alone] == [3.0]
    store.jobs.commit(campaign, [(alone[0], Slice(answers=1, nodes=1))])
    assert [lease.planned for lease in store.jobs.lease(campaign, "a", number=4)] == [2.0]
    assert [lease.planned for lease in store.jobs.lease(campaign, "a", number=4)] == [1.0, 0.0]


def test_a_paused_campaign_grants_nothing_and_takes_reports(store):
    campaign = make(store, jobs=2)
    lease = store.jobs.lease(campaign, "a")[0]
    store.campaigns.set_state("one", "paused")
    assert store.jobs.lease(campaign, "a") == []
    assert store.jobs.commit(campaign, [(lease, Slice(answers=1))]).accepted
    store.campaigns.set_state("one", "ready")
    assert len(store.jobs.lease(campaign, "a")) == 1


def test_unique_ends_with_the_second_answer(store):
    campaign = make(store, jobs=3, goal="unique")
    lease, late, _ = store.jobs.lease(campaign, "a", number=3)
    board = em.solve(PUZZLE).answers[0]
    store.jobs.commit(campaign, [(lease, Slice(answers=2, boards=pack([board])))])
    assert store.campaigns.get("one").state == "done"
    assert store.jobs.commit(campaign, [(late, Slice(answers=1))]).refused


def test_a_quarantined_worker_loses_all_it_did(store):
    campaign = make(store, jobs=3)
    honest = store.jobs.lease(campaign, "honest")[0]
    store.jobs.commit(campaign, [(honest, Slice(answers=5, nodes=50))])
    lies = store.jobs.lease(campaign, "liar", number=2)
    rest = Slice(answers=100, nodes=1, remaining=pack(ROOTS), remaining_count=len(ROOTS))
    store.jobs.commit(campaign, [(lies[0], rest)], parts=2)
    child = store.jobs.lease(campaign, "honest", number=5)
    store.jobs.commit(campaign, [(one, Slice(answers=1, nodes=1)) for one in child])
    assert store.campaigns.quarantine(campaign, "liar") == 2
    totals = store.campaigns.totals(campaign)
    assert (totals["count"], totals["nodes"], totals["jobs"], totals["done"]) == (5, 7 + 50, 3, 1)
    assert store.jobs.lease(campaign, "liar") == [], "it gets no further jobs"
    assert store.jobs.commit(campaign, [(lies[1], Slice(answers=100))]).refused
    again = store.jobs.lease(campaign, "honest", number=9)
    assert [unpack(one.roots, PUZZLE) for one in again] == [ROOTS[:3]] * 2, "from their first roots"


def test_a_quarantine_waits_for_a_commit_under_way(store):
    """Else a job that is divided meanwhile would be searched again, and its parts be counted too."""
    campaign = make(store, jobs=1)
    store.jobs.release(store.jobs.lease(campaign, "liar"))
    barring = threading.Thread(target=store.campaigns.quarantine, args=(campaign, "liar"))
    with store.writing() as connection:
        store.jobs.lock(connection, campaign.id)
        barring.start()
        barring.join(timeout=1)
        assert barring.is_alive()
    barring.join()


def test_answers_that_are_taken_back_let_cancelled_jobs_wait_again(store):
    campaign = make(store, jobs=3, goal="unique")
    lies = store.jobs.lease(campaign, "liar")
    store.jobs.commit(campaign, [(lies[0], Slice(answers=2))])
    assert store.campaigns.get("one").state == "done"
    store.campaigns.quarantine(campaign, "liar")
    assert store.campaigns.get("one").state == "ready"
    assert len(store.jobs.lease(campaign, "honest", number=9)) == 3


def test_a_worker_that_did_very_many_jobs_loses_them_in_this_campaign_only(store):
    campaign, other = make(store, jobs=70_000), make(store, "other", jobs=1)
    kept = store.jobs.lease(other, "liar")
    row = {"fence": 1, "worker_id": kept[0].worker_id, "answers": 1, "nodes": 1, "seconds": 0.0, "remaining_count": 0,
           "committed_at": 0.0, "is_void": False}  # fmt: skip
    with store.writing() as connection:
        jobs = tables.jobs.c.campaign_id == campaign.id
        ids = connection.execute(sa.select(tables.jobs.c.id).where(jobs).limit(69_000)).scalars().all()
        connection.execute(
            sa.update(tables.jobs).where(tables.jobs.c.id.in_(ids[:100])).values(state="done", answers=1)
        )
        connection.execute(sa.insert(tables.outcomes), [row | {"job_id": job} for job in ids])
    assert store.campaigns.quarantine(campaign, "liar") == 69_000
    totals = store.campaigns.totals(campaign)
    assert (totals["waiting"], totals["count"]) == (70_000, 0)
    assert store.jobs.commit(other, [(kept[0], Slice(answers=3))]).accepted
    assert store.campaigns.totals(other)["count"] == 3


def test_a_campaign_that_is_done_stays_done(store):
    campaign = make(store, jobs=1)
    store.jobs.commit(campaign, [(store.jobs.lease(campaign, "a")[0], Slice())])
    for state, words in (("ready", "resumed"), ("paused", "paused"), ("stopped", "stopped")):
        with pytest.raises(OptionError, match=f"cannot be {words}"):
            store.campaigns.set_state("one", state)
    assert store.campaigns.get("one").state == "done"


def test_an_answer_known_ends_the_campaign_although_a_job_failed(store):
    campaign = make(store, jobs=2, goal="unique")
    for _ in range(MOST_FAILURES):
        store.jobs.release(store.jobs.lease(campaign, "a")[:1], error="its worker died")
    lease = store.jobs.lease(campaign, "a")[0]
    assert store.campaigns.totals(campaign)["failed"] == 1
    store.jobs.commit(campaign, [(lease, Slice(answers=2))])
    assert store.campaigns.get("one").state == "done"


def test_boards_of_a_slice_are_linked_to_the_campaign_that_found_them_too(store):
    """A board that another campaign found first is a board of both."""
    boards = em.solve(em.load_puzzle("demo-4x4"), em.ALL).answers
    for name in ("one", "two"):
        campaign = make(store, name, jobs=1)
        done = Slice(answers=len(boards), boards=pack([*boards, boards[0]]))
        committed = store.jobs.commit(campaign, [(store.jobs.lease(campaign, "a")[0], done)])
        assert committed.new_boards == len(boards)
        assert store.boards.count(campaign=name) == len(boards)
        assert store.boards.by_score(campaign=name) == [(24, len(boards))]
    assert store.boards.count() == len(boards)


def test_two_processes_commit_the_same_boards_in_any_order(store_url):
    boards = list(em.solve(em.load_puzzle("demo-5x5"), em.ALL).answers)
    with open_store(store_url) as store:
        campaign, problems = make(store, jobs=40), []

        def work(name, several):
            with open_store(store_url) as mine:
                while leases := mine.jobs.lease(campaign, name):
                    mine.jobs.see(campaign, [name, *("xyz" if name == "a" else "zyx")])
                    try:
                        mine.jobs.commit(campaign, [(leases[0], Slice(boards=pack(several)))])
                    except StoreError as bad:
                        problems.append(bad)

        campaign = replace(campaign, puzzle=boards[0].puzzle)
        threads = [threading.Thread(target=work, args=one) for one in (("a", boards), ("b", boards[::-1]))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert problems == []
        assert store.boards.count() == len(boards)


def test_the_best_score_of_a_hunt_rises_over_time(store):
    campaign = make(store, jobs=3, goal="best")
    assert store.campaigns.best_scores(campaign) == []
    whole = em.solve(PUZZLE).answers[0]
    boards = [whole.without([0, 1]), whole.without([0, 1, 2]), whole]
    for board in boards:
        lease = store.jobs.lease(campaign, "a")[0]
        store.jobs.commit(campaign, [(lease, Slice(boards=pack([board])))])
    curve = store.campaigns.best_scores(store.campaigns.get("one"))
    assert [score for _, score in curve] == [boards[0].score, boards[0].score, 24, 24]
    assert [moment for moment, _ in curve] == sorted(moment for moment, _ in curve)


def test_progress_and_sizes_are_added_up_by_the_database(store):
    campaign = make(store, jobs=30)
    assert store.campaigns.progress(campaign) == []
    for number in range(30):
        done = Slice(answers=1, nodes=10 + number, seconds=float(number))
        store.jobs.commit(campaign, [(store.jobs.lease(campaign, "a")[0], done)])
    campaign = store.campaigns.get("one")
    for points in (3, 400):
        curve = store.campaigns.progress(campaign, points)
        assert curve[0] == (0.0, 0)
        assert curve[-1][1] == sum(range(10, 40))
        assert len(curve) <= points + 2
        assert list(curve) == sorted(curve)
    assert len(store.campaigns.sizes(campaign, 1000)) == 30
    assert len(store.campaigns.sizes(campaign, 10)) == 10
    done = store.campaigns.totals(campaign)["sums"]["done"]
    assert (done.jobs, done.nodes_nodes) == (30, sum(n * n for n in range(10, 40)))


def test_two_campaigns_cannot_have_one_name(store):
    make(store)
    with pytest.raises(StoreError, match="already"):
        make(store)
    assert len(store.campaigns.list()) == 1
    with pytest.raises(UnknownName, match="did you mean 'one'"):
        store.campaigns.get("onee")
    for wrong in ("", "a/b", "x" * 101):
        with pytest.raises(OptionError):
            make(store, wrong)


def test_many_threads_take_each_job_once(store_url):
    with open_store(store_url) as store:
        campaign, taken, lock = make(store, jobs=30), [], threading.Lock()

        def work(name):
            with open_store(store_url) as mine:
                while leases := mine.jobs.lease(campaign, name, number=2):
                    done = mine.jobs.commit(campaign, [(lease, Slice(answers=1, nodes=1)) for lease in leases])
                    with lock:
                        taken.extend(lease.job_id for lease in done.accepted)

        threads = [threading.Thread(target=work, args=(str(number),)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(taken) == len(set(taken)) == 30
        assert store.campaigns.totals(campaign)["count"] == 30


def test_sums_of_outcomes_are_those_of_jobs(store):
    campaign = make(store)
    for lease in store.jobs.lease(campaign, "a", number=4):
        store.jobs.commit(campaign, [(lease, Slice(answers=2, nodes=11))])
    rows = store.campaigns.outcomes(campaign)
    assert (sum(row.answers for row in rows), sum(row.nodes for row in rows)) == (8, 44)


def test_an_old_store_is_brought_up_to_date_with_all_it_holds(store_url, monkeypatch):
    monkeypatch.setattr(connect, "REVISION", "0001")
    monkeypatch.setattr(command, "upgrade", lambda config, _, upgrade=command.upgrade: upgrade(config, "0001"))
    with open_store(store_url) as old:
        old.boards.add(em.solve(PUZZLE).answers)
    monkeypatch.undo()
    assert isinstance(Config(), Config)
    with open_store(store_url) as store:
        assert store.boards.count() == 1
        make(store)


def test_a_campaign_of_an_earlier_version_goes_on_under_its_lease(store_url, monkeypatch):
    monkeypatch.setattr(connect, "REVISION", "0003")
    monkeypatch.setattr(command, "upgrade", lambda config, _, upgrade=command.upgrade: upgrade(config, "0003"))
    with open_store(store_url) as old:
        make(old, jobs=1)
        old.jobs.see(old.campaigns.get("one"), ["a"])
        with old.writing() as connection:
            for fence, ending in ((1, "expired"), (2, "")):
                row = f"INSERT INTO leases VALUES (1, {fence}, 1, 0, 1e12, '{ending}')"
                connection.execute(sa.text(row))
            connection.execute(sa.text("UPDATE jobs SET state = 'leased', fence = 2"))
    monkeypatch.undo()
    with open_store(store_url) as store:
        campaign = store.campaigns.get("one")
        assert store.jobs.held(campaign, 1, 1, "a") is None
        lease = store.jobs.held(campaign, 1, 2, "a")
        assert store.jobs.commit(campaign, [(lease, Slice(answers=3))]).accepted
        assert store.campaigns.totals(campaign)["count"] == 3


def test_a_million_roots_go_in_within_seconds(store_url):
    many = em.Run("backtrack", em.Task(PUZZLE, em.COUNT), em.Limits(nodes=40)).outcome.remaining
    column = pack((many * (200 // len(many) + 1))[:200])
    with open_store(store_url) as store:
        began = time.process_time()
        campaign = Campaign("many", PUZZLE, "count", "backtrack")
        store.campaigns.create(campaign, [NewJob(column, 200, 1.0)] * 5000)
        assert time.process_time() - began < 10
        assert store.campaigns.totals(store.campaigns.get("many"))["jobs"] == 5000


def test_a_campaign_is_a_value():
    campaign = Campaign("x", PUZZLE, "count", "backtrack", labelled=True)
    assert campaign.goal.labelled
    assert replace(campaign, goal_name="best").hunts_score
    assert sa.inspect(tables.jobs).c.fence is not None
