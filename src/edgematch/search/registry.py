"""Which solvers there are: the files of the solvers folder, and what other packages announce by entry point.

The folder is the registry. Looking a solver up imports its module and no other; listing names imports nothing.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from edgematch.errors import MissingDependency, OptionError, UnknownName
from edgematch.search.options import parse_options
from edgematch.search.solver import Solver

FOLDER = "edgematch.solvers"
ENTRY_POINTS = "edgematch.solvers"
DEFAULT = "backtrack"


def names() -> list[str]:
    """The names of all solvers, sorted."""
    return sorted(_own() | _announced().keys())


def find(name: str) -> type[Solver]:
    """The solver class of that name; one of ours is found without asking other packages, which takes a while."""
    module = f"{FOLDER}.{name.replace('-', '_')}" if name in _own() else _announced().get(name)
    if module is None:
        raise UnknownName("solver", name, names(), "(`edgematch solvers` lists them all)")
    return _load(module, name)


def make(spec: str | Solver) -> Solver:
    """The configured solver of a string such as `backtrack?order=spiral` or `sat:cadical195?encoding=dual`."""
    if isinstance(spec, Solver):
        return spec
    head, _, query = spec.partition("?")
    name, _, variant = head.partition(":")
    cls = find(name)
    texts = {}
    for part in filter(None, query.split("&")):
        key, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"{part!r} in solver string {spec!r} is not key=value")
        texts[key] = value
    return cls(parse_options(cls.Options, texts, name), variant=variant)


def require(solver: Solver) -> None:
    """Raise, with the remedy, when what the solver needs is not installed."""
    missing = solver.lacks()
    if missing:
        raise MissingDependency(f"solver {solver.name} cannot run here: {missing}")


def _own() -> set[str]:
    package = importlib.import_module(FOLDER)
    return {m.name.replace("_", "-") for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_")}


@cache
def _announced() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import

    return {point.name: point.value.partition(":")[0] for point in entry_points(group=ENTRY_POINTS)}


@cache
def _load(module_name: str, name: str) -> type[Solver]:
    module = importlib.import_module(module_name)
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    classes = [c for c in own if isinstance(c, type) and issubclass(c, Solver) and not c.__abstractmethods__]
    if len(classes) != 1:
        raise UnknownName(
            "solver", name, [], f"(module {module_name} must define exactly one solver class, has {len(classes)})"
        )
    classes[0].name = name
    return classes[0]
