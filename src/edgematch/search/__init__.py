"""The search model: a solver is given roots and returns the roots it did not finish."""

from edgematch.search.control import Control, SharedCounter
from edgematch.search.events import Done, Event, Found, Note, Progress
from edgematch.search.goal import ALL, BEST, COUNT, FIRST, UNIQUE, Goal, Limits, Task
from edgematch.search.outcome import Outcome, Status, Stop
from edgematch.search.run import Checkpoint, Run, count, solve
from edgematch.search.solver import DEFAULT, SOLVERS, Can, Solver, describe, make
from edgematch.search.stats import Stats

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
