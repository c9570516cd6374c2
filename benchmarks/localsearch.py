"""Measure local search: exchanges and reassignments a second, and who fills a region fastest; append to results/localsearch.jsonl.

    python benchmarks/localsearch.py rates [--rounds 5]
    python benchmarks/localsearch.py regions [--rounds 3]

All times are processor time of this process on one thread, since the machine may be shared; of several rounds the median.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

from edgematch import catalog, native
from edgematch.bench.machine import facts
from edgematch.search import BEST, Limits, Run, Task
from edgematch.search.control import Control
from edgematch.solvers.localsearch._regions import ENGINES, make_filler, missing_for, parse_regions

RESULTS = Path(__file__).parent / "results" / "localsearch.jsonl"
WALK_STEPS = 10_000_000
TEMPERATURES = (1.0, 0.35, 0.25, 0.17)
"""From a liquid to a frozen board."""


def timed(work):
    """Processor seconds of some work."""
    before = time.process_time()
    work()
    return time.process_time() - before


def chain_of(puzzle, seed):
    control = Control(Task(puzzle, BEST), Limits(), lambda _: None)
    return native.LocalSearch(
        native.compiled(puzzle), fixed=puzzle.start().placements, seed=seed, control=native.control_for(control)
    )


def rates(rounds):
    """Million exchanges a second of the walk at several temperatures, of TSR, and thousand steps a second of TA."""
    puzzle = catalog.get("eternity2")
    seen = {}
    for seed in range(rounds):
        chain = chain_of(puzzle, seed)
        for temperature in TEMPERATURES:
            spent = timed(lambda t=temperature, c=chain: c.anneal(steps=WALK_STEPS, temperature=t, focus=0.0))
            seen.setdefault(f"walk at {temperature}, M/s", []).append(WALK_STEPS / spent / 1e6)
        chain.scatter()
        before = chain.evaluations
        spent = timed(chain.descend)
        seen.setdefault("TSR pairs with all turns, M/s", []).append((chain.evaluations - before) / spent / 1e6)
        spent = timed(lambda c=chain: c.reassign(k=16, steps=20_000))
        seen.setdefault("TA steps of 16 cells, k/s", []).append(20 / spent)
    return {"claim": "rates", "puzzle": "eternity2"} | {
        name: round(statistics.median(v), 1) for name, v in seen.items()
    }


def regions(rounds):
    """Seconds to build a 10x10 board row by row, and the score, by who fills a row."""
    puzzle, told = catalog.get("demo-10x10"), {}
    for by in ENGINES:
        if missing_for(by):
            continue
        spent, scores = [], []
        for seed in range(rounds):
            outcome = []
            task = Task(puzzle, BEST, seed=seed)
            spent.append(timed(lambda t=task, o=outcome, b=by: o.append(Run(f"milp-greedy?by={b}", t).outcome)))
            scores.append(outcome[0].best.score)
        told[by] = {"seconds": round(statistics.median(spent), 3), "scores": scores}
    native = told["native"]["seconds"]
    ratios = {by: round(row["seconds"] / native, 1) for by, row in told.items()}
    return {"claim": "regions", "puzzle": "demo-10x10", "by": told, "times as long as native": ratios} | agreement(
        puzzle
    )


def agreement(puzzle):
    """Breaks of the best second row, given the first: the same whoever fills it."""
    control = Control(Task(puzzle, BEST), Limits(), lambda _: None)
    first, second = parse_regions("1", puzzle)[:2]
    board = make_filler("native", control, seed=1, nodes=10**9).best(puzzle.start(), first)
    breaks = {
        by: make_filler(by, control, seed=1, nodes=10**9).best(board, second).breaks
        for by in ENGINES
        if not missing_for(by)
    }
    return {"breaks of the second row": breaks}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claim", choices=["rates", "regions"])
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    row = {"rates": rates, "regions": regions}[args.claim](args.rounds)
    row |= {"rounds": args.rounds, "command": f"python benchmarks/localsearch.py {' '.join(sys.argv[1:])}"} | facts()
    with RESULTS.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")
    print(json.dumps(row, indent=1))


if __name__ == "__main__":
    main()
