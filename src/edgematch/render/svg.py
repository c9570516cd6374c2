"""Boards and puzzles as SVG.

Each color is drawn once, in `<defs>`, as the triangle of a north side; the other sides are that one turned, and a cell
is four references to them, so a 16x16 board stays under 100 KB. The identifiers depend on nothing but the color, so
several pictures in one page may share or repeat their definitions.

Marks are shapes as much as colors: a break is a cracked line along the edge, an empty cell a hollow with a dashed
edge, a hint four brackets at the corners of its cell (dotted where the board does not keep it).
"""

from __future__ import annotations

from html import escape

from edgematch.errors import OptionError
from edgematch.model import EMPTY
from edgematch.model.grid import EAST, row_name
from edgematch.render.motifs import BACKING, BREAK, HINT, HOLLOW, HOLLOW_EDGE, INK, motif
from edgematch.render.scene import Scene, Subject, plain, scene
from edgematch.render.shapes import Layer, half

CELL = 100
MARGIN = 16
RULER = 56
"""The width of the rulers to the left of and above a board."""

GAP = 24
"""Space between the pieces of a tray."""

CAPTION = 0.055
"""Height of the caption as a part of the longer side of the picture."""

CROWDED = 10
"""A board with more cells in a row has heavier marks, since its cells are small on a screen."""

MAX_SIZE = 16384
FONT = "font-family='Inter,Helvetica,Arial,DejaVu Sans,sans-serif'"


def svg(
    subject: Subject,
    *,
    size: int | None = None,
    numbers: bool = False,
    breaks: bool = True,
    hints: bool = True,
    rulers: bool = False,
    caption: bool | str = False,
) -> str:
    """Draw a board, or the pieces of a puzzle in a tray, as an SVG document.

    `size` is the longer side in pixels; left out, cells get 96 pixels and the whole at most 900. `rulers` name rows and
    columns of a board, A1 at the top left. `caption` is a text below the picture, or True for name, score and legend.
    Numbers of pieces count from 1.
    """
    shown = scene(subject)
    text = _caption(shown) if caption is True else plain(caption or "")
    rulers = rulers and not shown.is_tray
    body = definitions(shown) + drawing(shown, numbers=numbers, breaks=breaks, hints=hints, rulers=rulers)
    return document(shown, body, size=size, caption=text, rulers=rulers)


def _caption(shown: Scene) -> str:
    """What the picture shows, and what its marks mean."""
    marks = {"break": "cracked line: break", "hint": "brackets: hint", "missed hint": "dotted brackets: hint not kept"}
    legend = [marks[name] for name in shown.legend if name in marks]
    return f"{shown.caption} ({', '.join(legend)})" if legend and not shown.is_tray else shown.caption


def document(
    shown: Scene, body: str, *, size: int | None, caption: str = "", attributes: str = "", rulers: bool = False
) -> str:
    """The SVG element around the parts of a picture; rulers stand outside its upper left corner."""
    width, height = extent(shown)
    ruler = RULER if rulers and not shown.is_tray else 0
    body = f"<g transform='translate({ruler} {ruler})'>{body}</g>" if ruler else body
    width, height = width + ruler, height + ruler
    foot = round(max(max(width, height) * CAPTION, 34)) if caption else 0
    scale = _pixels(shown, size) / max(width, height + foot)
    if caption:
        body += (
            f"<text x='{width / 2:g}' y='{height + foot * 0.62:g}' font-size='{_fitting(caption, width, foot):g}' "
            f"text-anchor='middle' fill='#7d8594' {FONT}>{escape(caption)}</text>"
        )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width * scale:.0f}' height='{(height + foot) * scale:.0f}' "
        f"viewBox='0 0 {width} {height + foot}'{attributes}>{body}</svg>"
    )


def _fitting(caption: str, width: int, foot: int) -> float:
    """A font size that keeps the caption on one line of the picture's width."""
    return min(foot * 0.5, width / max(1, len(caption)) * 1.75)


