"""Run a campaign again and again while its processes are killed and frozen; the sum must be exact every time.

    EDGEMATCH_DATA=... python benchmarks/soak_campaign.py --minutes 30 [--store postgresql+psycopg://...] [--scheduler]

Each round cuts Owen's 6x6 of set 1 into 500 jobs for two workers. A random worker gets SIGKILL every three seconds; once
per round a worker is frozen for longer than its lease, and once the campaign process is killed. With --scheduler the
workers belong to a scheduler of their own, which is killed once too. The store `postgresql` is a server that the script
starts. --record FILE appends one JSON line for the whole soak. A kill waits until something was committed since the
one before, for at most a minute: on a busy machine a worker may take longer than three seconds to start.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import socket
import subprocess
import sys
import time
import uuid
from collections import Counter
from pathlib import Path

import psutil
from measure_campaign import database, record

from edgematch import catalog
from edgematch.campaign import plan, status
from edgematch.store import open_store

EXPECTED = (260, 69_284_103)
FROZEN_SECONDS, LEASE_SECONDS = 8.0, 6.0
MOST_PATIENCE = 60.0
"""How long a kill waits for a commit since the one before."""
ROUND_SECONDS = 1200


class Cluster:
    """The processes of one round."""

    def __init__(self, url, name, *, own_scheduler):
        self.url, self.name, self.port = url, name, free_port() if own_scheduler else None
        self.scheduler = self.start_scheduler() if own_scheduler else None
        self.workers = self.start_workers() if own_scheduler else []
        self.campaign = self.start_campaign()

    def start_scheduler(self):
        words = ["--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"]
        return quiet(sys.executable, "-m", "distributed.cli.dask_scheduler", *words)

    def start_workers(self):
        words = [f"tcp://127.0.0.1:{self.port}", "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
        return [quiet(sys.executable, "-m", "distributed.cli.dask_worker", *words)]

    def start_campaign(self):
        where = ["--scheduler", f"tcp://127.0.0.1:{self.port}"] if self.port else ["--workers", "2"]
        return quiet(sys.executable, "-m", "edgematch", "campaign", "run", self.name, "--store", self.url, *where)

    def worker_processes(self):
        found = []
        for parent in self.workers or [self.campaign]:
            with contextlib.suppress(psutil.Error):
                found += psutil.Process(parent.pid).children(recursive=True)
        return [one for one in found if "spawn_main" in words_of(one)]

    def kill_campaign(self):
        self.campaign.kill()
        self.campaign.wait()
        self.campaign = self.start_campaign()

    def kill_scheduler(self):
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self.start_scheduler()

    def keep_up(self):
        """Start again what has ended by itself."""
        if self.campaign.poll() is not None:
            self.campaign = self.start_campaign()
        if self.workers and self.workers[0].poll() is not None:
            self.workers = self.start_workers()

    def close(self):
        for process in [self.campaign, *self.workers, *filter(None, [self.scheduler])]:
            with contextlib.suppress(psutil.Error):
                for child in psutil.Process(process.pid).children(recursive=True):
                    child.kill()
            process.kill()
            process.wait()


def quiet(*words):
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def words_of(process):
    with contextlib.suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def one_round(store, url, *, own_scheduler, every):
    """One campaign under fire; what was done to it, and its sum."""
    name = f"soak-{uuid.uuid4().hex[:8]}"
    puzzle = catalog.load_puzzle("owen/set1/06x06.txt")
    plan(store, name, puzzle, jobs=500, labelled=True, slice_seconds=1.0, lease_seconds=LEASE_SECONDS)
    cluster = Cluster(url, name, own_scheduler=own_scheduler)
    done = {"kills": 0, "freezes": 0, "thawed in time": 0, "campaign kills": 0, "scheduler kills": 0}
    until, killed_at, thawed_at, frozen = time.monotonic() + ROUND_SECONDS, time.monotonic(), 0.0, None
    nodes_then = status(store, name).nodes
    try:
        while status(store, name).state != "done" and time.monotonic() < until:
            time.sleep(0.3)
            cluster.keep_up()
            now, facts = time.monotonic(), status(store, name)
            share = facts.share
            alive = [one for one in cluster.worker_processes() if one != frozen]
            if frozen is not None and now > thawed_at:
                with contextlib.suppress(psutil.Error):
                    frozen.resume()
                    done["thawed in time"] += 1
                frozen = None
            has_moved = facts.nodes > nodes_then or now > killed_at + MOST_PATIENCE
            if alive and now > killed_at + every and has_moved:
                killed_at, nodes_then = now, facts.nodes
                with contextlib.suppress(psutil.Error):
                    random.choice(alive).kill()
                    done["kills"] += 1
            elif alive and share > 0.1 and not done["freezes"]:
                with contextlib.suppress(psutil.Error):
                    frozen, thawed_at = random.choice(alive), now + FROZEN_SECONDS
                    frozen.suspend()
                    done["freezes"] += 1
            if share > 0.4 and not done["campaign kills"]:
                cluster.kill_campaign()
                done["campaign kills"] += 1
            if own_scheduler and share > 0.6 and not done["scheduler kills"]:
                cluster.kill_scheduler()
                done["scheduler kills"] += 1
    finally:
        cluster.close()
    end = status(store, name)
    return done, (end.count, end.nodes), end.state


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--store", default="sqlite:///soak.db")
    parser.add_argument("--scheduler", action="store_true")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between kills of workers")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    began, rounds, sums = time.monotonic(), 0, Counter()
    with database(given.store) as url, open_store(url) as store:
        while time.monotonic() < began + 60 * given.minutes or not rounds:
            began_round = time.monotonic()
            done, total, state = one_round(store, url, own_scheduler=given.scheduler, every=given.every)
            rounds, sums = rounds + 1, sums + Counter(done)
            took = round(time.monotonic() - began_round)
            print(f"round {rounds}: {state}, {total[0]} solutions, {total[1]:,} nodes, {took} s; {done}", flush=True)
            if total != EXPECTED or state != "done":
                sys.exit(f"expected {EXPECTED}")
        kind = url.partition(":")[0].partition("+")[0]
    facts = {
        "soak": kind,
        "kill_every": given.every,
        "minutes": round((time.monotonic() - began) / 60, 1),
        "rounds": rounds,
        "wrong": 0,
    } | sums
    print(json.dumps(facts))
    if given.record:
        record(given.record, facts)


if __name__ == "__main__":
    main()
