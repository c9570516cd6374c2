"""From a colored board to a puzzle: cut into pieces, shuffled, turned, named, with hints. Done once for all models.

The seed of an instance is the model with its options, the size, the seed given and the number of the attempt; the same
values give the same bytes on any machine (see `seeded`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from edgematch.errors import ModelError, OptionError
from edgematch.generate.base import Model
from edgematch.generate.coloring import Sides
from edgematch.generate.hints import hint_cells
from edgematch.generate.registry import configure
from edgematch.generate.seeded import Seeded
from edgematch.model import MAX_SIDE, Board, Puzzle


@dataclass(frozen=True)
class Generated:
    """A puzzle, the solution it was cut from where there is one, and what gives it again."""

    puzzle: Puzzle
    solution: Board | None
    model: str
    seed: int
    attempt: int = 0

    def without_solution(self) -> Generated:
        """The same without the planted solution."""
        return Generated(self.puzzle, None, self.model, self.seed, self.attempt)


def make(
    model: str | Model, width: int, height: int | None = None, *, seed: int = 0,
    hints: int = 0, where: str = "scattered", attempt: int = 0, **options: object,
) -> Generated:  # fmt: skip
    """One instance of a model: `make("two-set", 6, frame=3, inner=5, seed=1)`.

    `attempt` numbers the tries for one seed, for callers who look for an instance with some further property.
    """
    chosen = configure(model, **options)
    height = width if height is None else height
    _refuse(chosen, width, height)
    if hints and not chosen.planted:
        raise OptionError(f"model {chosen.name} plants no solution, so there is nothing to take hints from")
    random = Seeded(chosen.spec, f"{width}x{height}", seed, attempt)
    sides = chosen.color(width, height, random=random)
    name = f"{chosen.spec.replace('?', '-').replace('&', '-').replace('=', '')}-{width}x{height}-seed{seed}"
    puzzle, board = mix(random, width, height, sides=sides, framed=chosen.framed, turnable=chosen.turnable, name=name)
    if hints:
        puzzle, board = with_hints(board, hint_cells(random, width, height, count=hints, where=where))
    return Generated(puzzle, board if chosen.planted else None, chosen.spec, seed, attempt)


def make_many(model: str | Model, width: int, height: int | None = None, *, count: int, seed: int = 0,
              **how: object) -> Iterator[Generated]:  # fmt: skip
    """Instances with the seeds `seed`, `seed + 1`, ..., each of which `make` gives alone as well."""
    for offset in range(count):
        yield make(model, width, height, seed=seed + offset, **how)  # type: ignore[arg-type]


def mix(
    random: Seeded, width: int, height: int, *, sides: Sides, framed: bool, turnable: bool, name: str
) -> tuple[Puzzle, Board]:
    """The puzzle whose pieces are these cells in random order and turn, and the board they were."""
    cells = random.shuffled(range(width * height))
    turns = [random.below(4) if turnable else 0 for _ in cells]
    pieces = [np.roll(sides[cell], -t).tolist() for cell, t in zip(cells, turns, strict=True)]
    puzzle = Puzzle(width, height, pieces, framed=framed, turnable=turnable, name=name)
    placements = np.empty(width * height, dtype=np.int16)
    placements[cells] = [piece * 4 + t for piece, t in enumerate(turns)]
    return puzzle, Board(puzzle, placements)


def with_hints(board: Board, cells: Sequence[int]) -> tuple[Puzzle, Board]:
    """The puzzle that gives away these cells of the board, and the board as one of that puzzle."""
    puzzle = board.puzzle.replace(hints={cell: board[cell] for cell in cells})
    return puzzle, Board(puzzle, board.placements)


def _refuse(model: Model, width: int, height: int) -> None:
    """Raise every reason why there is no such puzzle."""
    faults = [
        f"{what} is {size}, must be 1 to {MAX_SIDE}"
        for what, size in (("width", width), ("height", height))
        if not 1 <= size <= MAX_SIDE
    ]
    faults = faults or model.faults(width, height)
    if faults:
        raise ModelError(f"there is no {width}x{height} puzzle {model.spec}", faults)
