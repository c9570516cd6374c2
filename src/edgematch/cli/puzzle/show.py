"""`edgematch show`: look at puzzles and boards, on the terminal or as pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, draw
from edgematch.cli import arguments as arg
from edgematch.cli.output import echo_picture, warn_of_obstacles
from edgematch.errors import EdgeMatchError, OptionError
from edgematch.files import make_folder
from edgematch.formats import AS_WRITTEN, PuzzleOrBoard, Reading
from edgematch.model import Puzzle

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch show clue1` &nbsp; the pieces on the terminal

`edgematch show board.json -o board.svg --numbers` &nbsp; a picture (svg, png, html)

`edgematch show clue1 --sheet -o pieces.pdf --paper a3 --piece 40` &nbsp; pieces to cut out"""


@app.command(epilog=EPILOG)
def show(
    sources: Annotated[
        list[str], typer.Argument(metavar="PUZZLE|BOARD...", help="Names, paths, URLs or -; a file may hold several.")
    ],
    puzzle: arg.PuzzleOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            *arg.OUT,
            help="Write a picture: .svg, .png, .html (.pdf for a sheet), or one per board into a folder (a name without suffix).",
        ),
    ] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="Write piece numbers into the picture.")] = False,
    pixels: Annotated[int | None, typer.Option("--pixels", help="The longer side of the picture in pixels.")] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="Draw the pieces, shuffled, to print and cut out.")] = False,
    paper: Annotated[str, typer.Option("--paper", help="The paper of a sheet: a4, a3 or letter.")] = "a4",
    piece: Annotated[float, typer.Option("--piece", help="The width of a piece on a sheet in millimetres.")] = 30,
    solution: Annotated[
        bool, typer.Option("--solution", help="Add the solved BOARD as the last page of a sheet.")
    ] = False,
    seed: arg.Seed = 0,
    color: Annotated[
        bool | None, typer.Option("--color/--no-color", help="Colors on the terminal; default: when it is one.")
    ] = None,
    reading: Reading = AS_WRITTEN,
) -> None:
    """Show PUZZLEs and BOARDs.

    One that cannot be read is reported on stderr; the others are still shown, and the exit code is 2.
    """
    if out is None and sheet:
        raise OptionError("a sheet is written to a file: give -o pieces.pdf")
    of = catalog.load_puzzle(puzzle, reading=reading.without_format()) if puzzle else None
    subjects, failed = _load(sources, of, reading)
    files = _files(out, [name for name, _ in subjects], suffix=".pdf" if sheet else ".svg")
    for (name, subject), file in zip(subjects, files, strict=True):
        warn_of_obstacles(subject)
        if file is None:
            heading = f"{name}\n" if len(subjects) > 1 or failed else ""
            echo_picture(subject, heading=heading, color=color)
        else:
            draw(
                subject, str(file), numbers=numbers, size=pixels, sheet=sheet, seed=seed, paper=paper, piece=piece,
                solution=solution,
            )  # fmt: skip
            typer.echo(f"written to {file}", err=True)
    if failed:
        raise typer.Exit(2)


def _files(out: Path | None, names: list[str], *, suffix: str) -> list[Path | None]:
    """The file for each picture: the one named, or one per name in a folder, which is made; none for the terminal."""
    if out is None:
        return [None] * len(names)
    if out.is_file() or (out.suffix and not out.is_dir()):
        if len(names) > 1:
            raise OptionError(f"{len(names)} boards do not fit one file: give a folder, -o FOLDER")
        return [out] * len(names)
    if names:
        make_folder(out)
    stems = [
        re.sub(r"[^\w.-]+", "-", Path(name).name.partition(".")[0] + name.partition(" ")[2]).strip("-")
        for name in names
    ]
    unique = [stem if stems.count(stem) == 1 else f"{stem}-{number}" for number, stem in enumerate(stems, 1)]
    return [out / f"{stem or number}{suffix}" for number, stem in enumerate(unique, 1)]


def _load(sources: list[str], of: Puzzle | None, reading: Reading) -> tuple[list[tuple[str, PuzzleOrBoard]], bool]:
    """What could be read, with names, and whether anything could not."""
    subjects, failed = [], False
    for source in sources:
        try:
            for item in catalog.load_all(source, puzzle=of, reading=reading, wants="either"):
                if item.thing is not None:
                    subjects.append((item.name, item.thing))
                else:
                    failed = True
                    typer.echo(f"error: {item.error}", err=True)
        except EdgeMatchError as error:
            failed = True
            typer.echo(f"error: {error}", err=True)
    return subjects, failed
