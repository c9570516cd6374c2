"""Measure encodings and back ends; append to results/back-ends.jsonl, print Markdown tables.

    python benchmarks/back_ends.py sizes agree roundtrip [--seconds 5] [--puzzles 200] [--solvers ...]
    python benchmarks/back_ends.py --tables

`sizes`: table 3 of Ansotegui et al. with Minisat's preprocessor beside CaDiCaL's. `agree`: all provers against backtrack
on random 4x4 and 5x5 puzzles. `roundtrip`: files of each kind through programs on the PATH. What takes one process a
run is in the suites `off-the-shelf`, `ansotegui-table3`, `salassa-table1` and `choco`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from edgematch import catalog, generate
from edgematch.bench.machine import facts
from edgematch.encodings import decoding, targets
from edgematch.encodings.document import write
from edgematch.encodings.sat import SatOptions, encode
from edgematch.search import ALL, Limits, Run, Task, make

RESULTS = Path(__file__).parent / "results" / "back-ends.jsonl"
TABLE_3 = {
    (7, "primal"): (5053, 31309, 228910), (7, "primal-dual - PD3"): (4952, 30584, 76352),
    (7, "primal-dual + PD3"): (5820, 36509, 97523), (8, "primal"): (9543, 59708, 520596),
    (8, "primal-dual - PD3"): (9018, 56373, 141318), (8, "primal-dual + PD3"): (10339, 65328, 173144),
}  # fmt: skip
PROVERS = ("sat", "sat?encoding=primal", "sat?encoding=dual", "sat:cadical195", "sat-external", "cpsat", "cpsat?model=element",
           "asp", "milp", "clique", "choco", "choco?model=4-edges", "minizinc")  # fmt: skip


def sizes(_options):
    """Variables, clauses and literals before and after preprocessing, each after the paper's."""
    for size, colors in ((7, 6), (8, 7)):
        puzzle = generate.make("one-set", size, colors=colors, seed=1).puzzle
        for name, how in (
            ("primal", SatOptions("primal", "ladder", "sortnetwrk", frame="units")),
            ("primal-dual - PD3", SatOptions("primal-dual", "ladder", "sortnetwrk", pd3=False, frame="units")),
            ("primal-dual + PD3", SatOptions("primal-dual", "ladder", "sortnetwrk", frame="units")),
        ):
            before = encode(puzzle, how, labelled=True).cnf.size()
            row = {"size": size, "colors": colors, "encoding": name, "paper": TABLE_3[size, name], "before": before}
            yield row | {"minisat": _minisat(puzzle, how), "cadical": _cadical(puzzle, how)}


def _minisat(puzzle, how):
    """What Minisat's preprocessor, the heir of SatELite, leaves."""
    if not shutil.which("minisat"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder) / "f.cnf", Path(folder) / "out.cnf"
        write(targets.encode(puzzle, "cnf", targets.EncodeOptions(how, labelled=True)), file)
        subprocess.run(
            ["minisat", "-pre", "-verb=0", f"-dimacs={out}", str(file)], check=False, stdout=subprocess.DEVNULL
        )
        return _dimacs(out)


def _dimacs(path):
    clauses = [line.split() for line in path.read_text().splitlines() if line and line[0] not in "pc"]
    used = {word.lstrip("-") for clause in clauses for word in clause[:-1]}
    return len(used), len(clauses), sum(len(clause) - 1 for clause in clauses)


def _cadical(puzzle, how):
    """What CaDiCaL's preprocessing, by way of python-sat, leaves."""
    from pysat.process import Processor

    with Processor(bootstrap_with=list(encode(puzzle, how, labelled=True).cnf.clauses())) as processor:
        left = processor.process(rounds=1)
        used = {abs(x) for clause in left.clauses for x in clause}
        return len(used), len(left.clauses), sum(map(len, left.clauses))


