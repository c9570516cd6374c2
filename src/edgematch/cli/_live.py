"""The live board on a terminal: what the solver is looking at, how fast it is, how far it has come."""

from __future__ import annotations

import shutil
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from edgematch import render
from edgematch.search import Event, Found, Note, Progress, Stats, Task

FOOT_LINES = 4


class LiveBoard:
    """A picture on stderr that follows the events of a search, and is gone when the search ends."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._console = Console(stderr=True)
        self._live = Live(console=self._console, transient=True, auto_refresh=False)
        self._best: Found | None = None
        self._note = ""

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def tell(self, event: Event) -> None:
        """Take in what happened; the picture is redrawn on progress."""
        if isinstance(event, Found):
            self._best = event
        elif isinstance(event, Note):
            self._note = event.text
        elif isinstance(event, Progress):
            self._draw(event)

    def _draw(self, event: Progress) -> None:
        size = shutil.get_terminal_size()
        parts: list[Text] = []
        board = event.board or (self._best.board if self._best else None)
        if board is not None and size.lines > FOOT_LINES + 4:
            picture = render.live(board, width=size.columns, height=size.lines - FOOT_LINES)
            if len(picture.splitlines()) <= size.lines - FOOT_LINES:
                parts.append(Text.from_ansi(picture, no_wrap=True, overflow="crop"))
        parts += [Text(line, no_wrap=True, overflow="ellipsis") for line in self._lines(event.stats)]
        self._live.update(Group(*parts), refresh=True)

    def _lines(self, stats: Stats) -> list[str]:
        answers = f"{stats.answers:,} found" if stats.answers else "nothing found yet"
        if self._best and self._task.goal.improve:
            answers = f"best {self._best.board.score} of {self._task.puzzle.joins}"
        told = [
            f"{stats.seconds:.1f} s, {stats.nodes:,} nodes, {stats.rate / 1e6:.1f} M a second, {answers}",
            progress_line(stats),
        ]
        return [line for line in (*told, self._note) if line] + ["Ctrl-C stops and keeps what was found"]


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
            number = seconds / size
            return f"{number:.2g} {unit}s" if number < 1e6 else f"{number:.1e} {unit}s"
    return "no time"
