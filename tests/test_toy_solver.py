"""A new file in the solvers folder is a new solver for the command line, the documentation and the laws."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOY = '''"""A toy that hands its work to nobody and finds nothing, to show how little a solver needs to be one."""

from edgematch.search import Can, Solver


class Toy(Solver):
    """Gives every root back."""

    can = Can.NOTHING

    def search(self, task, control):
        return task.roots
'''


def python(code: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
    )


def test_a_new_file_is_a_new_solver(tmp_path):
    solvers = tmp_path / "solvers"
    solvers.mkdir()
    (solvers / "toy_one.py").write_text(TOY)
    (tmp_path / "sitecustomize.py").write_text(f"import edgematch.solvers as s; s.__path__.append({str(solvers)!r})")
    listing = python("from edgematch.cli import main; main()", tmp_path, "solvers")
    assert "toy-one" in listing.stdout, listing.stderr
    solving = python("from edgematch.cli import main; main()", tmp_path, "solve", "demo-4x4", "--solver", "toy-one")
    assert solving.returncode == 1, solving.stderr
    page = python("import sys; sys.path.insert(0, 'docs'); import generate; print(generate.solvers_page())", tmp_path)
    assert "| [`toy-one`](#toy-one) | A toy that hands" in page.stdout, page.stderr
    laws = python("import sys, pytest; sys.exit(pytest.main(['tests/conformance', '-q', '-k', 'toy_one']))", tmp_path)
    assert laws.returncode == 0, laws.stdout
    assert "passed" in laws.stdout
