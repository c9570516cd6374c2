"""Look-alikes: another puzzle with the size, the color counts, the frame and the hint cells of a given one.

How often each color appears along the frame and how often elsewhere is kept exactly; only where it appears is drawn
again. When no two pieces of the original are identical and none is self-symmetric, the same holds for the look-alike.
What is planted is a solution, so the original must not be excluded from having one by counting alone.

Without a frame it is not known which sides of the original are outside in a solution. Then only the number of colors
is kept, and they are drawn as `gemp` or `tetravex` draws them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import ModelError
from edgematch.generate.coloring import Sides, cut
from edgematch.generate.make import Generated, mix, with_hints
from edgematch.generate.registry import configure
from edgematch.generate.repair import all_different
from edgematch.generate.seeded import Seeded
from edgematch.model import GREY, Puzzle, frame_edges


def make_like(original: Puzzle, *, seed: int = 0, attempt: int = 0) -> Generated:
    """An instance with the size and color counts of the original, and hints in the same cells."""
    label = original.name or original.digest[:12]
    random = Seeded("like", original.digest, seed, attempt)
    sides = _framed(random, original) if original.framed else _unframed(random, original)
    puzzle, board = mix(
        random, original.width, original.height, sides=sides,
        framed=original.framed, turnable=original.turnable, name=f"like-{label}-seed{seed}",
    )  # fmt: skip
    if original.hints:
        puzzle, board = with_hints(board, list(original.hints))
    return Generated(puzzle, board, f"like:{label}", seed, attempt)


def _framed(random: Seeded, original: Puzzle) -> Sides:
    """Deal the colors of the frame out along it, and the others elsewhere."""
    along = original.frame_sides
    kinds = original.pieces[along], original.pieces[~along & (original.pieces != GREY)]
    obstacles = original.obstacles() or _odd_counts(kinds)
    if not original.turnable:
        obstacles.append("it has a frame and pieces that may not be turned, which no model here makes")
    if obstacles:
        raise ModelError(f"no puzzle like {original.name or 'this one'} can be made", obstacles)
    where = frame_edges(original.width, original.height)
    colors = np.empty(len(where), dtype=np.int16)
    for sides, place in zip(kinds, (where, ~where), strict=True):
        colors[place] = random.shuffled(np.sort(sides)[::2].tolist())
    size = original.width, original.height
    if original.has_duplicates or original.has_symmetric_pieces:
        return cut(*size, colors.tolist())
    return all_different(random, *size, colors.tolist())


def _odd_counts(kinds: Iterable[NDArray[np.uint8]]) -> list[str]:
    """Colors whose sides along the frame, or inside, cannot all be paired."""
    return [
        f"color {color} appears on an odd number of sides ({n}) {where}"
        for sides, where in zip(kinds, ("along the frame", "inside"), strict=True)
        for color, n in enumerate(np.bincount(sides).tolist())
        if n % 2
    ]


def _unframed(random: Seeded, original: Puzzle) -> Sides:
    """Draw as many colors uniformly."""
    model = configure("gemp" if original.turnable else "tetravex", colors=len(np.unique(original.pieces)))
    return model.color(original.width, original.height, random=random)
