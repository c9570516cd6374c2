"""Options: declared once, one line each, with default, range and help; parsed and listed from there.

A solver or a generation model declares a frozen dataclass whose fields are made by `option(...)`. The command line, solver strings, the
documentation and tuners all read that one declaration.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from edgematch.errors import OptionError, UnknownName

TRUE, FALSE = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})


def option(
    default: Any, text: str, *, low: float | None = None, high: float | None = None, choices: Sequence[str] = ()
) -> Any:
    """A field of an Options class: its default, what it does, and which values it takes."""
    return field(default=default, metadata={"help": text, "low": low, "high": high, "choices": tuple(choices)})


@dataclass(frozen=True)
class NoOptions:
    """For solvers without options."""


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the option texts of a string such as `backtrack?order=row&prune=true`."""
    name, _, query = spec.partition("?")
    texts = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"{part!r} in {spec!r} is not key=value")
        texts[key] = value
    return name, texts


def parse_options(cls: type, texts: Mapping[str, str], owner: str) -> Any:
    """An Options value from texts by name, each converted and checked, or an error that says what is allowed."""
    types_by_name = typing.get_type_hints(cls)
    known = {f.name.replace("_", "-"): f for f in fields(cls)}
    values = {}
    for key, text in texts.items():
        spec = known.get(key.replace("_", "-"))
        if spec is None:
            raise UnknownName(f"option of {owner}", key, known or ["(it has none)"])
        values[spec.name] = check(
            f"{owner}?{key}", _convert(text, types_by_name[spec.name], f"{owner}?{key}"), spec.metadata
        )
    return cls(**values)


def check(name: str, value: Any, rules: Mapping[str, Any]) -> Any:
    """The value itself when it is within the declared range and choices."""
    low, high, choices = rules.get("low"), rules.get("high"), rules.get("choices")
    if value is None:
        return value
    if choices and value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    if (low is not None and value < low) or (high is not None and value > high):
        raise OptionError(f"{name} must be {_range(low, high)}, not {value}")
    return value


def format_options(options: Any) -> str:
    """The options that differ from their defaults as `key=value&key=value`, empty when none does."""
    changed = [(f.name, getattr(options, f.name)) for f in fields(options) if getattr(options, f.name) != f.default]
    return "&".join(f"{name.replace('_', '-')}={_text(value)}" for name, value in changed)


def describe_options(cls: type) -> list[tuple[str, str, str, str]]:
    """Name, default, allowed values and help of each option."""
    hints = typing.get_type_hints(cls)
    rows = []
    for f in fields(cls):
        rules = f.metadata
        allowed = "|".join(rules["choices"]) or _range(rules["low"], rules["high"]) or _type_name(hints[f.name])
        rows.append((f.name.replace("_", "-"), _text(f.default), allowed, rules["help"]))
    return rows


def _range(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return f"{low} or more"
    return f"{low} to {high}" if low is not None else f"{high} or less"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _type_name(kind: Any) -> str:
    return (
        "|".join(_type_name(k) for k in typing.get_args(kind))
        if typing.get_args(kind)
        else {type(None): "none"}.get(kind, kind.__name__)
    )


def _convert(text: str, kind: Any, name: str) -> Any:
    """A text as a value of the declared type."""
    kinds = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    if type(None) in kinds and text.lower() in ("none", ""):
        return None
    target = next(k for k in kinds if k is not type(None))
    if target is bool:
        if text.lower() in TRUE | FALSE:
            return text.lower() in TRUE
        raise OptionError(f"{name} must be true or false, not {text!r}")
    try:
        return target(text)
    except ValueError:
        wanted = {int: "a whole number", float: "a number"}.get(target, target.__name__)
        raise OptionError(f"{name} must be {wanted}, not {text!r}") from None
