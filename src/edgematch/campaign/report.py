"""The report of a campaign: Markdown for people and repositories, or one HTML page that needs nothing from outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import sqrt
from typing import Any

import numpy as np

from edgematch import formats, render
from edgematch.campaign.bandit import Arm
from edgematch.campaign.status import Status, status
from edgematch.search.progress import cpu_time, duration, rate, span
from edgematch.store.database.campaigns import Campaign, Sums
from edgematch.store.database.store import Store

WIDTH, HEIGHT, MARGIN = 640, 240, 48
MOST_BOARDS, MOST_SIZES = 6, 2000
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1f24;background:#fff}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .8rem;border-bottom:1px solid #d8dbe0;text-align:left}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}figure{margin:1rem 0}figcaption{color:#667}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem}
.boards svg{width:100%;height:auto}
svg text{font:12px system-ui,sans-serif;fill:#556}.line{fill:none;stroke:#2563eb;stroke-width:2}
.axis{stroke:#99a;stroke-width:1}.guide{fill:none;stroke:#d97706;stroke-width:2;stroke-dasharray:4 4}
@media(prefers-color-scheme:dark){body{background:#15181d;color:#e6e8eb}td,th{border-color:#333a44}svg text{fill:#9aa}}
"""


def report(store: Store, name: str, *, kind: str = "md") -> str:
    """The report of a campaign as Markdown (`md`) or HTML (`html`)."""
    facts = _Facts(store, name)
    return _html(facts) if kind == "html" else _markdown(facts)


class _Facts:
    """What a report is made of."""

    def __init__(self, store: Store, name: str) -> None:
        self.status: Status = status(store, name)
        self.campaign: Campaign = store.campaigns.get(name)
        self.done: Sums = store.campaigns.totals(self.campaign)["sums"].get("done", Sums())
        hunts = self.campaign.hunts_score
        self.curve = (store.campaigns.best_scores if hunts else store.campaigns.progress)(self.campaign)
        # the sizes of a hunt's jobs are what the plan gave them
        self.sizes = [] if hunts else store.campaigns.sizes(self.campaign, MOST_SIZES)
        self.arm_scores = store.campaigns.arm_scores(self.campaign)
        self.workers = store.campaigns.workers(self.campaign)
        self.boards = store.boards.list(campaign=name, limit=MOST_BOARDS)
        self.by_score = store.boards.by_score(campaign=name)

    def summary(self) -> list[tuple[str, str]]:
        """The first table."""
        now, campaign = self.status, self.campaign
        found = f"{now.best} of {now.edges} edges" if campaign.hunts_score else f"{now.count:,}"
        left = "-" if now.seconds_left is None else span(now.seconds_left_low or 0.0, now.seconds_left_high or 0.0)
        return [
            ("puzzle", str(campaign.puzzle)),
            ("goal", campaign.goal_name + (", labelled" if campaign.labelled else "")),
            ("solver", " and ".join(dict.fromkeys(Arm.parse(arm).recipe for arm in campaign.arms)) or campaign.solver),
            ("state", now.state),
            ("best score" if campaign.hunts_score else "solutions", found),
            ("nodes", f"{now.nodes:,}"),
            ("jobs done", f"{now.done:,} of {now.jobs:,} ({now.failed:,} failed)"),
            ("cost", cpu_time(now.core_seconds)),
            ("rate", f"{rate(now.rate)} per worker"),
            ("elapsed", duration(now.elapsed)),
            *([] if now.state == "done" else [("time left", left)]),
        ]

    def variation(self) -> str:
        """How even the finished jobs are: the coefficients of variation of their nodes and times."""
        if self.campaign.hunts_score or self.done.jobs < 2:
            return ""
        nodes = variation(self.done.jobs, float(self.done.nodes), self.done.nodes_nodes)
        seconds = variation(self.done.jobs, self.done.seconds, self.done.seconds_seconds)
        return f"coefficient of variation of the nodes {nodes:.2f}, of the times {seconds:.2f}"

    def by_arm(self) -> list[tuple[str, int, int | str]]:
        """Recipes with the number of their jobs and their best score."""
        arms = sorted({arm for arm, _, _ in self.arm_scores if arm})
        rows = [(arm, [(score or 0, number) for name, score, number in self.arm_scores if name == arm]) for arm in arms]
        table = [(arm, sum(number for _, number in mine), max(mine)[0]) for arm, mine in rows]
        return [(arm, jobs, best or "-") for arm, jobs, best in sorted(table, key=lambda row: (-row[2], -row[1]))]


def variation(number: int, total: float, squares: float) -> float:
    """The coefficient of variation of values, given their number, their sum, and the sum of their squares."""
    mean = total / number
    return sqrt(max(0.0, squares / number - mean**2)) / mean if mean else 0.0


def _tables(facts: _Facts) -> Iterable[tuple[str, Sequence[str], Sequence[Sequence[Any]]]]:
    yield "Summary", ("", ""), facts.summary()
    if facts.by_score:
        yield "Boards by score", ("score", "boards"), facts.by_score
    if facts.by_arm():
        yield "Recipes", ("recipe", "jobs", "best new board"), facts.by_arm()
    rows = [
        (row["name"] + (" (quarantined)" if row["is_quarantined"] else ""), row["slices"], f"{row['nodes'] or 0:,}",
         cpu_time(row["seconds"] or 0)) for row in facts.workers
    ]  # fmt: skip
    if rows:
        yield "Workers", ("worker", "slices", "nodes", "time"), rows


