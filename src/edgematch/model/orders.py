"""Orders: the sequences in which a solver fills the cells, and the one grammar that names them.

An order is a permutation of the cells. Every solver with an option `order`, the library, the command line and the
records name it by the same text:

    order       = shape [":" parameters] ["/" orientation]  |  cells  |  file
    parameters  = key "=" number {"," key "=" number}
    orientation = turns ["m"]

- `row`, `spiral-in`, `comb:rows=12,teeth=3`: a shape, with parameters where it has any. `rows` is a number of rows
  (`rows=12`), or with a point a share of the height (`rows=0.75`).
- `snake/2`, `comb/1m`: the shape as drawn on the board seen after so many clockwise quarter turns; with `m` the board
  is mirrored left to right first. The eight orientations start a shape from each corner in both directions.
- `clue`: the corner block around a hint first. It depends on the hints of the puzzle.
- `0,1,2,3`: all cells, in this order. A name that ends in `.txt` or `.order` is a file with such a list.
- `onion` is another name of `spiral-in`, `lex` of `row`.

Solvers that filter domains also know dynamic orders: `dom` (the smallest domain), `dom-deg` (divided by the number of
open neighbours), `dom-wdeg` (divided by weights of failures) and `last-conflict` (the cell of the last failure, else
the smallest domain). Among equal cells the first in row order is taken, or in another order: `dom:spiral-in/2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from inspect import signature
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import OptionError, UnknownName, warn_renamed
from edgematch.model.puzzle import Puzzle
from edgematch.model.symmetry import ORIENTATIONS, Orientation

Order = NDArray[np.int16]
Places = Iterable[tuple[int, int]]

AS_IT_IS = Orientation()
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


def row(width: int, height: int) -> Places:
    """Row by row from the top left."""
    return ((r, c) for r in range(height) for c in range(width))


def column(width: int, height: int) -> Places:
    """Column by column from the top left."""
    return ((r, c) for c in range(width) for r in range(height))


def snake(width: int, height: int) -> Places:
    """Row by row, to the right and back to the left in turns."""
    return ((r, c if r % 2 == 0 else width - 1 - c) for r in range(height) for c in range(width))


def zigzag(width: int, height: int) -> Places:
    """Pairs of rows, column by column within a pair, across one pair and back along the next."""
    for pair, top in enumerate(range(0, height, 2)):
        columns = range(width) if pair % 2 == 0 else range(width - 1, -1, -1)
        for c in columns:
            for r in range(top, min(top + 2, height)):
                yield r, c


def spiral_in(width: int, height: int) -> Places:
    """Clockwise along the frame from the top left, ring by ring to the middle."""
    seen: set[tuple[int, int]] = set()
    r, c, heading = 0, 0, 0
    for _ in range(width * height):
        yield r, c
        seen.add((r, c))
        for turn in range(4):
            step = AROUND[(heading + turn) % 4]
            ahead = r + step[0], c + step[1]
            if 0 <= ahead[0] < height and 0 <= ahead[1] < width and ahead not in seen:
                heading, (r, c) = (heading + turn) % 4, ahead
                break


def spiral_out(width: int, height: int) -> Places:
    """From the middle outwards: the inward spiral read backwards."""
    return reversed(list(spiral_in(width, height)))


def frame(width: int, height: int) -> Places:
    """The frame first, clockwise from the top left, then the inside row by row."""
    ring = [place for place in spiral_in(width, height) if _ring(place, width, height) == 0]
    return [*ring, *(place for place in row(width, height) if _ring(place, width, height) > 0)]


def diagonal(width: int, height: int) -> Places:
    """Diagonal by diagonal from the top left corner."""
    return sorted(row(width, height), key=lambda place: (place[0] + place[1], place[0]))


def chess(width: int, height: int) -> Places:
    """The black fields of the chess board in a spiral from the middle, then the white ones (Ansótegui et al. 2008)."""
    return sorted(spiral_out(width, height), key=lambda place: (place[0] + place[1]) % 2)


def chess_rings(width: int, height: int) -> Places:
    """The black fields ring by ring from the middle, each ring row by row, then the white ones likewise."""
    middle = (height - 1) / 2, (width - 1) / 2

    def distance(place: tuple[int, int]) -> float:
        return max(abs(place[0] - middle[0]), abs(place[1] - middle[1]))

    return sorted(row(width, height), key=lambda place: ((place[0] + place[1]) % 2, distance(place), place))


def comb(width: int, height: int, *, rows: float = 0.75, teeth: int = 1) -> Places:
    """Whole rows first, then teeth: columns from the last whole row to the frame, `teeth` cells wide.

    Breaks gather where a search ends. A comb ends in a corner instead of along a whole side, so fewer open sides wait
    for the last pieces.
    """
    top = _top(rows, height)
    yield from _block(0, 0, width, top)
    for left in range(0, width, teeth):
        yield from _block(top, left, min(width, left + teeth), height)


def peeled_comb(width: int, height: int, *, rows: float = 0.75) -> Places:
    """Whole rows, a square block, single columns, and the last columns peeled: a row, a column, a row, and so on."""
    top = _top(rows, height)
    size = height - top
    left = max(size, width - size + 1)
    yield from _block(0, 0, width, top)
    yield from _block(top, 0, min(size, width), height)
    yield from ((r, c) for c in range(size, min(left, width)) for r in range(top, height))
    while width - left > 2:
        yield from _block(top, left, width, top + 1)
        top += 1
        yield from _block(top, left, left + 1, height)
        left += 1
    yield from _block(top, left, width, height)


def block_comb(width: int, height: int, *, rows: float = 0.6875, block: int = 0) -> Places:
    """Whole rows, then a block `block` columns wide (0: as wide as it is high), then single columns."""
    top = _top(rows, height)
    right = min(block or height - top, width)
    yield from _block(0, 0, width, top)
    yield from _block(top, 0, right, height)
    yield from ((r, c) for c in range(right, width) for r in range(top, height))


def clue_corner(width: int, height: int, *, rows: float = 0.75, teeth: int = 1) -> Places:
    """The 3x3 corner at the top left first, then a comb."""
    corner = _block(0, 0, min(3, width), min(3, height))
    return dict.fromkeys([*corner, *comb(width, height, rows=rows, teeth=teeth)])


SHAPES: Mapping[str, Callable[..., Places]] = {
    shape.__name__.replace("_", "-"): shape
    for shape in (
        row, column, snake, zigzag, spiral_in, spiral_out, frame, diagonal, chess, chess_rings, comb, peeled_comb,
        block_comb, clue_corner,
    )
}  # fmt: skip
"""Every shape by name."""
SYNONYMS = {"onion": "spiral-in", "lex": "row"}
"""Names of the literature."""
FORMER = {"rows": "row"}
"""Former names, which give a warning."""
DYNAMIC = ("dom", "dom-deg", "dom-wdeg", "last-conflict")
"""Orders that depend on the domains of the cells."""
ORIENTED = tuple(f"/{view.turns}{'m' if view.mirrored else ''}" for view in ORIENTATIONS)
"""The eight orientations as an order writes them."""

_TEXT = re.compile(
    r"(?P<shape>[a-z][a-z-]*)?(?::(?P<parameters>[a-z]+=[\d.]+(?:,[a-z]+=[\d.]+)*))?(?P<orientation>/[0-3]m?)?"
)


def order_of(text: str, puzzle: Puzzle) -> Order:
    """The order that a text names, for a puzzle."""
    return make_order(text, puzzle.width, puzzle.height, filled=puzzle.hints)


def dynamic_order_of(text: str, puzzle: Puzzle) -> tuple[str, Order]:
    """The dynamic rule of a text (`none` when it names a fixed order) and the order that decides among equal cells."""
    rule, _, ties = text.partition(":")
    return (rule, order_of(ties or "row", puzzle)) if rule in DYNAMIC else ("none", order_of(text, puzzle))


def make_order(text: str, width: int, height: int, *, filled: Iterable[int] = ()) -> Order:
    """The order that a text names; `filled` are the cells that hints have filled, for `clue`."""
    if text.endswith((".txt", ".order")):
        return read_order(text, width, height)
    if re.fullmatch(r"[\d,\s]+", text):
        return listed(re.findall(r"\d+", text), width, height)
    name, parameters, turned = _parse(text)
    orientation = ORIENTATIONS[ORIENTED.index(turned)] if turned else AS_IT_IS
    if name in DYNAMIC:
        raise OptionError(f"order {text!r} is dynamic: only solvers that filter domains know it")
    if name not in SHAPES and name != "clue":
        raise UnknownName("order", name, [*SHAPES, *SYNONYMS, *DYNAMIC, "clue", "auto"])
    keywords = _keywords(text, SHAPES.get(name, row), parameters)
    if name == "clue":
        return clue_first(width, height, filled=filled, orientation=orientation)
    return oriented(partial(SHAPES[name], **keywords), width, height, orientation=orientation)


def refined(text: str, default: str) -> str:
    """The order of a text that may leave the shape out: `/2` or `:rows=12/2` change the default's."""
    name, parameters, turned = _parse(text or default)
    if not text or name:
        return text or default
    shape, given, side = _parse(default)
    parameters = given | parameters
    options = ",".join(f"{key}={value}" for key, value in parameters.items())
    return f"{shape}{':' if options else ''}{options}{turned or side}"


