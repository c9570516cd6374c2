"""The live board on a terminal: what the solver is looking at, how fast it is, how far it has come.

The picture is written straight to stderr and overwritten in place: parsing its escape codes again for a layout library
would cost more than the whole drawing.
"""

from __future__ import annotations

import shutil
import sys
from types import TracebackType
from typing import Self

from edgematch import render
from edgematch.search import Event, Found, Note, Progress, Stats, Task

FOOT_LINES = 5
HIDE_CURSOR, SHOW_CURSOR, CLEAR_BELOW, CLEAR_LINE = "\x1b[?25l", "\x1b[?25h", "\x1b[J", "\x1b[K"


class LiveBoard:
    """A picture on stderr that follows the events of a search, and is gone when the search ends."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._best: Found | None = None
        self._note = ""
        self._lines = 0

    def __enter__(self) -> Self:
        sys.stderr.write(HIDE_CURSOR)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.stderr.write(self._home() + CLEAR_BELOW + SHOW_CURSOR)
        sys.stderr.flush()

    def tell(self, event: Event) -> None:
        """Take in what happened; the picture is redrawn on progress."""
        if isinstance(event, Found):
            self._best = event
        elif isinstance(event, Note):
            self._note = event.text
        elif isinstance(event, Progress):
            self._draw(event)

    def _home(self) -> str:
        return f"\x1b[{self._lines}F" if self._lines else ""

    def _draw(self, event: Progress) -> None:
        size = shutil.get_terminal_size()
        lines = self._picture(event, size.columns, size.lines - FOOT_LINES)
        lines += [line[: size.columns - 1] for line in self._told(event.stats)]
        frame = "".join(f"{line}{CLEAR_LINE}\n" for line in lines)
        sys.stderr.write(self._home() + frame + CLEAR_BELOW)
        sys.stderr.flush()
        self._lines = len(lines)

    def _picture(self, event: Progress, columns: int, lines: int) -> list[str]:
        """The board of the event, or nothing when the terminal is too small for it."""
        board = self._best.board if self._best and (self._task.goal.improve or event.board is None) else event.board
        if board is None or lines < 4:
            return []
        picture = render.live(board, width=columns, height=lines).splitlines()
        too_wide = 2 * board.puzzle.width > columns
        return picture if len(picture) <= lines and not too_wide else []

    def _told(self, stats: Stats) -> list[str]:
        answers = f"{stats.answers:,} found" if stats.answers else "nothing found yet"
        if self._best and self._task.goal.improve:
            answers = f"best {self._best.board.score} of {self._task.puzzle.joins}"
        told = [
            f"{stats.seconds:.1f} s, {stats.nodes:,} nodes, {stats.rate / 1e6:.1f} M a second, {answers}",
            progress_line(stats),
            self._note,
            "Ctrl-C stops and keeps what was found",
        ]
        return [line for line in told if line]


def progress_line(stats: Stats) -> str:
    """How much of the tree is done and how long the rest may take, where the solver can tell."""
    if not 1e-9 < stats.fraction < 1:
        return ""
    left = stats.seconds * (1 - stats.fraction) / stats.fraction
    return f"{100 * stats.fraction:.2g} % of the tree done, about {duration(left)} to go (a rough guess)"


def duration(seconds: float) -> str:
    """A time span in the largest unit that fits."""
    units = (("year", 31_557_600.0), ("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0), ("second", 1.0))
    for unit, size in units:
        if seconds >= size:
            return f"{seconds / size:.2g} {unit}s"
    return "no time"
