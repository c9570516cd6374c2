"""Orders: the sequences in which a solver fills the cells. Pure geometry, each a permutation of the cells.

An order is asked for by a short text, the same in the library, the command line and the files of results:
`row`, `spiral-in`, `comb:rows=11,teeth=5`, `snake/2` (as seen after two clockwise quarter turns of the board), `row/1m`
(mirrored first), `clue`, or a list of cells such as `0,1,2,3`. The eight orientations of a shape start it from each
corner in both directions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from edgematch.errors import OptionError, UnknownName
from edgematch.model.symmetry import Orientation

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
    """Clockwise along the rim from the top left, ring by ring to the middle."""
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
    """The black fields from the middle outwards, then the white ones, each of which is then known all around."""
    middle = (height - 1) / 2, (width - 1) / 2

    def distance(place: tuple[int, int]) -> float:
        return max(abs(place[0] - middle[0]), abs(place[1] - middle[1]))

    return sorted(row(width, height), key=lambda place: ((place[0] + place[1]) % 2, distance(place), place))


def comb(width: int, height: int, *, rows: int = 0, teeth: int = 0) -> Places:
    """Some rows as in `row` (11 of 16 when not said), then the rest in blocks `teeth` columns wide, upright.

    The first block is as wide as it is high (or `teeth`), filled row by row; the others are single columns.
    """
    rows = min(rows or max(1, round(height * 11 / 16)), height)
    high = height - rows
    block = min(teeth or high, width)
    yield from ((r, c) for r in range(rows) for c in range(width))
    yield from ((r, c) for r in range(rows, height) for c in range(block))
    yield from ((r, c) for c in range(block, width) for r in range(rows, height))


SHAPES: Mapping[str, Callable[..., Places]] = {
    "row": row,
    "column": column,
    "snake": snake,
    "zigzag": zigzag,
    "spiral-in": spiral_in,
    "spiral-out": spiral_out,
    "frame": frame,
    "diagonal": diagonal,
    "chess": chess,
    "comb": comb,
}
"""Every shape by name."""

_TEXT = re.compile(r"(?P<shape>[a-z][a-z-]*)(?::(?P<options>[a-z=0-9,]+))?(?:/(?P<turns>[0-3])(?P<mirrored>m)?)?")


def make_order(text: str, width: int, height: int, *, filled: Iterable[int] = ()) -> Order:
    """The order that a text asks for; `filled` are the cells that hints have filled, for `clue`."""
    if re.fullmatch(r"[\d,\s]+", text):
        return listed(re.findall(r"\d+", text), width, height)
    match = _TEXT.fullmatch(text.strip())
    if not match:
        raise OptionError(
            f"order {text!r} is not a shape such as 'row', 'comb:rows=11', 'snake/2m', or a list of cells"
        )
    orientation = Orientation(int(match["turns"] or 0), mirrored=bool(match["mirrored"]))
    if match["shape"] == "clue":
        return clue_first(width, height, filled=filled, orientation=orientation)
    shape = SHAPES.get(match["shape"])
    if shape is None:
        raise UnknownName("order", match["shape"], [*SHAPES, "clue", "auto"])
    return oriented(partial(shape, **_numbers(text, match["options"])), width, height, orientation=orientation)


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
    """The order in a file: the numbers of the cells, whatever stands between them."""
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
    inside = [place for place in row(width, height) if max(place) < size]
    return [*inside, *(place for place in row(width, height) if max(place) >= size)]


def _ring(place: tuple[int, int], width: int, height: int) -> int:
    return min(place[0], place[1], height - 1 - place[0], width - 1 - place[1])


def _numbers(text: str, options: str | None) -> dict[str, int]:
    """The options of a shape, `rows=11,teeth=5`."""
    numbers = {}
    for item in (options or "").split(",") if options else []:
        key, _, value = item.partition("=")
        if key not in ("rows", "teeth") or not value.isdigit() or not text.startswith("comb"):
            raise OptionError(f"order {text!r}: only 'comb' has options, 'rows' and 'teeth', each a number")
        numbers[key] = int(value)
    return numbers
