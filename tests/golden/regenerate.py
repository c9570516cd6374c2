"""Write golden files again after a wanted change: `python -m tests.golden.regenerate laws signatures`.

`laws`: which laws each solver is tried on, by puzzle (tests/golden/laws.json). `signatures`: what each search counts
(benchmarks/signatures.toml). Look at the difference before you commit it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from edgematch import catalog
from edgematch.search import Goal, Limits, Run, Task
from edgematch.testing.laws import cases

LAWS = Path(__file__).parent / "laws.json"
SIGNATURES = Path(__file__).parents[2] / "benchmarks" / "signatures.toml"
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
    ("eternity2", "breaks", False, 10_000_000),
    ("demo-5x5", "breaks", False, None),
    ("demo-5x5", "edgecp", False, None),
    ("demo-5x5", "mac", False, None),
    ("demo-5x5", "pla", False, None),
    ("demo-5x5", "colorpair", False, None),
    ("demo-6x6", "edgecp", False, None),
    ("demo-6x6", "hybrid", False, None),
]
"""Puzzle, solver, whether identical pieces are counted apart, and the limit on nodes."""

HEAD = "# What each search counts. A change of a hot loop keeps every number, or its commit says why not.\n"


def write_laws() -> None:
    """The cases of every solver, one line for each law."""
    from tests.conformance.test_solvers import SPECS

    solvers = []
    for spec in SPECS:
        lines = [f"    {json.dumps(law)}: {json.dumps(kinds)}" for law, kinds in cases(spec).items()]
        solvers.append(f"  {json.dumps(spec)}: {{\n" + ",\n".join(lines) + "\n  }")
    LAWS.write_text("{\n" + ",\n".join(solvers) + "\n}\n", encoding="utf-8")


def write_signatures() -> None:
    """The counters of every search."""
    text = HEAD
    for puzzle, solver, labelled, limit in SEARCHES:
        task = Task(catalog.load(puzzle), Goal(want=None, boards=False, labelled=labelled))
        outcome = Run(solver, task, Limits(nodes=limit)).outcome
        lines = {"puzzle": f'"{puzzle}"', "solver": f'"{solver}"', "labelled": str(labelled).lower(), "limit": limit,
                 "count": outcome.count, "nodes": outcome.stats.nodes, "tests": outcome.stats.tests}  # fmt: skip
        text += "\n[[search]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items() if value is not None)
    SIGNATURES.write_text(text, encoding="utf-8")


WRITERS = {"laws": write_laws, "signatures": write_signatures}

if __name__ == "__main__":
    chosen = sys.argv[1:]
    if not chosen or set(chosen) - WRITERS.keys():
        sys.exit(f"usage: python -m tests.golden.regenerate [{' | '.join(WRITERS)}]...")
    for name in chosen:
        WRITERS[name]()
