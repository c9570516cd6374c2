"""Every solver of the registry keeps the laws, and each law that must be tried on a solver and a puzzle is tried.

`tests/golden/laws.json` lists the puzzles by solver and law. A solver that refuses a task that it took before misses
an entry of the list and fails. After a wanted change: `python -m tests.golden.regenerate laws`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from edgematch.search import SOLVERS
from edgematch.testing.laws import SolverLaws, cases

WITHOUT_DEVICE = ("gpu?device=cpu", "gpu-breaks?device=cpu", "gpu-beam?device=cpu")
"""GPU solvers, tried on the CPU as well."""

RACING = ("auto?small=0",)
"""The default solver with a race on the tiniest puzzle."""

SPECS = (*SOLVERS.names(), *WITHOUT_DEVICE, *RACING)
GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "laws.json").read_text(encoding="utf-8"))

for _spec in SPECS:
    _title = f"Test_{re.sub('[^a-z0-9]', '_', _spec)}"
    globals()[_title] = type(_title, (SolverLaws,), {"spec": _spec, "__module__": __name__})


def test_every_solver_has_its_list():
    ours = {spec for spec in SPECS if SOLVERS.find(spec.partition("?")[0]).__module__.startswith("edgematch.")}
    assert ours == GOLDEN.keys()


@pytest.mark.parametrize("spec", GOLDEN)
def test_what_must_run_runs(spec):
    golden, found = GOLDEN[spec], cases(spec)
    assert found.keys() == golden.keys()
    for law, kinds in golden.items():
        assert found[law] == kinds, f"{spec} is no longer tried on the same puzzles by the law {law!r}"
