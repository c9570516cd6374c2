"""Node signatures: a change of a hot loop keeps every number in benchmarks/signatures.toml, or says why not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from edgematch import catalog
from edgematch.search import Goal, Limits, Run, Task

SIGNATURES = tomllib.loads((Path(__file__).parents[2] / "benchmarks" / "signatures.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", SIGNATURES["search"], ids=lambda e: f"{e['puzzle']} {e['solver']}")
def test_node_signature(entry):
    task = Task(catalog.load(entry["puzzle"]), Goal(want=None, boards=False, labelled=entry["labelled"]))
    outcome = Run(entry["solver"], task, Limits(nodes=entry.get("limit"))).outcome
    assert {"count": outcome.count, "nodes": outcome.stats.nodes, "tests": outcome.stats.tests} == {
        key: entry[key] for key in ("count", "nodes", "tests")
    }
