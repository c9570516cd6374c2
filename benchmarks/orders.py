"""Three orders on the 48 instances of Benoist and Bourreau: zla, row and auto, side by side, by processor time.

    python benchmarks/orders.py run [FOLDER] [--seconds S]   makes the measurements not made yet, the small trees first
    python benchmarks/orders.py report                       writes results/orders48.md: the table and the geometric means

A limit is of processor time (120 s unless said), not of the clock, so that a busy machine does not change what is enumerated. A run may be
stopped at any moment and goes on where it stopped; a larger limit measures again what a smaller one left unfinished. Records are lines of
JSON with machine, compiler and commit, and are only ever added to; of an instance and solver the last one that finished counts.
"""

from __future__ import annotations

import argparse
import json
import math
import threading
import time
from pathlib import Path

from edgematch import formats
from edgematch.bench.machine import commit, facts
from edgematch.search import Goal, Run, Task

RECORDS = Path(__file__).parent / "results" / "orders48.jsonl"
TABLE = Path(__file__).parent / "results" / "orders48.md"
SOLVERS = {"zla": "zla", "row": "backtrack?order=row", "auto": "backtrack?order=auto"}
SECONDS = 120.0
NAMES = ("auto", "zla", "row")
HEAD = """# Three orders on the 48 instances of Benoist and Bourreau

Nodes and processor seconds on one core, choosing included; `>` where the limit of the record (20 or 120 s) came first, `-` where nothing was
measured. Records are of several commits, named in `orders48.jsonl`. The likely shapes and the sizes of flocks of `order=auto` were
chosen on these same instances. Made by `benchmarks/orders.py`.
"""
GOAL = Goal(want=None, boards=False)


def measure(path: Path, solver: str, *, seconds: float) -> dict[str, object]:
    run = Run(solver, Task(formats.load(path), GOAL))
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.05):
            if time.process_time() - began > seconds:
                run.stop()

    began = time.process_time()
    threading.Thread(target=watch, daemon=True).start()
    outcome = run.outcome
    done.set()
    return {
        "instance": path.name.split(".")[0],
        "solver": solver,
        "status": outcome.status.value,
        "count": outcome.count,
        "nodes": outcome.stats.nodes,
        "processor_seconds": round(time.process_time() - began, 4),
        "limit": seconds,
        "order": outcome.stats.details.get("order"),
        "estimate": outcome.stats.details.get("estimate"),
        "facts": facts() | {"commit": commit(Path(__file__).parent)},
    }


def records() -> list[dict[str, object]]:
    return [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()] if RECORDS.exists() else []


def is_settled(record: dict[str, object] | None, *, seconds: float) -> bool:
    """Whether there is nothing to learn by measuring again; the first records, without a limit, are of an older kernel."""
    return record is not None and "limit" in record and (_finished(record) or float(str(record["limit"])) >= seconds)


def run(folder: Path, *, seconds: float) -> None:
    from edgematch.solvers._choice import probe
    from edgematch.solvers._exact import order_of

    def size(path: Path) -> float:
        task = Task(formats.load(path), GOAL)
        return float(probe(task, order_of("clue", task.puzzle), flock=128, flocks=1).mean())

    made = {(r["instance"], r["solver"]): r for r in records()}
    paths = sorted(folder.glob("*.nohint"), key=size)
    for name in NAMES:
        for path in paths:
            if is_settled(made.get((path.name.split(".")[0], SOLVERS[name])), seconds=seconds):
                continue
            record = measure(path, SOLVERS[name], seconds=seconds)
            with RECORDS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record, separators=(",", ":")) + "\n")
            print(record["instance"], name, record["status"], record["nodes"], record["processor_seconds"], flush=True)


def report() -> str:
    by: dict[tuple[str, str], dict[str, object]] = {}
    for record in records():
        key = str(record["instance"]), str(record["solver"])
        if key not in by or _finished(record) or not _finished(by[key]):
            by[key] = record
    names = sorted({i for i, _ in by}, key=lambda n: [int(part) for part in n.split("_")[1:]])
    lines = [
        HEAD,
        "| instance | count | zla nodes | s | row nodes | s | auto nodes | s | order |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for name in names:
        found = {key: by.get((name, solver)) for key, solver in SOLVERS.items()}
        count = next(
            (str(r["count"]) for r in found.values() if r and r["status"] != "satisfied" and r["status"] != "unknown"),
            "?",
        )
        lines.append(
            f"| {name} | {count} | "
            + " | ".join(_cell(found[key]) for key in SOLVERS)
            + f" | {(found['auto'] or {}).get('order') or 'clue'} |"
        )
    for key in ("zla", "row"):
        pairs = [
            (by[name, SOLVERS[key]], by[name, SOLVERS["auto"]])
            for name in names
            if (name, SOLVERS[key]) in by and (name, SOLVERS["auto"]) in by
        ]
        pairs = [(a, b) for a, b in pairs if _finished(a) and _finished(b)]
        if pairs:
            for what in ("processor_seconds", "nodes"):
                ratio = math.exp(sum(math.log(float(a[what]) / float(b[what])) for a, b in pairs) / len(pairs))
                lines.append(
                    f"\nGeometric mean of {key} over auto in {what.replace('_', ' ')}, {len(pairs)} instances that both finish: {ratio:.2f}"
                )
    finished = sum(_finished(by[name, SOLVERS["auto"]]) for name in names if (name, SOLVERS["auto"]) in by)
    lines.append(f"\nEnumerated by auto within {SECONDS:.0f} s of processor time: {finished} of {len(names)}")
    return "\n".join(lines) + "\n"


def _finished(record: dict[str, object]) -> bool:
    return record["status"] in ("all-found", "unsatisfiable")


def _cell(record: dict[str, object] | None) -> str:
    if record is None:
        return "- | -"
    more = "" if _finished(record) else ">"
    return f"{more}{record['nodes']:,} | {more}{record['processor_seconds']:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("run", "report"))
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(__file__).parents[2] / "shared" / "data" / "benoist48"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    if given.what == "run":
        run(given.folder, seconds=given.seconds)
    else:
        TABLE.write_text(report(), encoding="utf-8")
        print(report())


if __name__ == "__main__":
    main()
