"""`edgematch campaign`: one search on many workers, kept in a store."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, print_rows
from edgematch.cli.run_search import choose_order, load_puzzle
from edgematch.cli.stopping import stopping_on_signals
from edgematch.cli.values import parse_seconds
from edgematch.errors import MissingDependency, OptionError
from edgematch.files import check_writable, write_whole
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.options import split_spec
from edgematch.search import COUNT, Can, Task, make
from edgematch.search.progress import bar, cpu_time, duration, percent, plural, rate, span
from edgematch.store import open_store

app = arg.VerbApp(group=True)

SHOW_SECONDS = 5.0

EPILOG = """Examples:

`edgematch campaign new six demo-6x6 --goal count --jobs 20`

`edgematch campaign run six --workers 2` &nbsp; stop it at any moment, and run it again

`edgematch campaign status six --format json`

`edgematch campaign report six report.html`

`edgematch campaign new hunt eternity2-clues --goal best --solver hunt --jobs 100`

`edgematch campaign export-jobs hunt 3 jobs.json` &nbsp; for a machine without a connection: `campaign work jobs.json`

`edgematch campaign simulate --workers 10000 --mtbf 6h`"""


class GoalName(Enum):
    """What a campaign searches for."""

    count = "count"
    all = "all"
    best = "best"
    unique = "unique"


Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the campaign.")]


def _time(*names: str, help: str, default: bool = True) -> Any:
    return typer.Option(*names, parser=parse_seconds, metavar="TIME", help=help, show_default=default)


@app.callback(epilog=EPILOG)
def campaign() -> None:
    """One search cut into jobs, kept in a store, run by any number of workers, added up exactly."""


def _package() -> Any:
    """The package `campaign`, or what to install."""
    try:
        from edgematch import campaign as package
    except ModuleNotFoundError as missing:
        raise MissingDependency(f"campaigns need {missing.name}: pip install 'edgematch[campaign]'") from None
    return package


@app.command("new")
def new(
    name: Name,
    puzzle: arg.PuzzleArgument,
    goal: Annotated[GoalName, typer.Option("--goal", help="What to search for.")] = GoalName.count,
    solver: Annotated[
        list[str] | None,
        typer.Option(
            "--solver", help="A solver string; several take turns where the goal is best. Default: backtrack, or hunt."
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, help="How many jobs.")] = 1000,
    labelled: arg.Labelled = False,
    anchored: arg.Anchored = False,
    slice: Annotated[float, _time("--slice", help="How often a worker reports. Default: 1m.", default=False)] = 60.0,
    lease: Annotated[
        float | None, _time("--lease", help="When a silent worker loses its job. Default: two slices and 30 s.")
    ] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="For how many workers the time is stated.")] = 2,
    hints: arg.Hints = None,
    reading: Reading = AS_WRITTEN,
    seed: arg.Seed = 0,
    store: arg.StoreUrl = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Cut the search of a PUZZLE into jobs of about equal size and keep them in a store."""
    package = _package()
    subject = load_puzzle(puzzle, hints=hints, reading=reading)
    solvers = solver or ["hunt" if goal is GoalName.best else "backtrack"]
    solvers = [_with_order(one, Task(subject, COUNT, seed=seed)) for one in solvers]
    with open_store(store) as kept:
        made = package.plan(
            kept, name, subject, goal=goal.value, solver=solvers, jobs=jobs, labelled=labelled, anchored=anchored,
            seed=seed, slice_seconds=slice, lease_seconds=lease,
        )  # fmt: skip
    if format is not arg.OutputFormat.text:
        print_json(
            {"name": name, "jobs": made.jobs, "nodes": made.campaign.planned, "core_seconds": made.core_seconds,
             "core_seconds_low": made.low, "core_seconds_high": made.high, "uuid": made.campaign.uuid}
        )  # fmt: skip
        return
    typer.echo(f"campaign {name}: {plural(made.jobs, 'job')}, {_expected(made, workers)}")
    typer.echo(f"run it with: edgematch campaign run {name}{f' --store {store}' if store else ''}")


def _with_order(solver: str, task: Task) -> str:
    """The solver with `order=auto` replaced by the order it stands for: all jobs need one."""
    name, texts = split_spec(solver)
    if texts.get("order") != "auto":
        return solver
    texts["order"] = choose_order("auto", task)[0]
    return f"{name}?{'&'.join(f'{key}={value}' for key, value in texts.items())}"


