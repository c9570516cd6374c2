"""The jobs of a campaign: granted under a lease, searched in slices, each slice committed in one transaction.

A job is a set of roots. Whoever takes it gets a lease with a *fencing number*, one more than the last. A commit adds
the counts of a slice to the job and replaces its remaining roots, if and only if the job still has that number and is
still leased. So whatever dies, hangs, or comes back late, each root is accounted for once: the counts and the roots
that they stand for change together, and a commit under a lost lease changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from edgematch.model import dealt
from edgematch.store.database import tables
from edgematch.store.database.boards import insert_boards
from edgematch.store.database.packing import chunks, pack, unpack

if TYPE_CHECKING:
    from edgematch.store.database.campaigns import Campaign
    from edgematch.store.database.store import Store

MOST_FAILURES = 20
"""Leases in a row that ended without a commit, after which a job counts as failed (`campaign retry` tries again).

Workers that are killed every few seconds lose one short job five times in a row sooner or later, so it is more.
"""

WAITING, LEASED, DONE, FAILED, CANCELLED, VOID = "waiting", "leased", "done", "failed", "cancelled", "void"
OPEN = (WAITING, LEASED, FAILED)


@dataclass(frozen=True)
class NewJob:
    """A job to be: its roots as a packed column, and its planned size in nodes (seconds, for a score)."""

    roots: bytes
    root_count: int
    planned: float
    seed: int = 0


@dataclass(frozen=True)
class Lease:
    """The right to commit slices of a job until another lease is granted."""

    job_id: int
    number: int
    fence: int
    worker: str
    worker_id: int
    seconds: float
    roots: bytes
    planned: float
    seed: int
    arm: str = ""
    solver_state: bytes = b""


@dataclass(frozen=True)
class Slice:
    """What was done under a lease: counts, boards, and the roots that remain; all boards are packed columns."""

    answers: int = 0
    nodes: int = 0
    seconds: float = 0.0
    boards: bytes = b""
    remaining: bytes = b""
    remaining_count: int = 0
    solver_state: bytes = b""
    error: str = ""


@dataclass(frozen=True)
class Committed:
    """What became of slices: the leases that were still valid, and the number of boards that were new."""

    accepted: tuple[Lease, ...] = ()
    refused: tuple[Lease, ...] = ()
    new_boards: int = 0
    scores: tuple[int, ...] = field(default=(), compare=False)


class Jobs:
    """The jobs of the campaigns of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, connection: Connection, campaign_id: int, jobs: Iterable[NewJob], *, first: int = 1) -> None:
        """Insert jobs in a transaction under way."""
        rows = (_row(campaign_id, number, job) | {"parent_id": None} for number, job in enumerate(jobs, start=first))
        for some in chunks(rows):
            connection.execute(insert(tables.jobs), some)

    def lease(
        self, campaign: Campaign, worker: str, *, number: int = 1, seconds: float | None = None, arm: str = ""
    ) -> list[Lease]:
        """Grant a worker up to so many jobs, the largest first; none while the campaign is paused or the worker barred.

        A job whose last lease ended with an error is granted alone, so that its next error is its own. Leases that
        have expired are ended first: their jobs wait again.
        """
        seconds = campaign.lease_seconds if seconds is None else seconds
        jobs = tables.jobs
        with self._store.writing() as connection:
            now = self._store.now(connection)
            worker_id, is_barred = self._worker(connection, campaign.id, worker, now)
            table = tables.campaigns
            facts = select(table.c.state, table.c.started_at).where(table.c.id == campaign.id)
            state, started = connection.execute(facts).one()
            if state != "ready" or is_barred:
                return []
            self._end_expired(connection, campaign.id, now)
            wanted = (
                select(jobs)
                .where(jobs.c.campaign_id == campaign.id, jobs.c.state == WAITING)
                .order_by(jobs.c.planned.desc(), jobs.c.id)
                .limit(number)
                .with_for_update(skip_locked=True)
            )
            granted = []
            rows = connection.execute(wanted).all()
            for row in rows[:1] if any(row.error for row in rows[:1]) else [row for row in rows if not row.error]:
                fence, chosen = row.fence + 1, row.arm or arm
                connection.execute(
                    update(jobs).where(jobs.c.id == row.id).values(state=LEASED, fence=fence, arm=chosen)
                )
                connection.execute(
                    insert(tables.leases).values(
                        job_id=row.id, fence=fence, worker_id=worker_id, granted_at=now, expires_at=now + seconds
                    )
                )  # fmt: skip
                granted.append(
                    Lease(
                        row.id, row.number, fence, worker, worker_id, seconds, row.remaining or row.roots, row.planned,
                        row.seed, chosen, row.solver_state,
                    )
                )  # fmt: skip
            if granted and started is None:
                connection.execute(update(table).where(table.c.id == campaign.id).values(started_at=now))
            return granted

    def commit(self, campaign: Campaign, slices: Sequence[tuple[Lease, Slice]], *, parts: int = 1) -> Committed:
        """Commit slices in one transaction; those whose lease was lost are refused and change nothing.

        A commit ends its lease, so that the same commit a second time, after an answer of the database was lost, is
        refused. A job that is not finished waits for any worker. With `parts`, the roots that remain are divided into
        so many jobs.
        """
        accepted: list[Lease] = []
        refused: list[Lease] = []
        scores: list[int] = []
        with self._store.writing() as connection:
            self.lock(connection, campaign.id)
            now = self._store.now(connection)
            for lease, done in sorted(slices, key=lambda pair: pair[0].job_id):
                is_valid = self._commit_one(connection, campaign, lease, done, now=now, parts=parts, scores=scores)
                (accepted if is_valid else refused).append(lease)
            self._finish_campaign(connection, campaign, now, has_answers=any(done.answers for _, done in slices))
        return Committed(tuple(accepted), tuple(refused), len(scores), tuple(scores))

    def held(self, campaign: Campaign, job: int, fence: int, worker: str) -> Lease | None:
        """The lease that a worker holds on a job under that fencing number; None when it has lost it."""
        jobs, leases, workers = tables.jobs, tables.leases, tables.workers
        wanted = (
            select(jobs, leases.c.worker_id, leases.c.granted_at, leases.c.expires_at)
            .join(leases, and_(leases.c.job_id == jobs.c.id, leases.c.fence == jobs.c.fence))
            .join(workers, workers.c.id == leases.c.worker_id)
            .where(jobs.c.id == job, jobs.c.fence == fence, jobs.c.state == LEASED, jobs.c.campaign_id == campaign.id)
            .where(workers.c.name == worker, workers.c.is_quarantined.is_(False))
        )
        with self._store.reading() as connection:
            row = connection.execute(wanted).first()
        if row is None:
            return None
        seconds = row.expires_at - row.granted_at
        return Lease(
            row.id, row.number, fence, worker, row.worker_id, seconds, row.remaining or row.roots, row.planned,
            row.seed, row.arm,
        )  # fmt: skip

    def release(self, leases: Iterable[Lease], *, error: str = "", is_failure: bool = True) -> None:
        """Give jobs back without a result; an error that is a failure of the job counts, and too many make it fail."""
        held = sorted(leases, key=lambda lease: lease.job_id)
        if not held:
            return
        with self._store.writing() as connection:
            for lease in held:
                self._end_lease(connection, lease.job_id, lease.fence, error, is_failure=is_failure)

    def renew(self, leases: Iterable[Lease]) -> None:
        """Extend leases that are still valid."""
        table = tables.leases
        with self._store.writing() as connection:
            now = self._store.now(connection)
            for lease in leases:
                connection.execute(
                    update(table)
                    .where(table.c.job_id == lease.job_id, table.c.fence == lease.fence)
                    .values(expires_at=now + lease.seconds)
                )

    def see(self, campaign: Campaign, workers: Iterable[str]) -> None:
        """Note that workers are alive: some statements, however many workers there are."""
        table = tables.workers
        with self._store.writing() as connection:
            now = self._store.now(connection)
            for some in chunks(sorted(workers)):  # one order for all processes, or they could wait for each other
                mine = select(table.c.id, table.c.name).where(table.c.name.in_(some)).order_by(table.c.name)
                known = {row.name for row in connection.execute(mine.with_for_update(key_share=True))}
                new = [_worker_row(worker, campaign.id, now) for worker in some if worker not in known]
                self._store.insert_missing(connection, table, new)
                seen = update(table).where(table.c.name.in_(sorted(known)))
                connection.execute(seen.values(seen_at=now, campaign_id=campaign.id))

    def lock(self, connection: Connection, campaign_id: int) -> None:
        """Let no other process commit to this campaign before this transaction ends.

        Numbers of new jobs and boards that are new are then what they were read as, and two processes that keep the
        same boards cannot wait for each other. SQLite has locked the whole store already.
        """
        wanted = select(tables.campaigns.c.id).where(tables.campaigns.c.id == campaign_id)
        connection.execute(wanted.with_for_update(key_share=True))

    # internal

    def _worker(self, connection: Connection, campaign_id: int, worker: str, now: float) -> tuple[int, bool]:
        """The row of a worker, which is made or marked as seen, and whether it is quarantined."""
        row = _worker_row(worker, campaign_id, now)
        worker_id = self._store.insert_once(connection, tables.workers, row, key="name")
        table = tables.workers
        connection.execute(update(table).where(table.c.id == worker_id).values(seen_at=now, campaign_id=campaign_id))
        barred = connection.execute(select(table.c.is_quarantined).where(table.c.id == worker_id)).scalar_one()
        return worker_id, bool(barred)

    def _end_expired(self, connection: Connection, campaign_id: int, now: float) -> None:
        jobs, leases = tables.jobs, tables.leases
        same = and_(leases.c.job_id == jobs.c.id, leases.c.fence == jobs.c.fence)
        expired = select(jobs.c.id, jobs.c.fence).join(leases, same)
        expired = expired.where(jobs.c.campaign_id == campaign_id, jobs.c.state == LEASED, leases.c.expires_at < now)
        for row in connection.execute(expired.with_for_update(of=jobs, skip_locked=True)).all():
            self._end_lease(connection, row.id, row.fence, "the worker did not answer within its lease")

    def _end_lease(
        self, connection: Connection, job_id: int, fence: int, error: str, *, is_failure: bool = True
    ) -> None:
        jobs = tables.jobs
        values: dict[str, Any] = {"state": WAITING}
        if error:
            values |= {"failures": jobs.c.failures + int(is_failure), "error": error}
        mine = (jobs.c.id == job_id, jobs.c.fence == fence, jobs.c.state == LEASED)
        if connection.execute(update(jobs).where(*mine).values(values)).rowcount:
            too_many = (jobs.c.id == job_id, jobs.c.failures >= MOST_FAILURES, jobs.c.state == WAITING)
            connection.execute(update(jobs).where(*too_many).values(state=FAILED))
            _forget_lease(connection, job_id, fence)

    def _commit_one(
        self, connection: Connection, campaign: Campaign, lease: Lease, done: Slice, *, now: float, parts: int,
        scores: list[int],
    ) -> bool:  # fmt: skip
        jobs = tables.jobs
        valid = (jobs.c.id == lease.job_id, jobs.c.fence == lease.fence, jobs.c.state == LEASED)
        row = connection.execute(select(jobs).where(*valid).with_for_update()).first()
        if row is None:
            return False
        rest, rest_count = done.remaining, done.remaining_count
        if parts > 1 and rest_count > 1:
            rest, rest_count = self._split(connection, campaign, row, done, parts)
        state = WAITING if rest_count else DONE
        outcome = connection.execute(
            insert(tables.outcomes).values(
                job_id=row.id, fence=lease.fence, worker_id=lease.worker_id, answers=done.answers, nodes=done.nodes,
                seconds=done.seconds, remaining_count=done.remaining_count, committed_at=now, is_void=False,
            )
        ).inserted_primary_key  # fmt: skip
        assert outcome is not None
        best = self._keep_boards(connection, campaign, lease, done.boards, outcome=outcome[0], scores=scores)
        values = {
            "state": state, "remaining": rest, "remaining_count": rest_count, "solver_state": done.solver_state,
            "failures": 0, "error": done.error, "answers": row.answers + done.answers,
            "nodes": row.nodes + done.nodes, "seconds": row.seconds + done.seconds,
            "score": max((score for score in (row.score, best) if score is not None), default=None),
        }  # fmt: skip
        connection.execute(update(jobs).where(*valid).values(values))
        _forget_lease(connection, lease.job_id, lease.fence)
        return True

    def _keep_boards(
        self, connection: Connection, campaign: Campaign, lease: Lease, boards: bytes, *, outcome: int, scores: list[int]
    ) -> int | None:  # fmt: skip
        """Keep the boards of a slice; the highest score of those that are new to the campaign."""
        several, links = unpack(boards, campaign.puzzle), tables.campaign_boards
        if not several:
            return None
        who, solver = f"{campaign.name}/{lease.worker}", lease.arm or campaign.solver
        ids = insert_boards(self._store, connection, several, found_by=who, solver=solver).ids
        score_of = dict(zip(ids, (board.score for board in several), strict=True))
        for some in chunks(list(score_of)):
            there = select(links.c.board_id).where(links.c.campaign_id == campaign.id, links.c.board_id.in_(some))
            for row in connection.execute(there).scalars().all():
                del score_of[row]
        rows = ({"campaign_id": campaign.id, "board_id": row, "outcome_id": outcome} for row in score_of)
        self._store.insert_missing(connection, links, rows)
        scores.extend(score_of.values())
        return max(score_of.values(), default=None)

    def _split(
        self, connection: Connection, campaign: Campaign, row: Any, done: Slice, parts: int
    ) -> tuple[bytes, int]:
        """Make jobs of the remaining roots, dealt out in turn, and return what this job keeps."""
        roots = unpack(done.remaining, campaign.puzzle)
        several = dealt(roots, parts)
        largest = connection.execute(
            select(func.max(tables.jobs.c.number)).where(tables.jobs.c.campaign_id == campaign.id)
        ).scalar_one()
        for number, mine in enumerate(several[1:], start=largest + 1):
            job = NewJob(pack(mine), len(mine), row.planned / len(several), row.seed)
            values = _row(campaign.id, number, job) | {"parent_id": row.id, "arm": row.arm}
            connection.execute(insert(tables.jobs).values(values))
        planned = row.planned / len(several)
        connection.execute(update(tables.jobs).where(tables.jobs.c.id == row.id).values(planned=planned))
        return pack(several[0]), len(several[0])

    def _finish_campaign(self, connection: Connection, campaign: Campaign, now: float, *, has_answers: bool) -> None:
        """Mark the campaign as done when nothing is open, or when as many answers as wanted are there."""
        jobs, mine = tables.jobs, tables.jobs.c.campaign_id == campaign.id
        if campaign.wanted is not None and has_answers:
            total = connection.execute(select(func.sum(jobs.c.answers)).where(mine, jobs.c.state != VOID)).scalar() or 0
            if total >= campaign.wanted:
                connection.execute(update(jobs).where(mine, jobs.c.state.in_(OPEN)).values(state=CANCELLED))
        if connection.execute(select(jobs.c.id).where(mine, jobs.c.state.in_(OPEN)).limit(1)).first() is None:
            table = tables.campaigns
            is_open = (table.c.id == campaign.id, table.c.state != "done")
            connection.execute(update(table).where(*is_open).values(state="done", finished_at=now))


def _forget_lease(connection: Connection, job_id: int, fence: int) -> None:
    """Delete a lease that has ended: there are as many rows as jobs that are searched, not as slices ever."""
    leases = tables.leases
    connection.execute(delete(leases).where(leases.c.job_id == job_id, leases.c.fence == fence))


def _worker_row(worker: str, campaign_id: int, now: float) -> dict[str, Any]:
    return {"name": worker, "campaign_id": campaign_id, "started_at": now, "seen_at": now, "is_quarantined": False}


def _row(campaign_id: int, number: int, job: NewJob) -> dict[str, Any]:
    return {
        "campaign_id": campaign_id, "number": number, "state": WAITING, "arm": "", "seed": job.seed,
        "planned": job.planned, "roots": job.roots, "remaining": b"", "root_count": job.root_count,
        "remaining_count": job.root_count, "solver_state": b"", "fence": 0, "failures": 0, "error": "", "answers": 0,
        "nodes": 0, "seconds": 0.0, "score": None,
    }  # fmt: skip
