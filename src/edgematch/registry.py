"""Registries: the modules of a package, and what other packages announce by entry point, looked up by name.

The folder is the registry. A module whose name has no leading underscore, in the package or in one of its
sub-packages, holds one class. The module's name with dashes is the name of that class, and the module's docstring is
its documentation. A module called `presets` holds several classes that are settings of one implementation: each
declares its own `name`, and its docstring is its documentation. Listing names imports the `presets` only; looking a
name up imports its module, or the `presets` that it is in. A package that renamed something says so in a dictionary
`ALIASES` of its `__init__.py`: a former name, and the name (or the string with options) that it now stands for.
"""

from __future__ import annotations

import importlib.util
import inspect
import pkgutil
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from edgematch.errors import UnknownName, warn_renamed
from edgematch.options import describe_options

T = TypeVar("T")


class Registry(Generic[T]):
    """The classes derived from `base` in the modules of a package; each gets its name as the attribute `name`."""

    def __init__(self, kind: str, base: type[T], package: str, *, remedy: str = "") -> None:
        self._kind, self._base, self._package, self._remedy = kind, base, package, remedy
        self._classes: dict[str, type[T]] = {}

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self._own().keys() | self._presets().keys() | _announced(self._package).keys())

    def current(self, name: str) -> str:
        """The string that a former name now stands for, with a warning; any other name itself."""
        aliases: dict[str, str] = getattr(importlib.import_module(self._package), "ALIASES", {})
        if name not in aliases:
            return name
        warn_renamed(f"{self._kind} {name}", aliases[name], stacklevel=4)
        return aliases[name]

    def find(self, name: str) -> type[T]:
        """The class of that name, or of the one that a former name stands for."""
        name = self.current(name).partition("?")[0].partition(":")[0]
        if name not in self._classes:
            # Other packages come last, because reading their entry points is slow.
            if module := self._own().get(name):
                self._classes[name] = self._load(module, name)
            elif preset := self._preset(name):
                self._classes[name] = preset
            elif module := _announced(self._package).get(name):
                self._classes[name] = self._load(module, name)
            else:
                raise UnknownName(self._kind, name, self.names(), self._remedy)
        return self._classes[name]

    def document(self, name: str) -> str:
        """The documentation of a class: the docstring of its module, or its own when it is a preset."""
        cls = self.find(name)
        return inspect.getdoc(cls if _is_presets(cls.__module__) else inspect.getmodule(cls)) or ""

    @cached_property
    def _modules(self) -> list[str]:
        paths = importlib.import_module(self._package).__path__
        return [module for path in paths for module in _modules(self._package, path)]

    def describe(self, name: str) -> dict[str, Any]:
        """The name, the first line of the documentation and the options of a class that has an `Options` class."""
        keys = ("name", "default", "allowed", "help")
        options: type = self.find(name).Options  # type: ignore[attr-defined]  # every base declares it
        return {
            "name": name,
            "summary": self.document(name).partition("\n")[0],
            "options": [dict(zip(keys, row, strict=True)) for row in describe_options(options)],
        }

    def _own(self) -> dict[str, str]:
        return {m.rpartition(".")[2].replace("_", "-"): m for m in self._modules if not _is_presets(m)}

    def _presets(self) -> dict[str, type[T]]:
        return {name: cls for module in self._preset_modules() for name, cls in self._presets_in(module).items()}

    def _preset(self, name: str) -> type[T] | None:
        """The preset of that name; imports no more modules than it must."""
        likely_first = sorted(self._preset_modules(), key=lambda module: not _is_mentioned(name, module))
        return next((found for module in likely_first if (found := self._presets_in(module).get(name))), None)

    def _preset_modules(self) -> list[str]:
        return [module for module in self._modules if _is_presets(module)]

    def _presets_in(self, module: str) -> dict[str, type[T]]:
        return {cls.name: cls for cls in self._classes_in(module)}  # type: ignore[attr-defined]  # all declare it

    def _classes_in(self, module: str) -> list[type[T]]:
        return [
            value
            for value in vars(importlib.import_module(module)).values()
            if isinstance(value, type)
            and issubclass(value, self._base)
            and value.__module__ == module
            and not inspect.isabstract(value)
        ]

    def _load(self, module_name: str, name: str) -> type[T]:
        classes = self._classes_in(module_name)
        if len(classes) != 1:
            remedy = f"(module {module_name} must define exactly one {self._kind} class, has {len(classes)})"
            raise UnknownName(self._kind, name, [], remedy)
        classes[0].name = name  # type: ignore[attr-defined]  # every base declares it
        return classes[0]


def _is_presets(module: str) -> bool:
    return module.endswith(".presets")


def _is_mentioned(name: str, module: str) -> bool:
    """Whether the source of a module has that name in quotes; where there is no source, nobody knows."""
    spec = importlib.util.find_spec(module)
    source = getattr(spec.loader, "get_source", lambda _: None)(module) if spec else None
    return source is not None and f'"{name}"' in source


def _modules(package: str, path: str) -> list[str]:
    """The public modules of a package and of its sub-packages."""
    found = []
    for module in pkgutil.iter_modules([path]):
        if module.name.startswith("_"):
            continue
        full = f"{package}.{module.name}"
        found += _modules(full, str(Path(path) / module.name)) if module.ispkg else [full]
    return found


@cache
def _announced(group: str) -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import

    return {point.name: point.value.partition(":")[0] for point in entry_points(group=group)}