def _pixels(shown: Scene, size: int | None) -> int:
    if size is None:
        return min(900, 96 * max(shown.width, shown.height))
    if not 16 <= size <= MAX_SIZE:
        raise OptionError(f"a picture is 16 to {MAX_SIZE} pixels wide, not {size}")
    return size


def extent(shown: Scene) -> tuple[int, int]:
    """The width and height of the picture in its own units."""
    pitch, gap = _pitch(shown), _pitch(shown) - CELL
    return shown.width * pitch - gap + 2 * MARGIN, shown.height * pitch - gap + 2 * MARGIN


def _pitch(shown: Scene) -> int:
    return CELL + GAP if shown.is_tray else CELL


def _corner(shown: Scene, cell: int) -> tuple[int, int]:
    """The left and top of a cell."""
    row, column = shown.place(cell)
    return MARGIN + column * _pitch(shown), MARGIN + row * _pitch(shown)


# what is drawn once


def definitions(*scenes: Scene) -> str:
    """The motifs of all colors in use, and the marks."""
    colors = sorted({color for shown in scenes for color in shown.sides.reshape(-1).tolist() if color >= 0})
    crowded = any(max(shown.width, shown.height) > CROWDED for shown in scenes)
    return f"<defs>{''.join(map(_motif, colors))}{_marks(weight=1.5 if crowded else 1)}</defs>"


def _motif(color: int) -> str:
    """The four sides of a color; the origin is the top left of the cell."""
    painted = motif(color)
    shapes = f"<path d='M0 0H100L50 50z' fill='{painted.hue.ground}'/>" + "".join(
        f"<path d='{path(half(layer))}' fill='{paint}' fill-rule='evenodd'/>" for paint, layer in painted.layers
    )
    turned = "".join(
        f"<use id='em{color}{side}' href='#em{color}n' transform='rotate({angle} 50 50)'/>"
        for side, angle in (("e", 90), ("s", 180), ("w", 270))
    )
    return f"<g id='em{color}n'>{shapes}</g>{turned}"


def path(layer: Layer) -> str:
    """The outline of a layer as path data, moved to the north side of a cell."""
    return "".join("M" + "L".join(f"{x + 50:.4g} {y:.4g}" for x, y in polygon) + "z" for polygon in layer)


CRACK = "M100 12l-8 12.7 16 12.6-16 12.7 16 12.7-16 12.6 8 12.7"
"""A broken line along the edge to the east."""

BRACKETS = "M6 32V6H32M68 6H94V32M94 68V94H68M32 94H6V68"
"""The four corners of a cell."""


def _stroked(name: str, line: str, *strokes: tuple[str, float], more: str = "") -> str:
    """A line drawn several times over itself, each time thinner, so that it stands out from any motif."""
    drawn = "".join(f"<path d='{line}' stroke='{paint}' stroke-width='{width:g}'/>" for paint, width in strokes)
    return f"<g id='{name}' fill='none' stroke-linejoin='round' stroke-linecap='round'{more}>{drawn}</g>"


def _marks(*, weight: float) -> str:
    return (
        _stroked("emx", CRACK, (INK, 10 + 8 * weight), (HINT, 8 + 6.5 * weight), (BREAK, 3 + 4.5 * weight))
        + "<use id='emy' href='#emx' transform='rotate(90 50 50)'/>"
        + f"<path id='emo' d='M3 3h94v94h-94z' fill='{HOLLOW}' stroke='{HOLLOW_EDGE}' stroke-width='2' stroke-dasharray='7 6'/>"
        + _stroked("emh", BRACKETS, (INK, 5 + 8 * weight), (HINT, 8 * weight))
        + _stroked("emu", BRACKETS, (INK, 9), (HINT, 5), more=" stroke-dasharray='1 12'")
    )


# what is drawn for each scene


