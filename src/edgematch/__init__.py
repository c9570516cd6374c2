"""Edge-matching puzzles: model, read, draw, generate, analyse and solve Eternity II and its family.

Examples:
    >>> import edgematch as em
    >>> em.solve("demo-4x4").answers[0].score
    24

The sub-packages `analyse`, `campaign`, `catalog`, `formats`, `generate`, `render`, `store` and `studio` are loaded when
they are used: `em.generate.make("two-set", 6)` needs no further import, and `em.generate("two-set", 6)` is a puzzle.
"""

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from edgematch.api import best, count, draw, load, load_board, load_puzzle, save, solve
from edgematch.model import Board, Orientation, Puzzle
from edgematch.model.drawable import Drawable
from edgematch.search import ALL, BEST, COUNT, FIRST, UNIQUE, Goal, Limits, Outcome, Run, Status, Stop, Task

if TYPE_CHECKING:
    from edgematch import analyse, campaign, catalog, formats, render, store
    from edgematch.formats import Reading
    from edgematch.generate._package import GeneratePackage

    generate: GeneratePackage

__version__ = "0.2.0"

__all__ = [
    "ALL", "BEST", "COUNT", "FIRST", "UNIQUE",
    "Board", "Goal", "Limits", "Orientation", "Outcome", "Puzzle", "Reading", "Run", "Status", "Stop", "Task",
    "analyse", "best", "campaign", "catalog", "count", "draw", "formats", "generate", "load", "load_board", "load_puzzle", "render",
    "save", "solve", "store", "studio",
]  # fmt: skip

_PACKAGES = {"analyse", "campaign", "catalog", "formats", "generate", "render", "store", "studio"}


def __getattr__(name: str) -> ModuleType | type:
    if name == "Reading":
        return importlib.import_module("edgematch.formats").Reading  # type: ignore[no-any-return]
    if name in _PACKAGES:
        return importlib.import_module(f"edgematch.{name}")
    raise AttributeError(f"module 'edgematch' has no attribute {name!r}")


def _paint(subject: Puzzle | Board, **options: Any) -> str:
    from edgematch import render

    return render.svg(subject, **options)


Drawable.painter, Drawable.writer = _paint, save
