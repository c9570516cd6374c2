"""Puzzles and boards: immutable values, their score, their faults, their symmetries."""

from edgematch.model.board import Board
from edgematch.model.grid import frame_joins, joins, neighbours, rim
from edgematch.model.puzzle import EMPTY, GREY, MAX_COLOR, MAX_SIDE, Puzzle
from edgematch.model.symmetry import ORIENTATIONS, Orientation

__all__ = [
    "EMPTY", "GREY", "MAX_COLOR", "MAX_SIDE", "ORIENTATIONS",
    "Board", "Orientation", "Puzzle", "frame_joins", "joins", "neighbours", "rim",
]  # fmt: skip
