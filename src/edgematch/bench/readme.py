"""The page of all measurements: what is claimed, the run behind it, and how far it is from what others published.

A suite has a section as soon as it has records in the repository, its quick form too; the page is a function of the
files below `benchmarks/`, so that it can be checked for staleness anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from edgematch.bench.papers import Paper, load_paper
from edgematch.bench.records import Record, Records
from edgematch.bench.report import Report
from edgematch.bench.results import Results
from edgematch.bench.statistics import par10
from edgematch.bench.suite import Suite, load_suite, suite_names
from edgematch.bench.summary import distance, effect_rows, how_much, number, published_pairs, table

INTRO = """Each figure on this page is computed from the records in `results/`, which name machine, compiler, commit
and the versions of packages. `edgematch bench run SUITE` makes the measurements of a suite that are missing,
`edgematch bench report SUITE` shows its table; [the guide](../docs/benchmarking.md) says how to resume, compare and
add suites. Published figures come from the package (`edgematch/bench/data/papers`), measured on the machines of
their day."""

PAPERS = """The result is that of the paper's main method, in our implementation and as published; the sections compare
all methods. Most of our runs are shorter and fewer than the paper's: the column `runs` says how many."""
OWN = "The result is that of the solver that a suite is about, or of the best one; the sections have all solvers."
KINDS = (("Tables of the papers", PAPERS, True), ("Our own measurements", OWN, False))
"""The headings of the first tables, what they hold, and whether their suites have a paper."""

FEW_ROWS = 5
"""So many rows are named one by one; of more, the range is given."""


def readme(folder: Path) -> str:
    """The page for the records below a folder `benchmarks`."""
    reports = [(suite, Report(suite, records)) for suite, records in measured(folder / "results")]
    lines = ["# Measurements", "", INTRO, "", "## Main results", ""]
    for heading, what, has_paper in KINDS:
        rows = [claim(report.results) for suite, report in reports if bool(suite.paper) is has_paper]
        if rows:
            lines += [f"### {heading}", "", what, "", *table(["measured", "runs", "result"], rows), ""]
    for suite, report in reports:
        lines += [f"## {suite.name}", "", *_section(report.markdown()), *_pictures(folder, suite), ""]
    waiting = sorted(set(suite_names()) - {suite.name.removesuffix("-quick") for suite, _ in reports})
    if waiting:
        lines += ["## Not measured yet", "", ", ".join(f"`{name}`" for name in waiting), ""]
    return "\n".join(lines).rstrip() + "\n"


def measured(results: Path) -> Iterator[tuple[Suite, list[Record]]]:
    """The suites that have records, full forms before quick ones."""
    for quick in (False, True):
        for name in suite_names():
            suite = load_suite(name, quick=quick)
            records = [r for r in Records(results / f"{suite.name}.jsonl") if suite.includes(r.job)]
            if records:
                yield suite, records


def claim(results: Results) -> list[str]:
    """A suite in one row: what it is, how much of it was run, and its main result."""
    suite = results.suite
    title = suite.title.replace("|", "/")
    return [f"[{title}](#{suite.name})", _extent(results), _main_result(results)]


def _extent(results: Results) -> str:
    """How many of the puzzles and rows were run, and how long a run could take."""
    suite = results.suite
    rows, run = len({suite.row(one) for one in suite.listed}), {record.job.puzzle for record in results.records}
    total = max(len(suite.listed), len(run))
    parts = [f"{len(run)} of {total} puzzles" if len(run) < total else f"{total} puzzle{'s' * (total > 1)}"]
    if 1 < rows < total:
        parts.append(f"{len(results.rows)} of {rows} rows" if len(results.rows) < rows else f"{rows} rows")
    if results.solvers:
        parts.append(f"{suite.seconds:g} s of {'CPU time' if suite.clock != 'wall' else 'wall-clock time'} per run")
    return ", ".join(parts)


def _main_result(results: Results) -> str:
    """Of a paper, its main method here and there; else what the main solver of the suite did, or the best one."""
    paper, main = load_paper(results.suite.paper), results.suite.main
    if paper and not results.solvers:
        return _figures_apart(results, paper)
    if paper and main:
        found = _main_effect(results, paper, main) or _main_method(results, paper, main)
        if found:
            return f"*{main}*: {found}"
    if not results.solvers:
        return (
            f"{len(results.measures)} figures per puzzle: see the table"
            if len(results.measures) > 1
            else "one figure per puzzle: see the table"
        )
    best = main if main in results.solvers else max(results.solvers, key=lambda solver: _merit(results, solver))
    return f"`{best}`: {_achievement(results, best)}"


def _figures_apart(results: Results, paper: Paper) -> str:
    """How far figures that need no solver are from the published ones, where each cell is one number."""
    pairs = [
        (results.cell(row, measure).figures, paper.figure(title, row))
        for measure, title in zip(results.measures, paper.columns, strict=False)
        for row in results.rows
    ]
    gaps = [abs(ours[0] - theirs) for ours, theirs in pairs if len(ours) == 1 and theirs is not None]
    return f"at most {number(max(gaps))} from the published figure on {len(gaps)} rows" if gaps else "see the table"


def _main_effect(results: Results, paper: Paper, main: str) -> str:
    """What the main rule of a paper changes, here and there; the last of our solvers that show it."""
    rows = [row for row in effect_rows(results, paper) if row[0] == f"*{main}*"]
    if not rows:
        return ""
    *_, count, time, nodes, their_time, their_nodes = rows[-1]
    return f"time {time} (published: {their_time}), nodes {nodes} (published: {their_nodes}); on {count} instances"


def _main_method(results: Results, paper: Paper, main: str) -> str:
    """The main method of a paper on each row, or the range over many rows."""
    solver = results.suite.methods[main]
    pairs = published_pairs(results, paper, solver, main)
    if results.show == "time" and len(pairs) > FEW_ROWS:
        return f"{distance(results, paper, solver, main)} times as fast as published"
    unit, shown = (" s", number) if results.show == "time" else ("", "{:.1f}".format)
    listed = "; ".join(
        f"{row} {shown(ours)}{unit} (published: {shown(theirs)}{unit})" for row, (ours, theirs) in pairs.items()
    )
    return f"{listed}; {how_much(results, paper, solver, main, pairs)}" if listed and unit else listed


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
        return f"{len(results.times.get(solver, {}))} of {len({r.job.puzzle for r in runs.runs})} finished"
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
