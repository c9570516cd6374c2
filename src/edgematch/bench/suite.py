"""A suite: puzzles x solvers x seeds under one goal and one limit, written as a TOML file.

title = "The 48 instances of Benoist and Bourreau"
goal = "count"              # first, all, count, unique, best
labelled = true
seconds = 60
seeds = [0]
repeat = 1                  # repetitions are interleaved, so that noise hits all columns alike
puzzles = ["data:benoist48/*"]
fallback = ["like:..."]     # when the files are not there; the table says so
solvers = ["zla", "backtrack?order=auto"]
paper = "zla-table1"        # columns of a paper, benchmarks/papers/zla-table1.toml
[quick]                     # what --quick changes
seconds = 2
most = 4                    # only so many puzzles
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from edgematch.bench.instances import DATA, expand
from edgematch.errors import OptionError, UnknownName
from edgematch.search import ALL, BEST, COUNT, FIRST, UNIQUE, Goal

GOALS = {"first": FIRST, "all": ALL, "count": COUNT, "unique": UNIQUE, "best": BEST}


@dataclass(frozen=True)
class Job:
    """One measurement to make; its key says whether it was made already."""

    suite: str
    puzzle: str
    solver: str
    goal: str = "count"
    labelled: bool = False
    anchored: bool = False
    seconds: float = 60
    threads: int = 1
    seed: int = 0
    repetition: int = 0

    @property
    def key(self) -> str:
        """The same for the same measurement, whenever it is made."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]

    def goal_value(self) -> Goal:
        """The goal as the search knows it."""
        return replace(GOALS[self.goal], labelled=self.labelled)


@dataclass(frozen=True)
class Suite:
    """What is to be measured."""

    name: str
    title: str
    puzzles: tuple[str, ...]
    solvers: tuple[str, ...]
    about: str = ""
    goal: str = "count"
    labelled: bool = False
    anchored: bool = False
    seconds: float = 60
    threads: int = 1
    seeds: tuple[int, ...] = (0,)
    repeat: int = 1
    fallback: tuple[str, ...] = ()
    paper: str = ""
    most: int | None = None

    @property
    def instances(self) -> list[str]:
        """The single puzzles, those of the fallback when the data is not there."""
        found = [one for text in self.puzzles for one in expand(text)]
        return (found or [one for text in self.fallback for one in expand(text)])[: self.most]

    @property
    def is_fallback(self) -> bool:
        """Whether look-alikes stand in for files that are not there."""
        return bool(self.fallback) and not any(expand(text) for text in self.puzzles if text.startswith(DATA))

    def jobs(self) -> list[Job]:
        """All measurements, repetitions outermost and solvers innermost."""
        return [
            Job(
                self.name,
                puzzle,
                solver,
                self.goal,
                self.labelled,
                self.anchored,
                self.seconds,
                self.threads,
                seed,
                repetition,
            )
            for repetition in range(self.repeat)
            for seed in self.seeds
            for puzzle in self.instances
            for solver in self.solvers
        ]


def suite_folder() -> Path:
    """Where the suites of the checkout are."""
    return Path(__file__).parents[3] / "benchmarks" / "suites"


def suite_names() -> list[str]:
    """The names of all suites."""
    return sorted(path.stem for path in suite_folder().glob("*.toml"))


def load_suite(name: str, *, quick: bool = False) -> Suite:
    """The suite of that name, or in that TOML file; `quick` is the form that takes minutes."""
    path = Path(name) if name.endswith(".toml") else suite_folder() / f"{name}.toml"
    if not path.exists():
        raise UnknownName("suite", name, suite_names())
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as bad:
        raise OptionError(f"{path}: {bad}") from None
    changes = values.pop("quick", {})
    return _suite(path, values | (changes if quick else {}), quick=quick)


def _suite(path: Path, values: dict[str, Any], *, quick: bool) -> Suite:
    known = {field.name for field in fields(Suite)} - {"name"}
    if values.keys() - known:
        raise OptionError(
            f"{path}: unknown keys {', '.join(sorted(values.keys() - known))}; known: {', '.join(sorted(known))}"
        )
    missing = {"title", "puzzles", "solvers"} - values.keys()
    if missing:
        raise OptionError(f"{path}: {', '.join(sorted(missing))} missing")
    if values.get("goal", "count") not in GOALS:
        raise OptionError(f"{path}: goal must be one of {', '.join(GOALS)}, not {values['goal']!r}")
    lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
    return Suite(path.stem + ("-quick" if quick else ""), **(values | lists))
