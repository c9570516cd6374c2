"""Maintained arc consistency, with matchings of colors and of pieces (Ansotegui et al. 2008).

After each placement all constraints between neighbours, between cells (no piece twice) and between pieces (no cell
twice) are arc consistent. `gacolor` adds a perfect matching of the sides of each color, the strongest filtering here and
the slowest (hundreds of microseconds a node); `ctadiff` adds a matching of pieces and cells. Use it where the frame has
few colors, or to see how few nodes a proof needs. With `gacolor=false&order=dom-deg` it is the paper's MACb.
`gacolor` does nothing in a puzzle without frame, where sides need not be matched.

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
    """The order of the cells, and the constraints beyond neighbours."""

    order: str = option("chess", "which cell comes next", choices=("lex", "dom", "chess", "onion", "dom-deg"))
    pieces: bool = option(True, "keep variables of pieces too: one with a single cell left goes there")
    gacolor: bool = option(True, "match the sides of each color perfectly with each other")
    ctadiff: bool = option(False, "match pieces and cells (Regin's alldifferent)")


class Mac(Solver):
    """Depth-first search with maintained arc consistency."""

    can = Can.PROVE | Can.SPLIT | Can.COUNT
    Options = Options

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Hand the roots to the core."""
        from edgematch import _core

        options = asdict(self.options)
        return _search.search(task, control, lambda job: _core.mac(job, **options, seed=task.seed))
