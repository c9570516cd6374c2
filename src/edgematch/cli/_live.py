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
        self._forecast = Forecast()

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
            answers = f"best {self._best.board.score} of {self._task.puzzle.edges}"
        told = [
            f"{stats.seconds:.1f} s, {stats.nodes:,} nodes, {stats.rate / 1e6:.1f} M a second, {answers}",
            self._forecast.tell(stats),
            self._note,
            "Ctrl-C stops and keeps what was found",
        ]
        return [line for line in told if line]


class Forecast:
    """How much of a tree is done and how long the rest may take, where the solver can tell.

    What waits on the search's stack tells the part done, as if all branches of a node weighed the same; the pace of the whole search and
    of its last third give two times. Where the tree was estimated first (`order=auto`), its interval gives two more. All of
    them together are the range that is shown.
    """

    def __init__(self) -> None:
        self._past: list[tuple[float, float]] = []

    def tell(self, stats: Stats) -> str:
        """One line, or nothing when nothing is known."""
        if not 1e-9 < stats.fraction < 1:
            return ""
        self._past.append((stats.seconds, stats.fraction))
        left = [*self._by_pace(stats), *by_estimate(stats)]
        estimate = stats.details.get("estimate")
        parts = f"{percent(stats.fraction)} done by the stack"
        if estimate:
            parts += f", {percent(stats.nodes / estimate['nodes'])} by the estimate"
        return f"{parts}; {span(min(left), max(left))} to go"

    def _by_pace(self, stats: Stats) -> list[float]:
        since = next((past for past in self._past if past[0] >= 2 / 3 * stats.seconds), (0.0, 0.0))
        paces = (stats.fraction / stats.seconds, (stats.fraction - since[1]) / max(stats.seconds - since[0], 1e-9))
        return [(1 - stats.fraction) / pace for pace in paces if pace > 0]


def by_estimate(stats: Stats) -> list[float]:
    """The seconds that the ends of the estimate's interval leave, where there is one."""
    estimate = stats.details.get("estimate")
    if not estimate or not stats.nodes:
        return []
    return [max(0.0, estimate[end] - stats.nodes) * stats.seconds / stats.nodes for end in ("low", "high")]


def percent(part: float) -> str:
    """A part of a whole, never more than the whole, in two digits."""
    return f"{100 * part:.2g} %" if part < 0.095 else f"{min(100.0, 100 * part):.0f} %"


def span(low: float, high: float) -> str:
    """A range of times, the unit said once where it is the same, or one time where both ends read alike."""
    first, last = duration(low), duration(high)
    if first == last:
        return last
    unit = last.partition(" ")[2]
    return f"{first.removesuffix(' ' + unit)} to {last}"


def duration(seconds: float) -> str:
    """A time span in the largest unit that fits."""
    units = (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3600.0), ("minutes", 60.0), ("seconds", 1.0))
    for unit, size in units:
        if seconds >= size:
            return f"{seconds / size:.2g} {unit}"
    return "less than a second"
