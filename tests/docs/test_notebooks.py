"""The code of the notebooks runs, cell after cell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_runs(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names = {"__name__": "notebook"}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), path.name, "exec"), names)
    assert any(cell["cell_type"] == "code" for cell in cells)


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["comparing-solvers", "hardness", "tour"]