def _expected(made: Any, workers: int) -> str:
    if made.campaign.hunts_score:
        return (
            f"{duration(made.core_seconds)} of CPU time, {duration(made.core_seconds / workers)} on {workers} workers"
        )
    low, high = (span(made.low / n, made.high / n) for n in (1, workers))
    return (
        f"about {made.campaign.planned:.2g} nodes ({made.campaign.planned_low:.2g} to {made.campaign.planned_high:.2g}), "
        f"{low} of CPU time at {rate(made.rate)}, {high} on {workers} workers"
    )


@app.command("run")
def run(
    name: Name,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=1024, help="Worker processes here. Default: one per CPU.")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="tcp://HOST:8786", help="Use the cluster of this Dask scheduler."),
    ] = None,
    store: arg.StoreUrl = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Work on a campaign until it is done; Ctrl-C stops it, and nothing that was reported is lost."""
    package = _package()
    package.require()
    with open_store(store, create=False) as kept, ExitStack() as stack:
        chosen = kept.campaigns.get(name)
        if chosen.state in ("paused", "stopped"):
            kept.campaigns.set_state(name, "ready")
        if chosen.state != "done":
            _work(package, kept, chosen, workers, scheduler, stack, quiet=format is not arg.OutputFormat.text)
        _print_status(package.status(kept, name), format)
        raise typer.Exit(0 if kept.campaigns.get(name).state == "done" else 1)


def _work(
    package: Any, kept: Any, chosen: Any, workers: int | None, scheduler: str | None, stack: ExitStack, *, quiet: bool
) -> None:
    from distributed import Client

    from edgematch.campaign.run import CampaignRun, local_cluster
    from edgematch.cli.values import parse_threads

    more: dict[str, Any] = {"on_trouble": lambda problem: typer.echo(f"warning: {problem}", err=True)}
    if scheduler is None:
        has_gpu = bool(make(chosen.solver).can & Can.GPU)
        number = workers or (1 if has_gpu else parse_threads("auto"))
        cluster = stack.enter_context(local_cluster(number, has_gpu=has_gpu))
        more["replace_workers"] = partial(cluster.scale, number)
        if not quiet and cluster.dashboard_link:
            typer.echo(f"dashboard of Dask: {cluster.dashboard_link}", err=True)

        def connect() -> Client:
            return Client(cluster, timeout=30)
    else:
        if not scheduler.startswith(("tcp://", "tls://", "ucx://", "ws://", "wss://")):
            raise OptionError(f"a scheduler is written tcp://HOST:PORT, not {scheduler!r}")

        def connect() -> Client:
            return Client(scheduler, timeout=10)

    try:
        work = CampaignRun(kept, chosen, connect, **more)
    except (OSError, TimeoutError) as bad:
        raise OptionError(f"the scheduler {scheduler} does not answer: {bad}") from None

    def stop() -> None:
        typer.echo("stopping: workers report what they have", err=True)
        work.stop()

    with stopping_on_signals(stop):
        work.run(None if quiet else _progress(package, kept, chosen.name))


def _progress(package: Any, kept: Any, name: str) -> Callable[[], None]:
    """A line on stderr every few seconds, where something has changed."""
    shown: list[Any] = [0.0, ""]

    def show() -> None:
        if time.monotonic() - shown[0] >= SHOW_SECONDS:
            line = _line(package.status(kept, name))
            if line != shown[1]:
                typer.echo(line, err=True)
            shown[:] = time.monotonic(), line

    return show


def _line(now: Any) -> str:
    left = (
        ""
        if now.seconds_left is None or now.state == "done"
        else f", {span(now.seconds_left_low, now.seconds_left_high)} left"
    )
    found = plural(now.count, "answer")
    if now.goal == "best":
        found = "no board yet" if now.best is None else f"best {now.best} of {now.edges}"
    return (
        f"{bar(now.share)} {percent(now.share)}, {now.done:,} of {plural(now.jobs, 'job')}, {now.running} running, "
        f"{plural(now.workers, 'worker')}, {found}, {plural(now.nodes, 'node')}{left}"
    )


def _print_status(now: Any, format: arg.OutputFormat) -> None:
    if format is not arg.OutputFormat.text:
        print_json(now.to_dict())
        return
    typer.echo(f"{now.name}: {now.state}; {now.goal} of {now.puzzle or 'a puzzle'} by {now.solver}")
    typer.echo(_line(now))
    typer.echo(f"{cpu_time(now.core_seconds)}, {rate(now.rate)} per worker, {plural(now.boards, 'board')}")
    if now.failed:
        typer.echo(f"{plural(now.failed, 'job')} failed; edgematch campaign retry {now.name}")


@app.command("list")
def list_(store: arg.StoreUrl = None, format: arg.Format = arg.OutputFormat.text) -> None:
    """List the campaigns of a store."""
    package = _package()
    with open_store(store, create=False) as kept:
        rows = [package.status(kept, one.name).to_dict() for one in kept.campaigns.list()]
    print_rows(
        rows,
        format,
        lambda row: f"{row['name']:20} {row['state']:8} {percent(row['share']):>6}  {row['goal']} of {row['puzzle']}",
    )


@app.command("status")
def status(name: Name, store: arg.StoreUrl = None, format: arg.Format = arg.OutputFormat.text) -> None:
    """Say how far a campaign is, with an interval for the time left."""
    package = _package()
    with open_store(store, create=False) as kept:
        _print_status(package.status(kept, name), format)


@app.command("watch")
def watch(
    name: Name,
    every: Annotated[float, _time("--every", help="How often the view is drawn.")] = 2.0,
    store: arg.StoreUrl = None,
) -> None:
    """Watch a campaign live: progress, rate, jobs by state, workers, time left, best boards."""
    from rich.live import Live

    package = _package()
    with open_store(store, create=False) as kept, Live(auto_refresh=False) as live:
        while True:
            now = package.status(kept, name)
            live.update(_view(now, kept.boards.list(campaign=name, limit=5)), refresh=True)
            if now.state in ("done", "stopped"):
                return
            time.sleep(max(0.1, every))


def _view(now: Any, best: list[Any]) -> Any:
    from rich.table import Table

    table = Table(title=f"campaign {now.name}: {now.state}", show_header=False)
    left = "-" if now.seconds_left is None or now.state == "done" else span(now.seconds_left_low, now.seconds_left_high)
    rows = {
        "progress": f"{bar(now.share)} {percent(now.share)}",
        "time left": left,
        "rate": f"{rate(now.rate)} per worker",
        "jobs": f"{now.done:,} done, {now.running:,} running, {now.waiting:,} waiting, {now.failed:,} failed",
        "workers": f"{now.workers:,}",
        "found": f"{plural(now.count, 'answer')}, {plural(now.nodes, 'node')}",
        "boards": ", ".join(f"{one.score} ({one.id[:8]})" for one in best) or "none",
    }
    for key, value in rows.items():
        table.add_row(key, value)
    return table


def _set_state(name: str, store: str | None, state: str) -> None:
    with open_store(store, create=False) as kept:
        kept.campaigns.set_state(name, state)
    typer.echo(f"campaign {name}: {state}")


@app.command("pause")
def pause(name: Name, store: arg.StoreUrl = None) -> None:
    """Let running slices report, and grant no further jobs until `resume`; processes that run it wait."""
    _set_state(name, store, "paused")


@app.command("resume")
def resume(name: Name, store: arg.StoreUrl = None) -> None:
    """Grant jobs again."""
    _set_state(name, store, "ready")


@app.command("stop")
def stop(name: Name, store: arg.StoreUrl = None) -> None:
    """End all processes that run a campaign, after their slices have reported; `run` continues it."""
    _set_state(name, store, "stopped")


@app.command("retry")
def retry(name: Name, store: arg.StoreUrl = None) -> None:
    """Let failed jobs wait again."""
    with open_store(store, create=False) as kept:
        typer.echo(f"{plural(kept.campaigns.retry(name), 'failed job')} will be tried again")


@app.command("report")
def report(
    name: Name,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A file: .md or .html. Default: Markdown on stdout.")
    ] = None,
    store: arg.StoreUrl = None,
) -> None:
    """Report on a campaign: progress, boards by score, job sizes planned and actual, cost."""
    package = _package()
    if file is not None and file.suffix.lower() not in (".md", ".html"):
        raise OptionError(f"a report is written to a file ending in .md or .html, not to {file}")
    with open_store(store, create=False) as kept:
        text = package.report(kept, name, kind="html" if file is not None and file.suffix.lower() == ".html" else "md")
    if file is None:
        typer.echo(text, nl=False)
    else:
        write_whole(file, text)
        typer.echo(f"written to {file}", err=True)


@app.command("export-jobs")
def export_jobs(
    name: Name,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="At most this many jobs.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    worker: Annotated[
        str, typer.Option("--worker", help="Who gets them; what one name did is audited and taken back together.")
    ] = "",
    days: Annotated[float, typer.Option("--days", min=0.001, help="When they are given to others.")] = 7.0,
    store: arg.StoreUrl = None,
) -> None:
    """Write jobs to a file for a machine without a connection; nobody else gets them for some days."""
    check_writable(file)
    with open_store(store, create=False) as kept:
        written = _package().export_jobs(kept, name, number, file, worker=worker, days=days)
    typer.echo(f"{plural(written, 'job')} written to {file}; there: edgematch campaign work {file}", err=True)


@app.command("work")
def work(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Jobs that `export-jobs` wrote.")],
    out: Annotated[Path | None, typer.Option(*arg.OUT, help="The file of results. Default: results-FILE.")] = None,
) -> None:
    """Search the jobs of a file and write their results, job by job; run it again to continue."""
    results = out or file.with_name(f"results-{file.name}")
    check_writable(results)

    _package().work_on(file, results, on_job=partial(_show_jobs, "searched"))
    typer.echo(f"results written to {results}; there: edgematch campaign import-results {results}")


def _show_jobs(what: str, done: int, total: int) -> None:
    typer.echo(f"\r{done} of {plural(total, 'job')} {what}\x1b[K", nl=done == total, err=True)


@app.command("import-results")
def import_results(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Results that `work` wrote.")],
    audit: Annotated[float, typer.Option("--audit", min=0, max=1, help="The share of jobs to repeat here.")] = 0.1,
    store: arg.StoreUrl = None,
) -> None:
    """Check results that came as a file, repeat a sample of the jobs, and add them to the campaign."""
    with open_store(store, create=False) as kept:
        done = _package().import_results(kept, file, audit=audit, on_audit=partial(_show_jobs, "repeated"))
    typer.echo(
        f"{plural(done.jobs, 'job')} imported, {done.audited} repeated and agreed, {done.late} late (imported before, or given to others), "
        f"{plural(done.boards, 'new board')}"
    )


@app.command("simulate")
def simulate(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A campaign whose job times are used.")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="How many workers.")] = 1000,
    mtbf: Annotated[float, _time("--mtbf", help="Mean time between failures of one worker.")] = 86_400.0,
    seconds: Annotated[float, _time("--seconds", help="The time to simulate.")] = 3600.0,
    slice: Annotated[float, _time("--slice", help="How often a worker reports. Default: 1m.", default=False)] = 60.0,
    commits: Annotated[float, typer.Option("--commits", min=0.1, help="Transactions per second of the store.")] = 800.0,
    tasks: Annotated[float, typer.Option("--tasks", min=0.1, help="Tasks per second of the scheduler.")] = 350.0,
    seed: arg.Seed = 0,
    store: arg.StoreUrl = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Simulate a campaign on many workers that fail: efficiency, and what is full first."""
    package, times = _package(), tuple[float, ...]()
    if name is not None:
        with open_store(store, create=False) as kept:
            facts = kept.campaigns.jobs(kept.campaigns.get(name))
        times = tuple(job.seconds for job in facts if job.state == "done")
        if not times:
            raise OptionError(f"campaign {name} has no finished job whose time could be used")
    done = package.simulate(
        workers=workers, mtbf=mtbf, seconds=seconds, job_seconds=times, slice_seconds=slice, commits_per_second=commits,
        tasks_per_second=tasks, seed=seed,
    )  # fmt: skip
    if format is not arg.OutputFormat.text:
        print_json(done.to_dict())
        return
    typer.echo(
        f"{workers:,} workers for {duration(done.seconds)}: {percent(done.efficiency)} of their time brings results, "
        f"{percent(done.lost)} is lost in {plural(done.failures, 'failure')}"
    )
    typer.echo(f"store busy {percent(done.store_busy)}, scheduler busy {percent(done.scheduler_busy)}")
    typer.echo(f"the {done.saturated_by} is full at about {plural(done.saturates_at, 'worker')}")
