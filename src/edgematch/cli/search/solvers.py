"""`edgematch solvers`: which solvers there are, what they can do, and their options."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, print_rows
from edgematch.search import SOLVERS, describe

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch solvers`

`edgematch solvers backtrack` &nbsp; what it does, what it can do, its options"""


@app.command(epilog=EPILOG)
def solvers(
    name: Annotated[str | None, typer.Argument(help="Describe this solver.")] = None,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """List the solvers, or describe one."""
    if name is None:
        print_rows((describe(one) for one in SOLVERS.names()), format, _line)
    elif format is arg.OutputFormat.text:
        typer.echo(manual(name))
    else:
        print_json(describe(name))


def _line(row: dict[str, Any]) -> str:
    missing = f"  [{row['missing']}]" if row["missing"] else ""
    return f"{row['name']:16} {row['summary']}{missing}"


def manual(name: str) -> str:
    """The page of one solver."""
    facts = describe(name)
    lines = [SOLVERS.document(name), "", f"can: {', '.join(facts['can']).lower() or '(nothing claimed)'}"]
    if facts["variants"]:
        lines.append(f"variants ({name}:VARIANT): {', '.join(facts['variants'])}")
    if facts["missing"]:
        lines.append(f"cannot run here: {facts['missing']}")
    lines += [f"  {o['name']}={o['default']}  ({o['allowed']})  {o['help']}" for o in facts["options"]]
    return "\n".join(lines)
