"""The report of a suite: our columns next to the paper's, means, the virtual best, differences; Markdown and HTML.

A report is a function of the records and of the files of suites and papers alone, so that it can be made again
anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import mean, median

from edgematch.bench.html import page
from edgematch.bench.papers import load_paper
from edgematch.bench.records import Record
from edgematch.bench.results import Results
from edgematch.bench.statistics import Cell
from edgematch.bench.suite import Suite
from edgematch.bench.summary import Row, against, effects, number, summarise, table
from edgematch.files import make_folder, write_whole


def report(suite: Suite, records: Iterable[Record], folder: Path | None = None) -> str:
    """The report as Markdown; with a folder also written there, with its plots and an HTML page."""
    made = Report(suite, [record for record in records if record.job.suite == suite.name])
    text = made.markdown()
    if folder is not None:
        make_folder(folder)
        pictures = made.draw(folder)
        text += "".join(f"\n![{path.stem}]({path.name})\n" for path in pictures)
        write_whole(folder / f"{suite.name}.md", text)
        write_whole(folder / f"{suite.name}.html", page(suite.title, text, folder, pictures))
    return text


class Report:
    """The report of a suite, made from its records."""

    def __init__(self, suite: Suite, records: Sequence[Record]) -> None:
        self.suite, self.records = suite, records
        self.results, self.paper = Results(suite, records), load_paper(suite.paper)

    def markdown(self) -> str:
        """The whole report."""
        parts = [f"# {self.suite.title}", "", *filter(None, [self.suite.about]), ""]
        if not self.records:
            return "\n".join([*parts, f"No records yet: `edgematch bench run {self.suite.name}` makes them.", ""])
        parts += self.body()
        if self.results.solvers:
            parts += ["", "## Summary", "", *summarise(self.results, self.paper)]
        return "\n".join(parts) + "\n"

    def body(self) -> list[str]:
        """The conditions of the runs, and the table."""
        return [*self._conditions(), "", *table(self._head(), self._rows())]

    def compared(self) -> list[str]:
        """The effects and the methods of the paper next to ours."""
        return [*effects(self.results, self.paper), *(against(self.results, self.paper) if self.paper else [])]

    def draw(self, folder: Path) -> list[Path]:
        """The plots, where there is something to plot."""
        finished = self.results.times
        if self.results.show != "time" or not any(finished.values()):
            return []
        from edgematch.bench.plots import cactus, profile

        return [
            cactus(
                finished, folder / f"{self.suite.name}-cactus.svg", title=self.suite.title, limit=self.suite.seconds
            ),
            profile(finished, folder / f"{self.suite.name}-profile.svg", title=self.suite.title),
        ]

    # parts

    def _conditions(self) -> list[str]:
        made_on = [f"{r.facts.get('machine')}; {r.facts.get('compiler')}" for r in self.records]
        commits = sorted({record.facts.get("commit", "").removesuffix("-dirty") for record in self.records})
        clock = " of CPU time" if self.suite.clock != "wall" else ""
        limits = (
            f"{len(self.records)} runs of at most {self.suite.seconds:g} s{clock}, {self.suite.threads} thread each"
        )
        made_at = f"; commit {', '.join(filter(None, commits))}" if any(commits) else ""
        lines = [f"{limits}; {', and '.join(dict.fromkeys(made_on))}{made_at}."]
        shares = [record.share for record in self.records if record.share]
        if shares:
            lines.append(f"Share of a core that runs had: median {median(shares):.2f}, least {min(shares):.2f}.")
        dirty = sum(record.facts.get("commit", "").endswith("-dirty") for record in self.records)
        if dirty:
            lines.append(f"{dirty} of {len(self.records)} runs were made from a checkout with uncommitted changes.")
        if self.results.unmeasured:
            lines.append(
                f"{len(self.results.unmeasured)} of {len(self.suite.listed)} puzzles of the suite were not run."
            )
        if any(self.suite.is_fallback(record.job.puzzle) for record in self.records):
            lines.append("**Reference files were not there: generated look-alikes stand in for them.**")
        names: dict[str, list[str]] = {}
        for measure in self.results.measures:
            names.setdefault(self._figure_names(measure), []).append(f"`{measure}`")
        lines += [f"{', '.join(measures)}: {figures}." for figures, measures in names.items()]
        if self.paper:
            lines.append(f"Columns in italics: {self.paper.source} ({self.paper.unit}). {self.paper.note}".strip())
        return lines

    def _figure_names(self, measure: str) -> str:
        return next((" / ".join(run.details) for run in self.results.runs(measure).runs if run.details), "")

    def _head(self) -> Row:
        answers = ["runs" if self.results.show != "time" else "answers"] if self.results.solvers else []
        ours = [f"`{column}`" for column in self.results.columns]
        if self.results.is_compared:
            ours += ["fastest", f"times as fast as `{self.suite.baseline}`"]
        return ["instance", *answers, *ours, *[f"*{title}*" for title in (self.paper.columns if self.paper else ())]]

    def _rows(self) -> Iterable[Row]:
        for row in self.results.rows:
            ours = [self._cell(row, column) for column in self.results.columns]
            ours += self._fastest(row) if self.results.is_compared else []
            yield [
                self._label(row),
                *([self._answers(row)] if self.results.solvers else []),
                *ours,
                *self._published(row),
            ]
        for row in self.paper.summary if self.paper else ():
            yield [row, *self._summed(row), *self._published(row)]

    def _label(self, row: str) -> str:
        """The row with the number of its instances that were run, where it has several."""
        run = {r.job.puzzle for column in self.results.columns for r in self.results.cell(row, column).runs}
        listed = sum(self.suite.row(instance) == row for instance in self.suite.listed)
        return row if listed <= 1 else f"{row} ({len(run)} of {listed})" if len(run) < listed else f"{row} ({listed})"

    def _published(self, row: str) -> Row:
        return [column.get(row, "") for column in self.paper.columns.values()] if self.paper else []

    def _summed(self, row: str) -> Row:
        """Our cells of a row in which the paper sums up, where we know what that is."""
        sums = [self.results.number(row, solver) for solver in self.results.solvers]
        shown = [f"{value:.4g}" if value is not None else "" for value in sums]
        rest = len(self.results.measures) + 2 * self.results.is_compared
        return [*([""] if self.results.solvers else []), *shown, *[""] * rest]

    def _answers(self, row: str) -> str:
        runs = [run for solver in self.results.solvers for run in self.results.cell(row, solver).runs]
        if self.results.show != "time":
            return str(len(runs))
        counts: dict[str, set[int]] = {}
        for run in runs:
            if run.is_finished:
                counts.setdefault(run.job.puzzle, set()).add(run.count)
        if any(len(each) > 1 for each in counts.values()) and self.suite.goal in ("count", "all"):
            return " or ".join(f"{n:,}" for n in sorted(set().union(*counts.values()))) + "  **disagree**"
        return _span([n for each in counts.values() for n in each])

    def _fastest(self, row: str) -> Row:
        """The fastest solver of a row, and what the fastest besides the baseline gains on it."""
        fastest = self.results.fastest(row, self.results.solvers)
        gain = self.results.gain(row)
        if gain is None:
            return [f"`{fastest}`" if fastest else "none", ""]
        is_bound = not self.results.cell(row, self.suite.baseline).is_finished
        return [f"`{fastest}`", f"{'> ' if is_bound else ''}{number(gain)}"]

    def _cell(self, row: str, column: str) -> str:
        cell = self.results.cell(row, column)
        failed = sum(bool(run.error) for run in cell.runs)
        if not cell.runs or failed == len(cell.runs):
            return "failed" if failed else ""
        shown = "figures" if column in self.results.measures else self.results.show
        return SHOWN[shown](cell, self.suite) + self._part(row, cell, shown) + f", {failed} failed" * bool(failed)

    def _part(self, row: str, cell: Cell, shown: str) -> str:
        """How many runs finished, unless it is all or none of as many as the others of the row had."""
        most = max(len(self.results.cell(row, solver).runs) for solver in self.results.solvers or [""])
        is_whole = cell.finished in (0, len(cell.runs)) and len(cell.runs) >= most
        return "" if shown != "time" or is_whole else f" ({cell.finished} of {len(cell.runs)})"


def _time(cell: Cell, suite: Suite) -> str:
    is_known = 2 * cell.finished > len(cell.runs)
    return f"{cell.seconds:.3g} s, {cell.nodes:.3g}" if is_known else f"> {suite.seconds:g} s"


def _rate(cell: Cell, _suite: Suite) -> str:
    return f"{number(cell.nanoseconds)} ns"


def _score(cell: Cell, _suite: Suite) -> str:
    scores = cell.scores
    if not scores:
        return ""
    return str(scores[0]) if len(scores) == 1 else f"{mean(scores):.1f} ({min(scores)} to {max(scores)})"


def _figures(cell: Cell, _suite: Suite) -> str:
    return " / ".join(f"{value:.10g}" if value == round(value, 2) else f"{value:.4g}" for value in cell.figures)


def _span(counts: Sequence[int]) -> str:
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


SHOWN = {"time": _time, "rate": _rate, "score": _score, "figures": _figures}
"""What a cell of the table says."""
