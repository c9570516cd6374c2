"""Arguments and options that several verbs share, declared once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from edgematch.cli.option_groups import with_groups
from edgematch.cli.values import parse_seconds, parse_threads

Function = TypeVar("Function", bound=Callable[..., Any])


class OutputFormat(StrEnum):
    """How results are printed."""

    text = "text"
    json = "json"
    jsonl = "jsonl"


class PlainFlags:
    """A command whose help does not print the type of options that take no value."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters; the type of a flag is not shown."""
        params = super().get_params(ctx)  # type: ignore[misc]  # mixed into commands and groups
        for param in params:
            if getattr(param, "is_flag", False) and param.metavar is None:
                param.metavar = ""
        return params


class Command(PlainFlags, TyperCommand):
    """A verb."""


class Group(PlainFlags, TyperGroup):
    """A verb with verbs of its own."""


class GroupWithDefault(Group):
    """A group whose first word may be a puzzle: then its default verb runs on it."""

    default: ClassVar[str]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the default verb before a first word that is not a subcommand."""
        wants_help = not args or set(args[:1]) & set(ctx.help_option_names)
        if not wants_help and args[0] not in self.commands:
            args = [self.default, *args]
        return super().parse_args(ctx, args)


class VerbApp(typer.Typer):
    """The application of one verb, or of a group of them."""

    def __init__(self, *, cls: type[Group] = Group, group: bool = False, epilog: str | None = None) -> None:
        super().__init__(
            cls=cls, add_completion=False, rich_markup_mode="markdown", no_args_is_help=group, epilog=epilog
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Declare a verb."""
        declare = super().command(name, cls=Command, **settings)

        def command(function: Function) -> Function:
            declare(with_groups(function))
            return function

        return command


def _complete_puzzle(incomplete: str) -> Iterable[str]:
    from edgematch import catalog

    return [name for name in catalog.names() if name.startswith(incomplete)]


def _complete_solver(incomplete: str) -> Iterable[str]:
    from edgematch import search

    return [name for name in search.SOLVERS.names() if name.startswith(incomplete)]


PuzzleArgument = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A name, a path, a URL or -.", autocompletion=_complete_puzzle)
]
OptionalPuzzle = Annotated[
    str | None,
    typer.Argument(metavar="PUZZLE", help="A name, a path, a URL or -.", autocompletion=_complete_puzzle),
]
PuzzleOption = Annotated[
    str | None,
    typer.Option("--puzzle", help="The puzzle of a board that does not name its own.", autocompletion=_complete_puzzle),
]
Hints = Annotated[str | None, typer.Option("--hints", help="A board whose pieces are the hints, such as a .hnt file.")]
SolverOption = Annotated[
    str,
    typer.Option(
        "--solver", help="A solver string: name[:variant][?option=value&...].", autocompletion=_complete_solver
    ),
]
SolverOrResumed = Annotated[
    str | None,
    typer.Option(
        "--solver",
        help="A solver string: name[:variant][?option=value&...]. Default: auto, or the solver of the search"
        " that is resumed.",
        autocompletion=_complete_solver,
    ),
]
SolverOptions = Annotated[
    list[str] | None,
    typer.Option("-O", metavar="KEY=VALUE", help="An option of the solver; may be given several times."),
]
Format = Annotated[
    OutputFormat,
    typer.Option("--format", help="text for people, json for one JSON document, jsonl for one JSON object per line."),
]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", parser=parse_seconds, metavar="TIME", help="Stop after this time: 30, 90s, 10m, 1h30m."),
]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after this many placements.")]
Memory = Annotated[int | None, typer.Option("--memory", help="Stop when the process uses this many MiB.")]
Threads = Annotated[
    int, typer.Option("--threads", parser=parse_threads, metavar="N|auto", help="Use this many threads.")
]
Seed = Annotated[int, typer.Option("--seed", help="The seed of every random choice.")]
Save = Annotated[
    str | None,
    typer.Option(
        "--save",
        metavar="FILE|URL",
        help="Keep the search in this file, or in this store with the boards it finds; --resume continues it.",
    ),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="FILE|URL",
        help="Continue the search in this file or store (URL#NAME where it holds several), and keep saving to it.",
    ),
]
OUT = ("--out", "-o", "--output")
"""The file to write has the same names in every verb."""
BoardFile = Annotated[
    Path | None,
    typer.Option(
        *OUT,
        help="Write the best board to this file. The suffix decides: .json, .url, .svg, .png, .html and others.",
    ),
]  # fmt: skip
Labelled = Annotated[bool, typer.Option("--labelled", help="Count identical pieces and symmetric turns as different.")]
Anchored = Annotated[
    bool, typer.Option("--anchored", help="Pin one corner piece: no two answers are turns of each other.")
]
StoreUrl = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="The store: sqlite:///FILE.db or postgresql+psycopg://USER@HOST/NAME. Default: EDGEMATCH_STORE, or a file"
        " in the user's data folder.",
    ),
]
CellOrder = Annotated[
    str, typer.Option("--order", help="The order of the cells, as in backtrack?order=...: a shape, auto, or a file.")
]
