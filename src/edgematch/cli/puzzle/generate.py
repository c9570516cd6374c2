"""`edgematch generate`: puzzles made to order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from edgematch import catalog, formats
from edgematch import generate as generators
from edgematch.cli import _arguments as arg
from edgematch.errors import OptionError
from edgematch.generate import Generated
from edgematch.generate.batch import describe
from edgematch.options import describe_options
from edgematch.search import DEFAULT

EPILOG = """Examples:

`edgematch generate --list` &nbsp; tells what models there are

`edgematch generate two-set --size 6 --frame 3 --inner 5 --seed 1 --out puzzle.json`

`edgematch generate eternity --size 16 --to plain` &nbsp; Eternity II style, on standard output

`edgematch generate tetravex --size 4 --unique --out four.json`

`edgematch generate --like eternity2-clues --seed 7 --out look-alike.json`

`edgematch generate benoist --size 8x6 --colors 7 --count 100 --out folder` &nbsp; a batch with a manifest"""


class Where(StrEnum):
    """Where hints lie; the generators check it too."""

    scattered = "scattered"
    corners = "corners"
    centre = "centre"


@dataclass(frozen=True)
class Wish:
    """What makes an instance, given its seed and the number of the attempt."""

    make: Callable[[int, int], Generated]
    solver: str | None
    nodes: int | None
    keep: bool

    def instance(self, seed: int) -> Generated:
        """The instance of a seed, proved to have one solution where that is wished for."""
        if self.solver is None:
            made = self.make(seed, 0)
        else:
            with Console(stderr=True).status("looking for an instance with one solution") as status:
                made = generators.first_unique(
                    lambda attempt: self.make(seed, attempt), self.solver, nodes=self.nodes,
                    progress=lambda number: status.update(f"seed {seed}: instance {number + 1} is put to the proof"),
                )  # fmt: skip
        return made if self.keep else made.without_solution()


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
    count: Annotated[int, typer.Option("--count", help="So many instances, with the seeds that follow.", min=1)] = 1,
    hints: Annotated[int, typer.Option("--hints", help="Give away so many cells.", min=0)] = 0,
    where: Annotated[Where, typer.Option("--where", help="Which cells are given away.")] = Where.scattered,
    unique: Annotated[bool, typer.Option("--unique", help="Go on until proved to have exactly one solution.")] = False,
    solver: arg.SolverOption = DEFAULT,
    nodes: Annotated[int | None, typer.Option("--nodes", help="What each proof of --unique may cost.")] = None,
    drop_solution: Annotated[bool, typer.Option("--drop-solution", help="Do not keep the planted solution.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="A file, or with --count a folder; else stdout.")] = None,
    to: Annotated[str | None, typer.Option("--to", help="The format to write, as in `convert`.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="List the models with their options, and stop.")] = False,
    format: arg.Format = arg.OutputFormat.text,
) -> None:
    """Generate puzzles of a MODEL, or look-alikes of a puzzle; the same seed gives the same puzzle everywhere."""
    if list_:
        typer.echo(manual() if format is arg.OutputFormat.text else json.dumps(models()))
        return
    options = {key: n for key, n in (("frame", frame), ("inner", inner), ("colors", colors)) if n is not None}
    make = _maker(model, like, size, options=options, hints=hints, where=where.value)
    limit = generators.NODES if nodes is None else nodes
    wish = Wish(make, solver if unique else None, limit, keep=not drop_solution)
    instances = (wish.instance(seed + number) for number in range(count))
    _write(instances, out, to, many=count > 1, format=format)


def _maker(
    model: str | None, like: str | None, size: str, *, options: dict[str, int], hints: int, where: str
) -> Callable[[int, int], Generated]:
    """What makes instances from a seed and an attempt: a model, or a look-alike."""
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


def parse_size(text: str) -> tuple[int, int]:
    """A size such as `6` or `8x5`, width first."""
    width, cross, height = text.lower().partition("x")
    if not width.isdecimal() or (cross and not height.isdecimal()):
        raise OptionError(f"a size is the side of a square or WIDTHxHEIGHT, such as 6 or 8x5, not {text!r}")
    return int(width), int(height if cross else width)


def _write(
    instances: Iterator[Generated], out: Path | None, to: str | None, *, many: bool, format: arg.OutputFormat
) -> None:
    """To standard output, to a file with its solution beside it, or to a folder with a manifest."""
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
        said = f"{len(records)} puzzles in {out}, told in {out / generators.MANIFEST}"
    else:
        made = next(instances)
        records = [describe(made) | {"file": str(out)}]
        formats.save(made.puzzle, out, to)
        said = f"{made.puzzle} written to {out}"
        if made.solution is not None:
            beside = out.with_name(f"{out.stem}.solution.json")
            formats.save(made.solution, beside)
            records[0]["solution"] = str(beside)
            said += f", its solution to {beside}"
    if format is arg.OutputFormat.text:
        typer.echo(said, err=True)
    else:
        typer.echo("\n".join(json.dumps(record) for record in records))


def models() -> list[dict[str, Any]]:
    """What every model says of itself."""
    return [
        {
            "name": name,
            "summary": generators.document(name).partition("\n")[0],
            "options": [
                dict(zip(("name", "default", "allowed", "help"), row, strict=True))
                for row in describe_options(generators.find(name).Options)
            ],
        }
        for name in generators.names()
    ]


def manual() -> str:
    """All models with their documentation and options."""
    parts = []
    for name in generators.names():
        rows = describe_options(generators.find(name).Options)
        options = [f"  {option}={default}  ({allowed})  {text}" for option, default, allowed, text in rows]
        parts.append(
            "\n".join([name, *(f"  {line}".rstrip() for line in generators.document(name).splitlines()), *options])
        )
    return "\n\n".join(parts)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command(epilog=EPILOG)(generate)
