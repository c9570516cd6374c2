"""Two solvers, or one solver at two commits: node signatures first, then times as ratios with intervals.

Runs are interleaved (A, B, A, B, ...), so that a noisy machine is noisy for both.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from edgematch.bench.records import Record
from edgematch.bench.runner import measure_apart
from edgematch.bench.statistics import FLOOR_SECONDS, geometric_mean, median_interval
from edgematch.bench.suite import Job
from edgematch.errors import OptionError

Measure = Callable[[Job], Record]


@dataclass(frozen=True)
class Comparison:
    """One instance measured with both."""

    puzzle: str
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    ratios: tuple[float, ...]

    @property
    def same_nodes(self) -> bool:
        """Whether both walked trees of the same size."""
        return self.nodes[0] == self.nodes[1]


def compare(jobs: Sequence[Job], first: Measure, second: Measure, *, repeat: int = 5) -> list[Comparison]:
    """Measure every job both ways, `repeat` times in turn."""
    return [_compare_one(job, first, second, repeat) for job in jobs]


def _compare_one(job: Job, first: Measure, second: Measure, repeat: int) -> Comparison:
    pairs = [(first(replace(job, repetition=i)), second(replace(job, repetition=i))) for i in range(repeat)]
    for pair in pairs:
        for record in pair:
            if record.error:
                raise OptionError(f"{record.job.solver} on {record.job.puzzle}: {record.error}")
    walls = [[max(record.user, FLOOR_SECONDS) for record in side] for side in zip(*pairs, strict=True)]
    return Comparison(
        job.puzzle,
        (pairs[0][0].nodes, pairs[0][1].nodes),
        (median(walls[0]), median(walls[1])),
        tuple(a / b for a, b in zip(*walls, strict=True)),
    )


def describe(comparisons: Sequence[Comparison], names: tuple[str, str]) -> str:
    """The comparison as a text: signatures, then how many times faster the second is."""
    lines = [f"A = {names[0]}", f"B = {names[1]}", ""]
    for one in comparisons:
        signature = (
            f"{one.nodes[0]:,} nodes in both"
            if one.same_nodes
            else f"nodes DIFFER: {one.nodes[0]:,} and {one.nodes[1]:,}"
        )
        low, high = median_interval(one.ratios)
        lines.append(
            f"{one.puzzle}: {signature}; {one.seconds[0]:.3g} s and {one.seconds[1]:.3g} s; "
            f"A/B {median(one.ratios):.3f} ({low:.3f} to {high:.3f})"
        )
    overall = geometric_mean([median(one.ratios) for one in comparisons])
    return "\n".join([*lines, "", f"B is {overall:.3f} times as fast as A (geometric mean of {len(comparisons)})"])


def with_solver(spec: str) -> Measure:
    """Measure with this solver, whatever the job says."""
    return lambda job: measure_apart(replace(job, solver=spec))


def at_commit(python: Path) -> Measure:
    """Measure with the package installed for another Python (a checkout of another commit)."""
    return lambda job: measure_apart(job, python=str(python))


def build_commit(commit: str, folder: Path) -> Path:
    """Check a commit out into a folder, build it there, and return its Python."""
    root = Path(__file__).parents[3]
    steps = [
        ["git", "clone", "--quiet", "--no-checkout", str(root), str(folder)],
        ["git", "-C", str(folder), "checkout", "--quiet", commit],
        [sys.executable, "-m", "venv", str(folder / ".venv")],
        [str(folder / ".venv/bin/pip"), "install", "--quiet", str(folder)],
    ]
    for step in steps:
        done = subprocess.run(step, capture_output=True, text=True, check=False)  # noqa: S603 - fixed commands
        if done.returncode:
            raise OptionError(f"commit {commit!r} cannot be built: {done.stderr.strip()[-500:]}")
    return folder / ".venv/bin/python"
