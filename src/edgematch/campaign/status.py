"""How far a campaign is, and how long the rest will take, with an interval."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import hypot, sqrt
from typing import Any

from edgematch.store.database.campaigns import Campaign, Sums
from edgematch.store.database.jobs import OPEN
from edgematch.store.database.store import Store

FEW_JOBS = 3
"""Finished jobs from which their sizes say something about the others."""


@dataclass(frozen=True)
class Status:
    """A campaign at one moment; times are in seconds, and None where nothing is known yet."""

    name: str
    state: str
    goal: str
    solver: str
    puzzle: str
    count: int
    nodes: int
    jobs: int
    done: int
    running: int
    waiting: int
    failed: int
    boards: int
    best: int | None
    edges: int
    workers: int
    share: float
    rate: float
    core_seconds: float
    elapsed: float
    seconds_left: float | None
    seconds_left_low: float | None
    seconds_left_high: float | None

    def to_dict(self) -> dict[str, Any]:
        """All fields, ready for JSON."""
        return asdict(self)


def status(store: Store, name: str) -> Status:
    """How far the campaign of that name is."""
    campaign = store.campaigns.get(name)
    totals = store.campaigns.totals(campaign)
    end = campaign.finished_at or totals["now"]
    elapsed = max(0.0, end - campaign.started_at) if campaign.started_at else 0.0
    middle, low, high = _left(campaign, totals)
    keys = (
        "count",
        "nodes",
        "jobs",
        "done",
        "running",
        "waiting",
        "failed",
        "boards",
        "best",
        "workers",
        "core_seconds",
    )
    return Status(
        name=campaign.name, state=campaign.state, goal=campaign.goal_name, solver=campaign.solver,
        puzzle=campaign.puzzle.name, edges=campaign.puzzle.edges, share=_share(campaign, totals), elapsed=elapsed,
        rate=(totals["nodes"] - campaign.placed) / totals["core_seconds"] if totals["core_seconds"] else 0.0,
        seconds_left=middle, seconds_left_low=low, seconds_left_high=high, **{key: totals[key] for key in keys},
    )  # fmt: skip


def _share(campaign: Campaign, totals: dict[str, Any]) -> float:
    """The share of the planned work that is done."""
    planned = {state: sums.planned for state, sums in totals["sums"].items() if state != "void"}
    if campaign.state == "done" or not sum(planned.values()):
        return 1.0
    return float((planned.get("done", 0.0) + planned.get("cancelled", 0.0)) / sum(planned.values()))


def _left(campaign: Campaign, totals: dict[str, Any]) -> tuple[float | None, float | None, float | None]:
    """Seconds left on the workers that are alive (one, where none is), with an interval of 95 %.

    The seconds of finished jobs for each planned node, and how much they differ, are taken for the jobs to come.
    """
    still = [sums for state, sums in totals["sums"].items() if state in OPEN]
    if campaign.state == "done" or not still:
        return 0.0, 0.0, 0.0
    done = totals["sums"].get("done", Sums())
    if done.jobs < FEW_JOBS or not done.planned:
        return None, None, None
    jobs, planned, spent = (sum(getattr(sums, what) for sums in still) for what in ("jobs", "planned", "seconds"))
    ratio = done.seconds / done.planned
    squares = done.seconds_seconds - 2 * ratio * done.seconds_planned + ratio**2 * done.planned_planned
    spread = sqrt(max(0.0, squares) / (done.jobs - 1))  # of what a job took and what its size says
    of_mean, of_rest = planned / done.planned * spread * sqrt(done.jobs), spread * sqrt(jobs)
    middle, reach = ratio * planned - spent, 2 * hypot(of_mean, of_rest)
    workers = max(1, totals["workers"])
    low, value, high = (max(0.0, x) / workers for x in (middle - reach, middle, middle + reach))
    return value, low, high
