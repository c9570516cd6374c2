"""Random small puzzles of every kind, as plain data, the same on every machine."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.brute_force import Instance, Sides

Rows = list[list[int]]


def cut(draw: random.Random, width: int, height: int, *, colors: int, framed: bool) -> list[Sides]:
    """The pieces of a solved board with random colors, row by row."""
    across: Rows = [[draw.randint(1, colors) for _ in range(width + 1)] for _ in range(height)]
    down: Rows = [[draw.randint(1, colors) for _ in range(width)] for _ in range(height + 1)]
    if framed:
        for row in across:
            row[0] = row[-1] = 0
        down[0] = down[-1] = [0] * width
    return [(down[y][x], across[y][x + 1], down[y + 1][x], across[y][x]) for y in range(height) for x in range(width)]


def mixed(draw: random.Random, pieces: list[Sides], *, turnable: bool = True) -> tuple[Sides, ...]:
    """The pieces shuffled, and turned where they may be."""
    pieces = draw.sample(pieces, len(pieces))
    turns = [draw.randrange(4) if turnable else 0 for _ in pieces]
    return tuple(piece[k:] + piece[:k] for piece, k in zip(pieces, turns, strict=True))  # type: ignore[misc]


def strip(draw: random.Random) -> Instance:
    width, height = draw.sample([1, draw.randint(1, 5)], 2)
    framed = draw.random() < 0.6
    return Instance(width, height, mixed(draw, cut(draw, width, height, colors=2, framed=framed)), framed)


def two_by_two(draw: random.Random) -> Instance:
    framed = draw.random() < 0.5
    return Instance(2, 2, mixed(draw, cut(draw, 2, 2, colors=draw.randint(1, 3), framed=framed)), framed)


def unframed(draw: random.Random) -> Instance:
    width, height = draw.choice([(3, 2), (2, 3), (2, 2), (3, 1)])
    return Instance(width, height, mixed(draw, cut(draw, width, height, colors=5, framed=False)), framed=False)


def not_turnable(draw: random.Random) -> Instance:
    framed = draw.random() < 0.3
    width, height = draw.choice([(3, 2), (2, 3), (3, 3)])
    pieces = mixed(draw, cut(draw, width, height, colors=3, framed=framed), turnable=False)
    return Instance(width, height, pieces, framed, turnable=False)


def twins(draw: random.Random) -> Instance:
    width, height = draw.choice([(2, 3), (3, 2), (4, 2), (3, 3)])
    return Instance(width, height, mixed(draw, cut(draw, width, height, colors=1, framed=True)))


def symmetric(draw: random.Random) -> Instance:
    """A piece that looks the same after half a turn or a quarter turn, among others."""
    pieces = cut(draw, 2, 2, colors=2, framed=False)
    a, b = draw.randint(1, 2), draw.randint(1, 2)
    pieces[draw.randrange(4)] = (a, b, a, b)
    return Instance(2, 2, mixed(draw, pieces), framed=False)


def hinted(draw: random.Random) -> Instance:
    """Hints at random: some are part of a solution, some contradict each other, some may not lie where they are."""
    width, height = draw.choice([(2, 2), (3, 2), (2, 3), (4, 1)])
    framed = draw.random() < 0.5
    made = Instance(width, height, mixed(draw, cut(draw, width, height, colors=3, framed=framed)), framed)
    cells, pieces = (draw.sample(range(width * height), draw.randint(1, 2)) for _ in range(2))
    hints = {cell: (piece, draw.randrange(4)) for cell, piece in zip(cells, pieces, strict=False)}
    return Instance(width, height, made.pieces, framed, hints=hints)


def not_fillable(draw: random.Random) -> Instance:
    """A framed puzzle in which a piece has a grey side too many or too few; in every second one a piece is given."""
    width, height = draw.choice([(2, 2), (3, 2), (4, 1), (2, 3)])
    pieces = cut(draw, width, height, colors=2, framed=True)
    at, side = draw.randrange(len(pieces)), draw.randrange(4)
    changed = list(pieces[at])
    changed[side] = 0 if changed[side] else draw.randint(1, 2)
    pieces[at] = tuple(changed)  # type: ignore[assignment]
    made, cell = Instance(width, height, mixed(draw, pieces)), draw.randrange(width * height)
    is_hinted = draw.random() < 0.5 and made.choices(cell)
    return replace(made, hints={cell: draw.choice(made.choices(cell))}) if is_hinted else made


def framed(draw: random.Random) -> Instance:
    """An ordinary puzzle; one side in three puzzles is repainted, so that some have no solution."""
    pieces = [list(piece) for piece in cut(draw, 3, 3, colors=2, framed=True)]
    if draw.random() < 0.3:
        piece = draw.choice(pieces)
        at = draw.choice([side for side in range(4) if piece[side]])
        piece[at] = 3 - piece[at]
    return Instance(3, 3, mixed(draw, [tuple(piece) for piece in pieces]))  # type: ignore[misc]


KINDS = (strip, two_by_two, unframed, not_turnable, twins, symmetric, hinted, not_fillable, framed)


def random_puzzle(number: int) -> tuple[str, Instance]:
    """The name of the kind and the puzzle with that number."""
    kind = KINDS[number % len(KINDS)]
    return kind.__name__, kind(random.Random(number))
