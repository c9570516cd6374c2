"""The options that say how to read a file, on every verb that reads one.

A verb declares one parameter, `reading: Reading`; the command line gets one option for each of its fields.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer

from edgematch.cli.values import MOST_DIGITS
from edgematch.errors import warn_renamed

GROUP = "How to read the file"
PIXELS_FROM = 33
"""A `--size` of this or more was once the size of a picture, where a verb draws one."""


def _option(*names: str, metavar: str | None = None, help: str) -> Any:
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=GROUP)


FIELDS: dict[str, tuple[Any, Any]] = {
    "from_": (str | None, _option("--from", metavar="FORMAT", help="The format; found from the text when left out.")),
    "columns": (str | None, _option("--columns", metavar="nesw", help="The order of the four sides of a piece.")),
    "grey": (str | None, _option("--grey", metavar="N", help="The number or letter that is grey, such as 0, 22 or -.")),
    "size": (str | None, _option("--size", metavar="WxH", help="The size of the board, such as 6x6.")),
    "unframed": (bool, _option("--unframed", help="There is no grey frame: every number is a color.")),
    "not_turnable": (bool, _option("--not-turnable", help="Pieces may not be turned (Tetravex).")),
    "turns": (str | None, _option("--turns", metavar="DIRECTION", help="clockwise or anticlockwise.")),
}


def with_reading(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its parameter `reading` as options of the command line; without one, as it is."""
    if "reading" not in inspect.signature(function).parameters:
        return function
    signature = inspect.signature(function, eval_str=True)
    draws = "pixels" in signature.parameters

    @functools.wraps(function)
    def verb(*args: Any, **given: Any) -> Any:
        fields = {name: given.pop(name) for name in FIELDS}
        size = fields["size"]
        if draws and size and size.isdecimal() and len(size) <= MOST_DIGITS and int(size) >= PIXELS_FROM:
            warn_renamed(f"--size {size}", f"--pixels {size}")
            given["pixels"], fields["size"] = int(size), None
        return function(*args, **given, reading=_reading(**fields))

    kinds = inspect.Parameter.KEYWORD_ONLY
    kept = [one.replace(kind=kinds) for name, one in signature.parameters.items() if name != "reading"]
    added = [
        inspect.Parameter(name, kinds, default=False if kind is bool else None, annotation=Annotated[kind, option])
        for name, (kind, option) in FIELDS.items()
    ]
    verb.__signature__ = signature.replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
    verb.__annotations__ = {one.name: one.annotation for one in (*kept, *added)}
    return verb


def _reading(*, from_: str | None, unframed: bool, not_turnable: bool, **texts: str | None) -> Any:
    from edgematch.formats import Reading

    framed, turnable = (False if said else None for said in (unframed, not_turnable))
    return Reading.parse(format=from_, framed=framed, turnable=turnable, **texts)
