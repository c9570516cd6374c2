"""Measure break-tolerant search on a device: `python benchmarks/gpu_score.py SPEC... --seconds 60 --out FILE`.

One JSON line a solver string: how many boards of each score it completed, how many placements each stage made, and the boards
from `--list` on, each scored again by the model. Needs numpy, SciPy and CuPy alone, so that it runs from the source tree:
`PYTHONPATH=src python benchmarks/gpu_score.py 'gpu-breaks?keep=464'`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from gpu import commit, device_name

from edgematch import catalog
from edgematch.model import Board
from edgematch.search import BEST, Limits, Note, Progress, Run, Task


def listed(events, puzzle):
    """The boards among the notes, scored again; progress goes to stderr."""
    for event in events:
        if isinstance(event, Note) and event.text.startswith("board of"):
            board = Board(puzzle, [int(word) for word in event.text.split(":")[1].split()])
            claimed = int(event.text.split(":")[0].split()[-1])
            assert board.score == claimed, (board.score, claimed)
            assert not board.faults(), board.faults()
            yield board
        elif isinstance(event, Progress):
            print(
                json.dumps({"seconds": round(event.stats.seconds, 1)} | event.stats.details),
                file=sys.stderr,
                flush=True,
            )


def measure(spec, puzzle, told, *, seed):
    full = f"{spec}{'&' if '?' in spec else '?'}note={told.list}" if told.list else spec
    search = Run(
        full, Task(puzzle, BEST, seed=seed), Limits(seconds=told.seconds, nodes=told.nodes), progress_every=told.every
    )
    boards = list(listed(search, puzzle))
    outcome = search.outcome
    stats, best = outcome.stats, outcome.best
    return {
        "puzzle": puzzle.name, "solver": full, "seed": seed, "best": None if best is None else best.score,
        "nodes": stats.nodes, "seconds": round(stats.seconds, 3), "rate": round(stats.nodes / stats.seconds),
        "details": stats.details, "error": outcome.error,
        "boards": [
            {"score": board.score, "placements": board.placements.tolist()}
            for board in sorted({*boards, *([best] if best else [])}, key=lambda board: -board.score)[:200]
        ],
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--puzzle", default="eternity2-start")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", type=int, default=0, help="score from which every board is listed")
    parser.add_argument("--every", type=float, help="seconds between lines of progress")
    parser.add_argument("--out", type=Path)
    told = parser.parse_args()
    puzzle = catalog.load(told.puzzle)
    for spec in told.specs:
        date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        row = measure(spec, puzzle, told, seed=told.seed)
        facts = {"date": date, "device": device_name(spec), "commit": commit(), "command": " ".join(sys.argv)}
        print(json.dumps({key: value for key, value in row.items() if key != "boards"}), flush=True)
        if told.out:
            with told.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(facts | row) + "\n")


if __name__ == "__main__":
    main()
