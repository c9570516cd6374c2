"""All formats: the modules of the sub-packages are the registry, so that adding a file adds a format."""

from __future__ import annotations

from functools import cache

from edgematch.formats._format import Format
from edgematch.registry import Registry

FORMATS: Registry[Format] = Registry("format", Format, "edgematch.formats")  # type: ignore[type-abstract]
names = FORMATS.names


@cache
def get(name: str) -> Format:
    """The format of that name."""
    return FORMATS.find(name)()


def every() -> list[Format]:
    """All formats, in the order of their names."""
    return [get(name) for name in names()]
