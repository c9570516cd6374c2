"""Arguments and options that several verbs share, declared once."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from edgematch import catalog, search


class OutputFormat(StrEnum):
    """How results are printed."""

    text = "text"
    json = "json"
    jsonl = "jsonl"


def _complete_puzzle(incomplete: str) -> Iterable[str]:
    return [name for name in catalog.names() if name.startswith(incomplete)]


def _complete_solver(incomplete: str) -> Iterable[str]:
    return [name for name in search.SOLVERS.names() if name.startswith(incomplete)]


PuzzleArgument = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A name, a path, an address or -.", autocompletion=_complete_puzzle)
]
OptionalPuzzle = Annotated[
    str | None,
    typer.Argument(metavar="PUZZLE", help="A name, a path, an address or -.", autocompletion=_complete_puzzle),
]
PuzzleOption = Annotated[
    str | None,
    typer.Option(
        "--puzzle", help="The puzzle a board belongs to, where the board does not say.", autocompletion=_complete_puzzle
    ),
]
Hints = Annotated[str | None, typer.Option("--hints", help="A board whose pieces are the hints, such as a .hnt file.")]
NotTurnable = Annotated[bool, typer.Option("--not-turnable", help="Pieces may not be turned (Tetravex).")]
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
        help="A solver string: name[:variant][?option=value&...]; when not given, backtrack, or that of the search resumed.",
        autocompletion=_complete_solver,
    ),
]
Format = Annotated[
    OutputFormat, typer.Option("--format", help="text for people, json one object, jsonl one event a line.")
]
Seconds = Annotated[float | None, typer.Option("--seconds", help="Stop after so many seconds.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after so many placements.")]
Memory = Annotated[int | None, typer.Option("--memory", help="Stop when the process holds so many MiB.")]
Threads = Annotated[int, typer.Option("--threads", help="Use so many threads.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of whatever is random.")]
Save = Annotated[Path | None, typer.Option("--save", help="Keep the search in this file, from which --resume goes on.")]
Resume = Annotated[
    Path | None, typer.Option("--resume", help="Go on with the search in this file (and keep saving to it).")
]
Labelled = Annotated[bool, typer.Option("--labelled", help="Tell identical pieces and symmetric turns apart.")]
Anchored = Annotated[
    bool, typer.Option("--anchored", help="Pin one corner piece: no two answers are turns of each other.")
]