def from_side(text: str, side: int) -> str:
    """The order as drawn from one of the eight sides; unchanged when it names its own side, a file or all cells."""
    has_side = text.endswith((*ORIENTED, ".txt", ".order")) or text[:1].isdigit()
    return text if has_side else text + ORIENTED[side]


def oriented(shape: Callable[..., Places], width: int, height: int, *, orientation: Orientation = AS_IT_IS) -> Order:
    """The shape as drawn on the board seen in that orientation, in cells of the board as it is."""
    shown = orientation.cells(width, height)
    wide, high = (height, width) if orientation.turns % 2 else (width, height)
    return np.array([shown[r * wide + c] for r, c in shape(wide, high)], dtype=np.int16)


def listed(cells: Iterable[int | str], width: int, height: int) -> Order:
    """An explicit list, which must name every cell once."""
    order = [int(cell) for cell in cells]
    if sorted(order) != list(range(width * height)):
        missing = sorted(set(range(width * height)) - set(order))[:5]
        raise OptionError(
            f"an order of a {width}x{height} board names each of its {width * height} cells once; "
            + (f"missing: {', '.join(map(str, missing))}" if missing else "some are named twice or lie outside")
        )
    return np.array(order, dtype=np.int16)


def read_order(path: str | Path, width: int, height: int) -> Order:
    """The order in a file: the numbers of the cells, with anything between them."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as bad:
        raise OptionError(f"the order cannot be read from {path}: {bad}") from None
    return listed(re.findall(r"\d+", text), width, height)


def clue_first(
    width: int,
    height: int,
    *,
    filled: Iterable[int],
    orientation: Orientation = AS_IT_IS,
) -> Order:
    """The corner block around the hint nearest a corner first, then row by row from that corner.

    The corner is the one nearest to any hint, or the top left when there is none; the orientation comes on top.
    """
    cells, best, size = list(filled), AS_IT_IS, 0
    for turns in range(4):
        seen = Orientation(turns).cells(width, height).tolist()
        wide = height if turns % 2 else width
        reach = min((max(divmod(seen.index(cell), wide)) + 1 for cell in cells), default=0)
        if reach and (size == 0 or reach < size):
            best, size = Orientation(turns), reach
    turns = (best.turns + orientation.turns) % 4
    return oriented(
        partial(_corner_block, size=size), width, height, orientation=Orientation(turns, mirrored=orientation.mirrored)
    )


def _corner_block(width: int, height: int, *, size: int) -> Places:
    return sorted(row(width, height), key=lambda place: max(place) >= size)


def _block(top: int, left: int, right: int, bottom: int) -> Places:
    return ((r, c) for r in range(top, bottom) for c in range(left, right))


def _top(rows: float, height: int) -> int:
    """The number of whole rows: as given, or a share of the height."""
    return min(height, rows if isinstance(rows, int) else round(height * rows))


def _ring(place: tuple[int, int], width: int, height: int) -> int:
    return min(place[0], place[1], height - 1 - place[0], width - 1 - place[1])


def _parse(text: str) -> tuple[str, dict[str, str], str]:
    """The shape, the parameters and the orientation of a text, empty where it has none."""
    match = _TEXT.fullmatch(text.strip())
    if not match or not text.strip():
        raise OptionError(
            f"order {text!r} is not a shape such as 'row', 'comb:rows=12,teeth=3', 'snake/2m', or a list of cells"
        )
    name = SYNONYMS.get(match["shape"] or "", match["shape"] or "")
    if name in FORMER:
        warn_renamed(f"order {name}", FORMER[name], stacklevel=5)
        name = FORMER[name]
    pairs = [item.split("=") for item in (match["parameters"] or "").split(",") if item]
    return name, {key: value for key, value in pairs}, match["orientation"] or ""  # noqa: C416 - types


def _keywords(text: str, shape: Callable[..., Places], parameters: Mapping[str, str]) -> dict[str, float]:
    """The parameters of a shape as keyword arguments."""
    known = {key: p.annotation for key, p in signature(shape).parameters.items() if p.kind is p.KEYWORD_ONLY}
    keywords: dict[str, float] = {}
    for key, value in parameters.items():
        if key not in known:
            has = f"has the parameters {', '.join(known)}" if known else "has no parameters"
            raise OptionError(f"order {text!r}: this shape {has}, not {key!r}")
        if value.isdigit() and (int(value) > 0 or key != "teeth"):
            keywords[key] = int(value)
        elif known[key] == "float" and re.fullmatch(r"0?\.\d+|[01]\.0*", value):
            keywords[key] = float(value)
        else:
            raise OptionError(f"order {text!r}: {key}={value} is not a {_KINDS[known[key]]}")
    return keywords


_KINDS = {"int": "whole number of 1 or more", "float": "number of rows (12) or a share of the height (0.75)"}
