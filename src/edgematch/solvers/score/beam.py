"""Beam search over partial boards with breaks counted: the quickest way to a high score.

All boards of the same depth are kept, the best `width` of them at each step. A board is priced by its breaks and by the
colors of the pieces it has left: the estimated number of completions makes the beam use up some colors early and leave
no side open that no piece can match, which is worth about eight times the width. Noise makes the choice a softmax
sample. Use it when a good board is wanted in seconds; twice the width takes twice the time and gains about half an edge
on Eternity II. Cost: about a microsecond and 0.3 kB per board and step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgematch.model import Board
from edgematch.model.orders import order_of
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import unfinished
from edgematch.solvers.score._beam_pass import BeamOptions, run_beam


@dataclass(frozen=True)
class Options(BeamOptions):
    """How wide, in which order, and how boards are priced."""

    width: int = option(16_384, "boards kept at each step", low=1, high=1 << 26)


class Beam(Solver):
    """One pass of a beam per root."""

    can = Can.IMPROVE | Can.THREADS
    Options = Options

    def unsupported_reason(self, task: Task) -> str | None:
        """The order and the file of weights are checked before the search starts."""
        order_of(self.options.order, task.puzzle)
        self.options.weights_on(task.puzzle)
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """One pass per root; a beam proves nothing, so all roots remain."""
        chosen, puzzle = self.options, task.puzzle
        order = order_of(chosen.order, puzzle)
        for root in task.roots:
            run_beam(
                task, control, root=root, order=order, width=chosen.width, options=chosen, seed=task.seed,
                threads=control.limits.threads,
            )  # fmt: skip
        return unfinished(task, control)
