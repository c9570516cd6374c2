"""One search for a comparison, in a process of its own: a request on standard input, what it took on standard output.

The file is run by the Python of another commit too, so it uses only what has been in the package all along.
"""

from __future__ import annotations

import json
import resource
import sys
from dataclasses import replace
from typing import Any

from edgematch.bench.instances import load
from edgematch.search import ALL, BEST, COUNT, FIRST, UNIQUE, Limits, Run, Task

GOALS = {"first": FIRST, "all": ALL, "count": COUNT, "unique": UNIQUE, "best": BEST}


def measure(request: dict[str, Any]) -> dict[str, Any]:
    """Do the search; its CPU time excludes imports, which a first search of one node has done."""
    goal = replace(GOALS[request["goal"]], labelled=request["labelled"])
    task = Task(load(request["puzzle"]), goal, seed=request["seed"])
    limits = Limits(seconds=request["seconds"], nodes=request["nodes"], threads=request["threads"])
    _ = Run(request["solver"], task, Limits(nodes=1)).outcome
    before = _cpu_seconds()
    outcome = Run(request["solver"], task, limits).outcome
    best = outcome.best
    return {
        "nodes": outcome.stats.nodes, "count": outcome.count, "score": best.score if best else None,
        "cpu": _cpu_seconds() - before, "error": outcome.error,
    }  # fmt: skip


def _cpu_seconds() -> float:
    """User and system time of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(json.load(sys.stdin))) + "\n")