def drawing(shown: Scene, *, numbers: bool, breaks: bool, hints: bool, rulers: bool = False) -> str:
    """The backing, the cells and the marks."""
    width, height = extent(shown)
    parts = [_rulers(shown)] if rulers and not shown.is_tray else []
    parts += [f"<rect width='{width}' height='{height}' rx='10' fill='{BACKING}'/>"]
    parts += [_cell(shown, cell) for cell in range(shown.puzzle.cells)]
    parts.append(_seams(shown))
    if hints:
        parts += _placed("emh", shown, [cell for cell, kept in shown.hints.items() if kept])
        parts += _placed("emu", shown, [cell for cell, kept in shown.hints.items() if not kept])
    if breaks:
        crack = [*_cracks(shown)]
        parts.append(f"<g class='breaks'>{''.join(crack)}</g>" if crack else "")
    if numbers:
        parts.append(_numbers(shown))
    return "".join(parts)


def _rulers(shown: Scene) -> str:
    """The letters of the rows at the left, the numbers of the columns above."""
    size = RULER * (0.6 if max(shown.width, shown.height) > CROWDED else 0.5)
    middle = MARGIN + CELL / 2
    labels = [(middle + CELL * column, -RULER * 0.2, str(column + 1)) for column in range(shown.width)]
    labels += [(-RULER * 0.5, middle + CELL * row + size * 0.35, row_name(row)) for row in range(shown.height)]
    texts = "".join(f"<text x='{x:g}' y='{y:g}'>{label}</text>" for x, y, label in labels)
    return f"<g class='rulers' font-size='{size:g}' text-anchor='middle' fill='#7d8594' {FONT}>{texts}</g>"


def _cell(shown: Scene, cell: int) -> str:
    x, y = _corner(shown, cell)
    if shown.placements[cell] == EMPTY:
        inside = "<use href='#emo'/>"
    else:
        colors = shown.sides[cell].tolist()
        inside = "".join(f"<use href='#em{color}{side}'/>" for color, side in zip(colors, "nesw", strict=True))
    title = escape(shown.describe(cell))
    return f"<g class='cell' data-cell='{cell}' transform='translate({x} {y})'><title>{title}</title>{inside}</g>"


def _seams(shown: Scene) -> str:
    """The outlines of all filled cells, and finer the lines between their sides, as one path each."""
    corners = [_corner(shown, cell) for cell in (shown.placements != EMPTY).nonzero()[0].tolist()]
    outlines = "".join(f"M{x} {y}h100v100h-100z" for x, y in corners)
    diagonals = "".join(f"M{x} {y}l100 100m0-100l-100 100" for x, y in corners)
    return (
        f"<g fill='none' stroke='{INK}' pointer-events='none'><path d='{diagonals}' stroke-width='1' opacity='.6'/>"
        f"<path d='{outlines}' stroke-width='2.6'/></g>"
    )


def _placed(name: str, shown: Scene, cells: list[int]) -> list[str]:
    return [_use(name, *_corner(shown, cell)) for cell in cells]


def _cracks(shown: Scene) -> list[str]:
    return [_use("emx" if side == EAST else "emy", *_corner(shown, cell)) for cell, side in shown.broken]


def _use(name: str, x: int, y: int) -> str:
    return f"<use href='#{name}' x='{x}' y='{y}' pointer-events='none'/>"


def _numbers(shown: Scene) -> str:
    placed = (shown.placements != EMPTY).nonzero()[0].tolist()
    labels = "".join(_number(int(shown.placements[cell]) // 4 + 1, *_corner(shown, cell)) for cell in placed)
    return f"<g class='numbers' font-size='25' font-weight='600' text-anchor='middle' {FONT}>{labels}</g>"


def _number(piece: int, x: int, y: int) -> str:
    wide = 12 + 14 * len(str(piece))
    return (
        f"<rect x='{x + 50 - wide / 2:g}' y='{y + 35}' width='{wide}' height='30' rx='8' fill='#fff' "
        f"stroke='{INK}' stroke-width='1.5'/><text x='{x + 50}' y='{y + 59}' fill='{INK}'>{piece}</text>"
    )
