from random import Random

import pytest

from edgematch.model import Board, Puzzle


def solved(width, height, *, colors, seed=0, name="", hints=()):
    """A framed puzzle made from a random solved board, and that board."""
    draw = Random(seed)
    down = [[draw.randint(1, colors) if 0 < y < height else 0 for _ in range(width)] for y in range(height + 1)]
    across = [[draw.randint(1, colors) if 0 < x < width else 0 for x in range(width + 1)] for _ in range(height)]
    pieces = [(down[y][x], across[y][x + 1], down[y + 1][x], across[y][x]) for y in range(height) for x in range(width)]
    puzzle = Puzzle(width, height, pieces, name=name, hints={cell: 4 * cell for cell in hints})
    return Board(puzzle, [4 * cell for cell in range(puzzle.cells)])


@pytest.fixture
def large():
    return solved(16, 16, colors=22, name="large")


@pytest.fixture
def marked():
    """Five breaks at most, two empty cells, a hint that is kept and one that is not."""
    board = solved(5, 4, colors=6, seed=3, name="a <script>alert('x')</script> & \x1b[31m\x00", hints=(6, 9))
    return board.place({7: 8 * 4, 8: 7 * 4}).without([9, 13])
