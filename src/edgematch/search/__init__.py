"""The search model: a solver is given roots and returns the roots it did not finish."""

from edgematch.search.control import Control, SharedCounter
from edgematch.search.events import Done, Event, Found, Kept, Note, Progress
from edgematch.search.goal import ALL, BEST, COUNT, FIRST, UNIQUE, Goal
from edgematch.search.limits import Limits
from edgematch.search.outcome import Outcome, Status, Stop
from edgematch.search.run import Checkpoint, Run, count, solve
from edgematch.search.solver import DEFAULT, SOLVERS, Can, Solver, describe, make
from edgematch.search.stats import Stats
from edgematch.search.task import Task

__all__ = [
    "ALL",
    "BEST",
    "COUNT",
    "DEFAULT",
    "FIRST",
    "SOLVERS",
    "UNIQUE",
    "Can",
    "Checkpoint",
    "Control",
    "Done",
    "Event",
    "Found",
    "Goal",
    "Kept",
    "Limits",
    "Note",
    "Outcome",
    "Progress",
    "Run",
    "SharedCounter",
    "Solver",
    "Stats",
    "Status",
    "Stop",
    "Task",
    "count",
    "describe",
    "make",
    "solve",
]  # fmt: skip
