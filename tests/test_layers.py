"""Which package may import which: the table of the design, checked by reading the syntax trees."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "edgematch"
BASE = {"errors", "model"}
ALLOWED = {
    "errors": set(),
    "files": {"errors"},
    "options": {"errors"},
    "registry": {"errors", "options"},
    "model": {"errors"},
    "formats": BASE | {"files", "registry"},
    "render": BASE,
    "catalog": BASE | {"formats"},
    "search": BASE | {"options", "registry"},
    "native": BASE | {"search", "_core"},
    "encodings": BASE | {"files", "native"},
    "generate": BASE | {"files", "native", "options", "registry", "search"},
    "analyse": BASE | {"files", "native", "search", "generate"},
    "solvers": BASE | {"options", "search", "encodings", "native", "_core"},
    "store": BASE | {"files", "search", "formats"},
    "campaign": BASE | {"search", "formats", "store"},
    "bench": BASE | {"files", "search", "formats", "store", "catalog", "generate", "analyse", "encodings", "native"},
    "studio": BASE | {"options", "search", "store", "render", "formats", "catalog", "generate", "analyse"},
    "testing": BASE | {"options", "search", "formats"},
    "cli": {"*"},
    "doctor": {"*"},
    "": {"*"},
    "api": {"*"},
    "__main__": {"cli"},
    "_core": set(),
}
LAZY_THIRD_PARTIES = {"numpy", "edgematch"}
EAGER = {"cli", "studio", "testing"}
"""Packages that may import third parties at the top of a file."""


def layer_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return "" if parts == ("__init__",) else parts[0]


def imports(tree: ast.AST):
    """Each imported module with whether the import stands at the top of the file."""
    top = set(ast.iter_child_nodes(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{a.name}" for a in node.names] if node.module == "edgematch" else [node.module]
            yield from ((name, node in top) for name in names)


FILES = sorted(SOURCE.rglob("*.py"))
LAZY_FILES = [path for path in FILES if layer_of(path) not in EAGER]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_stay_within_their_layer(path):
    layer = layer_of(path)
    allowed = ALLOWED[layer] | {layer}
    for name, _ in imports(ast.parse(path.read_text(encoding="utf-8"))):
        parts = name.split(".")
        if parts[0] == "edgematch" and len(parts) > 1 and "*" not in allowed:
            assert parts[1] in allowed, f"{path.name} of {layer!r} imports {name}"


@pytest.mark.parametrize("path", LAZY_FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_third_parties_are_imported_where_they_are_used(path):
    for name, at_top in imports(ast.parse(path.read_text(encoding="utf-8"))):
        head = name.split(".")[0]
        if at_top and head not in sys.stdlib_module_names:
            assert head in LAZY_THIRD_PARTIES, f"{path.name} imports {name} at its top"


def test_solvers_do_not_import_each_other():
    for path in (SOURCE / "solvers").rglob("*.py"):
        if path.stem == "presets":  # settings of a solver
            continue
        for name, _ in imports(ast.parse(path.read_text(encoding="utf-8"))):
            module = name.removeprefix("edgematch.solvers.")
            is_solver = module != name and "." in module and not module.rpartition(".")[2].startswith("_")
            assert not is_solver, f"{path} imports the solver {module}"
