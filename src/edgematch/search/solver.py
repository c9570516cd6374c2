"""What a solver is: it is given roots and returns the roots it did not finish."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Flag, auto
from typing import Any, ClassVar

from edgematch.errors import MissingDependency, OptionError, RefusedTask
from edgematch.model import Board
from edgematch.options import NoOptions, check_options, format_options, parse_options, split_spec
from edgematch.registry import Registry
from edgematch.search.control import Control
from edgematch.search.task import Task


class Can(Flag):
    """What a solver is able to do; the tests, the documentation and the command line read it."""

    PROVE = auto()
    """Finishes: without limits nothing remains."""
    SPLIT = auto()
    """What remains after a stop is smaller than what it was given, and disjoint from what it reported."""
    IMPROVE = auto()
    """Searches for boards with higher and higher scores."""
    BREAKS = auto()
    """Finds boards with a given number of breaks."""
    WARM_START = auto()
    """Makes use of a start board."""
    COUNT = auto()
    """Counts answers without making boards of them."""
    THREADS = auto()
    """Uses several threads."""
    GPU = auto()
    """Runs on a GPU."""
    STATE = auto()
    """Goes on exactly where it stopped, from a state of its own that checkpoints keep (`Control.state`)."""
    NOTHING = 0


class Solver(ABC):
    """A configured solver. The module's docstring is its user documentation (its own, in a module of presets)."""

    can: ClassVar[Can] = Can.NOTHING
    Options: ClassVar[type] = NoOptions
    variants: ClassVar[Sequence[str]] = ()
    """Names that may follow a colon in the solver string, such as the engines of a SAT library."""

    prompt_seconds: ClassVar[float] = 0.1
    """How soon it stops when asked to; a back end that checks rarely may take longer."""

    name: ClassVar[str] = ""
    """Set by the registry from the file name; a preset declares its own."""

    def __init__(self, options: Any = None, *, variant: str = "") -> None:
        self.options = self.Options() if options is None else check_options(options, self.name)
        self.variant = variant
        if variant and variant not in self.variants:
            known = f"known: {', '.join(self.variants)}" if self.variants else "it has none"
            raise OptionError(f"solver {self.name} has no variant {variant!r}; {known}")

    def missing_dependency(self) -> str | None:
        """None, or what to install before this solver can run as configured."""
        return None

    def unsupported_reason(self, task: Task) -> str | None:  # noqa: ARG002 - for subclasses
        """None, or why this solver cannot take the task (beyond what its `can` says)."""
        return None

    def for_task(self, task: Task) -> Solver:  # noqa: ARG002 - for subclasses
        """The solver that searches this task: itself, unless it leaves some goals to others."""
        return self

    @abstractmethod
    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Search the task's roots, report to the control, and return the roots not finished."""

    @property
    def spec(self) -> str:
        """The solver string that gives this very solver."""
        head = f"{self.name}:{self.variant}" if self.variant else self.name
        options = format_options(self.options)
        return f"{head}?{options}" if options else head

    def refuse(self, task: Task) -> None:
        """Raise the reason why this solver cannot take the task, if there is one."""
        goal, can = task.goal, self.can
        reason, needed = None, Can.NOTHING
        if goal.improve and not can & Can.IMPROVE:
            reason, needed = "it does not improve boards (Goal.improve)", Can.IMPROVE
        elif goal.breaks != 0 and not can & (Can.BREAKS | Can.IMPROVE):
            reason, needed = "it finds only boards without breaks", Can.BREAKS
        elif goal.want is None and not goal.improve and not can & Can.PROVE:
            reason, needed = "it cannot prove that all answers are found", Can.PROVE
        elif not goal.boards and not can & Can.COUNT:
            reason, needed = "it does not count without boards", Can.COUNT
        reason = reason or self.unsupported_reason(task)
        if reason:
            able = f"; solvers that do: {', '.join(_able(needed))}" if needed else ""
            raise RefusedTask(f"solver {self.spec} cannot take this task: {reason}{able}")


SOLVERS: Registry[Solver] = Registry(
    "solver",
    Solver,  # type: ignore[type-abstract]
    "edgematch.solvers",
    remedy="(`edgematch solvers` lists them all)",
)
DEFAULT = "auto"


def _able(needed: Can) -> list[str]:
    """The solvers that claim an ability and can run here."""
    classes = {name: SOLVERS.find(name) for name in SOLVERS.names()}
    return [name for name, cls in classes.items() if cls.can & needed and not cls().missing_dependency()]


def describe(name: str) -> dict[str, Any]:
    """What a solver declares: its summary, what it can do, its variants and options, and what is missing to run it."""
    cls, declared = SOLVERS.find(name), SOLVERS.describe(name)
    return {
        "name": name,
        "summary": declared["summary"],
        "can": [flag.name for flag in Can if cls.can & flag],
        "variants": list(cls.variants),
        "missing": cls().missing_dependency(),
        "options": declared["options"],
    }


def make(spec: str | Solver) -> Solver:
    """The configured solver of a string such as `backtrack?order=spiral-in` or `sat:cadical195?encoding=dual`."""
    if isinstance(spec, Solver):
        return spec
    head, texts = split_spec(spec)
    name, _, variant = head.partition(":")
    if (current := SOLVERS.current(name)) != name:
        head, implied = split_spec(current)
        name, _, implied_variant = head.partition(":")
        variant, texts = variant or implied_variant, implied | texts
    cls = SOLVERS.find(name)
    return cls(parse_options(cls.Options, texts, name), variant=variant)


def require(solver: Solver) -> None:
    """Raise, with the remedy, when what the solver needs is not installed."""
    missing = solver.missing_dependency()
    if missing:
        raise MissingDependency(f"solver {solver.name} cannot run here: {missing}")
