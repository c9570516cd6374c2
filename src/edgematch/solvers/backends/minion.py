"""Minion, when its program is installed: the constraint solver in the last row of table 2 of Ansótegui et al. (2008).

The model is the one that `edgematch encode --to minion` writes: a table constraint per cell over its placement, its
piece and the colors of its edges, all-different pieces with full filtering, and the smallest domain first. Where
Minion is not installed, `choco` is its stand-in: the same tables, the same all-different constraint and the same
variable order in another solver. A node is a node of Minion's search.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from edgematch.encodings.document import Document
from edgematch.encodings.targets.constraint import minion
from edgematch.errors import SolverFailure
from edgematch.model import Puzzle
from edgematch.solvers.backends._model_file import ModelFileSolver, Printed


class Minion(ModelFileSolver):
    """Runs minion on the model of each root."""

    suffix = "minion"

    def missing_dependency(self) -> str | None:
        """Say what to install when minion is not there."""
        if shutil.which("minion"):
            return None
        return "minion is not on the PATH: build it from github.com/minion/minion, or use choco, which takes the same model"

    def write(self, puzzle: Puzzle, *, labelled: bool) -> Document:
        """The Minion model."""
        return minion(puzzle, labelled=labelled)

    def command(self, file: Path, *, all_solutions: bool) -> list[str]:
        """Run minion."""
        return ["minion", *(["-findallsols"] if all_solutions else []), str(file)]

    def read(self, text: str, cells: int) -> Printed:
        """Each solution is a line of placements; a finished search says whether the problem is solvable."""
        found = [[int(word) for word in row.split()] for row in re.findall(r"^Sol: ([-\d ]+)$", text, re.MULTILINE)]
        ended = re.search(r"^Problem solvable\?: (yes|no)", text, re.MULTILINE)
        if ended is None or any(len(row) != cells for row in found):
            raise SolverFailure(f"minion did not print a result that can be read: {text[-200:]!r}")
        nodes = re.search(r"^Total Nodes: (\d+)", text, re.MULTILINE)
        return Printed(found, is_complete=True, nodes=int(nodes[1]) if nodes else None)
