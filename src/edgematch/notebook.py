"""Progress of a search below a cell of a notebook: a bar and a line that are updated in place and vanish at its end."""

from __future__ import annotations

import html
import importlib
import sys
from types import TracebackType
from typing import Any, Self

from edgematch.search import Event, Limits, Progress, Task
from edgematch.search.progress import ProgressText

EVERY_SECONDS = 0.5
PATIENCE_SECONDS = 1.0
"""A search that is shorter shows nothing."""


def is_notebook() -> bool:
    """Whether this code runs in a notebook, which can show progress."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel")


class NotebookProgress:
    """The display of one search."""

    def __init__(self, task: Task, limits: Limits) -> None:
        self._text = ProgressText(task, limits)
        self._display: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._show("")

    def show(self, event: Event) -> None:
        """Take in an event; the display is updated on progress."""
        if self._text.take(event) and isinstance(event, Progress) and event.stats.seconds >= PATIENCE_SECONDS:
            self._show("".join(f"<div>{html.escape(line)}</div>" for line in self._text.lines(event.stats)))

    def _show(self, body: str) -> None:
        ipython: Any = importlib.import_module("IPython.display")
        page = ipython.HTML(f'<div style="font-family:monospace;white-space:pre">{body}</div>' if body else "")
        if self._display is not None:
            self._display.update(page)
        elif body:
            self._display = ipython.display(page, display_id=True)
