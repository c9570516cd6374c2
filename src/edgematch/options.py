"""Options: declared once, one line each, with default, range and help; parsed, checked and listed from there.

A solver or a generation model declares a frozen dataclass whose fields are made by `option(...)`. The command line,
solver strings, the documentation and tuners all read that one declaration.
"""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any

from edgematch.errors import OptionError, UnknownName, warn_renamed

TRUE, FALSE = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})
LARGEST = (1 << 63) - 1
"""The largest whole number of an option that declares no upper limit: native engines hold 64 bits."""


def option(
    default: Any,
    text: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] = (),
    aliases: Sequence[str] = (),
) -> Any:
    """A field of an Options class: its default, what it does, which values it takes, and its former names."""
    rules = {"help": text, "low": low, "high": high, "choices": tuple(choices), "aliases": tuple(aliases)}
    return field(default=default, metadata=rules)


@dataclass(frozen=True)
class NoOptions:
    """For solvers without options."""


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the option texts of a string such as `backtrack?order=row&prune=true`."""
    name, _, query = spec.partition("?")
    texts: dict[str, str] = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"{part!r} in {spec!r} is not key=value")
        if key in texts:
            raise OptionError(f"{key} is given twice in {spec!r}")
        texts[key] = value
    return name, texts


def parse_options(cls: type, texts: Mapping[str, str], owner: str) -> Any:
    """An Options value from texts by name, each converted and checked, or an error that says what is allowed.

    A class whose former options became part of others rewrites them by a class method `rewrite(texts, owner)`.
    """
    texts = cls.rewrite(texts, owner) if hasattr(cls, "rewrite") else texts
    types_by_name = typing.get_type_hints(cls)
    values: dict[str, Any] = {}
    for key, text in texts.items():
        spec = _find(cls, key, owner)
        if spec.name in values:
            raise OptionError(f"{owner}?{_dashed(spec.name)} is given twice")
        values[spec.name] = _convert(text, types_by_name[spec.name], f"{owner}?{_dashed(key)}")
    return check_options(cls(**values), owner)


def check_options(options: Any, owner: str) -> Any:
    """The options themselves when every value is finite and within its declared range and choices."""
    for f in fields(options):
        check(f"{owner}?{_dashed(f.name)}", getattr(options, f.name), f.metadata)
    return options


def check(name: str, value: Any, rules: Mapping[str, Any]) -> Any:
    """The value itself when it is finite and within the declared range and choices."""
    low, high, choices = rules.get("low"), rules.get("high"), rules.get("choices")
    if value is None:
        return value
    if choices and value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise OptionError(f"{name} must be a finite number, not {value}")
    if isinstance(value, (int, float)) and ((low is not None and value < low) or (high is not None and value > high)):
        raise OptionError(f"{name} must be {_range(low, high)}, not {value}")
    if isinstance(value, int) and abs(value) > LARGEST:
        raise OptionError(f"{name} must be at most {LARGEST}, not {value}")
    return value


def format_options(options: Any) -> str:
    """The options that differ from their defaults as `key=value&key=value`, empty when none does."""
    changed = [(f.name, getattr(options, f.name)) for f in fields(options) if getattr(options, f.name) != f.default]
    return "&".join(f"{_dashed(name)}={_text(value)}" for name, value in changed)


def describe_options(cls: type) -> list[tuple[str, str, str, str]]:
    """Name, default, allowed values and help of each option."""
    hints = typing.get_type_hints(cls)
    rows = []
    for f in fields(cls):
        rules = f.metadata
        allowed = "|".join(rules["choices"]) or _range(rules["low"], rules["high"]) or _type_name(hints[f.name])
        rows.append((_dashed(f.name), _text(f.default), allowed, rules["help"]))
    return rows


def _find(cls: type, key: str, owner: str) -> Field[Any]:
    """The option of that name; a former name is found with a warning."""
    known = {_dashed(f.name): f for f in fields(cls)}
    former = {_dashed(alias): f for f in fields(cls) for alias in f.metadata.get("aliases", ())}
    if (found := known.get(_dashed(key))) is not None:
        return found
    if (found := former.get(_dashed(key))) is not None:
        warn_renamed(f"option {key} of {owner}", _dashed(found.name), stacklevel=5)
        return found
    raise UnknownName(f"option of {owner}", key, known or ["(it has none)"])


def _dashed(name: str) -> str:
    return name.replace("_", "-")


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
