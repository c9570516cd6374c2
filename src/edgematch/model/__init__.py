"""Puzzles and boards: immutable values, their score, their faults, their symmetries."""

from edgematch.model.board import Board
from edgematch.model.grid import board_edges, frame_edges, frame_mask, neighbours
from edgematch.model.puzzle import EMPTY, GREY, MAX_COLOR, MAX_SIDE, Puzzle
from edgematch.model.roots import AnyRoots, RootIndex, Roots, dealt
from edgematch.model.symmetry import ORIENTATIONS, Orientation

__all__ = [
    "EMPTY",
    "GREY",
    "MAX_COLOR",
    "MAX_SIDE",
    "ORIENTATIONS",
    "AnyRoots",
    "Board",
    "Orientation",
    "Puzzle",
    "RootIndex",
    "Roots",
    "board_edges",
    "dealt",
    "frame_edges",
    "frame_mask",
    "neighbours",
]  # fmt: skip
