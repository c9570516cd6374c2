"""Measures of the engines themselves: the exact kernel next to a plain loop, two threads next to one, tree estimates.

The plain loop is a small C++ program, `core/apps/speed.cpp`, which searches the same tree with the same candidate lists
by plain recursion. `make bench` builds it in `build/speed`; it is not part of the installed package.
"""

from __future__ import annotations

import re
import subprocess
import time
from pathlib import Path

from edgematch import analyse
from edgematch.bench.machine import checkout, cpu_seconds
from edgematch.errors import MissingDependency, SolverFailure
from edgematch.model import Puzzle
from edgematch.model.orders import make_order
from edgematch.search import BEST, COUNT, Can, Limits, Run, Task, make

NODES = 4_000_000
ROUNDS = 6
FIRST_SHARE = 0.05
"""The share of the limit for the search that finds out how many nodes fit into it."""
THREADED = {
    "backtrack": "backtrack",
    "edgecp": "edgecp",
    "breaks": "breaks?preset=blackwood",
    "beam": "beam?width=1000000",
}
"""Solvers whose threads are measured, by the name of the column."""

OUTPUT = re.compile(
    r"plain (?P<plain>[-\d.]+) ns/node, engine (?P<engine>[-\d.]+) ns/node, ratio (?P<ratio>[-\d.]+) "
    r"\(mean of rounds (?P<mean>[-\d.]+)\), nodes (?P<nodes>\d+)"
)


def plain_loop(puzzle: Puzzle, _limits: Limits, *, order: str) -> dict[str, float]:
    """CPU nanoseconds per node of the plain loop and of the engine, in turns in one process, and their ratio."""
    program = _program()
    cells = make_order(order, puzzle.width, puzzle.height).tolist()
    numbers = [
        puzzle.width,
        puzzle.height,
        int(puzzle.framed),
        int(puzzle.turnable),
        *puzzle.pieces.reshape(-1).tolist(),
    ]
    done = subprocess.run(  # noqa: S603 - our own program
        [str(program), str(NODES), str(ROUNDS)], input=" ".join(map(str, [*numbers, *cells])), text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    found = OUTPUT.match(done.stdout)
    if not found:
        raise SolverFailure(f"{program}: {(done.stderr or done.stdout).strip()[-300:]}")
    return {
        "ns per node, plain loop": float(found["plain"]), "ns per node, engine": float(found["engine"]),
        "ratio": float(found["ratio"]),
    }  # fmt: skip


def _program() -> Path:
    program = (checkout() or Path()) / "build" / "speed" / "speed"
    if not program.exists():
        raise MissingDependency(f"the plain loop is not built ({program}): run `make bench` in a checkout")
    return program


def two_threads(puzzle: Puzzle, limits: Limits, *, solver: str) -> dict[str, float]:
    """How many times as fast two threads are by the clock, and nodes per CPU second compared with one thread.

    On a machine that others use too, only the second figure says what the search loses by sharing work.
    """
    seconds = limits.seconds or 60
    rate, _ = _rates(solver, puzzle, Limits(seconds=FIRST_SHARE * seconds))
    nodes = int(seconds / 2 * rate)
    one, two = (_rates(solver, puzzle, Limits(nodes=nodes, threads=threads)) for threads in (1, 2))
    return {"times as fast by the clock": two[0] / one[0], "nodes per CPU second, of one thread's": two[1] / one[1]}


def _rates(solver: str, puzzle: Puzzle, limits: Limits) -> tuple[float, float]:
    """Nodes per second by the clock, and per second of CPU time."""
    goal = COUNT if make(solver).can & Can.PROVE and "preset" not in solver else BEST
    wall, cpu = time.perf_counter(), cpu_seconds()
    nodes = Run(solver, Task(puzzle, goal), limits).outcome.stats.nodes
    return nodes / (time.perf_counter() - wall), nodes / (cpu_seconds() - cpu)


def tree_estimate(puzzle: Puzzle, _limits: Limits) -> dict[str, float]:
    """The estimated number of nodes over the exact one, and whether the interval of the estimate holds it."""
    exact = Run("backtrack", Task(puzzle, COUNT, roots=puzzle.anchors())).outcome.stats.nodes
    estimate = analyse.estimate_tree(puzzle)
    return {
        "estimate / nodes": estimate.nodes / exact,
        "in the interval": float(estimate.low <= exact <= estimate.high),
    }
