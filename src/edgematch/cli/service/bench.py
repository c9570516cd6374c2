"""`edgematch bench`: run suites of measurements, report them, compare solvers or commits."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from edgematch.bench import Job, Records, load_suite, report, run_suite, suite_names
from edgematch.bench.compare import at_commit, build_commit, compare, describe, with_solver
from edgematch.bench.instances import expand
from edgematch.bench.runner import Progress
from edgematch.cli import arguments as arg
from edgematch.cli.live_view import duration
from edgematch.cli.output import print_rows
from edgematch.search import SOLVERS

app = arg.VerbApp(group=True)

RESULTS = Path("benchmarks") / "results"
REPORTS = Path("benchmarks") / "reports"

SuiteArgument = Annotated[str, typer.Argument(metavar="SUITE", help="A name (`edgematch bench list`) or a .toml file.")]
Quick = Annotated[bool, typer.Option("--quick", help="The reduced form, which takes minutes.")]
Results = Annotated[Path, typer.Option("--results", help="The folder of the records.")]

RUN_EPILOG = """Examples:

`edgematch bench run smoke`

`edgematch bench run benoist48 --jobs 2` &nbsp; resumes where it was stopped"""

COMPARE_EPILOG = """Examples:

`edgematch bench compare 'backtrack?order=row' 'backtrack?order=auto' demo-10x10`

`edgematch bench compare HEAD~1 HEAD demo-6x6 clue2` &nbsp; builds both commits"""


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
    suite: SuiteArgument,
    quick: Quick = False,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="Processes at a time.")] = 1,
    results: Results = RESULTS,
) -> None:
    """Make the measurements of a SUITE that are not on record yet."""
    chosen = load_suite(suite, quick=quick)
    made = run_suite(chosen, Records(results / f"{chosen.name}.jsonl"), jobs=jobs, tell=_tell)
    typer.echo(
        f"{made} measurements made, {len(chosen.jobs())} in the suite; to see them: edgematch bench report {suite}{' --quick' * quick}"
    )


def _tell(progress: Progress) -> None:
    record = progress.record
    said = record.error.partition("\n")[0] or f"{record.status}, {record.nodes:,} nodes, {record.wall:.3g} s" + (
        f", score {record.score}" if record.score is not None else ""
    )
    typer.echo(
        f"[{progress.done}/{progress.total}, {duration(progress.seconds_left)} left] {record.job.puzzle} {record.job.solver}: {said}",
        err=True,
    )


@app.command("report")
def report_(
    suite: SuiteArgument,
    quick: Quick = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write Markdown, HTML and plots to this folder.")
    ] = None,
    results: Results = RESULTS,
) -> None:
    """Report what was measured, next to the paper's figures."""
    chosen = load_suite(suite, quick=quick)
    typer.echo(report(chosen, Records(results / f"{chosen.name}.jsonl"), out), nl=False)
    if out is not None:
        typer.echo(f"written to {out}", err=True)


@app.command("compare", epilog=COMPARE_EPILOG)
def compare_(
    a: Annotated[str, typer.Argument(metavar="A", help="A solver string, or a commit.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="Instances as suites write them.")],
    repeat: Annotated[int, typer.Option("--repeat", min=1, help="Runs of each, in turn.")] = 5,
    seconds: Annotated[float, typer.Option("--seconds", help="The limit of a run.")] = 60,
    solver: arg.SolverOption = "backtrack",
) -> None:
    """Compare two solvers, or a solver at two commits: node signatures, then ratios of CPU time."""
    tasks = [Job("compare", one, solver, seconds=seconds) for text in puzzles for one in expand(text)]
    if all(_is_solver(one) for one in (a, b)):
        typer.echo(describe(compare(tasks, with_solver(a), with_solver(b), repeat=repeat), (a, b)))
        return
    with tempfile.TemporaryDirectory() as folder:
        pythons = [build_commit(commit, Path(folder) / side) for commit, side in ((a, "a"), (b, "b"))]
        first, second = (at_commit(python) for python in pythons)
        typer.echo(describe(compare(tasks, first, second, repeat=repeat), (a, b)))


def _is_solver(text: str) -> bool:
    return re.split(r"[:?]", text, maxsplit=1)[0] in SOLVERS.names()
