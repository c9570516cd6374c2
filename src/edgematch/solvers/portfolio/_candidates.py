"""The solvers that `auto` chooses from, and what a node of each costs.

The unit of cost is one placement of `backtrack` (4 to 7 ns). The ratios were measured on sixteen generated puzzles
(docs/research/auto.md). They differ less between machines than the trees of one puzzle between solvers.
"""

from __future__ import annotations

from dataclasses import dataclass

from edgematch.search import SOLVERS, Can, make


@dataclass(frozen=True)
class Candidate:
    """A solver that searches slices of a puzzle in the race; costs are in placements of `backtrack`."""

    spec: str
    node_per_cell: float
    """The cost of a node, per cell of the puzzle."""
    test: float
    """The cost of a test: for `hybrid`, a placement of its plain search."""

    def cost(self, nodes: int, tests: int, cells: int) -> float:
        """What so many nodes and tests cost."""
        return self.node_per_cell * cells * nodes + self.test * tests


RACED = (Candidate("hybrid", node_per_cell=6.0, test=3.5),)
"""The solvers that are raced. A new one is a new line here."""

GPU_FROM = 1e10
"""Nodes from which a GPU is worth its start."""
GPU_START = 7e8
"""The cost of starting a GPU: about five seconds."""
GPU_NODE = 1 / 700
"""The cost of a node on a GPU."""


def exact_solver(order: str, nodes: float, threads: int) -> tuple[str, float]:
    """The solver string for a tree of that size in an order, and its cost."""
    if nodes > GPU_FROM and "gpu" in SOLVERS.names() and make("gpu").missing_dependency() is None:
        return f"gpu?order={order}", GPU_START + GPU_NODE * nodes
    return f"backtrack?order={order}", nodes / threads


def threads_of(spec: str, threads: int) -> int:
    """How many of the threads a solver uses."""
    return threads if make(spec).can & Can.THREADS else 1
