"""The live view on a terminal: the board the solver is working on, its rate, how much is done, the time left.

The picture is written straight to stderr and overwritten in place. Drawing it through a layout library would parse
its escape codes again and cost more than the drawing itself.
"""

from __future__ import annotations

import shutil
import sys
from types import TracebackType
from typing import Self

from edgematch import render
from edgematch.cli.output import plural, rate
from edgematch.search import Event, Found, Limits, Note, Progress, Stats, Task

FOOT_LINES = 6
BAR_CELLS = 30
HIDE_CURSOR, SHOW_CURSOR, CLEAR_BELOW, CLEAR_LINE = "\x1b[?25l", "\x1b[?25h", "\x1b[J", "\x1b[K"


class LiveBoard:
    """A picture on stderr that follows the events of a search and is removed when the search ends."""

    def __init__(self, task: Task, limits: Limits) -> None:
        self._task, self._limits = task, limits
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

    def show(self, event: Event) -> None:
        """Take in an event; the picture is redrawn on progress."""
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
        lines += [line[: size.columns - 1] for line in self.status_lines(event.stats)]
        picture = "".join(f"{line}{CLEAR_LINE}\n" for line in lines)
        sys.stderr.write(self._home() + picture + CLEAR_BELOW)
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

    def status_lines(self, stats: Stats) -> list[str]:
        """The lines below the board: what is done, what was found, what it cost."""
        answers = f"{plural(stats.answers, 'answer')} found" if stats.answers else "nothing found yet"
        if self._best and self._task.goal.improve:
            answers = f"best {self._best.board.score} of {self._task.puzzle.edges}"
        depth = f", depth {stats.depth} of {self._task.puzzle.cells}" if stats.depth else ""
        lines = [
            f"{stats.seconds:.1f} s, {plural(stats.nodes, 'node')}, {rate(stats.rate)}{depth}, {answers}",
            self._forecast.line(stats) or limit_line(stats, self._limits),
            self._note,
            "Ctrl-C stops and keeps what was found",
        ]
        return [line for line in lines if line]


class Forecast:
    """How much of a tree is done and how long the rest may take, where the solver reports a share.

    The untried branches on the search's stack give the share done, as if all branches of a node had the same size. The
    pace of the whole search and of its last third give two times. Where the tree was estimated first (`order=auto`),
    the interval of the estimate gives two more. The range shown covers all of them.
    """

    def __init__(self) -> None:
        self._past: list[tuple[float, float]] = []

    def line(self, stats: Stats) -> str:
        """One line, or nothing when nothing is known."""
        if not 1e-9 < stats.fraction < 1:
            return ""
        self._past.append((stats.seconds, stats.fraction))
        left = [*self._by_pace(stats), *by_estimate(stats)]
        estimate = stats.details.get("estimate")
        parts = f"{bar(stats.fraction)} {percent(stats.fraction)} of the tree done"
        if estimate:
            parts += f" ({percent(stats.nodes / estimate['nodes'])} by the estimate)"
        return f"{parts}, {span(min(left), max(left))} left"

    def _by_pace(self, stats: Stats) -> list[float]:
        since = next((past for past in self._past if past[0] >= 2 / 3 * stats.seconds), (0.0, 0.0))
        paces = (stats.fraction / stats.seconds, (stats.fraction - since[1]) / max(stats.seconds - since[0], 1e-9))
        return [(1 - stats.fraction) / pace for pace in paces if pace > 0]


def limit_line(stats: Stats, limits: Limits) -> str:
    """How much of the time or node limit is used and how long the rest takes; empty without a limit."""
    shares = []
    if limits.seconds:
        shares.append((stats.seconds / limits.seconds, "time limit"))
    if limits.nodes:
        shares.append((stats.nodes / limits.nodes, "node limit"))
    if not shares or not stats.seconds:
        return ""
    share, name = max(shares)
    left = f", {duration(stats.seconds * (1 - share) / share)} left" if 0 < share < 1 else ""
    return f"{bar(share)} {percent(share)} of the {name} used{left}"


def by_estimate(stats: Stats) -> list[float]:
    """The seconds left by each end of the estimate's interval, where there is an estimate."""
    estimate = stats.details.get("estimate")
    if not estimate or not stats.nodes:
        return []
    return [max(0.0, estimate[end] - stats.nodes) * stats.seconds / stats.nodes for end in ("low", "high")]


def bar(share: float) -> str:
    """A progress bar."""
    full = round(BAR_CELLS * min(1.0, share))
    return f"[{'=' * full}{' ' * (BAR_CELLS - full)}]"


def percent(share: float) -> str:
    """A share in percent with two digits, never more than 100."""
    return f"{100 * share:.2g} %" if share < 0.095 else f"{min(100.0, 100 * share):.0f} %"


def span(low: float, high: float) -> str:
    """A range of times: the unit once where both ends have the same, one time where both ends read alike."""
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