def agree(options):
    """Whether every prover gives the very answers of backtrack: satisfiable and not, 4x4 and 5x5."""
    puzzles = []
    for seed in range(options.puzzles // 4):
        puzzles += [generate.make("one-set", n, colors=n + 1, seed=seed).puzzle for n in (4, 5)]
        puzzles += [generate.make("unforced", n, seed=seed).puzzle for n in (4, 5)]
    tasks = [Task(p.anchored(), ALL) for p in puzzles]
    truth = [frozenset(Run("backtrack", task).outcome.answers) for task in tasks]
    yield {
        "solver": "backtrack",
        "puzzles": len(tasks),
        "satisfiable": sum(map(bool, truth)),
        "answers": sum(map(len, truth)),
    }
    for spec in options.solvers or PROVERS:
        if make(spec).missing_dependency():
            continue
        same = unfinished = 0
        began = time.perf_counter()
        for task, right in zip(tasks, truth, strict=True):
            outcome = Run(spec, task, Limits(seconds=options.seconds)).outcome
            unfinished += bool(outcome.remaining)
            same += not outcome.remaining and frozenset(outcome.answers) == right and len(outcome.answers) == len(right)
        yield {
            "solver": spec, "puzzles": len(tasks), "same": same, "unfinished": unfinished, "limit": options.seconds,
            "seconds": round(time.perf_counter() - began, 1),
        }  # fmt: skip


PIPES = (
    ("cnf", "cadical -q {file} > {out}"), ("cnf", "minisat -verb=0 {file} {out} > /dev/null"), ("opb", "clasp {file} > {out}"),
    ("lp", "cbc {file} solve solu {out} > /dev/null"), ("mps", "glpsol --freemps {file} -o {out} > /dev/null"),
    ("clq", "cliquer -q -q -u -s {file} > {out}"), ("asp", "gringo {file} | clasp > {out}"),
    ("mzn", "minizinc --solver gecode {file} > {out} 2> /dev/null"),
)  # fmt: skip


def roundtrip(_options):
    """A file of each kind, solved by a program of Debian's packages, read back and scored."""
    puzzle = catalog.load_puzzle("demo-4x4").anchored()
    for to, command in PIPES:
        if not shutil.which(command.split()[0]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / f"p.{to}", Path(folder) / "out"
            document = targets.encode(puzzle, to, targets.EncodeOptions(feasibility=True))
            write(document, file)
            began = time.perf_counter()
            subprocess.run(command.format(file=file, out=out), shell=True, check=False)
            board = decoding.decode(decoding.read_map(file), out.read_text())
            yield {
                "to": to, "program": command.split()[0], "size": dict(document.facts), "score": board.score,
                "edges": puzzle.edges, "faults": board.faults(), "seconds": round(time.perf_counter() - began, 2),
            }  # fmt: skip


CLAIMS = {"sizes": sizes, "agree": agree, "roundtrip": roundtrip}


def tables():
    """All records of the last run of each claim, as Markdown."""
    records = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    for claim in CLAIMS:
        rows = [r for r in records if r["claim"] == claim]
        if rows:
            keys = [
                k
                for k in rows[-1]
                if k not in ("claim", "command", "machine", "compiler", "commit", "python", "versions", "load")
            ]
            print(f"\n### {claim}\n\n| " + " | ".join(keys) + " |\n|" + " --- |" * len(keys))
            for row in rows:
                print("| " + " | ".join(str(row.get(k, "")) for k in keys) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("claims", nargs="*", choices=[[], *CLAIMS])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--solvers", nargs="*")
    parser.add_argument("--tables", action="store_true")
    options = parser.parse_args()
    command = " ".join(["python benchmarks/back_ends.py", *sys.argv[1:]])
    common = {"command": command, **facts()}
    for claim in options.claims:
        for row in CLAIMS[claim](options):
            record = {"claim": claim, **row, "load": os.getloadavg()[0], **common}
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")
            print(json.dumps({"claim": claim, **row}), flush=True)
    if options.tables:
        tables()


if __name__ == "__main__":
    main()
