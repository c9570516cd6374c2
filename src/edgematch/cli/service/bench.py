"""`edgematch bench`: run suites of measurements, report them, compare solvers or commits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from edgematch.bench import Records, Suite, load_suite, report, run_suites, suite_names
from edgematch.bench.compare import (
    Request,
    at_commit,
    build_commit,
    compare,
    default_goal,
    describe,
    with_solver,
)
from edgematch.bench.instances import expand, load
from edgematch.bench.records import results_folder
from edgematch.bench.runner import Progress, unavailable
from edgematch.catalog import collections
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows
from edgematch.cli.values import parse_seconds, parse_threads
from edgematch.search import SOLVERS, Task
from edgematch.search.progress import duration

app = arg.VerbApp(group=True)


SuiteArgument = Annotated[str, typer.Argument(metavar="SUITE", help="A name (`edgematch bench list`) or a .toml file.")]
Quick = Annotated[bool, typer.Option("--quick", help="The reduced form, which takes minutes.")]
Results = Annotated[
    Path | None,
    typer.Option(
        "--results",
        help="The folder of the records. Default: benchmarks/results in a checkout, elsewhere edgematch-results here.",
    ),
]

RUN_EPILOG = """Examples:

`edgematch bench run smoke`

`edgematch bench run benoist48 --jobs 2` &nbsp; resumes where it was stopped

`edgematch bench run zla-table1 rules --jobs 16 --stop-after 1h` &nbsp; two suites on 16 cores, an hour of them

`edgematch bench run zla-table1 --only 'pla*' --only zla` &nbsp; two columns of the table"""

COMPARE_EPILOG = """Examples:

`edgematch bench compare 'backtrack?order=row' 'backtrack?order=snake' demo-6x6 --repeat 2`

`edgematch bench compare HEAD~1 . demo-6x6 clue2` &nbsp; builds the commit; `.` is what is installed

`edgematch bench compare v1 v2 eternity2 --solver breaks --nodes 30000000`"""


@app.callback()
def bench() -> None:
    """Run suites of measurements, report them, compare solvers or commits."""


@app.command("list")
def list_(format: arg.Format = arg.OutputFormat.text) -> None:
    """List the suites."""
    suites = ((name, load_suite(name)) for name in suite_names())
    rows = (
        {"name": name, "title": suite.title, "runs": len(suite.jobs()), "seconds": suite.seconds}
        for name, suite in suites
    )
    print_rows(
        rows, format, lambda row: f"{row['name']:20} {row['runs']:>5} runs of {row['seconds']:g} s  {row['title']}"
    )


@app.command("run", epilog=RUN_EPILOG)
def run(
    suites: Annotated[
        list[str], typer.Argument(metavar="SUITE...", help="Names (`edgematch bench list`) or .toml files.")
    ],
    quick: Quick = False,
    jobs: Annotated[
        int, typer.Option("--jobs", parser=parse_threads, metavar="N|auto", help="Processes at a time, a core each.")
    ] = 1,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="NAME", help="A column or a row of the table, such as `pla*`; repeatable."),
    ] = None,
    stop_after: Annotated[
        float | None,
        typer.Option(
            "--stop-after",
            parser=parse_seconds,
            metavar="TIME",
            help="Stop everything after this time: 90s, 10m, 1h30m. The same command goes on later.",
        ),
    ] = None,
    results: Results = None,
    dirty: Annotated[
        bool, typer.Option("--dirty", help="Record from a checkout with uncommitted changes too.")
    ] = False,
) -> None:
    """Make the measurements of each SUITE that are not on record yet."""
    work = [(suite, _records(suite, results)) for suite in (load_suite(name, quick=quick) for name in suites)]
    for spec, reason in {spec: reason for suite, _ in work for spec, reason in unavailable(suite).items()}.items():
        typer.echo(f"{spec} is left out: {reason}", err=True)
    made = run_suites(
        work, jobs=jobs, only=only or (), seconds=stop_after, allow_dirty=dirty,
        on_progress=lambda p: _show(p, results or results_folder()),
    )  # fmt: skip
    total = sum(len(suite.jobs()) for suite, _ in work)
    typer.echo(
        f"{made} measurements made, {total} in the suite{'s' * (len(work) > 1)}; records in "
        f"{', '.join(str(records.path) for _, records in work)}; "
        f"to see them: edgematch bench report {suites[0]}{' --quick' * quick}"
    )


def _records(suite: Suite, results: Path | None) -> Records:
    return Records((results or results_folder()) / f"{suite.name}.jsonl")


def _show(progress: Progress, folder: Path) -> None:
    record = progress.record
    if record is None or progress.seconds_left is None:
        typer.echo(f"{progress.total} measurements to make; records go to {folder}", err=True)
        return
    result = (
        record.error.partition("\n")[0] or f"{record.status}, {record.nodes:,} nodes, {record.cpu:.3g} s of CPU time"
    )
    score = f", score {record.score}" if record.score is not None else ""
    figures = (
        ", ".join(f"{key} {value:g}" for key, value in record.details.items()) if record.status == "measured" else ""
    )
    typer.echo(
        f"[{progress.done}/{progress.total}, {duration(progress.seconds_left)} left] "
        f"{record.job.puzzle} {record.job.solver}: {figures or result}{score}",
        err=True,
    )


@app.command("report")
def report_(
    suite: SuiteArgument,
    quick: Quick = False,
    out: Annotated[Path | None, typer.Option(*arg.OUT, help="Write Markdown, HTML and plots to this folder.")] = None,
    results: Results = None,
) -> None:
    """Report what was measured, next to the paper's figures."""
    chosen = load_suite(suite, quick=quick)
    current = [record for record in _records(chosen, results) if chosen.includes(record.job)]
    typer.echo(report(chosen, current, out), nl=False)
    if out is not None:
        typer.echo(f"written to {out}", err=True)


@app.command("compare", epilog=COMPARE_EPILOG)
def compare_(
    a: Annotated[str, typer.Argument(metavar="A", help="A solver string, or a commit.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="Instances as suites write them.")],
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Runs of each, in turn.")] = 5,
    seconds: Annotated[float, typer.Option("--seconds", help="The limit of a run.")] = 60,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, help="The limit of a run in nodes.")] = None,
    goal: Annotated[
        str, typer.Option("--goal", help="count, all, first, unique or best; by default what A takes.")
    ] = "",
    solver: arg.SolverOption = "backtrack",
    builds: Annotated[Path | None, typer.Option("--builds", help="Where commits are built and kept.")] = None,
) -> None:
    """Compare two solvers, or a solver at two commits: node signatures, then ratios of CPU time."""
    are_solvers = all(_is_solver(one) for one in (a, b))
    names = [one for text in puzzles for one in expand(text) or [text]]
    loaded = [load(one) for one in names]
    goal = goal or default_goal(a if are_solvers else solver, Task(loaded[0]))
    requests = [Request(one, solver, goal, seconds=seconds, nodes=nodes) for one in names]
    if are_solvers:
        sides = [with_solver(spec) for spec in (a, b)]
    else:
        folder = builds or collections.cache_folder().with_name("builds")
        typer.echo(f"building {a} and {b} in {folder}, unless they are there already", err=True)
        sides = [at_commit(build_commit(commit, folder)) for commit in (a, b)]
    typer.echo(describe(compare(requests, *sides, repeat=repeat), (a, b)))


def _is_solver(text: str) -> bool:
    return re.split(r"[:?]", text, maxsplit=1)[0] in SOLVERS.names()
