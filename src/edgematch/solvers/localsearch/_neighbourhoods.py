"""The neighbourhoods of Salassa et al. (2017) by their names; none of them makes a board worse.

TA reassigns cells that do not touch, BW all black cells and then all white ones, TSR makes the best exchange of two
pieces; these run in the core (reassign.cpp, swaps.cpp). BO fills the whole frame again and RO a rectangle, each with
its own pieces. The native branch and bound fills these regions fastest; equations or cliques can do it as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from edgematch import native
from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle, frame_mask
from edgematch.search import Control
from edgematch.solvers.localsearch._regions import Region, make_filler

NEIGHBOURHOODS = ("TA", "BO", "BW", "TSR", "RO")
DRAWS = 30
"""How many rectangles are drawn until one touches a break."""


def parse_sequence(text: str) -> list[str]:
    """The neighbourhoods of a text like `TA,BO,BW`, in that order."""
    names = [name.strip().upper() for name in text.split(",")]
    wrong = [name for name in names if name not in NEIGHBOURHOODS]
    if wrong:
        raise OptionError(f"the sequence must be of {', '.join(NEIGHBOURHOODS)}, separated by commas, not {wrong[0]!r}")
    return names


def filler_engine(by: str) -> str:
    """Who fills regions exactly: for the clique heuristic, which leaves holes, it is CP-SAT."""
    return "cpsat" if by == "clique" else by


class Neighbourhoods:
    """Searches the neighbourhoods of a native chain's board."""

    def __init__(self, puzzle: Puzzle, control: Control, chain: Any, *, fixed: Board, options: Any, seed: int) -> None:
        self.puzzle, self.control, self.chain, self.options, self.seed = puzzle, control, chain, options, seed
        self.is_free = ~fixed.filled
        self.random = np.random.default_rng(seed)
        self.filler = make_filler(filler_engine(options.by), control, seed=seed, nodes=options.nodes)
        self.frame = self.free(np.flatnonzero(frame_mask(puzzle.width, puzzle.height).any(axis=1)).tolist())
        self.refills = 0

    @property
    def work(self) -> int:
        """Placements evaluated so far."""
        return int(self.chain.evaluations) + self.refills

    def search(self, name: str) -> int:
        """Search one neighbourhood as far as its parameters say; returns the edges gained."""
        before = self.chain.score
        {"TA": self.reassign, "BO": self.fill_frame, "BW": self.chain.alternate, "TSR": self.chain.descend,
         "RO": self.fill_rectangles}[name]()  # fmt: skip
        return int(self.chain.score - before)

    def reassign(self) -> None:
        """TA."""
        self.chain.reassign(k=self.options.ta_k, steps=self.options.ta_n)

    def fill_frame(self) -> None:
        """BO."""
        self.refill(self.frame)

    def fill_rectangles(self) -> None:
        """RO."""
        for _ in range(self.options.ro_n):
            if self.control.is_stopped:
                return
            self.refill(self.draw_rectangle(), first_by_clique=self.options.by == "clique")

    def draw_rectangle(self) -> Region:
        """A rectangle at random; one that touches no break has nothing to gain and is drawn again."""
        board = Board(self.puzzle, self.chain.board)
        broken = {cell for edge in board.broken_edges() for cell in edge}
        cells: Region = []
        for _ in range(DRAWS):
            high, wide = min(self.options.ro_h, self.puzzle.height), min(self.options.ro_w, self.puzzle.width)
            top = int(self.random.integers(self.puzzle.height - high + 1))
            left = int(self.random.integers(self.puzzle.width - wide + 1))
            rows = range(top * self.puzzle.width + left, (top + high) * self.puzzle.width, self.puzzle.width)
            cells = [cell for row in rows for cell in range(row, row + wide)]
            if broken.intersection(cells):
                break
        return self.free(cells)

    def free(self, cells: Iterable[int]) -> Region:
        """Those of the cells that may change."""
        return [cell for cell in cells if self.is_free[cell]]

    def refill(self, cells: Region, *, first_by_clique: bool = False) -> bool:
        """Fill some cells again with their own pieces, if that removes a break."""
        board = Board(self.puzzle, self.chain.board)
        if not cells or board.breaks == 0:
            return False
        around = board.without(cells)
        if first_by_clique:
            around = self.largest_clique(around, cells)
            cells = [cell for cell in cells if around[cell] < 0]
        self.refills += self.options.nodes
        better = self.filler.best(around, cells, most_breaks=board.breaks - 1) if cells else around
        if better is None or better.breaks >= board.breaks:
            return False
        self.chain.place(better.placements)
        return True

    def largest_clique(self, around: Board, cells: Region) -> Board:
        """As many of the cells filled without a break as the clique heuristic manages, with the region's own pieces."""
        from edgematch.encodings.clique import CliqueGraph

        graph = CliqueGraph.of(self.puzzle, root=around, labelled=True).around(around)
        found: list[Board] = [around]

        def keep(batch: np.ndarray) -> bool:
            for row in batch:
                placed = {cell: int(row[cell]) for cell in cells if row[cell] >= 0}
                found.append(around.place(placed))
            return not self.control.is_stopped

        options = native.CliqueOptions(
            selections=self.options.q, exact=False, partial=True, count=False, node_limit=-1,
            seed=native.mixed_seed(self.seed, self.refills),
        )  # fmt: skip
        native.find_cliques(graph.to_native(), options, native.control_for(self.control, keep))
        return max(found, key=lambda board: board.count)
