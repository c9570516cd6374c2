"""A campaign on a machine that does not exist: discrete events over job times, failures and the speed of the store.

Each worker waits for a job, searches a slice, and reports it. The scheduler sends tasks and the store commits slices
one after the other, the store at a measured speed. Workers fail at random, with a mean time between failures; what a
worker did since its last report is lost, and its job waits until the death is noticed. The simulation says which
share of the workers' time brings results, how busy store and scheduler are, and at how many workers the busier one is
full.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from edgematch.campaign.plan import BATCH_SECONDS, MOST_IN_BATCH
from edgematch.errors import OptionError

COMMITS_PER_SECOND = {"sqlite": 800.0, "postgresql": 400.0}
"""Transactions per second of CPU time of one campaign process (docs/research/campaigns.md)."""
TASKS_PER_SECOND = 350.0
"""Tasks per second of CPU time of one process that is the scheduler of Dask and its client (the same page)."""
NOTICE_SECONDS, RESTART_SECONDS = 2.0, 30.0
"""How soon the death of a worker is noticed, and how long a new one takes to start."""
MOST_WORKERS = 1_000_000
MOST_EVENTS = 2_000_000


@dataclass(frozen=True)
class Simulation:
    """What a simulated campaign would do; shares are of 1."""

    workers: int
    seconds: float
    slices: int
    failures: int
    efficiency: float
    lost: float
    store_busy: float
    scheduler_busy: float
    saturated_by: str
    saturates_at: int

    def to_dict(self) -> dict[str, Any]:
        """All fields, ready for JSON."""
        return asdict(self)


def simulate(
    *, workers: int, mtbf: float, seconds: float = 3600.0, job_seconds: Sequence[float] = (), slice_seconds: float = 60.0,
    commits_per_second: float = COMMITS_PER_SECOND["sqlite"], tasks_per_second: float = TASKS_PER_SECOND, seed: int = 0,
) -> Simulation:  # fmt: skip
    """Simulate that many workers for a time; `job_seconds` are measured times of jobs, drawn at random."""
    if not 1 <= workers <= MOST_WORKERS or mtbf <= 0 or seconds <= 0:
        raise OptionError(f"a simulation needs 1 to {MOST_WORKERS:,} workers and times above 0")
    random = np.random.default_rng(seed)
    times = np.array([t for t in job_seconds if t > 0]) if len(job_seconds) else random.lognormal(5.0, 1.0, 1000)
    if not len(times):
        raise OptionError("a simulation needs a job that took some time")
    together = int(np.clip(BATCH_SECONDS / times.mean(), 1, MOST_IN_BATCH))
    if together > 1:  # small jobs travel together, as in a campaign
        times = random.choice(times, (1000, together)).sum(axis=1)
    return _Simulator(workers, mtbf, slice_seconds, times, random, 1 / commits_per_second, 1 / tasks_per_second).run(
        seconds
    )


class _Simulator:
    """The state of one simulation: an event is a time, a kind and a worker."""

    def __init__(
        self, workers: int, mtbf: float, slice_seconds: float, times: Any, random: np.random.Generator, *servers: float
    ) -> None:
        self.workers, self.mtbf, self.slice, self.times, self.random = workers, mtbf, slice_seconds, times, random
        self.choices: list[float] = times.tolist()
        self.commit_cost, self.task_cost = servers
        self.store_free = self.scheduler_free = 0.0
        self.store_used = self.scheduler_used = 0.0
        self.useful = self.lost = 0.0
        self.slices = self.failures = 0

    def run(self, seconds: float) -> Simulation:
        events = [(float(t), worker, 0.0) for worker, t in enumerate(self.random.random(self.workers))]
        heapq.heapify(events)
        fails_at = self.random.exponential(self.mtbf, self.workers).tolist()
        left = [0.0] * self.workers
        for _ in range(MOST_EVENTS):
            now, worker, worked = heapq.heappop(events)
            if now > seconds:
                break
            if worked and fails_at[worker] < now:
                self.failures += 1
                self.lost += max(0.0, worked - max(0.0, now - fails_at[worker]))
                again = fails_at[worker] + RESTART_SECONDS + NOTICE_SECONDS
                fails_at[worker] = again + float(self.random.exponential(self.mtbf))
                left[worker] = 0.0
                heapq.heappush(events, (max(now, again), worker, 0.0))
                continue
            if worked:
                now = self._commit(now, worked)
            heapq.heappush(events, self._send(now, worker, left))
        else:
            seconds = now
        return self._result(seconds)

    def _commit(self, now: float, worked: float) -> float:
        self.store_free = max(now, self.store_free) + self.commit_cost
        self.store_used += self.commit_cost
        self.useful += worked
        self.slices += 1
        return self.store_free

    def _send(self, now: float, worker: int, left: list[float]) -> tuple[float, int, float]:
        """Grant the next slice: a transaction for the lease, and a task of the scheduler."""
        if left[worker] <= 0:
            left[worker] = self.choices[int(self.random.random() * len(self.choices))]
        self.store_free = max(now, self.store_free) + self.commit_cost
        self.scheduler_free = max(self.store_free, self.scheduler_free) + self.task_cost
        self.store_used += self.commit_cost
        self.scheduler_used += self.task_cost
        work = min(self.slice, left[worker])
        left[worker] -= work
        return self.scheduler_free + work, worker, work

    def _result(self, seconds: float) -> Simulation:
        store, scheduler = min(1.0, self.store_used / seconds), min(1.0, self.scheduler_used / seconds)
        slowest = max(2 * self.commit_cost, self.task_cost)
        per_slice = float(self.times.sum() / np.ceil(self.times / self.slice).sum())
        return Simulation(
            workers=self.workers,
            seconds=seconds,
            slices=self.slices,
            failures=self.failures,
            efficiency=float(self.useful / (self.workers * seconds)),
            lost=float(self.lost / (self.workers * seconds)),
            store_busy=store,
            scheduler_busy=scheduler,
            saturated_by="store" if 2 * self.commit_cost >= self.task_cost else "scheduler",
            saturates_at=max(1, int(per_slice / slowest)),
        )
