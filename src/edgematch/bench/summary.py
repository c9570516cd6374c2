"""What the table of a suite comes to: means, the virtual best, speed-ups, paired differences, distances to a paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import mean, median

from edgematch.bench.papers import Paper
from edgematch.bench.results import Results, finished_by_both, multiple, nodes_of, seconds_of
from edgematch.bench.statistics import common, geometric_mean, median_interval, paired, par10, ratios, virtual_best

Row = list[str]
TENFOLD = 10


def summarise(results: Results, paper: Paper | None) -> list[str]:
    """The lines of the summary."""
    lines = {"time": time_summary, "rate": rate_summary, "score": score_summary}[results.show](results)
    return [*lines, *effects(results, paper), *(against(results, paper) if paper else [])]


def time_summary(results: Results) -> list[str]:
    """How many instances each solver finishes, its means, and the best of all."""
    together, best = common(results.times, results.solvers), virtual_best(results.times)
    head = [
        "solver", f"finished of {len(results.instances)}", f"geometric mean s ({len(together)} in common)", "median s",
        "PAR10 s", "fastest on",
    ]  # fmt: skip
    rows = [_time_row(results, solver, together, best) for solver in results.solvers]
    all_best = [
        "virtual best", str(len(best)), number(geometric_mean([best[i] for i in together])), "",
        number(par10(best, results.instances, results.suite.seconds)), "",
    ]  # fmt: skip
    return [*table(head, [*rows, all_best]), "", *_speed_ups(results), *_gains(results)]


def _time_row(results: Results, solver: str, together: Sequence[str], best: dict[str, float]) -> Row:
    column = results.times.get(solver, {})
    return [
        f"`{solver}`", str(len(column)), number(geometric_mean([column[i] for i in together])),
        number(median(column.values()) if column else math.nan),
        number(par10(column, results.instances, results.suite.seconds)),
        str(sum(math.isclose(column[i], best[i]) for i in column)),
    ]  # fmt: skip


def _speed_ups(results: Results) -> list[str]:
    """How each solver compares with the first one."""
    first, lines = results.solvers[0], []
    for other in results.solvers[1:]:
        factors = ratios(results.times, other, first) if {first, other} <= results.times.keys() else []
        if factors:
            low, high = median_interval(factors)
            lines.append(
                f"- `{other}` against `{first}` on {len(factors)}: geometric mean {number(geometric_mean(factors))} times, "
                f"median {number(median(factors))} ({number(low)} to {number(high)}), "
                f"from {number(factors[0])} to {number(factors[-1])}"
            )
    return lines


def _gains(results: Results) -> list[str]:
    """On how many rows the best other solver is ten times as fast as the baseline."""
    if not results.is_compared:
        return []
    gains = [gain for row in results.rows if (gain := results.gain(row)) is not None]
    many = sum(gain >= TENFOLD for gain in gains)
    return [
        f"- the fastest other solver is ten times or more as fast as `{results.suite.baseline}` on {many} of {len(results.rows)}"
    ]


def rate_summary(results: Results) -> list[str]:
    """The time per node, geometric mean over the rows."""
    rows = []
    for solver in results.solvers:
        each = [value for row in results.rows if (value := results.number(row, solver)) is not None]
        rows.append(
            [f"`{solver}`", number(geometric_mean(each)), number(1e3 / geometric_mean(each) if each else math.nan)]
        )
    return [*table(["solver", "ns per node (geometric mean)", "million nodes per second"], rows), ""]


def score_summary(results: Results) -> list[str]:
    """The scores of each solver, and its differences to the first one run by run.

    Boards of several sizes have no mean in common; the table has a row for each size.
    """
    if isinstance(results.suite.puzzles, Mapping):
        return _paired_lines(results)
    rows = []
    for solver in results.solvers:
        scores = results.runs(solver).scores
        if scores:
            shown = [f"{mean(scores):.2f}", f"{median(scores):g}", str(min(scores)), str(max(scores))]
            rows.append([f"`{solver}`", str(len(scores)), *shown])
    return [*table(["solver", "runs", "mean", "median", "min", "max"], rows), "", *_paired_lines(results)]


def _paired_lines(results: Results) -> list[str]:
    first, lines = results.solvers[0], []
    for other in results.solvers[1:]:
        pairs = _pairs(results, first, other)
        if len(pairs) > 1:
            p = paired([b for _, b in pairs], [a for a, _ in pairs])
            lines.append(
                f"- `{other}` minus `{first}`: {p.difference:+.2f} ({p.low:+.2f} to {p.high:+.2f}, {p.pairs} pairs, Wilcoxon p = {p.wilcoxon:.3g})"
            )
    return lines


def _pairs(results: Results, one: str, other: str) -> list[tuple[int, int]]:
    """The scores of two solvers on the same instance, seed and repetition."""
    by_run = {(r.job.puzzle, r.job.seed, r.job.repetition, r.job.solver): r.score for r in results.records}
    pairs = []
    for puzzle, seed, repetition, solver in by_run:
        a, b = by_run.get((puzzle, seed, repetition, one)), by_run.get((puzzle, seed, repetition, other))
        if solver == one and a is not None and b is not None:
            pairs.append((a, b))
    return pairs


def against(results: Results, paper: Paper) -> list[str]:
    """How far each solver is from the published column whose method it is."""
    rows = [
        [f"*{title}*", f"`{solver}`", gap]
        for title, solver in results.suite.methods.items()
        if (gap := distance(results, paper, solver, title))
    ]
    if not rows:
        return []
    what = "score minus the published one" if results.show == "score" else "times as fast as published"
    return ["", "The paper's methods, on the machines of then:", "", *table(["published", "ours", what], rows)]


def effects(results: Results, paper: Paper | None) -> list[str]:
    """What a rule or a heuristic changes, in sums over the instances that both solvers finish, next to the paper."""
    rows = effect_rows(results, paper)
    head = ["effect", "ours", "compared with", "instances", "time", "nodes", "*time*", "*nodes*"]
    return ["", *table(head, rows)] if rows else []


def effect_rows(results: Results, paper: Paper | None) -> list[Row]:
    """A row for each effect that the suite names."""
    rows = []
    for title, solver, other in results.suite.changes:
        ours = [multiple(results, solver, other, value) for value in (seconds_of, nodes_of)]
        theirs = paper.columns.get(title, {}) if paper else {}
        shown = [percent(value) if value is not None else "" for value in ours]
        count = str(len(finished_by_both(results, solver, other)))
        rows.append(
            [f"*{title}*", f"`{solver}`", f"`{other}`", count, *shown, theirs.get("time", ""), theirs.get("nodes", "")]
        )
    return rows


def percent(multiple: float) -> str:
    """A multiple as a change: 0.7 is `30 % less`; from a factor of two on it is a number of times."""
    if multiple <= 0.5:
        return f"{1 / multiple:.1f} times less"
    return f"{abs(multiple - 1):.0%} {'less' if multiple < 1 else 'more'}".replace("%", " %")


def distance(results: Results, paper: Paper, solver: str, title: str) -> str:
    """How far a solver is from one published column, row by row; empty when nothing can be compared.

    Rows are of different sizes, so there is no mean over them. Scores are listed, of ratios the range is given.
    """
    units = {"score": "score", "rate": "nanoseconds", "time": "seconds"}
    if not paper.unit.startswith(units[results.show]):
        return ""
    gaps = published_pairs(results, paper, solver, title)
    if results.show == "score":
        return ", ".join(f"{row} {ours - theirs:+.1f}" for row, (ours, theirs) in gaps.items())
    factors = sorted(theirs / ours for ours, theirs in gaps.values())
    if not factors:
        return ""
    low, high = number(factors[0]), number(factors[-1])
    return f"{low if low == high else f'{low} to {high}'} ({how_much(results, paper, solver, title, gaps)})"


def how_much(results: Results, paper: Paper, solver: str, title: str, gaps: Iterable[str]) -> str:
    """On how many rows both have a number, and of how many instances ours are medians."""
    rows = list(gaps)
    run = [row for row in results.rows if paper.number(title, row) and results.cell(row, solver).runs] or rows
    listed = {row: sum(results.suite.row(one) == row for one in results.suite.listed) for row in rows}
    counts = [len({one.job.puzzle for one in results.cell(row, solver).runs}) for row in rows if listed[row] > 1]
    parts = [rows[0] if len(rows) == 1 else f"{len(rows)} rows"]
    if counts:
        low, high = min(counts), max(counts)
        parts.append(
            f"{low if low == high else f'{low} to {high}'} instance{'s' * (high > 1)}" + " each" * (len(rows) > 1)
        )
    if len(run) > len(rows):
        parts.append(f"{len(run) - len(rows)} more not finished")
    return ", ".join(parts)


def published_pairs(results: Results, paper: Paper, solver: str, title: str) -> dict[str, tuple[float, float]]:
    """Our number and the published one by row, or those of the first summary where no row has both."""
    rows = [row for row in results.rows if row not in paper.summary]
    return _both(results, paper, solver, title, rows) or _both(results, paper, solver, title, paper.summary[:1])


def _both(
    results: Results, paper: Paper, solver: str, title: str, rows: Iterable[str]
) -> dict[str, tuple[float, float]]:
    found = {row: (results.number(row, solver), paper.number(title, row)) for row in rows}
    return {row: (ours, theirs) for row, (ours, theirs) in found.items() if ours is not None and theirs is not None}


def number(value: float) -> str:
    """Three digits, all of them before the point when there are more; nothing for no number."""
    return "" if math.isnan(value) else f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def table(head: Row, rows: Iterable[Row]) -> list[str]:
    """The lines of a Markdown table."""
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
