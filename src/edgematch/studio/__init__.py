"""The studio: a local web page to see, play, watch, race and analyse puzzles; `edgematch studio` starts it."""

from __future__ import annotations

from typing import Any

from edgematch.errors import MissingDependency
from edgematch.model import Board
from edgematch.search import Outcome, Run

__all__ = ["missing_dependency", "require", "watch", "widget"]

INSTALL = "the studio needs FastAPI and uvicorn (pip install 'edgematch[studio]')"


def missing_dependency() -> str | None:
    """None, or what to install before the studio can start."""
    from importlib.util import find_spec

    missing = [name for name in ("fastapi", "uvicorn", "websockets") if find_spec(name) is None]
    return f"{INSTALL}; missing: {', '.join(missing)}" if missing else None


def require() -> None:
    """Raise, with the remedy, when the studio cannot start."""
    reason = missing_dependency()
    if reason:
        raise MissingDependency(reason)


def widget(board: Board, *, breaks: bool = True, numbers: bool = False) -> Any:
    """A live picture of a board for notebooks; needs anywidget."""
    from edgematch.studio import notebook

    return notebook.widget(board, breaks=breaks, numbers=numbers)


def watch(run: Run, shown: Any) -> Outcome:
    """Follow a search in a widget, and return its outcome."""
    from edgematch.studio import notebook

    return notebook.watch(run, shown)
