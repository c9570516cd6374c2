"""`edgematch tune`: which colors to burn, how strict a quota, how early a schedule of breaks."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from edgematch import analyse
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows
from edgematch.cli.run_search import load_puzzle
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model.orders import order_of
from edgematch.solvers.score._recipes import PRESETS, allowed_breaks

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch tune eternity2-start --preset verhaard --sets 1 --nodes 1000000`   a first look, in seconds

`edgematch tune eternity2-start --preset verhaard --sets 4 --format json`   in minutes"""


@app.command(epilog=EPILOG)
def tune(
    puzzle: arg.PuzzleArgument,
    preset: Annotated[str, typer.Option("--preset", help=f"The recipe to vary: {', '.join(PRESETS)}.")] = "blackwood",
    sets: Annotated[int, typer.Option("--sets", min=1, help="Sets of burnt colors to try, the preset's first.")] = 3,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Placements per trial.")] = 20_000_000,
    reading: Reading = AS_WRITTEN,
    seed: arg.Seed = 0,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Try colors, quotas and schedules of a recipe on PUZZLE, and list them by arrivals per billion nodes.

    An arrival is a board that reaches the end of the schedule. Where no trial has any, the predicted rate decides.
    Ctrl-C ends it and lists the trials that were finished.
    """
    if preset not in PRESETS:
        raise typer.BadParameter(f"{preset!r} is none of {', '.join(PRESETS)}")
    subject, chosen = load_puzzle(puzzle, reading=reading), PRESETS[preset]
    order = order_of(chosen.order, subject)
    recipe = analyse.Recipe(preset, order, chosen.burnt, chosen.unlocks)
    rows: list[dict[str, Any]] = []
    trials = analyse.tune(subject, recipe, sets=sets, nodes=nodes, allowed=allowed_breaks, seed=seed)
    interrupted = False
    with Console(stderr=True).status("trial 1") as status:
        try:
            for row in trials:
                rows.append(row)
                status.update(f"trial {len(rows) + 1}")
        except KeyboardInterrupt:
            interrupted = True
    rows.sort(key=lambda row: (-row["arrivals"], -row["predicted"]))
    if format is arg.OutputFormat.text:
        typer.echo(
            f"{'burnt colors':16} {'quota':>6} {'shift':>6} {'arrivals':>9} {'per billion nodes':>18} {'predicted':>10}"
        )
    print_rows(rows, format, _line)
    if interrupted:
        raise KeyboardInterrupt


def _line(row: dict[str, Any]) -> str:
    return (
        f"{','.join(map(str, row['burnt'])):16} {row['quota']:6.2f} {row['shift']:6d} {row['arrivals']:9d} "
        f"{row['per_billion']:18.0f} {row['predicted']:10.2g}"
    )
