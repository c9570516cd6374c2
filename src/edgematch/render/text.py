"""Boards and puzzles on a terminal: half blocks in true color, or plain characters.

A half block holds two square pixels, so a cell of 4x4 pixels takes four columns and two lines, and a 16x16 board 64
columns and 32 lines. Three layouts say which pixel shows which side: the largest that fits is taken. In the two larger
ones a side shows the ground and the body of its motif, so that sides of equal ground are still told apart; where two
facing sides match, their pixels close to one block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, MAX_COLOR, Board
from edgematch.model.picture import ascii_picture
from edgematch.render.motifs import BACKING, HINT, HOLLOW, motif
from edgematch.render.scene import Scene, Subject, scene

SCREEN = (80, 40)
"""The columns and lines a picture may take when nothing is said."""

Pixels = NDArray[np.uint8]


TERM_BREAK = "#ff2bd6"
"""The mark of a break: red would pass for a motif, which here is nothing but its hues."""


@dataclass(frozen=True)
class Layout:
    """Which pixel of a cell shows what: `NESW` the ground of that side, `nesw` its body, `.` the backing.

    The corners mark: of a hint all four, of a broken side the two at its ends. A layout without free corners marks
    the side itself, and no hints.
    """

    shows: tuple[str, ...]

    @property
    def size(self) -> int:
        """Pixels along a side of a cell."""
        return len(self.shows)

    @property
    def marks(self) -> dict[str, list[tuple[int, int]]]:
        """The pixels (row, column) that mark each broken side, and under `hint` those of a hint."""
        last = self.size - 1
        if self.shows[0][0] != ".":
            return {"N": [(0, 0)], "E": [(0, last)], "S": [(last, last)], "W": [(last, 0)], "hint": []}
        corners = [(0, 0), (0, last), (last, last), (last, 0)]
        ends = {side: [corners[i], corners[(i + 1) % 4]] for i, side in enumerate("NESW")}
        return ends | {"hint": corners}


LAYOUTS = (
    Layout((".NnnN.", "W.NN.E", "wW..Ee", "wW..Ee", "W.SS.E", ".SssS.")),
    Layout((".NN.", "WneE", "WwsE", ".SS.")),
    Layout(("NE", "WS")),
)
"""The layouts from the largest to the smallest."""


def text(subject: Subject, *, color: bool = True, width: int | None = None) -> str:
    """Draw a board or the pieces of a puzzle for a terminal, with a line that sums it up below.

    Without color it is the picture of `str(board)`, or a map with one character a cell where that is too wide.
    """
    shown = scene(subject)
    if color:
        columns, lines = SCREEN if width is None else (width, 10**6)
        return f"{_painted(shown, _layout(shown, columns, lines))}\n{shown.caption}"
    if width is not None and width < 4 * shown.width + 1:
        return f"{_mapped(shown, width)}\n{shown.caption}"
    if isinstance(subject, Board):
        return str(subject)
    rows = shown.sides.reshape(shown.height, shown.width, 4).tolist()
    return f"{ascii_picture(rows, broken_east=set(), broken_south=set())}\n{shown.caption}"


def live(board: Board, *, color: bool = True, width: int = SCREEN[0], height: int = SCREEN[1]) -> str:
    """Draw a board that changes many times a second: always the same lines and columns, and no caption."""
    shown = scene(board)
    return _painted(shown, _layout(shown, width, height)) if color else _mapped(shown, width)


def _layout(shown: Scene, columns: int, lines: int) -> Layout:
    fitting = (x for x in LAYOUTS if x.size * shown.width <= columns and x.size * shown.height <= 2 * lines)
    return next(fitting, LAYOUTS[-1])


def _mapped(shown: Scene, width: int) -> str:
    """One character a cell: `o` filled, `#` filled with a break, `.` empty."""
    signs = np.where(shown.placements == EMPTY, ".", "o")
    signs[shown.broken_sides.any(axis=1)] = "#"
    between = " " if 2 * shown.width <= width + 1 else ""
    return "\n".join(between.join(row) for row in signs.reshape(shown.height, shown.width).tolist())


# pixels


def _rgb(paint: str) -> tuple[int, int, int]:
    return int(paint[1:3], 16), int(paint[3:5], 16), int(paint[5:7], 16)


@cache
def _paints() -> Pixels:
    """The paint of each color by role: ground, body, backing."""
    hues = [motif(color).hue for color in range(MAX_COLOR + 1)]
    return np.array([[_rgb(h.ground), _rgb(h.body), _rgb(BACKING)] for h in hues], dtype=np.uint8)


@cache
def _reads(layout: Layout) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """For each pixel of a cell the side it shows and the role it shows it in."""
    side = [[max(0, "NESW".find(sign.upper())) for sign in row] for row in layout.shows]
    role = [[2 if sign == "." else int(sign.islower()) for sign in row] for row in layout.shows]
    return np.array(side), np.array(role)


def _pixels(shown: Scene, layout: Layout) -> Pixels:
    """The picture as rows of RGB pixels."""
    side, role = _reads(layout)
    cells = _paints()[shown.sides[:, side], role]
    cells[shown.placements == EMPTY] = _rgb(HOLLOW)
    for y, x in layout.marks["hint"]:
        cells[list(shown.hints), y, x] = _rgb(HINT)
    for number, name in enumerate("NESW"):
        for y, x in layout.marks[name]:
            cells[shown.broken_sides[:, number], y, x] = _rgb(TERM_BREAK)
    grid = cells.reshape(shown.height, shown.width, layout.size, layout.size, 3)
    return grid.transpose(0, 2, 1, 3, 4).reshape(shown.height * layout.size, shown.width * layout.size, 3)


def _painted(shown: Scene, layout: Layout) -> str:
    rows = _pixels(shown, layout).tolist()
    return "\n".join(_line(upper, lower) for upper, lower in zip(rows[::2], rows[1::2], strict=True))


def _line(upper: list[list[int]], lower: list[list[int]]) -> str:
    """One line of half blocks; a paint is named only where it changes."""
    parts: list[str] = []
    front = back = None
    for above, below in zip(upper, lower, strict=True):
        if below != back:
            parts.append("\x1b[48;2;{};{};{}m".format(*below))
            back = below
        if above not in (below, front):
            parts.append("\x1b[38;2;{};{};{}m".format(*above))
            front = above
        parts.append(" " if above == below else "▀")
    return "".join(parts) + "\x1b[0m"
