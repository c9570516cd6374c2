"""The expected number of solutions of a random puzzle, and where it falls to one: the predicted phase transition.

Ansótegui et al. (2008), appendix, for pieces whose colored sides are drawn independently: each arrangement of the
pieces (corners in corners, frame pieces in the frame, four turns inside) is a solution with the probability that all
its edges match:

    E[X] = 4! * (edges)! * (inner)! * 4^inner * frame^-(edges along the frame) * inner_colors^-(other edges)     (2)

and with one set of colors the same with both counts equal (3). Here it is computed for any size, also for rectangles,
for puzzles without a frame and for pieces that may not be turned; solutions are counted labelled and in all turns of
the board. Everything is a logarithm: at 16x16 the factors have five hundred digits.

Where E[X] passes one, puzzles change from having many solutions to having none but the planted one, and solving is
hardest. For n x n boards that inner count grows like 2n / sqrt(e) (`asymptote`).

`expected_of` computes the same for a given puzzle, keeping how often each color appears: colors that appear c_k times
among the 2m sides of m edges match everywhere with probability  m! prod(c_k!) / ((2m)! prod((c_k/2)!)),  none if some
c_k is odd.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import OptionError
from edgematch.model import MAX_COLOR, Puzzle, frame_edges, frame_mask

LN10 = math.log(10)


def expected_solutions_log10(
    width: int, height: int, *, frame: float | None = None, inner: float | None = None, colors: float | None = None,
    framed: bool = True, turnable: bool = True,
) -> float:  # fmt: skip
    """Log10 of the expected number of solutions, equations (2) (`frame`, `inner`) and (3) (`colors`)."""
    along, within = _color_counts(frame, inner, colors, framed=framed)
    ways = arrangements_log10(width, height, framed=framed, turnable=turnable)
    edges_along, edges_within = _edge_counts(width, height, framed=framed)
    return ways - _power_log10(along, edges_along) - _power_log10(within, edges_within)


def arrangements_log10(width: int, height: int, *, framed: bool = True, turnable: bool = True) -> float:
    """The decimal logarithm of the number of arrangements with grey outside, whether or not they match."""
    if not framed:
        cells = width * height
        return (math.lgamma(cells + 1) + cells * math.log(4 if turnable else 1)) / LN10
    outside = frame_mask(width, height)
    greys = outside.sum(axis=1)
    shapes = [greys == 0, greys == 1, (greys == 2) & ~_is_corridor(outside), (greys == 2) & _is_corridor(outside)]
    sizes = [int(shape.sum()) for shape in (*shapes, greys == 3, greys == 4)]
    turns = (4, 1, 1, 2, 1, 4) if turnable else (1,) * 6
    return sum(math.lgamma(n + 1) + n * math.log(t) for n, t in zip(sizes, turns, strict=True)) / LN10


def expected_of(puzzle: Puzzle) -> float:
    """The decimal logarithm of the expected number of solutions, given how often each color appears in the puzzle.

    Minus infinity when counting alone excludes a solution. Of a puzzle with a planted solution it says how many
    others to expect.
    """
    ways = arrangements_log10(puzzle.width, puzzle.height, framed=puzzle.framed, turnable=puzzle.turnable)
    if not puzzle.framed:
        return ways + _unframed_match_log10(puzzle)
    sides = puzzle.pieces[puzzle.frame_sides], puzzle.pieces[~puzzle.frame_sides & (puzzle.pieces > 0)]
    if puzzle.obstacles():
        return -math.inf
    return ways + sum(_match_log10(np.bincount(part).tolist()) for part in sides)


def transition(width: int, height: int | None = None, *, frame: int | None = None) -> float:
    """The real number of inner colors at which one solution is expected; `frame=None`: one set of colors."""
    height = width if height is None else height
    ways = arrangements_log10(width, height)
    along, within = _edge_counts(width, height, framed=True)
    if frame is None:
        return float(10 ** (ways / (along + within)))
    if not within:
        raise OptionError(f"a {width}x{height} board has no inner edges, so no inner colors to ask for")
    return float(10 ** ((ways - _power_log10(frame, along)) / within))


def predicted_inner(width: int, height: int | None = None, *, frame: int | None = None) -> int:
    """The whole number of inner colors whose expected number of solutions is nearest to one, in logarithm."""
    height = width if height is None else height
    crossing = transition(width, height, frame=frame)
    around = sorted({max(1, math.floor(crossing)), max(1, math.ceil(crossing))})
    return min(
        around,
        key=lambda n: abs(expected_solutions_log10(width, height, frame=n if frame is None else frame, inner=n)),
    )


def asymptote(size: int) -> float:
    """The inner color count beyond which large size x size puzzles almost surely have no solution: 2n / sqrt(e)."""
    return 2 * size / math.sqrt(math.e)


def _color_counts(
    frame: float | None, inner: float | None, colors: float | None, *, framed: bool
) -> tuple[float, float]:
    if colors is not None and frame is None and inner is None:
        counts = (colors, colors)
    elif framed and colors is None and frame is not None and inner is not None:
        counts = (frame, inner)
    else:
        raise OptionError(
            "give frame= and inner= (two sets of colors) or colors= (one set, or no frame), not a mixture"
        )
    if not all(0 <= count <= MAX_COLOR for count in counts):
        raise OptionError(f"color counts must be 0 to {MAX_COLOR}, not {counts}")
    return counts


def _edge_counts(width: int, height: int, *, framed: bool) -> tuple[int, int]:
    along = frame_edges(width, height)
    return (int(along.sum()), int((~along).sum())) if framed else (0, len(along))


def _is_corridor(outside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each cell whether two opposite sides of it are outside."""
    return (outside[:, 0] & outside[:, 2]) | (outside[:, 1] & outside[:, 3])


def _power_log10(base: float, exponent: int) -> float:
    """The logarithm of base ** exponent, with 0 ** 0 = 1."""
    if not exponent:
        return 0.0
    return exponent * math.log10(base) if base else -math.inf


def _match_log10(counts: Iterable[int]) -> float:
    """The probability that randomly paired sides, of which each color has so many, all match."""
    counts = [count for count in counts if count]
    if any(count % 2 for count in counts):
        return -math.inf
    sides = sum(counts)
    log = math.lgamma(sides / 2 + 1) - math.lgamma(sides + 1)
    return (log + sum(math.lgamma(c + 1) - math.lgamma(c / 2 + 1) for c in counts)) / LN10


def _unframed_match_log10(puzzle: Puzzle) -> float:
    """Log10 for edges that match independently, each with the probability that two sides that may meet are equal."""
    north, east, south, west = puzzle.pieces.T
    everything = puzzle.pieces.reshape(-1)
    pools = [(everything, everything)] * 2 if puzzle.turnable else [(north, south), (east, west)]
    edges = (puzzle.height - 1) * puzzle.width, (puzzle.width - 1) * puzzle.height
    return sum(_power_log10(_chance_equal(*pool), n) for pool, n in zip(pools, edges, strict=True))


def _chance_equal(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """The probability that a color drawn from the one and a color drawn from the other are equal."""
    shares = [np.bincount(pool, minlength=MAX_COLOR + 1) / len(pool) for pool in (one, other)]
    return float(shares[0] @ shares[1])
