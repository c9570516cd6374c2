"""Working on a campaign: workers of a Dask cluster get jobs, and what they report is committed to the store.

The store decides everything; this process only carries. It takes leases on behalf of workers, sends slices to them as
tasks, and commits the reports. It may be killed at any moment, and several may work on one campaign. Workers need no
connection to the store, so that SQLite serves a whole cluster.

Each worker has one slice running and, while there is enough to do, one waiting. Small jobs travel together, as many as
take about a second. Where workers are idle and no job waits, a busy worker is asked to report early, and what remains
of its job is divided.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from distributed import Client, Future, LocalCluster, WorkerPlugin

from edgematch import formats
from edgematch.campaign.bandit import Arm, choose_arm
from edgematch.campaign.plan import BATCH_SECONDS, MOST_IN_BATCH
from edgematch.campaign.worker import SliceRequest, run_slices, stop_slices
from edgematch.errors import EdgeMatchError, StoreError, StoreUnavailable
from edgematch.search import Can, make
from edgematch.store.database.campaigns import Campaign
from edgematch.store.database.jobs import Lease, Slice
from edgematch.store.database.packing import pack
from edgematch.store.database.store import Store

POLL_SECONDS = 0.05
LOOK_SECONDS, MOST_LOOK_SECONDS, LOOK_SHARE = 1.0, 4.0, 0.05
"""How often workers and the state of the campaign are looked at; less often where that takes more than this share."""
SILENT_SECONDS = 8.0
"""A worker whose heartbeat is older than this gets no further jobs."""
REPLACE_SECONDS = 10.0
"""How often workers that died while they started are replaced; Dask itself replaces only those that had started."""
RECONNECT_SECONDS = 60.0
STORE_SECONDS = 300.0
"""How long a store that cannot be used is waited for: its server starts again, or a full disk gets space."""
REPORT_SECONDS = 5.0
"""How long a report is waited for: it is with its worker until it is fetched, and dies with it."""
STOP_SECONDS = 15.0
"""How long reports are waited for after Ctrl-C, a pause or a stop."""
RESTART_BOARDS = 10
KEEP_BELOW_BEST = 2
"""Boards that score this much less than the best are kept too."""


class SchedulerLost(EdgeMatchError, ConnectionError):  # noqa: N818 - reads as what happened
    """The scheduler of the cluster does not answer."""


@dataclass
class Task:
    """Slices on their way: the leases, the worker, and when they are given up."""

    leases: list[Lease]
    worker: str
    deadline: float
    sent: float
    future: Future


@dataclass
class WorkerFacts:
    """A worker of the cluster as its heartbeats show it."""

    name: str
    has_gpu: bool
    last_seen: float
    changed: float
    tasks: set[str] = field(default_factory=set)


class CampaignRun:
    """One process's work on a campaign, until it is done, stopped or interrupted."""

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        connect: Callable[[], Client],
        *,
        replace_workers: Callable[[], object] = lambda: None,
        on_trouble: Callable[[str], object] = lambda problem: None,  # noqa: ARG005
    ) -> None:
        self.store, self.campaign, self._connect, self._replace_workers = store, campaign, connect, replace_workers
        self._on_trouble = on_trouble
        self._replaced = time.monotonic()
        self._client = connect()
        self._tasks: dict[str, Task] = {}
        self._finished: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reported: list[tuple[Lease, Slice]] = []
        self._returned: list[tuple[list[Lease], str, bool]] = []
        self._unavailable_since: float | None = None
        self._workers: dict[str, WorkerFacts] = {}
        self._looked = self._checked = 0.0
        self._look_seconds = LOOK_SECONDS
        self._empty, self._is_short = -1.0, False
        self._scored, self._scores = -1.0, tuple[tuple[str, int | None, int], ...]()
        self._job_seconds = BATCH_SECONDS
        self._number = 0
        self._random = np.random.default_rng()
        can = make(campaign.solver).can
        self._is_splittable = bool(can & (Can.SPLIT | Can.STATE)) or campaign.hunts_score
        self._needs_gpu = bool(can & Can.GPU)
        self._document = formats.dump(campaign.puzzle, "native")
        self._is_stopping = threading.Event()
        self.refused = 0

    def stop(self) -> None:
        """Ask this process to end: running slices report what they have, and it is committed."""
        self._is_stopping.set()

    def run(self, on_look: Callable[[], None] | None = None) -> str:
        """Work until the campaign is done or stopped, `stop` is called, or only failed jobs are left; returns which."""
        ended = ""
        try:
            while not ended:
                try:
                    ended = self._step(on_look)
                    self._unavailable_since = None
                except StoreUnavailable as bad:
                    self._wait_for_store(bad)
        finally:
            self._wind_up()
        return ended

    def _step(self, on_look: Callable[[], None] | None) -> str:
        """Take what was reported, look, and hand out jobs; returns the state in which the work ends, if it does."""
        self._take_reports(POLL_SECONDS)
        if time.monotonic() - self._looked >= self._look_seconds:
            self._look()
            if on_look is not None:
                on_look()
            took = time.monotonic() - self._looked
            self._look_seconds = min(MOST_LOOK_SECONDS, max(LOOK_SECONDS, took / LOOK_SHARE))
        if self.campaign.state in ("done", "stopped") or self._is_stopping.is_set():
            return self.campaign.state
        if self.campaign.state == "ready":
            self._feed()
            if self._is_stuck():
                return "failed"
        return ""

    def _wait_for_store(self, problem: StoreUnavailable) -> None:
        """Wait a second for a store that cannot be used; what workers report meanwhile is written when it can be."""
        now = time.monotonic()
        if self._unavailable_since is None:
            self._unavailable_since = now
            self._on_trouble(f"{problem}; trying again for {STORE_SECONDS:.0f} s")
        if self._is_stopping.is_set() or now - self._unavailable_since > STORE_SECONDS:
            raise StoreUnavailable(
                f"{problem}; all that was committed is kept; continue with: edgematch campaign run {self.campaign.name}"
            ) from problem
        time.sleep(1)

    # the cluster

    def _look(self) -> None:
        """See which workers live, give up what is overdue, and read the state of the campaign."""
        self._looked = time.monotonic()
        try:
            found = self._client.sync(self._client.scheduler.identity, n_workers=-1, callback_timeout=10)["workers"]
        except (OSError, TimeoutError, RuntimeError, KeyError):
            self._reconnect()
            return
        self._update_workers(found)
        if self._looked - self._replaced >= REPLACE_SECONDS:
            self._replaced = self._looked
            self._replace_workers()
        self._give_up_lost()
        before, self.campaign = self.campaign.state, self.store.campaigns.get(self.campaign.name)
        alive = [facts.name for facts in self._workers.values() if self._is_alive(facts)]
        self.store.jobs.see(self.campaign, alive)
        if before == "ready" and self.campaign.state != "ready":
            self._recall()
        elif self.campaign.state == "ready":
            self._share_with_idle()

    def _update_workers(self, found: dict[str, Any]) -> None:
        now = time.monotonic()
        for url in set(self._workers) - set(found):
            del self._workers[url]
        for url, facts in found.items():
            known = self._workers.get(url)
            if known is None:
                name, has_gpu = f"{facts.get('name')}@{url}", bool(facts.get("resources", {}).get("GPU"))
                self._workers[url] = WorkerFacts(name, has_gpu, facts["last_seen"], now)
            elif known.last_seen != facts["last_seen"]:
                known.last_seen, known.changed = facts["last_seen"], now

    def _is_alive(self, facts: WorkerFacts) -> bool:
        return time.monotonic() - facts.changed < SILENT_SECONDS

    def _give_up_lost(self) -> None:
        now = time.monotonic()
        for key, task in list(self._tasks.items()):
            facts = self._workers.get(task.worker)
            if facts is None:
                self._drop_of_dead(key)
            elif now > task.deadline:
                if not self._is_splittable and self._is_alive(facts):
                    self.store.jobs.renew(task.leases)
                    task.deadline = now + self.campaign.lease_seconds
                else:
                    self._drop(key, "the worker did not answer within its lease")

    def _drop_of_dead(self, key: str) -> None:
        """Give back the jobs of a worker that died.

        A job that kills its worker must fail in the end, and one that was only near must not. So a death counts for a
        job that was alone and had begun; jobs that were together, or waited, go alone from now on.
        """
        task = self._tasks[key]
        self._drop(key, "its worker died", is_failure=self._has_begun(task) and len(task.leases) == 1)

    def _has_begun(self, task: Task) -> bool:
        """Whether no older task is with its worker: the others wait there."""
        return all(other.sent >= task.sent for other in self._tasks.values() if other.worker == task.worker)

    def _drop(self, key: str, error: str, *, is_failure: bool = True) -> None:
        """Forget a task and give its jobs back; a late report is refused by the store."""
        task = self._tasks.pop(key)
        if task.worker in self._workers:
            self._workers[task.worker].tasks.discard(key)
        with contextlib.suppress(Exception):
            task.future.cancel()
        self._returned.append((task.leases, error, is_failure))

    def _reconnect(self) -> None:
        """Give all jobs back, then wait for the scheduler to return."""
        for key in list(self._tasks):
            self._drop(key, "the scheduler was lost", is_failure=False)
        self._workers.clear()
        threading.Thread(target=_close, args=(self._client,), daemon=True).start()
        until = time.monotonic() + RECONNECT_SECONDS
        while not self._is_stopping.is_set():
            try:
                self._client = self._connect()
            except (OSError, TimeoutError, RuntimeError):
                if time.monotonic() > until:
                    raise SchedulerLost(
                        f"the scheduler did not answer for {RECONNECT_SECONDS:.0f} s; all that was reported is kept; "
                        f"continue with: edgematch campaign run {self.campaign.name}"
                    ) from None
                time.sleep(1)
            else:
                return

    def _recall(self) -> None:
        """Let running slices report now, and take back those that wait with their workers."""
        for key in [key for key, task in self._tasks.items() if not self._has_begun(task)]:
            self._drop(key, "", is_failure=False)
        self._ask_to_stop(list(self._workers))

    def _ask_to_stop(self, urls: list[str]) -> None:
        """Ask workers to report now; a frozen one must not hold up this process."""
        alive = [url for url in urls if url in self._workers and self._is_alive(self._workers[url])]
        if alive:
            client = self._client

            def ask() -> None:
                with contextlib.suppress(Exception):
                    client.run(stop_slices, workers=alive, on_error="ignore")

            threading.Thread(target=ask, daemon=True).start()

    def _share_with_idle(self) -> None:
        """Where workers are idle, let the one that has been busy longest report, and divide its job."""
        busy = {task.worker: task.sent for task in self._tasks.values()}
        if self._is_splittable and not self.campaign.hunts_score and self._idle() and busy:
            longest = min(busy, key=lambda url: busy[url])
            if time.monotonic() - busy[longest] > LOOK_SECONDS:
                self._ask_to_stop([longest])

    def _idle(self) -> int:
        return sum(1 for facts in self._workers.values() if not facts.tasks and self._is_able(facts))

    def _is_able(self, facts: WorkerFacts) -> bool:
        return self._is_alive(facts) and (facts.has_gpu or not self._needs_gpu)

    # jobs

    def _feed(self) -> None:
        """Give each worker a slice to run, and one to follow while there is enough to do.

        A store without a job that waits is asked again after a report, after a loss, or at the next look.
        """
        if self._empty == self._looked:
            return
        for depth in (0, 1):
            for url, facts in self._workers.items():
                if len(facts.tasks) == depth and self._is_able(facts) and not self._send(url, facts):
                    return
            if self.campaign.hunts_score or not self._is_splittable:
                return

    def _is_stuck(self) -> bool:
        """Whether nothing is left but failed jobs, which `campaign retry` lets wait again; asked when one looked."""
        if self._tasks or self._checked == self._looked:
            return False
        self._checked = self._looked
        totals = self.store.campaigns.totals(self.campaign)
        return bool(totals["failed"]) and not totals["waiting"] and not totals["running"]

    def _send(self, url: str, facts: WorkerFacts) -> bool:
        """Lease jobs for a worker and send them; False when there is none."""
        number = 1
        if not self.campaign.hunts_score:
            number = int(np.clip(BATCH_SECONDS / max(self._job_seconds, 1e-4), 1, MOST_IN_BATCH))
        arm = self._choose_arm() if self.campaign.hunts_score else ""
        leases = self.store.jobs.lease(self.campaign, facts.name, number=number, arm=arm)
        self._is_short = not leases
        if leases:
            self._submit(leases, url, facts)
        else:
            self._empty = self._looked
        return bool(leases)

    def _submit(self, leases: list[Lease], url: str, facts: WorkerFacts) -> None:
        seconds = self.campaign.slice_seconds if self._is_splittable else None
        self._number += 1
        key = f"{self.campaign.name}-{id(self)}-{self._number}-{time.monotonic_ns()}"
        future = self._client.submit(
            run_slices, [self._request(lease) for lease in leases], seconds, key=key, workers=[url], pure=False,
            allow_other_workers=False, retries=0, resources={"GPU": 1} if self._needs_gpu else None,
        )  # fmt: skip
        now = time.monotonic()
        self._tasks[key] = Task(leases, url, now + self.campaign.lease_seconds, now, future)
        facts.tasks.add(key)
        future.add_done_callback(lambda done: self._finished.put(done.key))

    def _request(self, lease: Lease) -> SliceRequest:
        campaign = self.campaign
        arm = Arm.parse(lease.arm or campaign.solver)
        start, keep = b"", None
        if campaign.hunts_score:
            best = self.store.boards.best(campaign.puzzle, RESTART_BOARDS)
            keep = best[0].score - KEEP_BELOW_BEST if best else None
            if arm.from_best and best:
                start = pack([best[int(self._random.integers(len(best)))].board])
        return SliceRequest(
            self._document, campaign.goal, arm.solver, lease.roots, lease.seed, start, keep, lease.solver_state,
            is_attempt=campaign.hunts_score,
        )  # fmt: skip

    def _choose_arm(self) -> str:
        if self._scored != self._looked:
            self._scored, self._scores = self._looked, tuple(self.store.campaigns.arm_scores(self.campaign))
        can_restart = bool(self.store.boards.best(self.campaign.puzzle))
        return choose_arm(self.campaign.arms, self._scores, self._random, can_restart=can_restart)

    def _take_reports(self, wait: float) -> None:
        """Commit all reports that are there, in one transaction; waits a little for the first."""
        keys = []
        with contextlib.suppress(queue.Empty):
            keys.append(self._finished.get(timeout=wait))
            while True:
                keys.append(self._finished.get_nowait())
        for key in keys:
            if key in self._tasks:
                self._take_report(key)
        self._settle()

    def _take_report(self, key: str) -> None:
        task = self._tasks[key]
        if task.future.status != "finished":
            if task.future.status == "cancelled":
                self._drop_of_dead(key)
            else:
                self._drop(key, _error_of(task.future))
            return
        try:
            slices: list[Slice | None] = task.future.result(timeout=REPORT_SECONDS)
        except Exception:  # noqa: BLE001 - the worker died between its report and now, and the report with it
            self._drop(key, "its report was lost", is_failure=False)
            return
        del self._tasks[key]
        facts = self._workers.get(task.worker)
        if facts is not None:
            facts.tasks.discard(key)
        done = [(lease, one) for lease, one in zip(task.leases, slices, strict=True) if one is not None]
        finished = [one.seconds for _, one in done if not one.remaining_count]
        if finished:
            self._job_seconds += 0.2 * (float(np.mean(finished)) - self._job_seconds)
        self._reported += done
        self._returned.append(
            ([lease for lease, one in zip(task.leases, slices, strict=True) if one is None], "", False)
        )
        task.future.release()

    def _settle(self) -> None:
        """Write reports and returned jobs to the store; where it cannot be used they are kept for the next time.

        Writing them twice does no harm: the first time ended their leases.
        """
        if self._reported:
            is_divided = self._is_short and self._is_splittable and not self.campaign.hunts_score
            result = self.store.jobs.commit(self.campaign, self._reported, parts=self._idle() + 1 if is_divided else 1)
            self.refused += len(result.refused)
            self._reported, self._empty = [], -1.0
        while self._returned:
            leases, error, is_failure = self._returned[0]
            self.store.jobs.release(leases, error=error, is_failure=is_failure)
            self._returned, self._empty = self._returned[1:], -1.0

    def _wind_up(self) -> None:
        """Let running slices report, commit what comes, and give the rest back."""
        self._recall()
        until = time.monotonic() + STOP_SECONDS
        with contextlib.suppress(StoreError):
            while self._tasks and time.monotonic() < until:
                self._take_reports(POLL_SECONDS)
            for key in list(self._tasks):
                self._drop(key, "", is_failure=False)
            self._settle()


