"""`edgematch data`: public collections of puzzles, listed and downloaded."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from edgematch.catalog import collections
from edgematch.cli import _arguments as arg

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


def list_(format: arg.Format = arg.OutputFormat.text) -> None:
    """List the public collections: files, size, how many are on this machine, and where they come from."""
    rows = [_facts(collections.get(name)) for name in collections.names()]
    if format is arg.OutputFormat.json:
        typer.echo(json.dumps(rows))
        return
    for row in rows:
        if format is arg.OutputFormat.jsonl:
            typer.echo(json.dumps(row))
            continue
        size = f"{row['bytes'] / 1024:.0f} KiB"
        typer.echo(
            f"{row['name']:20} {row['present']:>3} of {row['files']:>3} files present, {size:>7}  {row['about']}"
        )
        typer.echo(f"{'':20} {row['source']} ({row['note']})")


def fetch(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Collections; all of them when none is named.")
    ] = None,
) -> None:
    """Download collections into the user's cache; files that are there are not downloaded again."""
    for name in names or collections.names():
        total = len(collections.get(name).files)

        def show(file: collections.File, done: int, name: str = name, total: int = total) -> None:
            typer.echo(f"\r{name}: {done} of {total} files ({file.name})\x1b[K", nl=False, err=True)

        try:
            collections.fetch(name, progress=show)
        finally:
            typer.echo("", err=True)
        typer.echo(f"{name}: {total} files in {collections.cache_folder() / name}")


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


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    group = typer.Typer(
        help="Public collections of puzzles: list, download, find.", no_args_is_help=True, epilog=EPILOG
    )
    group.command("list")(list_)
    group.command("fetch")(fetch)
    group.command("path")(path)
    app.add_typer(group, name="data")
