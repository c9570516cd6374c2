"""`edgematch puzzles`: the catalog."""

from __future__ import annotations

import json

import typer

from edgematch import catalog
from edgematch.cli import _arguments as arg


def puzzles(format: arg.Format = arg.OutputFormat.text) -> None:
    """List the puzzles that have a name."""
    for entry in catalog.describe():
        puzzle = entry.puzzle
        if format is arg.OutputFormat.text:
            typer.echo(f"{entry.name:18} {puzzle.width:>2}x{puzzle.height:<2} {puzzle.colors:>2} colors  {entry.about}")
        else:
            row = {
                "name": entry.name, "width": puzzle.width, "height": puzzle.height, "colors": puzzle.colors,
                "framed": puzzle.framed, "turnable": puzzle.turnable, "hints": len(puzzle.hints),
                "about": entry.about, "source": entry.source,
            }  # fmt: skip
            typer.echo(json.dumps(row))


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(puzzles)
