"""Solvers that choose among others."""

from __future__ import annotations

from collections.abc import Sequence

from edgematch.model import Board
from edgematch.search import Control, SharedCounter, Solver, Task


def announce(control: Control, spec: str, why: str) -> None:
    """Say which solver was chosen, and why."""
    control.details |= {"chosen": spec, "why": why}
    control.note(f"{spec}: {why}")


def search_part(
    solver: Solver, task: Task, control: Control, nodes: int, *, left: float = 1.0, share: float = 1.0
) -> tuple[Sequence[Board], float]:
    """Search a task with at most so many nodes; returns what remains, and the share that the solver says to have done.

    `left` and `share` are those of `Control.part`.
    """
    with control.part(nodes, left=left, share=share):
        remaining = solver.search(task, control)
        return remaining, int(control.shared[SharedCounter.BILLIONTHS]) / 1e9
