"""The eight orientations of a puzzle: four turns, each plain or mirrored.

Looking at a puzzle from another side changes neither its answers nor their number, but it changes the tree a
solver searches. An `Orientation` carries a puzzle over (`puzzle`), boards with it (`board`), and boards found there
back home (`restore`).

Turning the whole board leaves the pieces of a turnable puzzle as they are (they are placed with more turns). Mirroring
exchanges east and west of every piece; turning a puzzle whose pieces may not be turned rolls their colors.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import ModelError
from edgematch.model.board import Board
from edgematch.model.puzzle import Puzzle


@dataclass(frozen=True)
class Orientation:
    """Mirror left to right first, where asked, then turn clockwise by quarter turns."""

    turns: int = 0
    mirrored: bool = False

    def __post_init__(self) -> None:
        if self.turns not in range(4):
            raise ModelError(f"an orientation has 0 to 3 quarter turns, not {self.turns}")

    def cells(self, width: int, height: int) -> NDArray[np.int16]:
        """For each cell of the oriented board, row-major, the cell of the original it shows."""
        grid = np.arange(width * height, dtype=np.int16).reshape(height, width)
        grid = np.fliplr(grid) if self.mirrored else grid
        return np.rot90(grid, -self.turns).reshape(-1)

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle as seen in this orientation."""
        pieces = puzzle.pieces[:, [0, 3, 2, 1]] if self.mirrored else puzzle.pieces
        if not puzzle.turnable:
            pieces = np.roll(pieces, self.turns, axis=1)
        width, height = (puzzle.width, puzzle.height)[:: -1 if self.turns % 2 else 1]
        source = self.cells(puzzle.width, puzzle.height).tolist()
        where = {old: new for new, old in enumerate(source)}
        hints = {where[cell]: self._turn(placement, puzzle) for cell, placement in puzzle.hints.items()}
        return puzzle.replace(width=width, height=height, pieces=pieces, hints=hints)

    def board(self, board: Board, onto: Puzzle | None = None) -> Board:
        """The board as seen in this orientation (of `onto`, when the oriented puzzle is at hand already)."""
        source = self.cells(board.puzzle.width, board.puzzle.height)
        values = [self._turn(p, board.puzzle) for p in board.placements[source].tolist()]
        return Board(onto or self.puzzle(board.puzzle), values)

    def restore(self, board: Board, home: Puzzle) -> Board:
        """The board of `home` that is seen as `board` in this orientation."""
        source = self.cells(home.width, home.height)
        values = np.empty(home.cells, dtype=np.int16)
        values[source] = [self._unturn(p, home) for p in board.placements.tolist()]
        return Board(home, values)

    def _turn(self, placement: int, puzzle: Puzzle) -> int:
        if placement < 0:
            return placement
        piece, turns = divmod(placement, 4)
        turns = -turns if self.mirrored else turns
        return piece * 4 + (turns + (self.turns if puzzle.turnable else 0)) % 4

    def _unturn(self, placement: int, puzzle: Puzzle) -> int:
        if placement < 0:
            return placement
        piece, turns = divmod(placement, 4)
        turns -= self.turns if puzzle.turnable else 0
        return piece * 4 + (-turns if self.mirrored else turns) % 4


ORIENTATIONS = tuple(Orientation(turns, mirrored) for mirrored in (False, True) for turns in range(4))
"""All eight, the plain ones first."""
