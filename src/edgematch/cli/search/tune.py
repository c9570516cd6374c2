"""`edgematch tune`: which colors to burn, how strict a quota, how early a schedule, by the rate of deep arrivals."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer

from edgematch.analyse import arrivals_per_node, measure_fits
from edgematch.cli import _arguments as arg
from edgematch.cli._searching import load_puzzle
from edgematch.model import Puzzle
from edgematch.search import BEST, Limits, Run, Task
from edgematch.solvers.score._orders import make_order
from edgematch.solvers.score._recipes import PRESETS, Preset, allowed_breaks

EPILOG = """Examples:

`edgematch tune eternity2-start --sets 4 --nodes 20000000`

`edgematch tune puzzle.txt --preset verhaard --format json`"""

QUOTAS = (0.9, 0.97, 1.0)
SHIFTS = (-6, 0, 6)


@dataclass(frozen=True)
class Trial:
    """One setting of the recipe: colors burnt, factor on the quota, cells by which the schedule comes later."""

    burnt: tuple[int, ...]
    quota: float
    shift: int

    def solver(self, name: str, preset: Preset, nodes: int) -> str:
        """The solver string that tries it once."""
        unlocks = ",".join(str(index + self.shift) for index in preset.unlocks)
        burnt = ",".join(map(str, self.burnt))
        return f"breaks?preset={name}&burnt={burnt}&quota={self.quota}&unlocks={unlocks}&cap={nodes}&completion-nodes=0"


def tune(
    puzzle: arg.PuzzleArgument,
    preset: Annotated[str, typer.Option("--preset", help=f"The recipe to vary: {', '.join(PRESETS)}.")] = "blackwood",
    sets: Annotated[int, typer.Option("--sets", min=1, help="Sets of burnt colors to try, the preset's first.")] = 3,
    nodes: Annotated[int, typer.Option("--nodes", min=1, help="Placements for each trial.")] = 20_000_000,
    seed: arg.Seed = 0,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Try colors, quotas and schedules of a recipe on PUZZLE, and list them by deep arrivals for each billion nodes."""
    if preset not in PRESETS:
        raise typer.BadParameter(f"{preset!r} is none of {', '.join(PRESETS)}")
    subject, recipe = load_puzzle(puzzle), PRESETS[preset]
    rates = measure_fits(
        subject, make_order(subject, recipe.order, comb_rows=recipe.comb_rows, tooth=1), dives=30, seed=seed
    )
    rows: list[dict[str, Any]] = []
    for burnt, quota, shift in itertools.product(color_sets(subject, recipe, sets, seed=seed), QUOTAS, SHIFTS):
        trial = Trial(burnt, quota, shift)
        allowed = allowed_breaks(tuple(index + shift for index in recipe.unlocks), subject.cells)
        told = _measure(subject, trial.solver(preset, recipe, nodes), nodes, seed)
        rows.append(
            {"burnt": burnt, "quota": quota, "shift": shift, "predicted": arrivals_per_node(rates, allowed)} | told
        )
    rows.sort(key=lambda row: (-row["arrivals"], -row["predicted"]))
    typer.echo(json.dumps(rows) if format is not arg.OutputFormat.text else _table(rows))


def color_sets(puzzle: Puzzle, preset: Preset, count: int, *, seed: int) -> list[tuple[int, ...]]:
    """The preset's colors, then random sets of one color of the frame and others from within."""
    rng = np.random.default_rng(seed)
    edge = puzzle.pieces[(puzzle.pieces == 0).any(axis=1)]
    outer = sorted({int(color) for piece in edge for k in range(4) if piece[k - 1] == 0 for color in (piece[k],)} - {0})
    inner = sorted(set(range(1, puzzle.colors + 1)) - set(outer)) or outer
    known = [preset.burnt] if max(preset.burnt) <= puzzle.colors else []
    while len(known) < count:
        others = rng.choice(inner, size=min(len(preset.burnt) - 1, len(inner)), replace=False)
        drawn = tuple(sorted({int(rng.choice(outer or inner)), *map(int, others)}))
        known.append(drawn)
    return known[:count]


def _measure(puzzle: Puzzle, solver: str, nodes: int, seed: int) -> dict[str, Any]:
    outcome = Run(solver, Task(puzzle, BEST, seed=seed), Limits(nodes=nodes)).outcome
    arrivals = int(outcome.stats.details.get("arrivals", 0))
    return {"arrivals": arrivals, "per_billion": arrivals * 1e9 / max(1, outcome.stats.nodes)}


def _table(rows: list[dict[str, Any]]) -> str:
    lines = [f"{'burnt colors':16} {'quota':>6} {'shift':>6} {'arrivals':>9} {'a billion nodes':>16} {'predicted':>10}"]
    lines += [
        f"{','.join(map(str, row['burnt'])):16} {row['quota']:6.2f} {row['shift']:6d} {row['arrivals']:9d} "
        f"{row['per_billion']:16.0f} {row['predicted']:10.2g}"
        for row in rows
    ]
    return "\n".join(lines)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(tune)
