"""A suite: puzzles x (solvers and measures) x seeds under one goal and one limit, written as a TOML file.

title = "The 48 instances of Benoist and Bourreau"
goal = "count"              # first, all, count, unique, best
labelled = true
seconds = 60
clock = "cpu"               # what is limited and shown: wall-clock time (the default), or CPU time on a busy machine
seeds = [0]
repeat = 1                  # repetitions are interleaved, so that noise hits all columns alike
puzzles = ["benoist48/*"]
fallback = ["like:..."]     # when the files are not there; the table says so
solvers = ["zla", "backtrack?order=auto"]
measures = ["expected"]     # figures that need no solver: edgematch/bench/measures.py
show = "time"               # what a cell of the table says: time, rate or score (the default for goal = "best")
changes = [["MAC", "mac", "pla"]]    # a published effect: its column, the solver, and what it is compared with
baseline = "zla"            # the table says how many times as fast the fastest of the other solvers is
paper = "zla-table1"        # columns of a paper, src/edgematch/bench/data/papers/zla-table1.toml
main = "ZLA"                # what the page of all measurements names first: a published column or effect, or a solver
[methods]                   # which solver is the method of a published column: only these are compared with it
"PLA-ONION" = "pla?order=onion"
[quick]                     # what --quick changes
seconds = 2
most = 4                    # only so many puzzles of each row

Puzzles in a list are a row of the table each. Puzzles in a table are a row for each name, over all instances of that
name:

[puzzles]
"7x7 6:4" = "two-set?frame=4&inner=6@7x7#1-100"
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeAlias

from edgematch.bench.instances import expand, listed, matches, short
from edgematch.errors import OptionError, UnknownName
from edgematch.search import ALL, BEST, COUNT, FIRST, UNIQUE, Goal, Limits

GOALS = {"first": FIRST, "all": ALL, "count": COUNT, "unique": UNIQUE, "best": BEST}
MEASURE = "measure"
"""The goal of a job whose solver is a measure."""
SHOWS = ("time", "rate", "score")
CLOCKS = tuple(Limits.CLOCKS)

Puzzles: TypeAlias = Sequence[str] | Mapping[str, str | Sequence[str]]
"""Strings of instances, a row each; or by the name of the row they share."""


@dataclass(frozen=True)
class Job:
    """One measurement to make; its key says whether it is on record already."""

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
    clock: str = "wall"

    @property
    def key(self) -> str:
        """The same for the same measurement, whenever it is made."""
        values = {name: value for name, value in asdict(self).items() if (name, value) != ("clock", "wall")}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]

    def goal_value(self) -> Goal:
        """The goal as the search knows it."""
        return replace(GOALS[self.goal], labelled=self.labelled)


@dataclass(frozen=True)
class Suite:
    """What is to be measured."""

    name: str
    title: str
    puzzles: Puzzles
    solvers: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    about: str = ""
    goal: str = "count"
    labelled: bool = False
    anchored: bool = False
    seconds: float = 60
    clock: str = "wall"
    threads: int = 1
    seeds: tuple[int, ...] = (0,)
    repeat: int = 1
    fallback: Puzzles = ()
    paper: str = ""
    methods: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[tuple[str, str, str], ...] = ()
    main: str = ""
    baseline: str = ""
    show: str = ""
    most: int | None = None

    @property
    def instances(self) -> list[str]:
        """The single puzzles; in each row those of the fallback when its data is not there."""
        return [instance for row in self._rows() for instance in row]

    def _rows(self) -> list[list[str]]:
        instead = _named(self.fallback)
        rows = [_expand(texts) or _expand(instead.get(row, ())) for row, texts in _named(self.puzzles).items()]
        return [row[: self.most] for row in rows]

    @property
    def listed(self) -> list[str]:
        """The single puzzles that the suite is about, whether or not their files are on this machine."""
        rows = [[one for text in texts for one in listed(text)] for texts in _named(self.puzzles).values()]
        return [instance for row in rows for instance in row[: self.most]]

    def row(self, instance: str) -> str:
        """The name of the row to which an instance belongs, whether or not its file is there."""
        for puzzles in (self.puzzles, self.fallback):
            for row, texts in _named(puzzles).items():
                if row and any(matches(text, instance) for text in texts):
                    return row
        return short(instance)

    def is_fallback(self, instance: str) -> bool:
        """Whether an instance is a look-alike that stands in for a file."""
        return not any(matches(text, instance) for texts in _named(self.puzzles).values() for text in texts)

    def includes(self, job: Job) -> bool:
        """Whether a measurement belongs to the suite as it is now: its limits, columns and puzzles may have changed."""
        conditions = (self.name, self.labelled, self.anchored, self.seconds, self.threads, self.clock)
        made = (job.suite, job.labelled, job.anchored, job.seconds, job.threads, job.clock)
        texts = [text for puzzles in (self.puzzles, self.fallback) for row in _named(puzzles).values() for text in row]
        is_measure = job.solver in self.measures
        return (
            conditions == made
            and (is_measure or (job.solver in self.solvers and job.seed in self.seeds))
            and any(matches(text, job.puzzle) for text in texts)
        )

    def jobs(self) -> list[Job]:
        """All measurements, repetitions outermost and solvers innermost.

        Rows take turns, one instance at a time, so that a suite that is stopped early has something in every row.
        """
        puzzles = [one for turn in zip_longest(*self._rows()) for one in turn if one is not None]
        return [
            Job(
                self.name, puzzle, column, MEASURE if column in self.measures else self.goal, self.labelled, self.anchored,
                self.seconds, self.threads, seed, repetition, self.clock,
            )
            for repetition in range(self.repeat)
            for seed in self.seeds
            for puzzle in puzzles
            for column in (*self.solvers, *self.measures)
            if column not in self.measures or (seed, repetition) == (self.seeds[0], 0)
        ]  # fmt: skip


def _named(puzzles: Puzzles) -> dict[str, tuple[str, ...]]:
    """The strings by the name of their row; no name: each instance is a row of its own."""
    rows = puzzles if isinstance(puzzles, Mapping) else {"": puzzles}
    return {row: (texts,) if isinstance(texts, str) else tuple(texts) for row, texts in rows.items()}


def _expand(texts: Sequence[str]) -> list[str]:
    return [instance for text in texts for instance in expand(text)]


def suite_folder() -> Path:
    """Where the suites of the package are."""
    return Path(__file__).parent / "data" / "suites"


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
    missing = {"title", "puzzles"} - values.keys()
    if missing:
        raise OptionError(f"{path}: {', '.join(sorted(missing))} missing")
    if not (values.get("solvers") or values.get("measures")):
        raise OptionError(f"{path}: a suite has solvers or measures")
    _check_choice(path, "goal", values.get("goal", "count"), tuple(GOALS))
    _check_choice(path, "show", values.get("show", "time"), SHOWS)
    values["clock"] = Limits.FORMER_CLOCKS.get(values.get("clock", "wall"), values.get("clock", "wall"))
    _check_choice(path, "clock", values["clock"], CLOCKS)
    published = (*values.get("methods", {}), *(change[0] for change in values.get("changes", ())))
    titles = published if values.get("paper") else tuple(values.get("solvers", ()))
    if values.get("main"):
        _check_choice(path, "main", values["main"], titles)
    values["changes"] = [tuple(change) for change in values.get("changes", ())]
    lists = {key: tuple(value) for key, value in values.items() if isinstance(value, list)}
    return Suite(path.stem + ("-quick" if quick else ""), **(values | lists))


def _check_choice(path: Path, key: str, value: object, choices: Sequence[str]) -> None:
    if value not in choices:
        raise OptionError(f"{path}: {key} must be one of {', '.join(choices)}, not {value!r}")
