"""`edgematch doctor`: what works on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows
from edgematch.doctor import examine

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch doctor`

`edgematch doctor --format json`"""


@app.command(epilog=EPILOG)
def doctor(format: arg.Format = arg.OutputFormat.text) -> None:
    """Report what works on this machine, what is missing, and the command that adds it."""
    print_rows((asdict(finding) for finding in examine()), format, _line)


def _line(row: dict[str, Any]) -> str:
    remedy = f"  ({row['remedy']})" if row["remedy"] and not row["works"] else ""
    return f"{'ok     ' if row['works'] else 'missing'} {row['what']:22} {row['found']}{remedy}"
