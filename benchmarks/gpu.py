"""Measure the GPU engine: `python benchmarks/gpu.py SUITE... --data FOLDER --out FILE`, one JSON line a run.

`owen6`, `owen7`: Owen's sets; `benoist7`: E_7_1 to E_7_3; `benoist48`: all 48; `smoke`: seconds on any device. Golden
numbers are checked where they are known, and a run that misses one makes the whole fail. Needs numpy and CuPy alone, so
that it runs from the source tree: `PYTHONPATH=src python benchmarks/gpu.py owen7`. `--orders benchmarks/benoist48-orders.json`
fills each of Benoist's instances in the order that `order=auto` chose for it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from edgematch import formats
from edgematch.search import Goal, Limits, Run, Task

# Solutions and nodes, labelled; of Benoist's instances with `order=row/1` from the corner that their hint fixes, as
# `backtrack` counts them (the literature fixes the first corner piece of the file: see tests/golden).
GOLDEN = {
    "owen/set1/06x06.txt": (260, 69_284_103),
    "owen/set2/06x06.txt": (160, 44_024_849),
    "owen/set1/07x07.txt": (25_188, 250_680_069_989),
    "benoist48/E_7_1.b6i6.nohint": (1, 159_156_829),
    "benoist48/E_7_2.b6i6.nohint": (8, 1_076_409_674),
    "benoist48/E_7_3.b6i6.nohint": (12, 3_236_732_505),
}
SUITES = {
    "smoke": ["owen/set1/05x05.txt"],
    "owen6": ["owen/set1/06x06.txt", "owen/set2/06x06.txt"],
    "owen7": ["owen/set1/07x07.txt"],
    "benoist7": [name for name in GOLDEN if name.startswith("benoist48")],
    "benoist48": [],
}


def device_name(spec):
    if "device=cpu" in spec:
        return "cpu"
    import cupy

    return cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()


def commit():
    done = subprocess.run(["git", "describe", "--always", "--dirty"], check=False, capture_output=True, text=True)
    return os.environ.get("EDGEMATCH_COMMIT") or done.stdout.strip()


def in_order(spec, name, orders):
    """The solver string; Benoist's instances, whose fixed corner is at the bottom left, are filled from there."""
    if not name.startswith("benoist48") or "order=" in spec:
        return spec
    order = orders.get(Path(name).name.split(".")[0], "row/1")
    return f"{spec}{'&' if '?' in spec else '?'}order={order}"


def measure(path, name, spec, *, limits, boards, labelled):
    puzzle = formats.load(path)
    outcome = Run(spec, Task(puzzle, Goal(want=None, boards=boards, labelled=labelled)), limits).outcome
    golden = GOLDEN.get(name) if "order=" not in spec or spec.endswith("order=row/1") else None
    stats = outcome.stats
    return {
        "puzzle": name, "solver": spec, "boards": boards, "labelled": labelled, "status": outcome.status.value, "count": outcome.count,
        "nodes": stats.nodes, "seconds": round(stats.seconds, 4), "rate": round(stats.nodes / stats.seconds),
        "golden": None if golden is None or not labelled else (outcome.count, stats.nodes) == golden,
        "error": outcome.error, "details": stats.details,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", choices=SUITES)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("EDGEMATCH_DATA", "../shared/data")))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--solver", default="gpu")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--nodes", type=int, help="of each search; few are enough to have all kernels compiled")
    parser.add_argument("--orders", type=Path, help="a JSON file of orders by instance")
    parser.add_argument("--part", default="0/1", help="i/n: every n-th puzzle from the i-th on")
    parser.add_argument("--boards", action="store_true", help="list the answers instead of counting them")
    parser.add_argument("--unlabelled", action="store_true", help="boards that look alike are one answer")
    parser.add_argument("--repeat", type=int, default=1)
    told = parser.parse_args()
    facts = {"device": device_name(told.solver), "commit": commit(), "command": " ".join(sys.argv)}
    orders = json.loads(told.orders.read_text(encoding="utf-8")) if told.orders else {}
    first, step = map(int, told.part.split("/"))
    missed = 0
    for suite in told.suites:
        names = SUITES[suite] or sorted(f"benoist48/{p.name}" for p in (told.data / "benoist48").glob("*.nohint"))
        for name in names[first::step] * told.repeat:
            date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            row = measure(
                told.data / name,
                name,
                in_order(told.solver, name, orders),
                limits=Limits(seconds=told.seconds, nodes=told.nodes),
                boards=told.boards,
                labelled=not told.unlabelled,
            )
            missed += row["golden"] is False
            print(json.dumps(row), flush=True)
            if told.out:
                with told.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"date": date} | facts | row) + "\n")
    sys.exit(min(missed, 1))


if __name__ == "__main__":
    main()
