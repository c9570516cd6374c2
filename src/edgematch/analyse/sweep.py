"""The transition experiment: instances over a range of color counts, how hard each is to solve, how large its backbone.

The figures 2, 3 and 4 of Ansótegui et al. (2008). A sweep is the product of sizes and color counts with so many
instances per point. Each instance becomes one record: what it was, how its search ended, and what it cost. Records
are appended to a file of JSON lines as they come, and a sweep that finds its file goes on where it stopped: an
instance is named by everything that determines it (model, size, options, seed, solver, limits), and one already on
file is not solved again. A last line cut short by a crash is dropped.

Hardness is counted in nodes up to the first solution with one corner piece pinned, since nodes are the same on every
machine; seconds are on record too. A search that met its limit counts as that limit, which leaves a median right as
long as fewer than half did.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from edgematch import generate
from edgematch.analyse.backbone import backbone
from edgematch.analyse.expected import transition
from edgematch.errors import FormatError, OptionError
from edgematch.files import append_line, held, read_lines
from edgematch.search import DEFAULT, FIRST, Limits, Run, Stop, Task
from edgematch.search import make as make_solver

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Sweep:
    """Which instances to make, and how to solve them. `options` maps each color option to the counts it takes."""

    model: str = "two-set"
    sizes: Sequence[tuple[int, int]] = ((6, 6),)
    options: Mapping[str, Sequence[int]] = field(default_factory=lambda: {"frame": [3], "inner": range(3, 9)})
    instances: int = 50
    seed: int = 0
    solver: str = DEFAULT
    limits: Limits = field(default_factory=Limits)
    backbone: bool = False

    def cases(self) -> list[dict[str, Any]]:
        """What names each instance, in order; refused, with the reason, when a point of the sweep is impossible."""
        if not self.options:
            raise OptionError("say which color counts to sweep, such as frame 3 and inner 3 to 8, or colors 4 to 8")
        spec = make_solver(self.solver).spec
        limits = {"nodes": self.limits.nodes, "seconds": self.limits.seconds}
        points = [dict(zip(self.options, values, strict=True)) for values in itertools.product(*self.options.values())]
        cases = []
        for (width, height), point in itertools.product(self.sizes, points):
            model = generate.configure(self.model, **point)
            faults = model.faults(width, height)
            if faults:
                raise OptionError(f"there is no {width}x{height} puzzle {model.spec}: {'; '.join(faults)}")
            first = {"model": self.model, "width": width, "height": height, **point}
            last = {"solver": spec, "backbone": self.backbone, **limits}
            cases += [first | {"seed": self.seed + k} | last for k in range(self.instances)]
        return cases

    def run(self, path: Path | None = None, *, progress: Callable[[int, int], None] | None = None) -> list[Record]:
        """Solve all instances that are not on file yet; all records of the sweep in order."""
        cases = self.cases()
        with held(path) if path else nullcontext():
            return self._run(cases, path, progress)

    def _run(
        self, cases: list[dict[str, Any]], path: Path | None, progress: Callable[[int, int], None] | None
    ) -> list[Record]:
        done = {_key(record["case"]): record for record in (read_records(path) if path else ())}
        for number, case in enumerate(cases):
            if progress:
                progress(number, len(cases))
            if _key(case) not in done:
                done[_key(case)] = record = self._solve(case)
                if path:
                    append_record(path, record)
        if progress:
            progress(len(cases), len(cases))
        return [done[_key(case)] for case in cases]

    def _solve(self, case: Record) -> Record:
        """One instance, solved and measured."""
        point = {name: case[name] for name in self.options}
        puzzle = generate.make(self.model, case["width"], case["height"], seed=case["seed"], **point).puzzle
        outcome = Run(self.solver, Task(puzzle, FIRST, roots=puzzle.anchors(labelled=True)), self.limits).outcome
        if outcome.stop is Stop.CANCELLED:
            raise KeyboardInterrupt
        record = {
            "case": dict(case),
            "digest": puzzle.digest[:16],
            "status": outcome.status.value,
            "stop": outcome.stop.value,
            "nodes": outcome.stats.nodes,
            "seconds": round(outcome.stats.seconds, 6),
        }
        if self.backbone and outcome.answers:
            bones = backbone(puzzle, self.solver, limits=self.limits)
            record |= {"backbone": bones.fraction, "backbone_exact": bones.is_exact}
        return record


@dataclass(frozen=True)
class Curve:
    """One line of a figure: a size and all options but the last fixed, the last one along the axis."""

    label: str
    width: int
    height: int
    fixed: Mapping[str, int]
    axis: str
    points: Mapping[int, Sequence[Record]]

    def quantiles(self, what: str, at: Sequence[float] = (0.25, 0.5, 0.75)) -> dict[int, list[float]]:
        """Quantiles of a measured value at each point where there is any."""
        values = {x: [record[what] for record in records if what in record] for x, records in self.points.items()}
        return {x: np.quantile(v, at).tolist() for x, v in values.items() if v}

    @property
    def solved(self) -> dict[int, float]:
        """At each point the fraction of instances known to be solvable, of those decided."""
        decided = {x: [r["status"] for r in records if r["stop"] != "limit"] for x, records in self.points.items()}
        return {x: 1 - v.count("unsatisfiable") / len(v) for x, v in decided.items() if v}

    @property
    def peak(self) -> int:
        """Where the median number of nodes is greatest."""
        medians = {x: middle for x, (_, middle, _) in self.quantiles("nodes").items()}
        return max(medians, key=lambda x: medians[x])


def curves(records: Iterable[Record]) -> list[Curve]:
    """The records sorted into the lines of a figure; the option written last in a case is the axis."""
    groups: dict[tuple[Any, ...], dict[int, list[Record]]] = {}
    for record in records:
        case = record["case"]
        *fixed, (axis, x) = _options(case)
        groups.setdefault((case["width"], case["height"], tuple(fixed), axis), {}).setdefault(x, []).append(record)
    return [
        Curve(
            ", ".join([f"{width}x{height}", *(f"{name} {value}" for name, value in fixed)]),
            width, height, dict(fixed), axis, dict(sorted(points.items())),
        )
        for (width, height, fixed, axis), points in groups.items()
    ]  # fmt: skip


def predicted_crossing(curve: Curve) -> float | None:
    """Where along the axis one solution is expected; None where that is not a question of inner colors."""
    if curve.axis == "inner" or (curve.axis == "colors" and not curve.fixed):
        return transition(curve.width, curve.height, frame=curve.fixed.get("frame"))
    return None


def _options(case: Record) -> Iterator[tuple[str, int]]:
    """The color options of a case, in the order of the sweep: those between its size and its seed."""
    names = list(case)
    for name in names[names.index("height") + 1 : names.index("seed")]:
        yield name, case[name]


def _key(case: Record) -> str:
    return json.dumps(case, sort_keys=True)


def append_record(path: Path, record: Record) -> None:
    """Add one line to the file, on disk before the next instance is begun."""
    append_line(path, json.dumps(record))


def read_records(path: Path) -> list[Record]:
    """All records on file; a last line that was cut short is left out, any other bad line is refused."""
    records = []
    for number, line in enumerate(read_lines(path), start=1):
        try:
            record = json.loads(line)
            record["case"], record["nodes"]
        except (ValueError, KeyError, TypeError):
            remedy = "give another file, or remove the line"
            raise FormatError(f"line {number} is no record of a sweep", source=str(path), remedy=remedy) from None
        records.append(record)
    return records
