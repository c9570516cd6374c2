"""The page of all measurements: what is claimed, the run behind it, and how far it is from what others published.

A suite has a section as soon as it has records in the repository, its quick form too; the page is a function of the
files below `benchmarks/`, so that it can be checked for staleness anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from edgematch.bench.papers import load_paper
from edgematch.bench.records import Record, Records
from edgematch.bench.report import Report
from edgematch.bench.results import Results
from edgematch.bench.statistics import par10
from edgematch.bench.suite import Suite, load_suite, suite_names
from edgematch.bench.summary import distance, number, table

INTRO = """Each figure on this page is computed from the records in `results/`, which name machine, compiler, commit and
versions. `edgematch bench run SUITE` makes the measurements of a suite that are missing, `edgematch bench report SUITE`
shows its table; [the guide](../docs/benchmarking.md) says how to resume, compare and add suites. Published figures come
from the package (`edgematch/bench/data/papers`), measured on the machines of their day."""


def readme(folder: Path) -> str:
    """The page for the records below a folder `benchmarks`."""
    reports = [(suite, Report(suite, records)) for suite, records in measured(folder / "results")]
    head = ["suite", "ours", "against what was published"]
    rows = [[f"[{suite.name}](#{suite.name})", *claim(report.results)] for suite, report in reports]
    lines = ["# Measurements", "", INTRO, "", "## What we claim", "", *table(head, rows)]
    for suite, report in reports:
        lines += ["", f"## {suite.name}", "", *_section(report.markdown()), *_pictures(folder, suite)]
    waiting = sorted(set(suite_names()) - {suite.name.removesuffix("-quick") for suite, _ in reports})
    if waiting:
        lines += ["", "## Not measured yet", "", ", ".join(f"`{name}`" for name in waiting)]
    return "\n".join(lines) + "\n"


def measured(results: Path) -> Iterator[tuple[Suite, list[Record]]]:
    """The suites that have records, full forms before quick ones."""
    for quick in (False, True):
        for name in suite_names():
            suite = load_suite(name, quick=quick)
            records = [r for r in Records(results / f"{suite.name}.jsonl") if suite.includes(r.job)]
            if records:
                yield suite, records


def claim(results: Results) -> list[str]:
    """What our best solver of a suite did, and how far the published methods are here from their published figures."""
    if not results.solvers:
        return [f"{len(results.records)} figures, {len(results.rows)} rows", "see the table"]
    best = max(results.solvers, key=lambda solver: _merit(results, solver))
    paper = load_paper(results.suite.paper)
    gaps = {t: distance(results, paper, solver, t) for t, solver in results.suite.methods.items()} if paper else {}
    what = "" if results.show == "score" else " times as fast"
    return [
        f"`{best}`: {_achievement(results, best)}",
        "; ".join(f"*{title}*: {gap}{what}" for title, gap in gaps.items() if gap) or "see the table",
    ]


def _merit(results: Results, solver: str) -> tuple[float, float]:
    """Larger is better: instances finished, then time; or the mean score; or speed."""
    if results.show == "time":
        finished = results.times.get(solver, {})
        return len(finished), -par10(finished, results.instances, results.suite.seconds)
    value = results.number("mean" if results.show == "score" else "ns per placement", solver)
    return (0, float("-inf")) if value is None else (0, value if results.show == "score" else -value)


def _achievement(results: Results, solver: str) -> str:
    runs = results.runs(solver)
    if results.show == "time":
        total, missing = max(len(results.suite.listed), len(results.instances)), len(results.unmeasured)
        part = f"{len(results.times.get(solver, {}))} of {total} instances finished within {results.suite.seconds:g} s each"
        return part + f", {missing} not run" * bool(missing)
    if results.show == "rate":
        return f"{number(results.number('ns per placement', solver) or 0)} ns per node"
    if isinstance(results.suite.puzzles, Mapping):
        means = {row: results.number(row, solver) for row in results.rows}
        return "mean " + ", ".join(f"{row} {score:.1f}" for row, score in means.items() if score is not None)
    scores = runs.scores
    return f"mean {sum(scores) / len(scores):.2f}, best {max(scores)} of {len(scores)} runs" if scores else "no score"


def _section(markdown: str) -> list[str]:
    """A report with its headings two levels down."""
    return [f"##{line}" if line.startswith("#") else line for line in markdown.rstrip().splitlines()]


def _pictures(folder: Path, suite: Suite) -> list[str]:
    found = sorted((folder / "reports").glob(f"{suite.name}-[cp]*.svg"))
    return [line for path in found for line in ("", f"![{path.stem}](reports/{path.name})")]
