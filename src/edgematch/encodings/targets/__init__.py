"""File formats of other solvers: one module per family; `TARGETS` lists the writer of each format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from edgematch.encodings.document import Document
from edgematch.encodings.sat import SatOptions
from edgematch.encodings.targets import boolean, constraint, graph, linear, program
from edgematch.errors import UnknownName
from edgematch.model import Puzzle


@dataclass(frozen=True)
class EncodeOptions:
    """What can be chosen for a file; each family reads the options that concern it."""

    sat: SatOptions = field(default_factory=SatOptions)
    feasibility: bool = False
    """Linear programs: no breaks at all, instead of as few as possible."""
    misfits: bool = False
    """Linear programs: keep the variables that the frame rules out, with equations (8) to (11)."""
    labelled: bool = False


TARGETS: dict[str, Callable[[Puzzle, EncodeOptions], Document]] = {
    "cnf": lambda p, w: boolean.cnf(p, w.sat, labelled=w.labelled),
    "wcnf": lambda p, w: boolean.wcnf(p, w.sat, labelled=w.labelled),
    "opb": lambda p, w: linear.opb(p, feasibility=w.feasibility, misfits=w.misfits, labelled=w.labelled),
    "lp": lambda p, w: linear.lp(p, feasibility=w.feasibility, misfits=w.misfits, labelled=w.labelled),
    "mps": lambda p, w: linear.mps(p, feasibility=w.feasibility, misfits=w.misfits, labelled=w.labelled),
    "clq": lambda p, w: graph.clq(p, labelled=w.labelled),
    "mzn": lambda p, w: constraint.mzn(p, labelled=w.labelled),
    "minion": lambda p, w: constraint.minion(p, labelled=w.labelled),
    "xcsp3": lambda p, w: constraint.xcsp3(p, labelled=w.labelled),
    "asp": lambda p, w: program.asp(p, labelled=w.labelled),
}
"""The function that writes each format."""


def encode(puzzle: Puzzle, to: str, options: EncodeOptions | None = None) -> Document:
    """The document of a puzzle for a kind of solver; hints are part of it."""
    if to not in TARGETS:
        raise UnknownName("target", to, TARGETS)
    return TARGETS[to](puzzle, options or EncodeOptions())
