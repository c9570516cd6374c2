"""Write benchmarks/signatures.toml anew: what each search counts, to be kept by every change of a hot loop."""

from __future__ import annotations

from pathlib import Path

from edgematch import catalog
from edgematch.search import Goal, Limits, Run, Task

SEARCHES = [
    ("demo-5x5", "backtrack", False, None),
    ("demo-6x6", "backtrack", True, None),
    ("demo-6x6", "backtrack?order=spiral-in", False, None),
    ("demo-6x6", "backtrack?order=zigzag/1m", False, None),
    ("demo-6x6", "backtrack?prune=true", False, None),
    ("demo-6x6", "zla", False, None),
    ("clue1", "backtrack", False, 5_000_000),
    ("clue2", "backtrack?order=column/2", False, 5_000_000),
    ("eternity2", "backtrack", False, 10_000_000),
    ("eternity2-clues", "backtrack?order=clue", False, 10_000_000),
]
HEAD = "# What each search counts. Kept by every change of a hot loop, or the change says why not; written by signatures.py.\n"


def main() -> None:
    text = HEAD
    for puzzle, solver, labelled, limit in SEARCHES:
        if puzzle not in catalog.names():
            continue
        outcome = Run(
            solver, Task(catalog.load(puzzle), Goal(want=None, boards=False, labelled=labelled)), Limits(nodes=limit)
        ).outcome
        lines = {"puzzle": f'"{puzzle}"', "solver": f'"{solver}"', "labelled": str(labelled).lower(), "limit": limit,
                 "count": outcome.count, "nodes": outcome.stats.nodes, "tests": outcome.stats.tests}  # fmt: skip
        text += "\n[[search]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)
    Path(__file__).with_name("signatures.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
