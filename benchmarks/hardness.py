"""Measure what the documentation claims of generators and analysis; append it to results/hardness.jsonl.

    python benchmarks/hardness.py eternity trees sweep [--save sweep.jsonl]

`eternity`: seconds to make Eternity II style boards. `trees`: estimates against exact node counts on twenty small
puzzles. `sweep`: quartiles of the transition experiment, from its records where they are on file already.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

from edgematch import analyse, generate
from edgematch.bench.machine import facts
from edgematch.search import Goal, Limits, Task, solve

RESULTS = Path(__file__).parent / "results" / "hardness.jsonl"
SMALL = [("two-set", 6, 3, 5), ("two-set", 6, 4, 5), ("eternity", 6, 3, 5), ("two-set", 5, 3, 4)]


def eternity(_save: Path | None):
    """Seconds for one board of each size, best and worst of five seeds."""
    for size, frame, inner in ((16, 5, 17), (20, 6, 22), (32, 9, 38)):
        seconds = []
        for seed in range(5):
            began = time.perf_counter()
            made = generate.make("eternity", size, frame=frame, inner=inner, seed=seed)
            seconds.append(round(time.perf_counter() - began, 4))
            assert analyse.eternity_style(made.puzzle).is_eternity
        yield {"size": size, "frame": frame, "inner": inner, "seconds": [min(seconds), max(seconds)]}


def trees(_save: Path | None):
    """Estimate over exact count, for both ways of estimating, and how often the interval holds the count."""
    for estimate in (analyse.estimate_tree, analyse.estimate_by_dives):
        ratios, inside = [], 0
        for model, size, frame, inner in SMALL:
            for seed in range(5):
                puzzle = generate.make(model, size, frame=frame, inner=inner, seed=seed).puzzle
                task = Task(puzzle, Goal(want=None, boards=False), roots=puzzle.anchors())
                nodes, told = solve(task).stats.nodes, estimate(puzzle)
                ratios.append(told.nodes / nodes)
                inside += told.low <= nodes <= told.high
        factors = [max(r, 1 / r) for r in ratios]
        yield {
            "estimate": estimate.__name__, "instances": len(ratios), "median_factor": round(statistics.median(factors), 4),
            "worst_factor": round(max(factors), 4), "interval_held": inside,
        }  # fmt: skip


def sweep(save: Path | None):
    """Quartiles at each point, the peak, and the prediction."""
    limits = Limits(nodes=200_000_000)
    sizes = [(5, 5), (6, 6)]
    two = analyse.Sweep(sizes=sizes, options={"frame": [3], "inner": range(3, 9)}, limits=limits, backbone=True)
    one = analyse.Sweep(model="one-set", sizes=sizes, options={"colors": range(3, 9)}, limits=limits)
    for experiment in (two, one):
        for curve in analyse.curves(experiment.run(save)):
            yield {
                "model": experiment.model, "curve": curve.label, "axis": curve.axis, "instances": experiment.instances,
                "solver": experiment.solver, "node_limit": limits.nodes, "nodes": curve.quantiles("nodes"),
                "limited": {x: sum(r["stop"] == "limit" for r in records) for x, records in curve.points.items()},
                "backbone": curve.quantiles("backbone"), "peak": curve.peak,
                "predicted": round(analyse.predicted_crossing(curve) or 0, 3),
            }  # fmt: skip


CLAIMS = {"eternity": eternity, "trees": trees, "sweep": sweep}


def main():
    """Run the claims named, append their records, and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", nargs="+", choices=CLAIMS)
    parser.add_argument("--save", type=Path, help="where the records of the sweep are kept")
    chosen = parser.parse_args()
    command = f"python benchmarks/{Path(sys.argv[0]).name} {' '.join(chosen.claims)}"
    for claim in chosen.claims:
        for found in CLAIMS[claim](chosen.save):
            record = {"claim": claim, **found, "command": command, **facts()}
            line = json.dumps(record)
            print(line)
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(line + "\n")


if __name__ == "__main__":
    main()
