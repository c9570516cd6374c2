"""Large neighbourhood search on partial boards: as many pieces as possible placed without any break.

Benoist and Bourreau (2008, section 7) name two optimisation variants of the puzzle. One takes complete boards and
minimises the breaks (`localsearch`). This is the other one: every edge between two placed pieces matches, and the
number of empty cells falls. A move empties a patch of cells around an empty cell and searches exhaustively for a
filling without a break of all of its cells, or of all but as many as were empty before. The paper's moves are
searches of its constraint model; these are searches of the core's region engine, with a limit of `nodes` each. Moves
that only shift the empty cells are made too, so that the board changes until a patch can be filled. After `patience`
moves without a gain a larger patch is left empty.

Use it to see how far boards without breaks can be filled. For scores, `hunt` and `localsearch` are better: the last
empty cells usually require a rearrangement of the whole board. A start board is used after the cells at its breaks
are emptied. Nodes are placements tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from edgematch import native
from edgematch.model import Board
from edgematch.options import option
from edgematch.search import Can, Control, Solver, Task
from edgematch.solvers._improving import unfinished
from edgematch.solvers.localsearch._regions import NativeFiller, Region


class Lns(Solver):
    """Empties patches and fills them without a break."""

    can = Can.IMPROVE | Can.WARM_START
    prompt_seconds = 1.0

    @dataclass(frozen=True)
    class Options:
        """How large a move is, and how long it is searched for."""

        patch: int = option(12, "cells emptied per move", low=1, high=64)
        nodes: int = option(20_000, "nodes for the search of one move", low=1)
        patience: int = option(100, "moves without a gain before a patch of three times the size is left empty", low=1)

    def unsupported_reason(self, task: Task) -> str | None:
        """Its boards have empty cells."""
        if task.goal.breaks is not None:
            return "it improves partial boards, and a limit on breaks asks for complete ones"
        return None

    def search(self, task: Task, control: Control) -> Sequence[Board]:
        """Move from root to root, each with a board of its own; all roots remain, unless a board is perfect."""
        searches = [
            _PartialBoard(task, control, root=root, options=self.options, seed=native.mixed_seed(task.seed, number))
            for number, root in enumerate(task.roots)
        ]
        moves = most = 0
        while not control.is_stopped and unfinished(task, control):
            search = searches[moves % len(searches)]
            search.move()
            control.offer(search.board)
            moves, most = moves + 1, max(most, search.board.count)
        control.details |= {"moves": moves, "most_pieces": most}
        return unfinished(task, control)


class _PartialBoard:
    """A board without breaks below one root, and its moves."""

    def __init__(self, task: Task, control: Control, *, root: Board, options: Lns.Options, seed: int) -> None:
        self.control, self.options, self.root = control, options, root
        self.random = np.random.default_rng(seed)
        self.filler = NativeFiller(control, seed=seed, nodes=options.nodes)
        self.near = task.puzzle.neighbours()
        self.idle = 0
        start = task.start
        self.board = self._without_breaks(start) if start is not None and start.extends(root) else root

    def _without_breaks(self, board: Board) -> Board:
        """A board with the cells at its breaks emptied, except those of the root."""
        broken = {cell for edge in board.broken_edges() for cell in edge}
        return board.without([cell for cell in broken if not self.root.filled[cell]])

    def move(self) -> None:
        """Empty a patch around an empty cell and fill it with fewer empty cells than before, or else with as many."""
        patch = self._draw_patch(self.options.patch)
        around = self.board.without(patch)
        empty = sum(not self.board.filled[cell] for cell in patch)
        self.idle += 1
        if self.idle > self.options.patience:
            self.board, self.idle = self.board.without(self._draw_patch(3 * self.options.patch)), 0
            return
        for left_empty in (empty - 1, empty):
            cells = self.random.permutation(patch)[left_empty:]
            filled = self.filler.best(around, sorted(cells.tolist()), most_breaks=around.breaks)
            if filled is not None:
                self.idle = 0 if filled.count > self.board.count else self.idle
                self.board = filled
                return

    def _draw_patch(self, size: int) -> Region:
        """Cells around an empty cell drawn at random, the nearest first, without those of the root."""
        frontier = [int(self.random.choice(np.flatnonzero(~self.board.filled)))]
        seen = set(frontier)
        patch: Region = []
        while frontier and len(patch) < size:
            cell = frontier.pop(int(self.random.integers(min(3, len(frontier)))))
            patch.append(cell)
            for other in self.near[cell].tolist():
                if other >= 0 and other not in seen and not self.root.filled[other]:
                    seen.add(other)
                    frontier.append(other)
        return patch
