"""`edgematch generate`: new puzzles of a model, or look-alikes of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from edgematch import catalog, formats
from edgematch import generate as generators
from edgematch.cli import arguments as arg
from edgematch.cli.output import print_json, print_rows
from edgematch.cli.values import parse_size
from edgematch.errors import OptionError
from edgematch.generate import Generated
from edgematch.generate.batch import describe
from edgematch.search import DEFAULT

app = arg.VerbApp()

EPILOG = """Examples:

`edgematch generate --list` &nbsp; the models and their options

`edgematch generate two-set --size 6 --frame 3 --inner 5 --seed 1 --out puzzle.json`

`edgematch generate eternity --size 16 --to plain` &nbsp; Eternity II style, on standard output

`edgematch generate tetravex --size 4 --unique --out four.json`

`edgematch generate --like eternity2-clues --seed 7 --out look-alike.json`

`edgematch generate benoist --size 8x6 --colors 7 --count 10 --out folder` &nbsp; a batch with a manifest"""


class Where(StrEnum):
    """Which cells get hints; the generators check it too."""

    scattered = "scattered"
    corners = "corners"
    centre = "centre"


@app.command(epilog=EPILOG)
def generate(
    model: Annotated[str | None, typer.Argument(help="A model string: name[?option=value&...]; see --list.")] = None,
    size: Annotated[str, typer.Option("--size", help="Side of a square, or WIDTHxHEIGHT.")] = "6",
    frame: Annotated[int | None, typer.Option("--frame", help="Colors along the frame.")] = None,
    inner: Annotated[int | None, typer.Option("--inner", help="Colors elsewhere.")] = None,
    colors: Annotated[int | None, typer.Option("--colors", help="Colors of models with one set of them.")] = None,
    like: Annotated[
        str | None, typer.Option("--like", help="Make a look-alike of this puzzle: its size, color counts, hint cells.")
    ] = None,
    seed: arg.Seed = 0,
    count: Annotated[int, typer.Option("--count", help="Number of instances, with the seeds that follow.", min=1)] = 1,
    hints: Annotated[int, typer.Option("--hints", help="Number of cells given as hints.", min=0)] = 0,
    where: Annotated[Where, typer.Option("--where", help="Which cells are hints.")] = Where.scattered,
    unique: Annotated[bool, typer.Option("--unique", help="Repeat until proved to have exactly one solution.")] = False,
    solver: arg.SolverOption = DEFAULT,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Node limit per proof of --unique.")] = None,
    drop_solution: Annotated[bool, typer.Option("--drop-solution", help="Do not keep the planted solution.")] = False,
    out: Annotated[Path | None, typer.Option(*arg.OUT, help="A file, or with --count a folder; else stdout.")] = None,
    to: Annotated[str | None, typer.Option("--to", help="The format to write, as in `convert`.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the models with their options, and stop.")] = False,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Generate puzzles of a MODEL, or look-alikes of a puzzle; the same seed gives the same puzzle on every machine."""
    if list_:
        print_rows([generators.describe(name) for name in generators.names()], format, _manual)
        return
    options = {key: n for key, n in (("frame", frame), ("inner", inner), ("colors", colors)) if n is not None}
    make = _maker(model, like, size, options=options, hints=hints, where=where.value)
    limit = generators.NODES if nodes is None else nodes

    def instance(number: int) -> Generated:
        made = make(number, 0) if not unique else _unique(make, number, solver, limit)
        return made.without_solution() if drop_solution else made

    instances = (instance(seed + number) for number in range(count))
    _write(instances, out, to, many=count > 1, format=format)


def _unique(make: Callable[[int, int], Generated], seed: int, solver: str, nodes: int) -> Generated:
    """The first attempt with exactly one solution, with a status line on a terminal."""
    with Console(stderr=True).status("looking for an instance with one solution") as status:
        return generators.first_unique(
            lambda attempt: make(seed, attempt), solver, nodes=nodes,
            progress=lambda number: status.update(f"seed {seed}: checking instance {number + 1} for uniqueness"),
        )  # fmt: skip


def _maker(
    model: str | None, like: str | None, size: str, *, options: dict[str, int], hints: int, where: str
) -> Callable[[int, int], Generated]:
    """The function that makes an instance from a seed and an attempt: a model, or a look-alike."""
    if (model is None) == (like is None):
        raise OptionError("name a model (`edgematch generate --list`) or give --like PUZZLE, one of the two")
    if model is not None:
        width, height = parse_size(size)
        return lambda seed, attempt: generators.make(
            model, width, height, seed=seed, attempt=attempt, hints=hints, where=where, **options
        )
    if options or hints:
        raise OptionError("--like takes colors and hint cells from the original; leave the options for them out")
    original = catalog.load_puzzle(str(like))
    return lambda seed, attempt: generators.make_like(original, seed=seed, attempt=attempt)


def _write(
    instances: Iterator[Generated], out: Path | None, to: str | None, *, many: bool, format: arg.OutputFormat
) -> None:
    """Write to standard output, to a file with its solution next to it, or to a folder with a manifest."""
    if out is None:
        if many:
            raise OptionError("several puzzles need a folder: give --out FOLDER")
        made = next(instances)
        typer.echo(formats.dump(made.puzzle, to or "native"), nl=False)
        return
    if many:
        if to not in (None, "native"):
            raise OptionError("a batch is written in the native format; convert its files afterwards")
        records = generators.write_batch(out, instances, save=formats.save)
        said = f"{len(records)} puzzles in {out}, listed in {out / generators.MANIFEST}"
    else:
        made = next(instances)
        records = [describe(made) | {"file": str(out)}]
        formats.save(made.puzzle, out, to)
        said = f"{made.puzzle} written to {out}"
        if made.solution is not None:
            solution_path = out.with_name(f"{out.stem}.solution.json")
            formats.save(made.solution, solution_path)
            records[0]["solution"] = str(solution_path)
            said += f", its solution to {solution_path}"
    if format is arg.OutputFormat.text:
        typer.echo(said, err=True)
    elif format is arg.OutputFormat.json and not many:
        print_json(records[0])
    else:
        print_rows(records, format, str)


def _manual(model: dict[str, Any]) -> str:
    """A model with its documentation and options."""
    document = (f"  {line}".rstrip() for line in generators.document(model["name"]).splitlines())
    options = (f"  {o['name']}={o['default']}  ({o['allowed']})  {o['help']}" for o in model["options"])
    return "\n".join([model["name"], *document, *options, ""])
