"""What all solvers over clauses share: the options of the encoding, and the formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from edgematch.encodings.cardinality import MANYS, ONES
from edgematch.encodings.cnf import Chunk, join
from edgematch.encodings.sat import ENCODINGS, SatModel, SatOptions, encode
from edgematch.options import option
from edgematch.search import Control, Task
from edgematch.solvers.backends._backend import run_interruptible, unless_stopped
from edgematch.solvers.backends._subprocess import Remote


@dataclass(frozen=True)
class FormulaOptions:
    """How the puzzle is written as clauses."""

    encoding: str = option("primal-dual", "what the variables stand for", choices=ENCODINGS)
    pd3: bool = option(True, "also write the redundant counts of each color")
    one: str = option("ladder", "encoding of exactly-one", choices=ONES)
    many: str = option("seqcounter", "encoding of exactly-k", choices=MANYS)


def write_formula(options: FormulaOptions, task: Task, control: Control) -> SatModel:
    """The formula of a task's puzzle; `Stopped` when the search is stopped first."""
    how = SatOptions(options.encoding, options.one, options.many, options.pd3)
    return run_interruptible(control, lambda: encode(task.puzzle, how, labelled=task.goal.labelled), lambda: None)


def unlabelled_reason(options: FormulaOptions, task: Task) -> str | None:
    """None, or why the encoding cannot distinguish the pieces of a task."""
    has_twins = task.puzzle.has_duplicates or task.puzzle.has_symmetric_pieces
    if options.encoding == "dual" and task.goal.labelled and has_twins:
        return "the dual encoding cannot distinguish identical pieces"
    return None


def simplified(model: SatModel, task: Task, control: Control) -> Iterator[Chunk]:
    """The formula after variable elimination and subsumption, its sizes before and after kept in the details.

    The variables that roots, answers and the clauses against known answers mention are kept. A single root is made part
    of the formula first, so that it is simplified under it. The work is done in a process that can be ended.
    """
    clauses = list(unless_stopped(model.cnf.clauses(), control))
    if len(task.roots) == 1:
        clauses += [[literal] for literal in model.assumptions(task.roots[0])]
    with Remote("importlib:import_module", "edgematch.encodings.simplify", control=control) as simplifier:
        left, before, after = simplifier.call("simplify", clauses, model.answer_variables)
    for name, sizes in (("before", before), ("after", after)):
        control.details |= {f"{what}_{name}": count for what, count in sizes._asdict().items()}
    yield join(left)
