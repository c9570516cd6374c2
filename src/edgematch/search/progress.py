"""How far a search is, in words: what it found and cost, a bar, the time left. For the terminal and for notebooks."""

from __future__ import annotations

from edgematch.search.events import Event, Found, Note, Progress
from edgematch.search.limits import Limits
from edgematch.search.stats import Stats
from edgematch.search.task import Task

BAR_CELLS = 30


class ProgressText:
    """Follows the events of a search and describes its state in a few lines."""

    def __init__(self, task: Task, limits: Limits) -> None:
        self.task, self.limits = task, limits
        self.best: Found | None = None
        self.note = ""
        self._forecast = Forecast()

    def take(self, event: Event) -> bool:
        """Take in an event; whether there is something new to show."""
        if isinstance(event, Found):
            self.best = event
        elif isinstance(event, Note):
            self.note = event.text
        return isinstance(event, Progress)

    def lines(self, stats: Stats) -> list[str]:
        """What was found and what it cost, what is done, the solver's last remark."""
        answers = f"{plural(stats.answers, 'answer')} found" if stats.answers else "nothing found yet"
        if self.best and self.task.goal.improve:
            answers = f"best {self.best.board.score} of {self.task.puzzle.edges}"
        depth = f", depth {stats.depth} of {self.task.puzzle.cells}" if stats.depth else ""
        lines = [
            f"{answers}{depth}, {stats.seconds:.1f} s, {rate(stats.rate)}, {plural(stats.nodes, 'node')}",
            self._forecast.line(stats) or limit_line(stats, self.limits),
            self.note,
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
    units = (("year", 31_557_600.0), ("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0), ("second", 1.0))
    for unit, size in units:
        if seconds >= size:
            number = f"{seconds / size:.2g}"
            return f"{number} {unit}{'' if number == '1' else 's'}"
    return "less than a second"


def cpu_time(seconds: float) -> str:
    """CPU time in core hours, and in core seconds where that is less than a tenth of one."""
    return f"{seconds / 3600:,.1f} core hours" if seconds >= 360 else f"{seconds:,.1f} core seconds"


def plural(number: int, word: str) -> str:
    """A number with its word: 1 solution, 2,000 solutions."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def rate(nodes: float) -> str:
    """Nodes per second, with a unit that keeps the number between 1 and 999 where there is one."""
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if nodes >= 0.9995 * size:
            return f"{nodes / size:.3g}{unit} nodes per second"
    return f"{nodes:.3g} nodes per second"
