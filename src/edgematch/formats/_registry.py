"""All formats: the modules of this folder are the registry, so that adding a file adds a format.

A module without a leading underscore holds one subclass of `Format`; the format's name is the module's, with dashes.
Looking one up imports that module only.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import edgematch.formats
from edgematch.errors import UnknownName
from edgematch.formats._format import Format


def names() -> list[str]:
    """The names of all formats."""
    modules = (module.name for module in pkgutil.iter_modules(edgematch.formats.__path__))
    return sorted(name.replace("_", "-") for name in modules if not name.startswith("_"))


@cache
def get(name: str) -> Format:
    """The format of that name."""
    if name not in names():
        raise UnknownName("format", name, names())
    module = importlib.import_module(f"edgematch.formats.{name.replace('-', '_')}")
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Format) and value.__module__ == module.__name__
    ]
    assert len(found) == 1, f"{module.__name__} must hold one Format, not {len(found)}"
    return found[0]()


def every() -> list[Format]:
    """All formats, in the order of their names."""
    return [get(name) for name in names()]