def _markdown(facts: _Facts) -> str:
    lines = [f"# Campaign {facts.campaign.name}", ""]
    for title, head, rows in _tables(facts):
        lines += [f"## {title}", "", f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
        lines += [f"| {' | '.join(str(value).replace('|', '/') for value in row)} |" for row in rows]
        lines.append("")
    if facts.variation():
        lines += [f"Finished jobs: {facts.variation()}.", ""]
    lines += [f"- {one.score}: {one.url or one.id[:12]}" for one in facts.boards[:MOST_BOARDS]]
    return "\n".join(lines).rstrip() + "\n"


def _html(facts: _Facts) -> str:
    parts = [f"<h1>Campaign {escape(facts.campaign.name)}</h1>"]
    for title, head, rows in _tables(facts):
        parts += [f"<h2>{title}</h2>", _table(head, rows)]
        if title == "Summary":
            what = "best score" if facts.campaign.hunts_score else "nodes"
            parts.append(_figure(_curve(facts.curve, what), f"{what} by the time of the commit"))
            if facts.variation():
                caption = f"finished jobs from small to large: actual and (dashed) planned nodes; {facts.variation()}"
                parts.append(_figure(_size_plot(facts.sizes), caption))
            shown = "".join(_board(one) for one in facts.boards)
            parts += [f"<h2>Best boards</h2><div class='boards'>{shown}</div>"] if shown else []
    title = escape(f"Campaign {facts.campaign.name}")
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
        f"content='width=device-width, initial-scale=1'><title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _board(one: Any) -> str:
    link = formats.viewer_url(one.board)
    caption = f"{one.score} of {one.board.puzzle.edges}"
    words = f"<a href='{escape(link)}' rel='noreferrer'>{caption}</a>" if link else caption
    return f"<figure>{render.svg(one.board)}<figcaption>{words}</figcaption></figure>"


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    kinds = [_kind(value) if any(head) else "" for value in rows[0]]
    top = "".join(f"<th{kind}>{escape(word)}</th>" for word, kind in zip(head, kinds, strict=True))
    cells = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(str(value))}</td>" for value, kind in zip(row, kinds, strict=True))
        + "</tr>"
        for row in rows
    )
    return f"<table>{f'<tr>{top}</tr>' if any(head) else ''}{cells}</table>"


def _kind(value: Any) -> str:
    return " class='number'" if isinstance(value, int) or str(value).replace(",", "").isdecimal() else ""


def _figure(plot: str, caption: str) -> str:
    return f"<figure>{plot}<figcaption>{escape(caption)}</figcaption></figure>" if plot else ""


def _curve(points: Sequence[tuple[float, float]], what: str) -> str:
    """A value over seconds."""
    if len(points) < 2:
        return ""
    xs, ys = np.array(points, dtype=float).T
    low = 0.0 if what == "nodes" else float(ys[1:].min()) - 1
    line = _line(xs, np.maximum(ys - low, 0.0), xs.max(), ys.max() - low, "line")
    return _axes(line, duration(xs.max()), f"{what}, to {_short(ys.max())}", f"{low:,.0f}")


def _size_plot(sizes: Sequence[tuple[float, int, float]]) -> str:
    """Planned and actual nodes of jobs, each from small to large."""
    planned, actual = (np.sort(np.array([job[which] for job in sizes], dtype=float)) for which in (0, 1))
    if len(actual) < 2:
        return ""
    most, ranks = float(max(planned.max(), actual.max(), 1.0)), np.arange(len(actual), dtype=float)
    lines = _line(ranks, planned, ranks[-1], most, "guide") + _line(ranks, actual, ranks[-1], most, "line")
    return _axes(lines, f"{len(actual):,} jobs", f"nodes, to {_short(most)}")


def _line(xs: Any, ys: Any, widest: float, highest: float, kind: str) -> str:
    left = MARGIN + xs / max(widest, 1e-9) * (WIDTH - 2 * MARGIN)
    top = HEIGHT - MARGIN - ys / max(highest, 1e-9) * (HEIGHT - 2 * MARGIN)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(left, top, strict=True))
    return f"<polyline class='{kind}' points='{path}'/>"


def _short(number: float) -> str:
    """A number of at most seven digits, with a unit where it has more."""
    for size, unit in ((1e12, " T"), (1e9, " G"), (1e6, " M")):
        if number >= 10 * size:
            return f"{number / size:,.0f}{unit}"
    return f"{number:,.0f}"


def _axes(inside: str, below: str, above: str, start: str = "0") -> str:
    return (
        f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' role='img'>"
        f"<line class='axis' x1='{MARGIN}' y1='{HEIGHT - MARGIN}' x2='{WIDTH - MARGIN}' y2='{HEIGHT - MARGIN}'/>"
        f"<line class='axis' x1='{MARGIN}' y1='{MARGIN}' x2='{MARGIN}' y2='{HEIGHT - MARGIN}'/>{inside}"
        f"<text x='{WIDTH - MARGIN}' y='{HEIGHT - MARGIN + 18}' text-anchor='end'>{escape(below)}</text>"
        f"<text x='{MARGIN - 6}' y='{HEIGHT - MARGIN}' text-anchor='end'>{escape(start)}</text>"
        f"<text x='{MARGIN}' y='{MARGIN - 8}'>{escape(above)}</text></svg>"
    )
