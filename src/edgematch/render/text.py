"""Boards and puzzles on a terminal: half blocks in true color, or plain characters.

A half block holds two square pixels, so a cell of 4x4 pixels takes four columns and two lines, and a 16x16 board 64
columns and 32 lines. Three layouts say which pixel shows which side: the largest that fits is taken; the smallest
takes two columns and one line per cell. In the two larger ones a side shows the ground and the body of its motif, so
that sides of equal ground can be distinguished; where two facing sides match, their pixels close to one block.

Rulers name rows and columns, A1 at the top left. A board larger than the window is cut, and a note says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from edgematch.model import EMPTY, MAX_COLOR, Board
from edgematch.model.grid import EAST, SOUTH, cell_name, row_name
from edgematch.model.picture import ascii_picture, color_letter
from edgematch.render.motifs import BACKING, HINT, HOLLOW, motif
from edgematch.render.scene import Scene, Subject, scene

SCREEN = (80, 40)
"""The columns and lines a picture may take when nothing is said."""

UNBOUNDED = 10**6

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


def text(subject: Subject, *, color: bool = True, width: int | None = None, height: int | None = None) -> str:
    """Draw a board or the pieces of a puzzle for a terminal, with a line that sums it up below.

    It fits `width` columns and `height` lines: the largest layout that does is taken, and what still does not fit is
    cut with a note. Without color it is the picture of `str(board)`, or two characters per cell where that is too
    large.
    """
    shown = scene(subject)
    columns, lines = width or SCREEN[0], height or (SCREEN[1] if width is None else UNBOUNDED)
    foot = [*_legend(shown, color=color), shown.caption]
    drawn = _colored if color else _plain
    picture = drawn(shown, columns, lines - len(foot), exact=width is None and height is None)
    return "\n".join([*picture, *foot])


def live(board: Board, *, color: bool = True, width: int = SCREEN[0], height: int = SCREEN[1]) -> str:
    """Draw a board that changes many times a second: always the same lines and columns, no rulers, no caption."""
    shown = scene(board)
    if color:
        return "\n".join(_painted(shown, _layout(shown, width, height)))
    return _map(shown, width)


def _legend(shown: Scene, *, color: bool) -> list[str]:
    """One line that explains the marks; nothing where there are none."""
    signs = {"break": "#", "empty": "."}
    if not color:
        marks = [f"{signs[name]} {name}" for name in shown.legend if name in signs]
        return ["  ".join(marks)] if marks and not shown.is_tray else []
    paints = {"break": TERM_BREAK, "hint": HINT, "empty": HOLLOW}
    marks = [f"{_ink(paints[name])}■\x1b[0m {name}" for name in shown.legend if name in paints]
    return ["  ".join(marks)] if marks and not shown.is_tray else []


def _ink(paint: str) -> str:
    return "\x1b[38;2;{};{};{}m".format(*_rgb(paint))


def _layout(shown: Scene, columns: int, lines: int) -> Layout:
    fitting = (x for x in LAYOUTS if x.size * shown.width <= columns and x.size * shown.height <= 2 * lines)
    return next(fitting, LAYOUTS[-1])


def _colored(shown: Scene, columns: int, lines: int, *, exact: bool) -> list[str]:  # noqa: ARG001 - as `_plain` has it
    """The picture in half blocks with rulers, as large as fits, cut where nothing fits."""
    side = 1 + len(row_name(shown.height - 1))
    layout = _layout(shown, columns - side, lines - 1)
    size, deep = layout.size, layout.size // 2
    wide, high = _window(shown, (columns - side) // size, (lines - 1) // deep, spare=deep == 1)
    head = (" " * side + _numbers(wide, size)).rstrip()
    painted = _painted(shown, layout, wide=wide, high=high)
    rows = [
        f"{row_name(number // deep) if number % deep == (deep - 1) // 2 else '':<{side}}{line}"
        for number, line in enumerate(painted)
    ]
    return [head, *rows, *_cut(shown, wide, high)]


def _plain(shown: Scene, columns: int, lines: int, *, exact: bool) -> list[str]:
    """The picture of `str(board)`, or two characters per cell: its east and south side, `#` for a break."""
    side = 1 + len(row_name(shown.height - 1))
    fits = 4 * shown.width + 1 + side <= columns and 4 * shown.height + 2 <= lines
    if fits or exact:
        rows = shown.sides.reshape(shown.height, shown.width, 4).tolist()
        east, south = ({cell for cell, way in shown.broken if way == direction} for direction in (EAST, SOUTH))
        return ascii_picture(rows, broken_east=east, broken_south=south).splitlines()
    pitch = 3 if side + 3 * shown.width <= columns else 2
    wide, high = _window(shown, (columns - side) // pitch, lines - 1, spare=True)
    head = " " * side + _numbers(wide, pitch)
    pairs = [_pair(shown, cell) for cell in range(shown.puzzle.cells)]
    between = " " * (pitch - 2)
    body = [
        f"{row_name(row):<{side}}" + between.join(pairs[row * shown.width : row * shown.width + wide])
        for row in range(high)
    ]
    return [head.rstrip(), *(line.rstrip() for line in body), *_cut(shown, wide, high)]


def _window(shown: Scene, columns: int, lines: int, *, spare: bool) -> tuple[int, int]:
    """How many columns and rows of cells fit; where some do not, a line is left for the note."""
    whole = shown.width <= columns and shown.height <= lines
    high = lines if whole or not spare else lines - 1
    return max(1, min(shown.width, columns)), max(1, min(shown.height, high))


def _numbers(count: int, pitch: int) -> str:
    """The numbers of columns; of the two-digit ones every other where a cell has only two characters."""
    if pitch > 2:
        return "".join(f"{column:^{pitch}}" for column in range(1, count + 1))
    return "".join(f"{column if column < 10 or column % 2 == 0 else '':<2}" for column in range(1, count + 1))


def _pair(shown: Scene, cell: int) -> str:
    if shown.placements[cell] == EMPTY:
        return ".."
    broken = shown.broken_sides[cell]
    letters = (color_letter(int(shown.sides[cell, way])) for way in (EAST, SOUTH))
    return "".join("#" if broken[way] else letter for way, letter in zip((EAST, SOUTH), letters, strict=True))


def _cut(shown: Scene, wide: int, high: int) -> list[str]:
    """A note where a part of the board does not fit the window."""
    if (wide, high) == (shown.width, shown.height):
        return []
    last = cell_name((high - 1) * shown.width + wide - 1, shown.width)
    return [f"only A1 to {last} of {shown.width}x{shown.height} fits; enlarge the window or draw to a file with -o"]


def _map(shown: Scene, width: int) -> str:
    """One character per cell: `o` filled, `#` filled with a break, `.` empty."""
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


def _painted(shown: Scene, layout: Layout, *, wide: int | None = None, high: int | None = None) -> list[str]:
    """The lines of the picture, of its first `wide` columns and `high` rows where they are given."""
    size = layout.size
    pixels = _pixels(shown, layout)[: high and high * size, : wide and wide * size].tolist()
    return [_line(upper, lower) for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)]


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
