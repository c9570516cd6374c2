"""`edgematch data`: public collections of puzzles, listed and downloaded."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from edgematch.catalog import collections
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_rows

app = arg.VerbApp(group=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A collection, or a file of one.")]

EPILOG = """Examples:

`edgematch data list`

`edgematch data fetch benoist48` &nbsp; then `edgematch solve benoist48/E_7_1` works

`edgematch data path benoist48/E_7_1`"""


def _facts(one: collections.Collection) -> dict[str, Any]:
    return {
        "name": one.name, "files": len(one.files), "present": len(one.fetched()), "bytes": one.bytes,
        "about": one.about, "source": one.source, "note": one.note,
    }  # fmt: skip


@app.callback(epilog=EPILOG)
def data() -> None:
    """Public collections of puzzles: list, download, find."""


@app.command("list")
def list_(format: arg.Format = arg.OutputFormat.text) -> None:
    """List the public collections: files, size, how many are on this machine, and where they come from."""
    print_rows([_facts(collections.get(name)) for name in collections.names()], format, _text)


def _text(row: dict[str, Any]) -> str:
    size = f"{row['bytes'] / 1024:.0f} KiB"
    present = f"{row['present']:>3} of {row['files']:>3} files present, {size:>7}"
    return f"{row['name']:20} {present}  {row['about']}\n{'':20} {row['source']} ({row['note']})"


@app.command("fetch")
def fetch(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Collections; all of them when none is named.")
    ] = None,
) -> None:
    """Download collections into the user's cache; files that are there are not downloaded again."""
    terminal = sys.stderr.isatty()
    for name in names or collections.names():
        total = len(collections.get(name).files)

        def show(file: collections.File, done: int, name: str = name, total: int = total) -> None:
            typer.echo(f"\r{name}: {done} of {total} files ({file.name})\x1b[K", nl=False, err=True)

        try:
            collections.fetch(name, progress=show if terminal else None)
        finally:
            if terminal:
                typer.echo("", err=True)
        typer.echo(f"{name}: {total} files in {collections.cache_folder() / name}")


@app.command("path")
def path(name: Name) -> None:
    """Print the path of a file of a collection, or of the folder of a whole collection."""
    if name not in collections.names():
        typer.echo(collections.require(name))
        return
    for folder in collections.folders():
        if (folder / name).is_dir():
            typer.echo(folder / name)
            return
    raise collections.not_present(name)
