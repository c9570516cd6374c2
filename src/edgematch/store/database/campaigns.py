"""Campaigns in the store: made, found, paused, added up, and cleared of what a worker did that lied."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Float, Integer, cast, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from edgematch.errors import OptionError, StoreError, UnknownName
from edgematch.model import Puzzle
from edgematch.search import ALL, BEST, COUNT, UNIQUE, Goal
from edgematch.store.database import tables
from edgematch.store.database.boards import insert_puzzle, parse_puzzle
from edgematch.store.database.jobs import CANCELLED, DONE, FAILED, LEASED, VOID, WAITING, NewJob
from edgematch.store.database.packing import chunks

if TYPE_CHECKING:
    from edgematch.store.database.store import Store

GOALS = {"count": COUNT, "all": ALL, "best": BEST, "unique": UNIQUE}
STATES = ("ready", "paused", "stopped", "done")
ALIVE_SECONDS = 15.0
"""How long after it was last seen a worker counts as alive."""
LONGEST_NAME = 100


@dataclass(frozen=True)
class Campaign:
    """One search cut into jobs; `placed` nodes were spent on cutting it."""

    name: str
    puzzle: Puzzle
    goal_name: str
    solver: str
    labelled: bool = False
    arms: tuple[str, ...] = ()
    seed: int = 0
    placed: int = 0
    planned: float = 0.0
    planned_low: float = 0.0
    planned_high: float = 0.0
    slice_seconds: float = 60.0
    lease_seconds: float = 150.0
    id: int = 0
    uuid: str = ""
    state: str = "ready"
    created_at: float = 0.0
    started_at: float | None = None
    finished_at: float | None = None

    @cached_property
    def goal(self) -> Goal:
        """What is searched for."""
        return replace(GOALS[self.goal_name], labelled=self.labelled)

    @property
    def hunts_score(self) -> bool:
        """Whether its jobs are attempts at a high score, not parts of a tree."""
        return self.goal.improve

    @property
    def wanted(self) -> int | None:
        """How many answers end the campaign; None: all are counted."""
        return self.goal.want


@dataclass(frozen=True)
class Sums:
    """Sums over jobs: of answers, nodes, seconds, planned sizes, and of their squares and products."""

    jobs: int = 0
    answers: int = 0
    nodes: int = 0
    seconds: float = 0.0
    planned: float = 0.0
    seconds_seconds: float = 0.0
    seconds_planned: float = 0.0
    planned_planned: float = 0.0
    nodes_nodes: float = 0.0


@dataclass(frozen=True)
class JobFacts:
    """A job as lists and reports show it."""

    id: int
    number: int
    parent_id: int | None
    state: str
    arm: str
    seed: int
    planned: float
    root_count: int
    remaining_count: int
    failures: int
    error: str
    answers: int
    nodes: int
    seconds: float
    score: int | None


class Campaigns:
    """The campaigns of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def create(self, campaign: Campaign, jobs: Iterable[NewJob]) -> Campaign:
        """Keep a campaign with its jobs in one transaction; a name that is taken is refused."""
        self.refuse_taken(campaign.name)
        with self._store.writing() as connection:
            now = self._store.now(connection)
            values = {
                "name": campaign.name, "uuid": uuid.uuid4().hex,
                "puzzle_id": insert_puzzle(self._store, connection, campaign.puzzle), "goal": campaign.goal_name,
                "labelled": campaign.labelled, "solver": campaign.solver, "arms": json.dumps(campaign.arms),
                "seed": campaign.seed, "state": "ready", "placed": campaign.placed, "planned": campaign.planned,
                "planned_low": campaign.planned_low, "planned_high": campaign.planned_high,
                "slice_seconds": campaign.slice_seconds, "lease_seconds": campaign.lease_seconds, "created_at": now,
            }  # fmt: skip
            try:
                made = connection.execute(insert(tables.campaigns).values(values)).inserted_primary_key
            except IntegrityError:
                raise _taken(campaign.name) from None
            assert made is not None
            self._store.jobs.add(connection, made[0], jobs)
        return self.get(campaign.name)

    def refuse_taken(self, name: str) -> None:
        """Raise where no campaign may get that name: it is wrong, or there is one."""
        if not name.strip() or len(name) > LONGEST_NAME or "/" in name:
            raise OptionError(f"the name of a campaign has 1 to {LONGEST_NAME} characters and no slash")
        with self._store.reading() as connection:
            if connection.execute(select(tables.campaigns.c.id).where(tables.campaigns.c.name == name)).first():
                raise _taken(name)

    def get(self, name: str) -> Campaign:
        """The campaign of that name."""
        wanted = _select_campaigns().where(tables.campaigns.c.name == name)
        with self._store.reading() as connection:
            row = connection.execute(wanted).first()
            if row is None:
                known = connection.execute(select(tables.campaigns.c.name)).scalars().all()
                raise UnknownName("campaign", name, known, "(`edgematch campaign new` makes one)")
        return _campaign(row)

    def list(self) -> Sequence[Campaign]:
        """All campaigns, the latest first."""
        with self._store.reading() as connection:
            wanted = _select_campaigns().order_by(tables.campaigns.c.created_at.desc())
            return [_campaign(row) for row in connection.execute(wanted)]

    def set_state(self, name: str, state: str) -> Campaign:
        """Pause, stop or go on; a campaign that is done stays done."""
        campaign, table = self.get(name), tables.campaigns
        with self._store.writing() as connection:
            is_open = (table.c.id == campaign.id, table.c.state != "done")
            if not connection.execute(update(table).where(*is_open).values(state=state)).rowcount:
                raise OptionError(f"campaign {name} is done; it cannot be {'resumed' if state == 'ready' else state}")
        return replace(campaign, state=state)

    def retry(self, name: str) -> int:
        """Let failed jobs wait again; how many there were."""
        campaign, jobs = self.get(name), tables.jobs
        with self._store.writing() as connection:
            failed = (jobs.c.campaign_id == campaign.id, jobs.c.state == FAILED)
            return connection.execute(update(jobs).where(*failed).values(state=WAITING, failures=0, error="")).rowcount

    def jobs(self, campaign: Campaign) -> Sequence[JobFacts]:
        """All jobs, without their roots."""
        columns = [tables.jobs.c[name] for name in JobFacts.__dataclass_fields__]
        wanted = select(*columns).where(tables.jobs.c.campaign_id == campaign.id).order_by(tables.jobs.c.number)
        with self._store.reading() as connection:
            return [JobFacts(*row) for row in connection.execute(wanted)]

    def totals(self, campaign: Campaign) -> dict[str, Any]:
        """Counts, nodes, jobs by state, boards, best score and live workers, all of one moment.

        `sums` has the sums over the jobs of each state, added up by the database: there may be a million of them.
        """
        jobs, links, mine = tables.jobs, tables.campaign_boards, tables.jobs.c.campaign_id == campaign.id
        s, p, n = jobs.c.seconds, jobs.c.planned, cast(jobs.c.nodes, Float)
        terms = (jobs.c.answers, jobs.c.nodes, s, p, s * s, s * p, p * p, n * n)
        kept = select(func.count(), func.max(tables.boards.c.score)).join(links, links.c.board_id == tables.boards.c.id)
        with self._store.reading() as connection:
            now = self._store.now(connection)
            wanted = select(jobs.c.state, func.count(), *(func.coalesce(func.sum(term), 0) for term in terms))
            sums = {row[0]: Sums(*row[1:]) for row in connection.execute(wanted.where(mine).group_by(jobs.c.state))}
            boards, best = connection.execute(kept.where(links.c.campaign_id == campaign.id)).one()
            workers = self._alive(connection, campaign.id, now)
        counted = [row for state, row in sums.items() if state != VOID]
        jobs_in = {state: sums.get(state, Sums()).jobs for state in (WAITING, LEASED, DONE, FAILED, CANCELLED)}
        return {
            "sums": sums,
            "count": sum(int(row.answers) for row in counted),
            "nodes": campaign.placed + sum(int(row.nodes) for row in counted),
            "core_seconds": sum(row.seconds for row in counted),
            "jobs": sum(row.jobs for row in counted),
            "done": jobs_in[DONE] + jobs_in[CANCELLED],
            "running": jobs_in[LEASED],
            "waiting": jobs_in[WAITING],
            "failed": jobs_in[FAILED],
            "boards": boards,
            "best": best,
            "workers": workers,
            "now": now,
        }

    def arm_scores(self, campaign: Campaign) -> Sequence[tuple[str, int | None, int]]:
        """Each recipe with each score that its finished jobs brought (None: nothing new), and how many did."""
        jobs = tables.jobs
        wanted = select(jobs.c.arm, jobs.c.score, func.count()).where(jobs.c.campaign_id == campaign.id)
        wanted = wanted.where(jobs.c.state == DONE).group_by(jobs.c.arm, jobs.c.score)
        with self._store.reading() as connection:
            return [(arm, score, number) for arm, score, number in connection.execute(wanted)]

    def sizes(self, campaign: Campaign, most: int) -> Sequence[tuple[float, int, float]]:
        """Planned size, nodes and seconds of jobs that are done; of more than `most`, some at equal distances."""
        jobs = tables.jobs
        mine = (jobs.c.campaign_id == campaign.id, jobs.c.state == DONE)
        with self._store.reading() as connection:
            total = connection.execute(select(func.count()).where(*mine)).scalar_one()
            wanted = select(jobs.c.planned, jobs.c.nodes, jobs.c.seconds).where(*mine).order_by(jobs.c.number)
            some = connection.execute(wanted.where(jobs.c.number % max(1, -(-total // most)) == 0))
            return [(planned, nodes, seconds) for planned, nodes, seconds in some]

    def progress(self, campaign: Campaign, points: int = 400) -> Sequence[tuple[float, int]]:
        """Nodes over the seconds since the start, at up to so many moments."""
        o, j, began = tables.outcomes, tables.jobs, campaign.started_at
        if began is None:
            return []
        mine = (j.c.campaign_id == campaign.id, o.c.is_void.is_(False))
        with self._store.reading() as connection:
            last = connection.execute(
                select(func.max(o.c.committed_at)).join(j, j.c.id == o.c.job_id).where(*mine)
            ).scalar()
            if last is None:
                return []
            step = max((last - began) / points, 1e-6)
            moment = cast((o.c.committed_at - began) / step, Integer)
            wanted = select(func.max(o.c.committed_at), func.sum(o.c.nodes)).join(j, j.c.id == o.c.job_id)
            rows = connection.execute(wanted.where(*mine).group_by(moment).order_by(moment)).all()
        totals = accumulate(int(row[1]) for row in rows)
        return [(0.0, 0), *((row[0] - began, total) for row, total in zip(rows, totals, strict=True))]

    def best_scores(self, campaign: Campaign) -> Sequence[tuple[float, int]]:
        """The best score over the seconds since the start, at each moment when it rose, and at the last commit."""
        o, b, links, began = tables.outcomes, tables.boards, tables.campaign_boards, campaign.started_at
        wanted = select(o.c.committed_at, func.max(b.c.score)).join(links, links.c.outcome_id == o.c.id)
        wanted = wanted.join(b, b.c.id == links.c.board_id).where(links.c.campaign_id == campaign.id)
        with self._store.reading() as connection:
            rows = connection.execute(wanted.group_by(o.c.committed_at).order_by(o.c.committed_at)).all()
        points: list[tuple[float, int]] = []
        for moment, score in rows:
            if began is not None and (not points or score > points[-1][1]):
                points += (
                    [(moment - began, points[-1][1]), (moment - began, score)] if points else [(moment - began, score)]
                )
        curve = self.progress(campaign, 1)
        return [*points, (curve[-1][0], points[-1][1])] if points and curve else points

    def outcomes(self, campaign: Campaign) -> Sequence[Any]:
        """Every committed slice that counts, in the order of time: when, job, worker, answers, nodes, seconds."""
        o, j, w = tables.outcomes, tables.jobs, tables.workers
        wanted = select(o.c.committed_at, j.c.number, w.c.name, o.c.answers, o.c.nodes, o.c.seconds)
        wanted = wanted.join(j, j.c.id == o.c.job_id).join(w, w.c.id == o.c.worker_id)
        wanted = wanted.where(j.c.campaign_id == campaign.id, o.c.is_void.is_(False)).order_by(o.c.committed_at, o.c.id)
        with self._store.reading() as connection:
            return connection.execute(wanted).all()

    def workers(self, campaign: Campaign) -> Sequence[dict[str, Any]]:
        """The workers of a campaign, with what they did."""
        w, o, j = tables.workers, tables.outcomes, tables.jobs
        wanted = (
            select(w.c.name, w.c.seen_at, w.c.is_quarantined, func.count(o.c.id), func.sum(o.c.nodes), func.sum(o.c.seconds))
            .join(o, o.c.worker_id == w.c.id)
            .join(j, j.c.id == o.c.job_id)
            .where(j.c.campaign_id == campaign.id)
            .group_by(w.c.id, w.c.name, w.c.seen_at, w.c.is_quarantined)
            .order_by(w.c.name)
        )  # fmt: skip
        keys = ("name", "seen_at", "is_quarantined", "slices", "nodes", "seconds")
        with self._store.reading() as connection:
            return [dict(zip(keys, row, strict=True)) for row in connection.execute(wanted)]

    def quarantine(self, campaign: Campaign, worker: str) -> int:
        """Bar a worker and take back all it did: its jobs start again from their first roots; how many there are.

        A job that was split from one of them is void: its roots are among those of the job that starts again.
        """
        w, o, j = tables.workers, tables.outcomes, tables.jobs
        with self._store.writing() as connection:
            self._store.jobs.lock(connection, campaign.id)  # no job of the worker is divided meanwhile
            row = connection.execute(select(w.c.id).where(w.c.name == worker)).first()
            if row is None:
                raise UnknownName("worker", worker, connection.execute(select(w.c.name)).scalars().all())
            connection.execute(update(w).where(w.c.id == row.id).values(is_quarantined=True))
            touched = set(
                connection.execute(
                    select(o.c.job_id).join(j, j.c.id == o.c.job_id)
                    .where(o.c.worker_id == row.id, o.c.is_void.is_(False), j.c.campaign_id == campaign.id)
                ).scalars()
            )  # fmt: skip
            leases = tables.leases
            held = select(leases.c.job_id).join(j, j.c.id == leases.c.job_id)
            mine = (leases.c.worker_id == row.id, j.c.campaign_id == campaign.id)
            touched |= set(connection.execute(held.where(*mine)).scalars())
            void = self._descendants(connection, touched)
            self._take_back(connection, campaign, touched | void)
            for some in chunks(touched | void):
                connection.execute(delete(leases).where(leases.c.job_id.in_(some)))
            fresh = touched - void
            start = {
                "remaining": b"", "remaining_count": j.c.root_count, "solver_state": b"", "answers": 0, "nodes": 0,
                "seconds": 0.0, "score": None, "failures": 0, "error": "", "fence": j.c.fence + 1,
            }  # fmt: skip
            for ids, state in ((fresh, WAITING), (void, VOID)):
                for some in chunks(ids):
                    connection.execute(update(j).where(j.c.id.in_(some)).values(start | {"state": state}))
            if fresh:
                c = tables.campaigns
                again = (c.c.id == campaign.id, c.c.state == "done")
                connection.execute(update(c).where(*again).values(state="ready", finished_at=None))
                cancelled = (j.c.campaign_id == campaign.id, j.c.state == CANCELLED)  # by answers that are taken back
                connection.execute(update(j).where(*cancelled).values(state=WAITING))
        return len(fresh)

    # internal

    def _descendants(self, connection: Connection, ids: set[int]) -> set[int]:
        found: set[int] = set()
        new = set(ids)
        while new:
            children = [select(tables.jobs.c.id).where(tables.jobs.c.parent_id.in_(some)) for some in chunks(new)]
            new = {row for wanted in children for row in connection.execute(wanted).scalars()} - found
            found |= new
        return found

    def _take_back(self, connection: Connection, campaign: Campaign, ids: set[int]) -> None:
        """Void the outcomes of jobs, with the boards that only they brought to the campaign."""
        o, links = tables.outcomes, tables.campaign_boards
        for some in chunks(ids):
            voided = select(o.c.id).where(o.c.job_id.in_(some))
            connection.execute(delete(links).where(links.c.campaign_id == campaign.id, links.c.outcome_id.in_(voided)))
            connection.execute(update(o).where(o.c.job_id.in_(some)).values(is_void=True))

    def _alive(self, connection: Connection, campaign_id: int, now: float) -> int:
        w = tables.workers
        wanted = select(func.count()).where(w.c.campaign_id == campaign_id, w.c.seen_at > now - ALIVE_SECONDS)
        return int(connection.execute(wanted).scalar_one())


def _taken(name: str) -> StoreError:
    return StoreError(
        f"there is a campaign {name!r} in this store already; choose another name, or continue it: "
        f"edgematch campaign run {name}"
    )


def _select_campaigns() -> Any:
    return select(tables.campaigns, tables.puzzles.c.document).join(
        tables.puzzles, tables.puzzles.c.id == tables.campaigns.c.puzzle_id
    )


def _campaign(row: Any) -> Campaign:
    names = set(Campaign.__dataclass_fields__) - {"puzzle", "goal_name", "arms"}
    values = {name: getattr(row, name) for name in names}
    puzzle = parse_puzzle(row.document)
    return Campaign(**values, puzzle=puzzle, goal_name=row.goal, arms=tuple(json.loads(row.arms)))
