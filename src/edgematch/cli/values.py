"""Values that people write on the command line: times, numbers of threads, sizes, ranges, options of solvers."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence

import typer

from edgematch.errors import OptionError, UnknownName

MOST_DIGITS = 4
"""More than the sides of a board, its colors or the threads of a machine need."""
UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}


def parse_seconds(text: str) -> float:
    """A time in seconds: a number, or numbers with units such as `90s`, `10m`, `1h30m`, `2d`."""
    words = str(text).strip().lower()
    parts = re.findall(r"([0-9]*\.?[0-9]+(?:e[0-9]+)?)\s*([a-z]*)\s*", words)
    total = sum(float(number) * UNITS.get(unit, math.nan) for number, unit in parts)
    if re.fullmatch(r"(?:[0-9]*\.?[0-9]+(?:e[0-9]+)?\s*[a-z]*\s*)+", words) and math.isfinite(total):
        return total
    if re.fullmatch(r"-[0-9.]+[a-z]*", words):
        raise typer.BadParameter(f"a time must be 0 or more, not {text}")
    raise typer.BadParameter(f"a time is a number of seconds, or 90s, 10m, 1h30m, 2d; not {text!r}")


def parse_threads(text: str) -> int:
    """A number of threads; `auto` is one per CPU that this process may use."""
    word = str(text).strip().lower()
    if word == "auto":
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if word.isdecimal() and len(word) <= MOST_DIGITS:
        return int(word)
    raise typer.BadParameter(f"the number of threads is a whole number or auto, not {text[:60]!r}")


def _is_count(text: str) -> bool:
    """Whether a text is a number of cells or colors, short enough to be meant."""
    return text.isdecimal() and len(text) <= MOST_DIGITS


def parse_size(text: str) -> tuple[int, int]:
    """A size such as `6` or `8x5`, width first."""
    width, cross, height = text.lower().partition("x")
    if not _is_count(width) or (cross and not _is_count(height)):
        raise OptionError(f"a size is the side of a square or WIDTHxHEIGHT, such as 6 or 8x5, not {text[:60]!r}")
    return int(width), int(height if cross else width)


def parse_counts(text: str) -> list[int]:
    """Counts such as `3`, `3:8` (both ends included) or `3,5,7:9`."""
    found: list[int] = []
    for part in text.split(","):
        low, colon, high = part.partition(":")
        if not _is_count(low) or (colon and not _is_count(high)):
            raise OptionError(f"counts are numbers and ranges such as 3, 3:8 or 3,5,7:9, not {text[:60]!r}")
        found += range(int(low), int(high if colon else low) + 1)
    return sorted(set(found))


def parse_sizes(text: str) -> list[tuple[int, int]]:
    """Sizes such as `6`, `5:7` or `6,8x5`."""
    return [
        size for part in text.split(",")
        for size in ([parse_size(part)] if "x" in part.lower() else [(n, n) for n in parse_counts(part)])
    ]  # fmt: skip


def with_options(solver: str | None, pairs: Sequence[str], default: str) -> str:
    """A solver string with options added, each given as `key=value`; without a solver they are of the default."""
    for pair in pairs:
        if "=" not in pair:
            raise OptionError(f"-O takes key=value, not {pair!r}")
    chosen = solver or default
    whole = chosen + ("&" if "?" in chosen else "?") * bool(pairs) + "&".join(pairs)
    if solver is None and pairs:
        _check_options(whole, default)
    return whole


def _check_options(whole: str, default: str) -> None:
    """Say which solver is meant when nobody named one and an option is not one of it."""
    from edgematch.search.solver import make

    try:
        make(whole)
    except UnknownName as bad:
        raise OptionError(f"{bad} (no solver is named, so this is {default}; for another, --solver NAME)") from None
