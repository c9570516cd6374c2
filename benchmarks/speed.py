"""The exact engine beside a plain recursive loop over the same lists: nanoseconds a node and their ratio, in one run.

    python benchmarks/speed.py               Eternity II in row order; then every order at every size from 4x4 to 20x20
    python benchmarks/speed.py --quick       Eternity II in row order only
    python benchmarks/speed.py --threads     one thread beside two, on a search of half a minute (`--seconds S` for another length)
    python benchmarks/speed.py --report      writes results/speed.md from the records

Builds the small program core/apps/speed.cpp. The engine and the loop take turns on the same tree; the clock is processor time, and
the best round of each counts, since others may use the machine too. A tree
that ends early is searched again and again, set-up and all. Records are added to results/speed.jsonl.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from edgematch import catalog
from edgematch.bench.machine import commit, facts
from edgematch.generate import configure, make
from edgematch.model import Puzzle
from edgematch.model.orders import SHAPES, make_order
from edgematch.search import Goal, Limits, Run, Task

HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "speed"
RECORDS = HERE / "results" / "speed.jsonl"
TABLE = HERE / "results" / "speed.md"
SIZES = range(4, 21)
SAFE = 1.05
TOLD = re.compile(
    r"plain (?P<plain>[-\d.]+) ns/node, engine (?P<engine>[-\d.]+) ns/node, ratio (?P<ratio>[-\d.]+) "
    r"\(mean of rounds (?P<mean>[-\d.]+)\), nodes (?P<nodes>\d+)"
)

HEAD = (
    "How many times faster the engine is than a plain recursive loop over the same keyed lists, on the same tree, in the same run. "
    "Processor time, the best round of each; the mean of all records of a cell, of which those near 1 have several, also some of ten "
    "times the nodes. {machine}; {compiler}; commit {commit}. Made by `benchmarks/speed.py`."
)


def build() -> Path:
    for words in (
        ["-S", HERE.parent, "-B", BUILD, "-DEDGEMATCH_TESTS=ON", "-DCMAKE_BUILD_TYPE=Release"],
        ["--build", BUILD, "--target", "speed", "--parallel", "2"],
    ):
        subprocess.run(["cmake", *words], check=True, stdout=subprocess.DEVNULL)
    return BUILD / "speed"


def problem(puzzle: Puzzle, order: str) -> str:
    """A puzzle and an order as the program reads them."""
    head = f"{puzzle.width} {puzzle.height} {int(puzzle.framed)} {int(puzzle.turnable)}"
    pieces = " ".join(map(str, puzzle.pieces.reshape(-1).tolist()))
    return f"{head} {pieces} {' '.join(map(str, make_order(order, puzzle.width, puzzle.height).tolist()))}"


def square(size: int) -> Puzzle:
    """A puzzle of that size about as hard as Eternity II: colors grow with the size.

    The smallest has fewer: with five inner colors its tree ends after 1,700 nodes, and the set-up, 8 microseconds, is what is measured.
    """
    model = configure(f"two-set?frame={max(2, round(size / 3))}&inner={size + 1 if size > min(SIZES) else 3}")
    return make(model, size, seed=1).puzzle.replace(name=f"{size}x{size}")


def measure(program: Path, puzzle: Puzzle, order: str, *, nodes: int, rounds: int) -> float:
    told = subprocess.run(
        [program, str(nodes), str(rounds)], input=problem(puzzle, order), text=True, capture_output=True, check=True
    ).stdout
    found = TOLD.match(told)
    assert found, told
    add({"puzzle": puzzle.name, "order": order, **{key: float(value) for key, value in found.groupdict().items()}})
    return float(found["ratio"])


def add(record: dict[str, Any]) -> None:
    """Print a measurement and keep it."""
    print("  ".join(f"{key} {value}" for key, value in record.items()), flush=True)
    with RECORDS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(record | {"facts": facts() | {"commit": commit(HERE)}}, separators=(",", ":")) + "\n")


def compare_threads(*, seconds: float) -> None:
    """Search the same tree with one thread and with two: by the clock, and by the processor time of all threads together.

    Two threads of a machine that others use too get less than two processors; nodes a processor second tell what the
    search itself loses by sharing, and the clock tells the rest only when the machine is quiet.
    """
    puzzle = catalog.load("eternity2")
    goal = Goal(want=None, boards=False)
    rate = _rate(Run("backtrack", Task(puzzle, goal), Limits(nodes=30_000_000)))[0]
    nodes = int(seconds * rate)
    one, two = (_rate(Run("backtrack", Task(puzzle, goal), Limits(nodes=nodes, threads=n))) for n in (1, 2))
    add({
        "puzzle": puzzle.name, "order": "row", "threads": 2, "nodes": nodes, "seconds": [nodes / one[0], nodes / two[0]],
        "clock": round(two[0] / one[0], 3), "processor": round(two[1] / one[1], 3),
    })  # fmt: skip


def _rate(run: Run) -> tuple[float, float]:
    """Nodes a second by the clock, and by processor time."""
    began, spent = time.perf_counter(), time.process_time()
    nodes = run.outcome.stats.nodes
    return nodes / (time.perf_counter() - began), nodes / (time.process_time() - spent)


def records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]


def report() -> str:
    """The ratio of every size and order, and what Eternity II and two threads gave."""
    kept = records()
    by: dict[tuple[str, str], list[float]] = {}
    for record in kept:
        if "ratio" in record:
            by.setdefault((record["puzzle"], record["order"]), []).append(record["ratio"])
    orders = list(SHAPES)
    names = [*(f"{size}x{size}" for size in SIZES), "eternity2"]
    lines = [
        "# The exact engine beside the plain loop",
        "",
        HEAD.format(**kept[-1]["facts"]),
        "",
        "| puzzle | " + " | ".join(orders) + " |",
        "| --- |" + " --- |" * len(orders),
        *(f"| {name} | " + " | ".join(_ratio(by.get((name, order))) for order in orders) + " |" for name in names),
        "",
        *_summary({key: mean(ratios) for key, ratios in by.items()}),
        *map(_eternity, [r for r in kept if (r["puzzle"], r["order"]) == ("eternity2", "row") and "ratio" in r][-1:]),
        *map(_threads, [r for r in kept if "threads" in r][-1:]),
    ]
    return "\n".join(lines) + "\n"


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def _ratio(ratios: list[float] | None) -> str:
    return f"{mean(ratios):.2f}" if ratios else "-"


def _summary(by: dict[tuple[str, str], float]) -> list[str]:
    slow = ", ".join(f"{puzzle} {order} {ratio:.2f}" for (puzzle, order), ratio in by.items() if ratio < 1)
    return [f"Geometric mean of all {mean(list(by.values())):.2f}. Below 1: {slow or 'none'}."]


def _eternity(record: dict[str, Any]) -> str:
    return f"Eternity II in row order, last record: {record['engine']:.2f} ns a node beside {record['plain']:.2f} of the plain loop."


def _threads(record: dict[str, Any]) -> str:
    one, two = record["seconds"]
    return (
        f"\nTwo threads on {record['nodes']:,} nodes of Eternity II: {one:.1f} s, then {two:.1f} s, {record['clock']:.2f} times as fast by "
        f"the clock of a shared machine; nodes a processor second {record['processor']:.2f} of those of one thread."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for flag in ("--quick", "--threads", "--report"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    if given.report:
        TABLE.write_text(report(), encoding="utf-8")
    elif given.threads:
        compare_threads(seconds=given.seconds)
    else:
        compare_orders(quick=given.quick)


def compare_orders(*, quick: bool) -> None:
    """Measure what has no record yet; what comes out near 1 is measured again, ten times as long."""
    program, eternity = build(), catalog.load("eternity2")
    measure(program, eternity, "row", nodes=30_000_000, rounds=3 if quick else 9)
    made = {(r["puzzle"], r["order"]) for r in records() if r.get("ratio", 0) > SAFE}
    for puzzle in () if quick else (*map(square, SIZES), eternity):
        for order in SHAPES:
            if (puzzle.name, order) in made:
                continue
            for nodes in (4_000_000, 40_000_000):
                if measure(program, puzzle, order, nodes=nodes, rounds=6) > SAFE:
                    break


if __name__ == "__main__":
    main()