def _error_of(future: Future) -> str:
    with contextlib.suppress(Exception):
        problem = future.exception(timeout=5)
        return f"{type(problem).__name__}: {problem}"
    return "the task was lost"


def _close(client: Client) -> None:
    with contextlib.suppress(Exception):
        client.close(timeout=2)


class IgnoreInterrupts(WorkerPlugin):  # type: ignore[misc]  # Dask is untyped
    """Ctrl-C on a terminal reaches all processes: it is for the campaign process, not for its workers."""

    name = "ignore-interrupts"

    def setup(self, worker: object) -> None:  # noqa: ARG002 - the signature of the base class
        """Ignore Ctrl-C from now on; workers that replace others do too."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local_cluster(workers: int, *, has_gpu: bool = False, dashboard: bool = True) -> Iterator[LocalCluster]:
    """Worker processes on this machine, reachable from this machine only; one that dies is replaced."""
    import dask

    settings = {
        "distributed.worker.memory.terminate": False,
        "distributed.comm.timeouts.connect": "30s",
        "distributed.scheduler.allowed-failures": 1_000_000,
        "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 65536,
    }
    with dask.config.set(settings):
        cluster = LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", silence_logs=50,
            dashboard_address="127.0.0.1:0" if dashboard else None, resources={"GPU": 1} if has_gpu else None,
        )  # fmt: skip
        try:
            with Client(cluster) as client:
                client.register_plugin(IgnoreInterrupts())
            yield cluster
        finally:
            with contextlib.suppress(Exception):
                cluster.close(timeout=10)
