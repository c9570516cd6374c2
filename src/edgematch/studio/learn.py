"""Step-by-step traces of three searches on a small puzzle, for people who want to see how they work.

These are plain versions written to be watched, not the engines: each step says which cell is looked at, which
candidates it has, what is chosen, what propagation removes, and where the search turns back.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from edgematch.errors import OptionError
from edgematch.model import EMPTY, Board, Puzzle
from edgematch.model.grid import cell_name, opposite

METHODS = ("backtracking", "filtering", "beam")
MOST_CELLS = 64
MOST_STEPS = 3000

Step = dict[str, Any]


def trace(puzzle: Puzzle, method: str, *, steps: int = MOST_STEPS, width: int = 6) -> list[Step]:
    """The first steps of a search by `backtracking`, `filtering` or `beam`, up to its first solution."""
    if puzzle.cells > MOST_CELLS:
        raise OptionError(f"steps are shown for puzzles of at most {MOST_CELLS} cells; this one has {puzzle.cells}")
    if method not in METHODS:
        raise OptionError(f"there are steps for {', '.join(METHODS)}, not for {method!r}")
    search = _beam(puzzle, width) if method == "beam" else (_backtrack if method == "backtracking" else _filter)(puzzle)
    return list(islice(search, min(steps, MOST_STEPS)))


def candidates(board: Board, cell: int) -> list[int]:
    """The placements that fit a cell and agree with all placed neighbours; of equal looks only the first."""
    puzzle, placements = board.puzzle, board.placements
    used = {int(p) >> 2 for p in placements if p != EMPTY}
    allowed = puzzle.fits[cell].copy()
    for side, other in enumerate(puzzle.neighbours()[cell].tolist()):
        if other >= 0 and placements[other] != EMPTY:
            shown = puzzle.sides[placements[other], opposite(side)]
            allowed &= puzzle.sides[:, side] == shown
    looks: dict[int, int] = {}
    for placement in np.flatnonzero(allowed).tolist():
        if placement >> 2 not in used:
            looks.setdefault(int(puzzle.looks[placement]), placement)
    return list(looks.values())


def _step(kind: str, board: Board, text: str, **more: Any) -> Step:
    return {"kind": kind, "placements": board.placements.tolist(), "text": text, **more}


def _backtrack(puzzle: Puzzle) -> Iterator[Step]:
    """Depth-first search in row order."""
    order = [cell for cell in range(puzzle.cells) if cell not in puzzle.hints]

    def visit(board: Board, depth: int) -> Iterator[Step | None]:
        if depth == len(order):
            yield _step("solved", board, "Every cell is filled and every edge matches: a solution.")
            yield None
            return
        cell = order[depth]
        options, name = candidates(board, cell), cell_name(cell, puzzle.width)
        yield _step("look", board, f"Cell {name}: {len(options)} candidates.", cell=cell, candidates=options)
        for placement in options:
            placed = board.place({cell: placement})
            yield _step("place", placed, f"Place piece {(placement >> 2) + 1} in {name}.", cell=cell)
            for step in visit(placed, depth + 1):
                yield step
                if step is None:
                    return
        why = "No candidate is left" if options else "No piece fits"
        yield _step("back", board, f"{why} in {name}: go back one cell.", cell=cell)

    for step in visit(puzzle.start(), 0):
        if step is None:
            return
        yield step
    yield _step("end", puzzle.start(), "The whole tree is searched: there is no solution.")


def _filter(puzzle: Puzzle) -> Iterator[Step]:
    """Search with forward checking: the cell with the fewest candidates first, dead ends seen early."""

    def domains(board: Board) -> list[int]:
        return [-1 if board[cell] != EMPTY else len(candidates(board, cell)) for cell in range(puzzle.cells)]

    def visit(board: Board) -> Iterator[Step | None]:
        sizes = domains(board)
        open_cells = [cell for cell, size in enumerate(sizes) if size >= 0]
        if not open_cells:
            yield _step("solved", board, "Every cell is filled and every edge matches: a solution.")
            yield None
            return
        cell = min(open_cells, key=lambda c: (sizes[c], c))
        name = cell_name(cell, puzzle.width)
        if sizes[cell] == 0:
            yield _step(
                "back", board, f"Propagation: {name} has no candidate left, so go back.", cell=cell, sizes=sizes
            )
            return
        options = candidates(board, cell)
        yield _step(
            "look", board, f"{name} has the fewest candidates: {len(options)}.", cell=cell, candidates=options, sizes=sizes
        )  # fmt: skip
        for placement in options:
            placed = board.place({cell: placement})
            after = domains(placed)
            removed = sum(before - now for before, now in zip(sizes, after, strict=True) if now >= 0)
            text = f"Place piece {(placement >> 2) + 1} in {name}; propagation removes {removed} candidates elsewhere."
            yield _step("place", placed, text, cell=cell, sizes=after)
            for step in visit(placed):
                yield step
                if step is None:
                    return
        yield _step("back", board, f"All candidates of {name} failed: go back.", cell=cell, sizes=sizes)

    for step in visit(puzzle.start()):
        if step is None:
            return
        yield step
    yield _step("end", puzzle.start(), "The whole tree is searched: there is no solution.")


def _beam(puzzle: Puzzle, width: int) -> Iterator[Step]:
    """Beam search: all boards of one depth are extended, breaks allowed, and the best few kept."""
    layer = [puzzle.start()]
    for cell in (c for c in range(puzzle.cells) if c not in puzzle.hints):
        children: dict[bytes, Board] = {}
        for board in layer:
            used = {int(p) >> 2 for p in board.placements if p != EMPTY}
            for placement in np.flatnonzero(puzzle.fits[cell]).tolist():
                if placement >> 2 not in used:
                    child = board.place({cell: placement})
                    children.setdefault(puzzle.looks[child.placements[child.placements >= 0]].tobytes(), child)
        ranked = sorted(children.values(), key=lambda b: b.breaks)
        layer = ranked[:width]
        if not layer:
            yield _step("end", puzzle.start(), f"No board can fill {cell_name(cell, puzzle.width)}.", cell=cell)
            return
        text = (
            f"Cell {cell_name(cell, puzzle.width)}: {len(ranked)} children, the best {len(layer)} kept,"
            f" with {layer[0].breaks} to {layer[-1].breaks} breaks."
        )
        yield _step("layer", layer[0], text, cell=cell, layer=[board.placements.tolist() for board in layer])
    best = layer[0]
    yield _step("solved", best, f"The best board has {best.score} of {puzzle.edges} edges matched.")
