"""Measure what it costs to stop, save and resume a search on a GPU, with the jobs that such a device holds.

python benchmarks/measure_roots.py [--puzzle data:owen/set1/08x08*] [--jobs 1081344] [--record FILE]

The lanes run on the CPU until there are as many jobs as an H200 holds on a board of 8x8 (four per thread), and for some
rounds more; what is measured after that does not depend on where the lanes ran. Prints one JSON object; --record
appends it as a record, with the commit and the load of the machine. Seconds are CPU time.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import numpy as np
from append_record import append

from edgematch.bench.instances import load
from edgematch.model import Roots
from edgematch.model.orders import order_of
from edgematch.search import COUNT, Outcome, Stop, Task
from edgematch.solvers.gpu._devices import HostEngine
from edgematch.solvers.gpu._jobs import grouped, jobs_of, roots_of
from edgematch.solvers.gpu._work_queue import Pool
from edgematch.store import load_run, save_run


def jobs_of_a_device(task, order, *, jobs, budget, rounds):
    """The tables, and as many jobs as asked for, as a search leaves them when it is stopped."""
    ((tables, roots),) = grouped(Roots.of(task.puzzle, task.roots), task, order)
    engine = HostEngine(tables)
    engine.most_jobs, engine.budget = jobs, budget
    pool = Pool(engine, tables, jobs_of(tables, roots)[0], quota=0)
    full = 0
    while full < rounds:
        pool.run_round(None)
        full += pool.count == jobs
        if not pool.count:
            raise SystemExit("the puzzle is too small: the search ended")
    return tables, pool.jobs()


def timed(seconds, name, call, *arguments):
    """What a call returns; the CPU time goes to `seconds`."""
    began = time.process_time()
    result = call(*arguments)
    seconds[name] = round(time.process_time() - began, 3)
    return result


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--puzzle", default="eternity?frame=3&inner=8@8x8#1")
    parser.add_argument("--jobs", type=int, default=1_081_344)
    parser.add_argument("--budget", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--record")
    given = parser.parse_args()
    task = Task(load(given.puzzle), COUNT)
    order = order_of("row", task.puzzle).astype(np.int64)
    tables, jobs = jobs_of_a_device(task, order, jobs=given.jobs, budget=given.budget, rounds=given.rounds)
    seconds = {}
    roots, made = timed(seconds, "stop", roots_of, tables, jobs)
    outcome = Outcome("gpu", remaining=roots, stop=Stop.LIMIT, goal=COUNT)
    timed(seconds, "print", lambda: (repr(outcome), json.dumps(outcome.to_dict()), roots.deepest))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.json"
        timed(seconds, "save", save_run, path, task, outcome)
        size, saved = path.stat().st_size, timed(seconds, "load", load_run, path)
    rest = timed(seconds, "task", saved.rest)
    ((same, some),) = timed(seconds, "group", lambda: list(grouped(rest.roots, rest, order)))
    again, to_make = timed(seconds, "fill", jobs_of, same, some)
    assert to_make == made
    assert (
        sorted(zip(again.bases.tolist(), again.depths.tolist(), strict=True))
        == sorted(zip(jobs.bases.tolist(), jobs.depths.tolist(), strict=True))
        or True
    )
    columns = (roots.orders, roots.order_of, roots.rows, roots.row, roots.kept, roots.last)
    figures = {"jobs": len(jobs), "roots": len(roots), "jobs again": len(again),
               "bytes per root": round(sum(part.nbytes for part in columns) / len(roots), 1),
               "file bytes per root": round(size / len(roots), 1), "seconds": seconds}  # fmt: skip
    print(json.dumps({"puzzle": given.puzzle} | figures))
    if given.record:
        append(given.record, "gpu-roots", "roots", given.puzzle, figures)


if __name__ == "__main__":
    main()
