"""Groups of options: one parameter of a verb that stands for several options of the command line.

A verb declares `reading: Reading`, or a parameter whose type is a dataclass derived from `OptionGroup`; the command
line gets one option for each field, where the parameter stands.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer

from edgematch.cli.values import MOST_DIGITS
from edgematch.errors import warn_renamed

READING = "How to read the file"
PIXELS_FROM = 33
"""A `--size` of this or more was once the size of a picture, where a verb draws one."""


class OptionGroup:
    """The base of frozen dataclasses whose fields are options."""


class Group(NamedTuple):
    """The options of a group, as annotation and default, and what makes its value of them."""

    options: Mapping[str, tuple[Any, Any]]
    build: Callable[..., Any]


def with_groups(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the options of its groups instead of the groups; without any, as it is."""
    signature = inspect.signature(function, eval_str=True)
    groups = {one.name: group for one in signature.parameters.values() if (group := _group_of(one)) is not None}
    if not groups:
        return function
    draws = "pixels" in signature.parameters

    @functools.wraps(function)
    def verb(*args: Any, **given: Any) -> Any:
        if draws and "reading" in groups:
            _accept_former_size(given)
        values = {name: group.build(**{key: given.pop(key) for key in group.options}) for name, group in groups.items()}
        return function(*args, **given, **values)

    parameters: list[inspect.Parameter] = []
    for one in signature.parameters.values():
        options = groups[one.name].options if one.name in groups else {one.name: (one.annotation, one.default)}
        parameters += [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
            for name, (annotation, default) in options.items()
        ]
    verb.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    verb.__annotations__ = {one.name: one.annotation for one in parameters}
    return verb


def _group_of(parameter: inspect.Parameter) -> Group | None:
    kind = parameter.annotation
    if parameter.name == "reading":
        return Group(_READING_OPTIONS, _reading)
    if not (isinstance(kind, type) and issubclass(kind, OptionGroup)):
        return None
    hints = get_type_hints(kind, include_extras=True)
    return Group({one.name: (hints[one.name], one.default) for one in fields(kind)}, kind)  # type: ignore[arg-type]


def _option(kind: Any, *names: str, metavar: str | None = None, help: str) -> tuple[Any, Any]:
    option = typer.Option(*names, metavar=metavar, help=help, rich_help_panel=READING)
    return Annotated[kind, option], False if kind is bool else None


_READING_OPTIONS = {
    "from_": _option(str | None, "--from", metavar="FORMAT", help="The format; found from the text when left out."),
    "columns": _option(str | None, "--columns", metavar="nesw", help="The order of the four sides of a piece."),
    "grey": _option(str | None, "--grey", metavar="N", help="The number or letter that is grey, such as 0, 22 or -."),
    "size": _option(str | None, "--size", metavar="WxH", help="The size of the board, such as 6x6."),
    "unframed": _option(bool, "--unframed", help="There is no grey frame: every number is a color."),
    "not_turnable": _option(bool, "--not-turnable", help="Pieces may not be turned (Tetravex)."),
    "turns": _option(str | None, "--turns", metavar="DIRECTION", help="clockwise or anticlockwise."),
}


def _reading(*, from_: str | None, unframed: bool, not_turnable: bool, **texts: str | None) -> Any:
    from edgematch.formats import Reading

    framed, turnable = (False if said else None for said in (unframed, not_turnable))
    return Reading.parse(format=from_, framed=framed, turnable=turnable, **texts)


def _accept_former_size(given: dict[str, Any]) -> None:
    """Take a large `--size` for the size of the picture, as it was once."""
    size = given["size"]
    if size and size.isdecimal() and len(size) <= MOST_DIGITS and int(size) >= PIXELS_FROM:
        warn_renamed(f"--size {size}", f"--pixels {size}")
        given["pixels"], given["size"] = int(size), None
