"""Two solvers, or one solver at two commits: node signatures first, then CPU times as ratios with intervals.

Runs take turns (A, B, A, B, ...), so that a noisy machine is noisy for both, and each runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median

from edgematch.bench.machine import checkout
from edgematch.bench.statistics import FLOOR_SECONDS, geometric_mean, median_interval
from edgematch.errors import OptionError, RefusedTask
from edgematch.search import BEST, COUNT, Task, make

WORKER = Path(__file__).with_name("compare_worker.py")
GRACE_SECONDS = 60


@dataclass(frozen=True)
class Request:
    """One search to be timed; equal limits on nodes make times comparable where no search finishes."""

    puzzle: str
    solver: str
    goal: str = "count"
    labelled: bool = False
    seconds: float = 60
    nodes: int | None = None
    seed: int = 0
    threads: int = 1


@dataclass(frozen=True)
class Timing:
    """What a search took, and what it found."""

    nodes: int
    count: int
    score: int | None
    cpu: float
    error: str = ""

    @property
    def answer(self) -> tuple[int, int, int | None]:
        """What must be the same for the same search."""
        return self.nodes, self.count, self.score


Measure = Callable[[Request], Timing]


@dataclass(frozen=True)
class Comparison:
    """One puzzle measured both ways: the first outcome of each, median CPU seconds, and the ratio of each pair."""

    puzzle: str
    answers: tuple[tuple[int, int, int | None], tuple[int, int, int | None]]
    seconds: tuple[float, float]
    ratios: tuple[float, ...]

    @property
    def is_same_search(self) -> bool:
        """Whether both searched the same number of nodes and found the same."""
        return self.answers[0] == self.answers[1]


def compare(requests: Sequence[Request], first: Measure, second: Measure, *, repeat: int = 5) -> list[Comparison]:
    """Measure every request both ways, `repeat` times in turn."""
    return [_compare_one(request, first, second, repeat) for request in requests]


def _compare_one(request: Request, first: Measure, second: Measure, repeat: int) -> Comparison:
    pairs = [(first(request), second(request)) for _ in range(repeat)]
    (a, b), both = pairs[0], list(zip(*pairs, strict=True))
    seconds = [[max(timing.cpu, FLOOR_SECONDS) for timing in side] for side in both]
    per_node = 1.0 if a.nodes == b.nodes else max(b.nodes, 1) / max(a.nodes, 1)
    return Comparison(
        request.puzzle,
        (a.answer, b.answer),
        (median(seconds[0]), median(seconds[1])),
        tuple(per_node * x / y for x, y in zip(*seconds, strict=True)),
    )


def describe(comparisons: Sequence[Comparison], names: tuple[str, str]) -> str:
    """The comparison as text: signatures, then how many times as fast the second is."""
    lines = [f"A = {names[0]}", f"B = {names[1]}", ""]
    for one in comparisons:
        (nodes, count, score), (other_nodes, other_count, other_score) = one.answers
        if one.is_same_search:
            signature = f"{nodes:,} nodes in both"
        elif nodes == other_nodes:
            signature = (
                f"{nodes:,} nodes in both, but answers DIFFER: {count} and {other_count}, {score} and {other_score}"
            )
        else:
            signature = f"nodes DIFFER: {nodes:,} and {other_nodes:,} (ratio is per node)"
        low, high = median_interval(one.ratios)
        lines.append(
            f"{one.puzzle}: {signature}; {one.seconds[0]:.3g} s and {one.seconds[1]:.3g} s of CPU time; "
            f"A/B {median(one.ratios):.3f} ({low:.3f} to {high:.3f})"
        )
    overall = geometric_mean([median(one.ratios) for one in comparisons])
    return "\n".join([*lines, "", f"B is {overall:.3f} times as fast as A (geometric mean of {len(comparisons)})"])


def default_goal(solver: str, puzzle: Task) -> str:
    """Counting, or the best board for a solver that only improves boards."""
    for name, goal in (("count", COUNT), ("best", BEST)):
        try:
            make(solver).refuse(puzzle.replace(goal=goal))
        except RefusedTask:
            continue
        return name
    return "first"


def with_solver(spec: str) -> Measure:
    """Measure with this solver, whatever the request says."""
    return lambda request: _measure(replace(request, solver=spec), Path(sys.executable))


def at_commit(python: Path) -> Measure:
    """Measure with the package installed for another Python (see `build_commit`)."""
    return lambda request: _measure(request, python)


def _measure(request: Request, python: Path) -> Timing:
    where = f"{request.solver} on {request.puzzle}"
    try:
        done = subprocess.run(  # noqa: S603 - ourselves
            [str(python), "-P", str(WORKER)], input=json.dumps(asdict(request)), capture_output=True, text=True, check=False,
            timeout=40 * request.seconds + GRACE_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise OptionError(f"{where}: killed long after its limit") from None
    if done.returncode:
        raise OptionError(f"{where}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    timing = Timing(**json.loads(done.stdout.splitlines()[-1]))
    if timing.error:
        raise OptionError(f"{where}: {timing.error}")
    return timing


def build_commit(commit: str, builds: Path) -> Path:
    """The Python of a commit of this checkout, built below a folder unless it is there already; `.` is this one.

    Third-party packages are those of the running Python, so that the two sides differ by this package only.
    """
    if commit == ".":
        return Path(sys.executable)
    root = checkout()
    if root is None:
        raise OptionError(f"{commit!r} is no solver, and commits can be compared only in a checkout of the repository")
    full = _run(["git", "-C", str(root), "rev-parse", "--verify", f"{commit}^{{commit}}"], commit)
    folder = builds / full[:12]
    python = folder / ".venv" / "bin" / "python"
    if (folder / "built").exists():
        return python
    if not folder.exists():
        _run(["git", "clone", "--quiet", "--no-checkout", str(root), str(folder)], commit)
        _run(["git", "-C", str(folder), "checkout", "--quiet", full], commit)
    venv.create(folder / ".venv", with_pip=False, clear=True)
    shared = [entry for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))]
    (site,) = (folder / ".venv").glob("lib/python*/site-packages")
    (site / "shared.pth").write_text("\n".join(shared) + "\n", encoding="utf-8")
    install = ["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", str(folder)]
    _run([str(python), "-m", "pip", *install], commit)
    (folder / "built").touch()
    return python


def _run(command: list[str], commit: str) -> str:
    """What a command printed; its error when it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"PATH": path})  # noqa: S603
    if done.returncode:
        raise OptionError(f"commit {commit!r} cannot be built: {(done.stderr or done.stdout).strip()[-800:]}")
    return done.stdout.strip()
