"""What works on this machine, what is missing, and the command that adds it."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from edgematch.catalog import collections
from edgematch.search import SOLVERS


@dataclass(frozen=True)
class Finding:
    """One line of the report: what was examined, whether it works, what was found, and the remedy if it does not."""

    what: str
    works: bool
    found: str
    remedy: str = ""


EXTRAS = {
    "PNG pictures": ("resvg_py", "png"),
    "plots": ("matplotlib", "plot"),
    "downloads": ("pooch", "data"),
    "studio": ("fastapi", "studio"),
    "store": ("sqlalchemy", "store"),
    "store in PostgreSQL": ("psycopg", "postgres"),
    "campaigns": ("distributed", "campaign"),
    "notebook widgets": ("anywidget", "notebook"),
}


def examine() -> Iterator[Finding]:
    """Look at everything, the most basic first."""
    yield Finding("Python", sys.version_info >= (3, 11), f"{platform.python_version()} on {platform.platform()}")
    yield _core()
    for name, (module, extra) in EXTRAS.items():
        has_it = find_spec(module) is not None
        yield Finding(name, has_it, module if has_it else f"{module} is missing", f"pip install 'edgematch[{extra}]'")
    for name in SOLVERS.names():
        missing = SOLVERS.find(name)().missing_dependency()
        yield Finding(f"solver {name}", missing is None, "ready" if missing is None else missing)
    yield _data()


def _core() -> Finding:
    try:
        from edgematch import native

        kernels = f"kernels {', '.join(native.cpu_levels())}, in use {native.cpu_level()}"
        return Finding("native core", True, f"{native.compiler()}; {kernels}")
    except (ImportError, ValueError) as problem:
        return Finding("native core", False, str(problem), "pip install --force-reinstall edgematch")


def _data() -> Finding:
    present = [name for name in collections.names() if collections.get(name).fetched()]
    places = ", ".join(map(str, collections.folders()))
    found = f"{len(present)} of {len(collections.names())} collections in {places}"
    return Finding("public collections", bool(present), found, "edgematch data fetch")
