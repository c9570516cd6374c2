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
    "solvers": BASE | {"options", "search", "encodings", "native"},
    "store": BASE | {"files", "search", "formats"},
    "campaign": BASE | {"analyse", "files", "formats", "options", "render", "search", "store"},
    "bench": BASE | {"files", "search", "formats", "store", "catalog", "generate", "analyse", "encodings", "native"},
    "studio": BASE | {"options", "search", "store", "campaign", "render", "formats", "catalog", "generate", "analyse"},
    "testing": BASE | {"options", "search", "formats"},
    "cli": {"*"},
    "doctor": {"*"},
    "notebook": {"search"},
    "": {"*"},
    "api": {"*"},
    "__main__": {"cli"},
    "_core": set(),
}
LAZY_THIRD_PARTIES = {"numpy", "edgematch"}
EAGER = {"campaign", "cli", "studio", "testing"}
"""Packages that may import third parties at the top of a file, as may the database of the store."""


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
LAZY_FILES = [path for path in FILES if layer_of(path) not in EAGER and "database" not in path.parts]


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


FORBIDDEN_CALLS = {"open", "write_text", "write_bytes", "mkdir", "unlink", "savez", "tofile", "print", "sleep"}
TEMPORARY_FILES = {"_subprocess", "_external_program", "_model_file", "_sat_program", "minizinc", "minion"}
"""Modules that hand files or pipes to programs of others."""


def harness_work(tree: ast.AST):
    """What a solver does that belongs to the harness: reading clocks, writing files, printing."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            yield from (f"imports {name}" for name in names if name in ("time", "datetime", "logging"))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            in_memory = any(isinstance(a, ast.Name) and a.id == "buffer" for a in node.args)
            if name in FORBIDDEN_CALLS and not in_memory:
                yield f"calls {name} in line {node.lineno}"
        elif isinstance(node, ast.Attribute) and node.attr == "seconds" and isinstance(node.value, ast.Call):
            yield f"reads a clock in line {node.lineno}"


@pytest.mark.parametrize("path", sorted((SOURCE / "solvers").rglob("*.py")), ids=lambda p: p.stem)
def test_solvers_read_no_clock_and_write_no_file(path):
    if path.stem not in TEMPORARY_FILES:
        assert list(harness_work(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_check_of_solvers_sees_what_it_forbids():
    code = "import time\nopen('x')\np.write_text('')\ncontrol.stats().seconds\nnp.savez(buffer, x)\n"
    assert len(list(harness_work(ast.parse(code)))) == 4
