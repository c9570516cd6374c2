"""Study the lanes of `gpu-breaks` on the processor: `python benchmarks/gpu_lanes.py 'gpu-breaks?unlocks=...' --out FILE`.

Explorers run until they have made `--strict` placements, then followers below a sample of the arrivals, each to its end. One
JSON line a solver string: what an arrival at the cut costs as explorers grow older, and what followers bring: arrivals at
the last cells by breaks, and by how long they followed. Compare lines with the same seed: they differ by what is asked.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
from gpu import commit

from edgematch import catalog
from edgematch.model import Board
from edgematch.search import make
from edgematch.solvers.gpu._break_lanes import Batch, HostLanes
from edgematch.solvers.gpu._break_tables import BREAKING
from edgematch.solvers.gpu.gpu_breaks import Hunt
from edgematch.solvers.score._recipes import chosen_recipe

PARTS = 6
LENGTHS = (1_000, 10_000, 100_000, 1_000_000, 1 << 62)


def explore(pool, placements):
    """The arrivals of explorers, and what one cost in each part of their time."""
    arrivals, costs, before = [], [], (0, 0)
    for part in range(1, PARTS + 1):
        while pool.tally.nodes["strict"] < placements * part / PARTS:
            arrivals.append(pool.explore(None)[0])
        now = (pool.tally.nodes["strict"], pool.tally.arrivals)
        costs.append(round((now[0] - before[0]) / max(1, now[1] - before[1])))
        before = now
    return np.concatenate(arrivals, axis=1), costs


def follow(pool, arrivals, *, most):
    """Below each arrival: the placements made, and the paths to the last cells with the arrival each comes from."""
    end, count = pool.stages[BREAKING].end, arrivals.shape[1]
    paths, depths = np.zeros((end, count), dtype=np.uint16), np.full(count, len(arrivals), dtype=np.int32)
    paths[: len(arrivals)] = arrivals
    placements, busy, ends, whose = np.zeros(count, dtype=np.int64), np.arange(count), [], []
    while len(busy):
        batch = Batch(np, (end, len(busy)), answers=(32, end - len(arrivals)))
        batch.paths[:], batch.depths[:], batch.bases[:] = paths[:, busy], depths[busy], len(arrivals)
        pool.lanes[BREAKING].run(batch, count=len(busy), budget=32_768)
        jobs, places = (np.arange(32)[None] < batch.found[:, None]).nonzero()
        ends.append(np.concatenate([arrivals[:, busy[jobs]].T, batch.answers[jobs, places]], axis=1))
        whose.append(busy[jobs])
        paths[:, busy], depths[busy] = batch.paths, batch.depths
        placements[busy] += batch.nodes
        busy = busy[(batch.depths >= 0) & (placements[busy] < most)]
    return placements, np.concatenate(ends), np.concatenate(whose)


def measure(spec, puzzle, told):
    options = make(spec).options
    hunt = Hunt(puzzle.start(), chosen_recipe(options, puzzle), options, HostLanes, seed=told.seed)
    pool = hunt.pool
    arrivals, costs = explore(pool, told.strict)
    chosen = np.random.default_rng(told.seed).permutation(arrivals.shape[1])[: told.arrivals]
    placements, paths, whose = follow(pool, arrivals[:, chosen], most=options.follow)
    breaks = [Board(puzzle, board).breaks for board in pool.tables.boards(paths.T)]
    length, brought = np.searchsorted(LENGTHS, placements, side="right"), np.bincount(whose, minlength=len(placements))
    return {
        "puzzle": puzzle.name, "solver": spec, "seed": told.seed, "strict": pool.tally.nodes["strict"],
        "arrivals": pool.tally.arrivals, "placements_per_arrival": costs, "starts": pool.tally.starts,
        "shared": pool.tally.shared, "followed": len(chosen), "breaking": int(placements.sum()),
        "last_arrivals": {str(n): breaks.count(n) for n in sorted(set(breaks))},
        "by_length": [
            {"below": most, "arrivals": int((length == i).sum()), "breaking": int(placements[length == i].sum()),
             "last_arrivals": int(brought[length == i].sum())}
            for i, most in enumerate(LENGTHS)
        ],
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="+", help="with jobs=, such as 'gpu-breaks?device=cpu&jobs=150'")
    parser.add_argument("--puzzle", default="eternity2-start")
    parser.add_argument("--strict", type=float, default=1e9, help="placements of all explorers")
    parser.add_argument("--arrivals", type=int, default=100_000, help="of which followers are run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    told = parser.parse_args()
    puzzle = catalog.load(told.puzzle)
    for spec in told.specs:
        start = time.process_time()
        row = measure(spec, puzzle, told) | {"seconds_at_work": round(time.process_time() - start, 1)}
        print(json.dumps(row), flush=True)
        if told.out:
            facts = {"date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": commit()}
            with told.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(facts | {"command": " ".join(sys.argv)} | row) + "\n")


if __name__ == "__main__":
    main()
