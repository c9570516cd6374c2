"""`edgematch tune`: settings of a break-tolerant recipe, and weights of a beam."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

import edgematch
from edgematch import analyse
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, print_rows
from edgematch.cli.run_search import load_puzzle
from edgematch.errors import OptionError
from edgematch.files import check_writable, write_whole
from edgematch.formats import AS_WRITTEN, Reading
from edgematch.model.orders import order_of
from edgematch.solvers.score._beam_weights import factors_of
from edgematch.solvers.score._recipes import PRESETS, allowed_breaks

RECIPE = "recipe"
EPILOG = """Examples:

`edgematch tune eternity2-start --preset verhaard --sets 1 --nodes 1000000`   a first look, in seconds

`edgematch tune eternity2-start --preset verhaard --sets 4 --format json`   in minutes

`edgematch tune beam demo-10x10 --width 300 --passes 3 --rounds 1 --out weights.json`   weights of a beam"""
BEAM_EPILOG = """Examples:

`edgematch tune beam demo-10x10 --width 500 --passes 3 --out weights.json`   seconds

`edgematch best demo-10x10 --solver 'beam?weights=weights.json'`

`edgematch tune beam eternity2-clues eternity2-start --out weights.json`   minutes"""


class _RecipeOrVerb(arg.GroupWithDefault):
    """A group whose default verb is `recipe`."""

    default = RECIPE


app = arg.VerbApp(cls=_RecipeOrVerb, group=True, epilog=EPILOG)


@app.callback()
def tune() -> None:
    """Compare settings of a break-tolerant recipe on a PUZZLE, or fit the weights of a beam."""


@app.command(RECIPE)
def recipe(
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
    varied = analyse.Recipe(preset, order, chosen.burnt, chosen.unlocks)
    rows: list[dict[str, Any]] = []
    trials = analyse.tune(subject, varied, sets=sets, nodes=nodes, allowed=allowed_breaks, seed=seed)
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


@app.command(epilog=BEAM_EPILOG)
def beam(
    puzzles: Annotated[
        list[str], typer.Argument(metavar="PUZZLE...", help="Names, paths or URLs of puzzles of one size.")
    ],
    out: Annotated[Path | None, typer.Option(*arg.OUT, help="Write the weights to this file.")] = None,
    width: Annotated[int, typer.Option("--width", min=2, max=1 << 18, help="Boards kept at each step.")] = 4000,
    passes: Annotated[int, typer.Option("--passes", min=2, help="Passes per round and puzzle.")] = 12,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds, each under the weights before.")] = 2,
    ahead: Annotated[
        int, typer.Option("--ahead", min=0, help="Cells after which descendants count; 0: 3/16 of the cells.")
    ] = 0,
    order: Annotated[str, typer.Option("--order", help="The order of the cells.")] = "comb",
    reading: Reading = AS_WRITTEN,
    seed: arg.Seed = 0,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Fit how much each term of a beam's price counts, by which boards had descendants among the best.

    Lists per number of empty cells the weights of open sides, pairs of equal sides and chains, and how often a board
    with such descendants is priced below another (area under the curve, on passes held out): by the weights in place
    and by fitted ones. The file serves `beam`, `hunt` and `gpu-beam` as option `weights`. Ctrl-C fits the passes that
    were finished.
    """
    if out is not None:
        check_writable(out)
    plan = analyse.FitPlan(width=width, passes=passes, rounds=rounds, ahead=ahead, order=order, seed=seed)
    fit = analyse.BeamFit([load_puzzle(name, reading=reading) for name in puzzles], plan, factors_of)
    interrupted = False
    with Console(stderr=True).status("pass 1") as status:
        try:
            for number, count, score in fit.run():
                status.update(f"round {number}, pass {count + 1}; the last one came to {score}")
        except KeyboardInterrupt:
            interrupted = True
    levels = fit.levels
    if levels:
        made = {"edgematch": edgematch.__version__, "command": shlex.join(["edgematch", *sys.argv[1:]])}
        _print_weights(analyse.weights_document(fit, levels, made), out, format)
    if interrupted:
        raise KeyboardInterrupt
    if not levels:
        raise OptionError(
            "too few boards had descendants among the best to fit weights: give more --passes, more --width"
        )


def _print_weights(document: dict[str, Any], out: Path | None, format: arg.OutputFormat) -> None:
    if out is not None:
        write_whole(out, json.dumps(document, indent=1) + "\n")
    if format is arg.OutputFormat.json:
        print_json(document)
        return
    if format is arg.OutputFormat.text:
        typer.echo(
            f"{'empty cells':>11} {'open':>7} {'pairs':>7} {'chains':>7} {'marked':>8} {'in place':>9} {'fitted':>7}"
        )
    print_rows(document["levels"], format, _level_line)


def _level_line(row: dict[str, Any]) -> str:
    return (
        f"{row['empty']:11d} {row['open']:7.3f} {row['pairs']:7.3f} {row['chains']:7.3f} {row['marked']:8d} "
        f"{row['auc_before']:9.4f} {row['auc_fitted']:7.4f}"
    )
