"""The report of a suite: our columns beside the paper's, means, the virtual best, differences; Markdown and HTML."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, median

from edgematch.bench.instances import short
from edgematch.bench.papers import Paper, load_paper
from edgematch.bench.records import Record, Records
from edgematch.bench.statistics import (
    Cell,
    cells,
    common,
    geometric_mean,
    median_interval,
    paired,
    par10,
    ratios,
    times,
    virtual_best,
)  # fmt: skip
from edgematch.bench.suite import Suite
from edgematch.formats import write_whole

Table = dict[tuple[str, str], Cell]
Row = list[str]


def report(suite: Suite, records: Records, folder: Path | None = None) -> str:
    """The report as Markdown; with a folder also written there, with its plots and an HTML page."""
    told = Report(suite, [record for record in records if record.job.suite == suite.name])
    text = told.markdown()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        pictures = told.draw(folder)
        text += "".join(f"\n![{path.stem}]({path.name})\n" for path in pictures)
        write_whole(folder / f"{suite.name}.md", text)
        write_whole(folder / f"{suite.name}.html", page(suite.title, text, folder, pictures))
    return text


class Report:
    """The records of a suite, ready to be told."""

    def __init__(self, suite: Suite, records: Sequence[Record]) -> None:
        self.suite, self.records = suite, records
        self.table: Table = cells(records)
        self.instances = list(dict.fromkeys(record.job.puzzle for record in records))
        self.solvers = [s for s in suite.solvers if any((i, s) in self.table for i in self.instances)]
        self.paper: Paper | None = load_paper(suite.paper)
        self.times = times(self.table)

    def markdown(self) -> str:
        """The whole report."""
        parts = [f"# {self.suite.title}", "", *filter(None, [self.suite.about]), ""]
        if not self.records:
            return "\n".join([*parts, f"No records yet: `edgematch bench run {self.suite.name}` makes them.", ""])
        parts += [self._conditions(), ""]
        parts += _table(self._head(), self._rows())
        parts += ["", "## Summary", ""]
        parts += self._score_summary() if self.suite.goal == "best" else self._time_summary()
        return "\n".join(parts) + "\n"

    def draw(self, folder: Path) -> list[Path]:
        """The plots, where there is something to plot."""
        if self.suite.goal == "best" or not any(self.times.values()):
            return []
        from edgematch.bench.plots import cactus, profile

        return [
            cactus(self.times, folder / f"{self.suite.name}-cactus.svg"),
            profile(self.times, folder / f"{self.suite.name}-profile.svg"),
        ]

    # parts

    def _conditions(self) -> str:
        first = self.records[0].facts
        commits = sorted({record.facts.get("commit", "") for record in self.records})
        limits = f"{len(self.records)} runs of at most {self.suite.seconds:g} s, {self.suite.threads} thread each"
        lines = [
            f"{limits}; {first.get('machine')}; {first.get('compiler')}; commit {', '.join(filter(None, commits))}."
        ]
        if self.suite.is_fallback:
            lines.append("**The reference files were not there: generated look-alikes stand in for them.**")
        if self.paper:
            lines.append(f"Columns in italics: {self.paper.source} ({self.paper.unit}). {self.paper.note}".strip())
        return "\n".join(lines)

    def _head(self) -> Row:
        paper = [f"*{title}*" for title in self.paper.columns] if self.paper else []
        return [
            "instance",
            "answers" if self.suite.goal != "best" else "runs",
            *[f"`{s}`" for s in self.solvers],
            *paper,
        ]

    def _rows(self) -> Iterable[Row]:
        for instance in self.instances:
            row = [short(instance), self._answers(instance)]
            row += [self._cell(instance, solver) for solver in self.solvers]
            if self.paper:
                row += [column.get(short(instance), "") for column in self.paper.columns.values()]
            yield row

    def _answers(self, instance: str) -> str:
        runs = [run for solver in self.solvers for run in self.table.get((instance, solver), Cell(())).runs]
        if self.suite.goal == "best":
            return str(len(runs))
        counts = {run.count for run in runs if run.is_finished}
        return " or ".join(f"{count:,}" for count in sorted(counts)) + (
            "  **disagree**" if len(counts) > 1 and self.suite.goal in ("count", "all") else ""
        )

    def _cell(self, instance: str, solver: str) -> str:
        cell = self.table.get((instance, solver))
        if cell is None:
            return ""
        if self.suite.goal == "best":
            return _scores(cell.scores)
        failed = next((run.error for run in cell.runs if run.error), "")
        if failed:
            return "failed"
        return f"{cell.seconds:.3g} s, {cell.nodes:.3g}" if cell.is_finished else f"> {self.suite.seconds:g} s"

    def _time_summary(self) -> list[str]:
        solvers, together = self.solvers, common(self.times, self.solvers)
        best = virtual_best(self.times)
        rows = [
            [
                f"`{solver}`", str(len(self.times[solver])),
                _number(geometric_mean([self.times[solver][i] for i in together])),
                _number(median(self.times[solver].values()) if self.times[solver] else math.nan),
                _number(par10(self.times[solver], self.instances, self.suite.seconds)),
                str(sum(math.isclose(self.times[solver][i], best[i]) for i in self.times[solver])),
            ]
            for solver in solvers
        ]  # fmt: skip
        rows.append(
            [
                "virtual best",
                str(len(best)),
                _number(geometric_mean([best[i] for i in together])),
                "",
                _number(par10(best, self.instances, self.suite.seconds)),
                "",
            ]
        )
        head = [
            "solver",
            f"finished of {len(self.instances)}",
            f"geometric mean s ({len(together)} in common)",
            "median s",
            "PAR10 s",
            "fastest on",
        ]
        return [*_table(head, rows), "", *self._speed_ups()]

    def _speed_ups(self) -> list[str]:
        """How each solver compares with the first one."""
        first, lines = self.solvers[0], []
        for other in self.solvers[1:]:
            factors = ratios(self.times, other, first)
            if factors:
                low, high = median_interval(factors)
                lines.append(
                    f"- `{other}` against `{first}` on {len(factors)}: geometric mean {_number(geometric_mean(factors))} times, "
                    f"median {_number(median(factors))} ({_number(low)} to {_number(high)}), "
                    f"from {_number(factors[0])} to {_number(factors[-1])}"
                )
        return lines

    def _score_summary(self) -> list[str]:
        rows = []
        for solver in self.solvers:
            scores = [score for i in self.instances for score in self.table.get((i, solver), Cell(())).scores]
            if scores:
                rows.append(
                    [
                        f"`{solver}`",
                        str(len(scores)),
                        f"{mean(scores):.2f}",
                        f"{median(scores):g}",
                        str(min(scores)),
                        str(max(scores)),
                    ]
                )
        return [*_table(["solver", "runs", "mean", "median", "min", "max"], rows), "", *self._paired_lines()]

    def _paired_lines(self) -> list[str]:
        first, lines = self.solvers[0], []
        for other in self.solvers[1:]:
            pairs = self._pairs(first, other)
            if len(pairs) > 1:
                p = paired([b for _, b in pairs], [a for a, _ in pairs])
                lines.append(
                    f"- `{other}` minus `{first}`: {p.difference:+.2f} ({p.low:+.2f} to {p.high:+.2f}, {p.pairs} pairs, Wilcoxon p = {p.wilcoxon:.3g})"
                )
        return lines

    def _pairs(self, one: str, other: str) -> list[tuple[int, int]]:
        """The scores of two solvers on the same instance, seed and repetition."""
        by_run = {(r.job.puzzle, r.job.seed, r.job.repetition, r.job.solver): r.score for r in self.records}
        pairs = []
        for puzzle, seed, repetition, solver in by_run:
            a, b = by_run.get((puzzle, seed, repetition, one)), by_run.get((puzzle, seed, repetition, other))
            if solver == one and a is not None and b is not None:
                pairs.append((a, b))
        return pairs


def _scores(scores: Sequence[int]) -> str:
    if not scores:
        return ""
    return str(scores[0]) if len(scores) == 1 else f"{mean(scores):.1f} ({min(scores)} to {max(scores)})"


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.3g}"


def _table(head: Row, rows: Iterable[Row]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def page(title: str, markdown: str, folder: Path, pictures: Sequence[Path]) -> str:
    """The report as one self-contained HTML page."""
    body: list[str] = []
    rows: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(line)
            continue
        if rows:
            body.append(_html_table(rows))
            rows = []
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            body.append(f"<h{level}>{_inline(line.lstrip('# '))}</h{level}>")
        elif line and not line.startswith("!["):
            body.append(f"<p>{_inline(line)}</p>")
    body += [_svg(folder / picture.name) for picture in pictures]
    style = "body{font:15px system-ui;margin:2em auto;max-width:75em}table{border-collapse:collapse}td,th{padding:.2em .7em;border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}svg{max-width:100%}"
    return f"<!doctype html><meta charset='utf-8'><title>{html.escape(title)}</title><style>{style}</style>{''.join(body)}\n"


def _svg(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text[text.index("<svg") :]


def _html_table(rows: Sequence[str]) -> str:
    split = [[_inline(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
    head = "".join(f"<th>{cell}</th>" for cell in split[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in split[2:])
    return f"<table><tr>{head}</tr>{body}</table>"


def _inline(text: str) -> str:
    escaped = html.escape(text)
    escaped = re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped)
    escaped = re.sub(r"\*\*([^*]*)\*\*", r"<b>\1</b>", escaped)
    return re.sub(r"\*([^*]*)\*", r"<i>\1</i>", escaped)
