"""Measure the score engines: the best board within a limit, re-scored by the model; append it to results/score.jsonl.

    python benchmarks/score.py pinned10 free start clues meta [--seconds 60] [--clock cpu] [--seeds 2] [--threads 1]
    python benchmarks/score.py speed
    python benchmarks/score.py table              all records as a Markdown table

`--clock cpu` counts the seconds that the process itself was given by a busy machine instead of those on the wall; both
are in every record. Reference data is looked for as the tests do (EDGEMATCH_DATA, else ../shared/data).
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path

from edgematch import catalog, formats
from edgematch.bench.machine import facts
from edgematch.model import Board
from edgematch.search import ALL, BEST, Limits, Run, Task

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "score.jsonl"
DATA = Path(os.environ.get("EDGEMATCH_DATA", HERE.parents[1] / "shared" / "data"))

GROUPS = {
    "pinned10": [f"pinned10/variant_{n:02d}.json" for n in range(10)],
    "free": ["eternity2"],
    "start": ["eternity2-start"],
    "clues": ["eternity2-clues"],
    "meta": [f"meta2010/meta_{n}x{n}.txt" for n in (10, 12, 14, 16)],
}


def puzzle_of(name):
    return catalog.load_puzzle(str(DATA / name) if "/" in name else name)


def measure(name, seed, args):
    """One search and what came of it; the score is the model's, of the board read back from its address."""
    puzzle = puzzle_of(name)
    wall, cpu = time.time(), time.process_time()
    task, limits = (
        Task(puzzle, BEST, seed=seed),
        Limits(seconds=args.seconds, threads=args.threads, clock=args.clock),
    )
    outcome = Run(args.solver, task, limits).outcome
    spent = {"wall": round(time.time() - wall, 1), "cpu": round(time.process_time() - cpu, 1)}
    board = outcome.best
    url = formats.dump(board, "bucas").strip()
    again = Board(puzzle, formats.load_board(url, puzzle=puzzle).placements)
    assert again.is_complete
    assert not again.faults()
    return {
        "puzzle": name, "solver": outcome.solver, "seed": seed, "score": again.score, "edges": puzzle.edges,
        "limit": args.seconds, "clock": args.clock, "threads": args.threads, "spent": spent,
        "nodes": outcome.stats.nodes, "url": url,
    }  # fmt: skip


def speed(_args):
    """Placements a CPU second of `breaks` while no break is allowed, against `backtrack` on the same tree."""
    rates = {"backtrack": [], "breaks": []}
    for _ in range(5):
        for spec, seen in rates.items():
            cpu = time.process_time()
            outcome = Run(spec, Task(catalog.get("eternity2"), ALL), Limits(nodes=100_000_000)).outcome
            seen.append(outcome.stats.nodes / (time.process_time() - cpu) / 1e6)
    middle = {spec: round(statistics.median(seen), 1) for spec, seen in rates.items()}
    return {"million_a_second": middle, "ratio": round(middle["breaks"] / middle["backtrack"], 3)}


def append(row):
    row |= {"command": "python benchmarks/" + " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])} | facts()
    with RESULTS.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")
    print(row["claim"], row.get("puzzle", ""), row.get("seed", ""), row.get("score", row.get("ratio")), flush=True)


def table():
    """One row for each puzzle (the ten variants are one) and limit: every score on record."""
    rows = {}
    for row in map(json.loads, RESULTS.read_text(encoding="utf-8").splitlines()):
        if "score" in row:
            name = row["puzzle"] if row["claim"] != "pinned10" else f"pinned10, seed {row['seed']}"
            key = (Path(name).stem, row["solver"], row["limit"], row["threads"], row["clock"])
            rows.setdefault(key, []).append(row["score"])
    print("| puzzle | solver | limit | scores | mean | best |\n" + "|" + " --- |" * 6)
    for (name, solver, limit, threads, clock), scores in sorted(rows.items()):
        said = f"{limit:g} s{' of processor time' if clock == 'cpu' else ''}, {threads} thread{'s' * (threads > 1)}"
        listed = " ".join(map(str, scores))
        print(f"| {name} | `{solver}` | {said} | {listed} | {statistics.mean(scores):.1f} | {max(scores)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", nargs="+", choices=[*GROUPS, "speed", "table"])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--only", default="", help="measure only puzzles whose name contains this")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--solver", default="hunt")
    args = parser.parse_args()
    for claim in args.claims:
        if claim == "table":
            table()
            continue
        if claim == "speed":
            append({"claim": claim} | speed(args))
            continue
        for seed in range(args.first_seed, args.first_seed + args.seeds):
            for name in filter(lambda name: args.only in name, GROUPS[claim]):
                append({"claim": claim} | measure(name, seed, args))


if __name__ == "__main__":
    main()
