"""The live view on a terminal: the board the solver is working on, its rate, how much is done, the time left.

The picture is written straight to stderr and overwritten in place. Drawing it through a layout library would parse
its escape codes again and cost more than the drawing itself.
"""

from __future__ import annotations

import os
import shutil
import sys
from types import TracebackType
from typing import IO, Self

from edgematch import render
from edgematch.search import Event, Limits, Progress, Task
from edgematch.search.progress import ProgressText

FOOT_LINES = 6
HIDE_CURSOR, SHOW_CURSOR, CLEAR_BELOW, CLEAR_LINE = "\x1b[?25l", "\x1b[?25h", "\x1b[J", "\x1b[K"


def can_redraw(stream: IO[str]) -> bool:
    """Whether a stream is a terminal on which the cursor can be moved."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


class LiveBoard:
    """A picture on stderr that follows the events of a search and is removed when the search ends."""

    def __init__(self, task: Task, limits: Limits) -> None:
        self._text = ProgressText(task, limits)
        self._lines = 0

    def __enter__(self) -> Self:
        sys.stderr.write(HIDE_CURSOR)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stderr.write(self._home() + CLEAR_BELOW + SHOW_CURSOR)
        sys.stderr.flush()

    def show(self, event: Event) -> None:
        """Take in an event; the picture is redrawn on progress."""
        if self._text.take(event) and isinstance(event, Progress):
            self._draw(event)

    def _home(self) -> str:
        return f"\x1b[{self._lines}F" if self._lines else ""

    def _draw(self, event: Progress) -> None:
        size = shutil.get_terminal_size()
        lines = self._picture(event, size.columns, size.lines - FOOT_LINES)
        status = [*self._text.lines(event.stats), "Ctrl-C stops and keeps what was found"]
        lines += [_cut(line, size.columns - 1) for line in status]
        picture = "".join(f"{line}{CLEAR_LINE}\n" for line in lines)
        sys.stderr.write(self._home() + picture + CLEAR_BELOW)
        sys.stderr.flush()
        self._lines = len(lines)

    def _picture(self, event: Progress, columns: int, lines: int) -> list[str]:
        """The board of the event, or nothing when the terminal is too small for it."""
        best, improves = self._text.best, self._text.task.goal.improve
        board = best.board if best and (improves or event.board is None) else event.board
        if board is None or lines < 4:
            return []
        color = render.wants_color(sys.stderr)
        picture = render.live(board, color=color, width=columns, height=lines).splitlines()
        too_wide = 2 * board.puzzle.width > columns
        return picture if len(picture) <= lines and not too_wide else []


def _cut(line: str, columns: int) -> str:
    """The line, without the items at its end that do not fit: half a number would be another number."""
    if len(line) <= columns:
        return line
    return line[: columns + 1].rpartition(", ")[0] or line[:columns]
