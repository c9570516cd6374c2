"""The figures of the motifs: plain polygons, so that SVG, PDF and tests read the same geometry.

A figure is centred on the middle of an edge and extends across it: half in one piece, half in the other. The piece on
the far side shows its half turned by 180 degrees, so a figure must look the same after half a turn; that is the only
symmetry needed, which allows pinwheels and waves as well as stars and rings. With cells 100 units wide a figure
has the diamond `|x| + |y| <= 50` to itself, the two triangles of the facing sides.

Each figure has two layers, drawn in two colors over the ground of the triangle: the body and a detail on it. Inside a
layer the even-odd rule holds, so a polygon inside another cuts a hole. The 22 are chosen to differ in outline when they
are 25 pixels tall, which is what a 16x16 board on one screen leaves them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Layer = tuple[Polygon, ...]
Figure = tuple[Layer, Layer]

REACH = 50.0
"""Half the width of a cell: how far a figure may reach along the edge and across it."""

ROUND = 48
"""Corners of a polygon that stands for a circle."""


def around(radius: Callable[[float], float], corners: int = ROUND) -> Polygon:
    """The closed curve whose distance from the middle is a function of the angle."""
    angles = [2 * pi * step / corners for step in range(corners)]
    return tuple((radius(a) * cos(a), radius(a) * sin(a)) for a in angles)


def disc(radius: float, x: float = 0, y: float = 0) -> Polygon:
    """A circle."""
    return moved(around(lambda _: radius), x, y)


def star(points: int, outer: float, inner: float) -> Polygon:
    """A star with its first point to the right."""
    radii = [outer if step % 2 == 0 else inner for step in range(2 * points)]
    return tuple((r * cos(pi * i / points), r * sin(pi * i / points)) for i, r in enumerate(radii))


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    """A rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def rhombus(across: float, tall: float) -> Polygon:
    """A diamond with its corners on the axes."""
    return ((across, 0), (0, tall), (-across, 0), (0, -tall))


def lens(across: float, tall: float) -> Polygon:
    """An almond with its tips at `(-across, 0)` and `(across, 0)`."""
    steps = ROUND // 2
    curve = [(across * (2 * i / steps - 1), tall * sin(pi * i / steps)) for i in range(steps)]
    return (*curve, *spun(tuple(curve), 2))


def moved(polygon: Polygon, x: float, y: float) -> Polygon:
    """The polygon shifted."""
    return tuple((px + x, py + y) for px, py in polygon)


def spun(polygon: Polygon, quarters: int) -> Polygon:
    """The polygon turned about the middle by clockwise quarter turns (y points down)."""
    for _ in range(quarters % 4):
        polygon = tuple((-y, x) for x, y in polygon)
    return polygon


def tilted(polygon: Polygon) -> Polygon:
    """The polygon turned by 45 degrees."""
    half = 0.5**0.5
    return tuple(((x - y) * half, (x + y) * half) for x, y in polygon)


def twice(polygon: Polygon) -> Layer:
    """The polygon and its half turn."""
    return (polygon, spun(polygon, 2))


def four(polygon: Polygon) -> Layer:
    """The polygon in all four turns."""
    return tuple(spun(polygon, quarters) for quarters in range(4))


def cross(reach: float, thick: float) -> Polygon:
    """An upright cross."""
    t = thick / 2
    arm = ((t, -t), (reach, -t), (reach, t), (t, t))
    return tuple(point for turn in four(arm) for point in turn[:3])


def half(layer: Layer) -> Layer:
    """The part of a layer that is in one piece: where `y >= 0`, the edge being `y == 0`."""
    return tuple(clipped for polygon in layer if len(clipped := _below(polygon)) > 2)


def _below(polygon: Polygon) -> Polygon:
    kept: list[Point] = []
    for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if y0 >= 0:
            kept.append((x0, y0))
        if (y0 < 0) != (y1 < 0) and y0 != 0 and y1 != 0:
            kept.append((x0 + (x1 - x0) * y0 / (y0 - y1), 0.0))
    return tuple(kept) if any(y > 1e-9 for _, y in kept) else ()


def _petals(count: int, middle: float, swing: float) -> Polygon:
    return around(lambda a: middle + swing * cos(count * a), 2 * ROUND)


def _bump(radius: float) -> Polygon:
    """Half a disc in the lower half, to the left of the middle; with its half turn it makes an S."""
    steps = ROUND // 2
    return tuple((-radius - radius * cos(pi * i / steps), radius * sin(pi * i / steps)) for i in range(steps + 1))


def _heart() -> Polygon:
    """A heart with its lobes at the edge and its tip towards the middle of the piece."""
    angles = [2 * pi * i / ROUND for i in range(ROUND)]
    return tuple(
        (1.65 * 16 * sin(a) ** 3, 19 - 1.45 * (13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)))
        for a in angles
    )


def _wave() -> Polygon:
    """A thick line that swings to one side of the edge and then to the other."""
    steps = ROUND // 2
    middle = [(70 * i / steps - 35, 16 * sin(pi * (70 * i / steps - 35) / 35)) for i in range(steps + 1)]
    lower = [(x, y + 10) for x, y in middle]
    return (*lower, *spun(tuple(lower), 2))


_ARROW: Polygon = ((-8, 0), (-8, 16), (-22, 16), (0, 42), (22, 16), (8, 16), (8, 0))
_STAIRS: Polygon = (
    (-41, 0), (-41, 8), (-28, 8), (-28, 20), (-15, 20), (-15, 33), (15, 33), (15, 20), (28, 20), (28, 8), (41, 8), (41, 0),
)  # fmt: skip
_BLADE: Polygon = ((0, 0), (40, 0), (19, 21))

FIGURES: dict[str, Figure] = {
    "disc": ((disc(29),), ()),
    "star": ((star(4, 46, 13),), ()),
    "square": ((box(-24, -24, 24, 24),), (rhombus(17, 17),)),
    "flower": ((_petals(6, 25, 8),), (disc(11),)),
    "cross": ((cross(38, 22),), ()),
    "ring": ((disc(33), disc(18)), ()),
    "comb": ((box(-6, -40, 6, 40), box(-27, -20, -15, 20), box(15, -20, 27, 20)), ()),
    "eye": ((lens(46, 24),), (disc(11),)),
    "pinwheel": (four(_BLADE), ()),
    "dots": (four(disc(10.5, 15, 15)), ()),
    "bow": (twice(((0, 0), (30, -19), (30, 19))), ()),
    "sun": ((star(8, 34, 18),), (disc(10),)),
    "band": (twice(((-38, 9), (38, 9), (24, 23), (-24, 23))), ()),
    "leaf": ((spun(lens(46, 17), 1),), ()),
    "swirl": ((disc(32),), twice(_bump(16))),
    "checker": (twice(box(0, 0, 24, 24)), twice(box(7, 7, 17, 17))),
    "arrow": (twice(_ARROW), ()),
    "clover": (four(disc(14.5, 19, 0)), (disc(9),)),
    "saltire": ((tilted(cross(33, 17)),), ()),
    "heart": (twice(_heart()), ()),
    "stairs": (twice(_STAIRS), (box(-10, -10, 10, 10),)),
    "wave": ((_wave(),), ()),
}
"""The figures by name, in the order in which colors take them."""
