"""Partial look-ahead: filter two steps around each placement, and no further (Ansotegui et al. 2008).

After a placement the domains of its neighbours are filtered, then those of the neighbours of what changed; besides,
each color must still be able to show on exactly half as many edges as it has sides. Cheaper a node than `mac`, far
fewer nodes than `backtrack`. Orders: `dom` (smallest domain; best for puzzles of one set of colors), `chess` (black
fields from the centre, then white; best with few frame colors), `onion` (rings from the frame inwards), `lex` (row by
row). Cells with one value left always come first.

Reference: C. Ansotegui, R. Bejar, C. Fernandez, C. Mateu, Edge Matching Puzzles as Hard SAT/CSP Benchmarks, CP 2008,
section 4.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers.filtering import _search


@dataclass(frozen=True)
class Options:
    """The order of the cells, and the counting of colors."""

    order: str = option("dom", "which cell comes next", choices=("lex", "dom", "chess", "onion"))
    counts: bool = option(True, "check that each color can still show on exactly half as many edges as it has sides")


class Pla(Solver):
    """Depth-first search with partial look-ahead."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT
    Options = Options

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Hand the roots to the core."""
        from edgematch import _core

        options = asdict(self.options)
        return _search.search(task, control, lambda job: _core.pla(job, **options, seed=task.seed))
