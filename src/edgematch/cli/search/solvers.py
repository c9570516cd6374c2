"""`edgematch solvers`: which solvers there are, what they can do, and their options."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from edgematch.cli import _arguments as arg
from edgematch.options import describe_options
from edgematch.search import SOLVERS, Can


def solvers(
    name: Annotated[str | None, typer.Argument(help="Tell all about this one.")] = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """List the solvers, or tell all about one."""
    if name is not None:
        typer.echo(json.dumps(facts(name)) if format is not arg.OutputFormat.text else manual(name))
        return
    for one in SOLVERS.names():
        told = facts(one)
        if format is arg.OutputFormat.text:
            missing = f"  [{told['missing']}]" if told["missing"] else ""
            typer.echo(f"{one:16} {told['summary']}{missing}")
        else:
            typer.echo(json.dumps(told))


def facts(name: str) -> dict[str, Any]:
    """What a solver says of itself."""
    cls = SOLVERS.find(name)
    return {
        "name": name,
        "summary": SOLVERS.document(name).partition("\n")[0],
        "can": [flag.name for flag in Can if cls.can & flag],
        "variants": list(cls.variants),
        "missing": cls().missing_dependency(),
        "options": [
            dict(zip(("name", "default", "allowed", "help"), row, strict=True)) for row in describe_options(cls.Options)
        ],
    }


def manual(name: str) -> str:
    """The page of one solver."""
    told = facts(name)
    lines = [SOLVERS.document(name), "", f"can: {', '.join(told['can']).lower() or '(nothing claimed)'}"]
    if told["variants"]:
        lines.append(f"variants ({name}:VARIANT): {', '.join(told['variants'])}")
    if told["missing"]:
        lines.append(f"cannot run here: {told['missing']}")
    lines += [f"  {o['name']}={o['default']}  ({o['allowed']})  {o['help']}" for o in told["options"]]
    return "\n".join(lines)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(solvers)
