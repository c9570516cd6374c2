"""A puzzle to cut out: its pieces shuffled on pages of real size, and an empty board to place them on.

Pieces are drawn edge to edge, so that one cut parts two of them; the cut lines run on into the margin, where a ruler
finds them. A board larger than a page is printed in parts that are put side by side. The order and the turns of the
pieces come from the seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.model.grid import cell_name
from edgematch.render.motifs import HINT, INK, motif
from edgematch.render.pdf import DIGIT, Document, Matrix, fill, label, lines, stamped
from edgematch.render.shapes import half, moved

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
MARGIN = 12.0
TICK = 4.0
"""How far cut lines run on beyond the pieces."""

SIDE_TURNS: tuple[Matrix, ...] = (
    (1, 0, 0, 1, 0, 0),
    (0, 1, -1, 0, 100, 0),
    (-1, 0, 0, -1, 100, 100),
    (0, -1, 1, 0, 0, 100),
)
"""What turns the north side of a cell of 100 units into each side."""

SOFT = "#9aa1ad"


@dataclass(frozen=True)
class Grid:
    """How many pieces of a size fit a page."""

    piece: float
    columns: int
    rows: int

    @property
    def room(self) -> int:
        """Pieces on a full page."""
        return self.columns * self.rows

    def corner(self, place: int) -> tuple[float, float]:
        """The left and top of a place on the page."""
        row, column = divmod(place, self.columns)
        return MARGIN + column * self.piece, MARGIN + row * self.piece


def sheet(
    puzzle: Puzzle,
    *,
    piece: float = 30,
    paper: str = "a4",
    numbers: bool = False,
    seed: int = 0,
    board: bool = True,
    solution: Board | None = None,
) -> bytes:
    """A PDF of the shuffled pieces to cut out, `piece` millimetres wide, of the empty board, and of a solution.

    Numbers of pieces count from 1; cells have names, A1 at the top left.
    """
    if paper not in PAPERS:
        raise OptionError(f"unknown paper {paper!r}; known: {', '.join(PAPERS)}")
    width, height = PAPERS[paper]
    grid = _grid(piece, width, height)
    out = Document(width, height, stamps=dict(_stamps(puzzle)))
    shuffled = _shuffled(puzzle, seed)
    parts = [shuffled[i : i + grid.room] for i in range(0, len(shuffled), grid.room)]
    for number, part in enumerate(parts, 1):
        note = f"pieces, page {number} of {len(parts)}, seed {seed}"
        out.pages.append("\n".join([*_piece_page(puzzle, part, grid, numbers=numbers), *_foot(puzzle, note, out)]))
    if board:
        out.pages += _board_pages(puzzle, grid, out, numbers=numbers)
    if solution is not None:
        out.pages.append(_solution_page(solution, out))
    return out.to_bytes()


def _grid(piece: float, width: float, height: float) -> Grid:
    columns, rows = (int((side - 2 * MARGIN) // piece) if piece > 0 else 0 for side in (width, height))
    if piece < 5 or not (columns and rows):
        raise OptionError(f"a piece is 5 to {min(width, height) - 2 * MARGIN:g} mm wide on this paper, not {piece:g}")
    return Grid(piece, columns, rows)


def _shuffled(puzzle: Puzzle, seed: int) -> list[int]:
    """All pieces in a random order, each turned at random where pieces may be turned."""
    draw = Random(seed)  # noqa: S311 - a shuffle to print, not a secret
    pieces = list(range(puzzle.cells))
    draw.shuffle(pieces)
    return [piece * 4 + draw.choice(puzzle.turns) for piece in pieces]


def _stamps(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    for color in sorted(set(puzzle.pieces.reshape(-1).tolist())):
        painted = motif(color)
        parts = [fill(painted.hue.ground, (((0, 0), (100, 0), (50, 50)),))]
        parts += [fill(hexed, tuple(moved(p, 50, 0) for p in half(layer))) for hexed, layer in painted.layers]
        yield f"M{color}", "\n".join(parts)


def _piece(puzzle: Puzzle, placement: int, at: tuple[float, float], size: float) -> str:
    """The four sides of a piece, and the fine lines between them."""
    (x, y), scale = at, size / 100
    sides = [
        stamped(f"M{color}", (a * scale, b * scale, c * scale, d * scale, x + e * scale, y + f * scale))
        for color, (a, b, c, d, e, f) in zip(puzzle.sides[placement].tolist(), SIDE_TURNS, strict=True)
    ]
    diagonals = [(x, y, x + size, y + size), (x, y + size, x + size, y)]
    return "\n".join([*sides, lines(diagonals, hexed=INK, width=size / 200)])


def _number(number: int, at: tuple[float, float], size: float) -> str:
    """The number of a piece in its middle, on white."""
    (x, y), font = (at[0] + size / 2, at[1] + size / 2), size / 6
    wide, tall = len(str(number)) * DIGIT * font, 0.72 * font
    pad = font / 5
    left, top, right, bottom = x - wide / 2 - pad, y - tall / 2 - pad, x + wide / 2 + pad, y + tall / 2 + pad
    back = fill(HINT, (((left, top), (right, top), (right, bottom), (left, bottom)),))
    return f"{back}\n{label(str(number), x - wide / 2, y + tall / 2, size=font, hexed=INK)}"


def _piece_page(puzzle: Puzzle, part: list[int], grid: Grid, *, numbers: bool) -> Iterator[str]:
    for place, placement in enumerate(part):
        yield _piece(puzzle, placement, grid.corner(place), grid.piece)
        if numbers:
            yield _number(placement // 4 + 1, grid.corner(place), grid.piece)
    columns, rows = min(len(part), grid.columns), -(-len(part) // grid.columns)
    yield lines(_cuts(grid.piece, columns, rows, beyond=TICK), hexed=INK, width=0.2)


def _cuts(piece: float, columns: int, rows: int, *, beyond: float) -> list[tuple[float, float, float, float]]:
    """The lines of a grid of cells, each running on a little beyond it."""
    right, bottom = MARGIN + columns * piece + beyond, MARGIN + rows * piece + beyond
    first = MARGIN - beyond
    upright = [(MARGIN + i * piece, first, MARGIN + i * piece, bottom) for i in range(columns + 1)]
    return upright + [(first, MARGIN + i * piece, right, MARGIN + i * piece) for i in range(rows + 1)]


def _foot(puzzle: Puzzle, note: str, out: Document) -> Iterator[str]:
    """What the page is, and 50 mm to check with a ruler that it was printed in real size."""
    y, right = out.height - 5, out.width - MARGIN
    yield label(f"{puzzle.name[:60] or 'puzzle'}: {note}", MARGIN, y, size=2.8, hexed=SOFT)
    yield lines([(right - 50, y, right, y), *((x, y - 2, x, y) for x in (right - 50, right))], hexed=SOFT, width=0.2)
    yield label("50 mm: print at 100 %", right - 40, y - 1, size=2.5, hexed=SOFT)


def _board_pages(puzzle: Puzzle, grid: Grid, out: Document, *, numbers: bool) -> Iterator[str]:
    """The empty board, in as many parts as it takes; hints are drawn in their cells, for the pieces to cover."""
    corners = [
        (row, column) for row in range(0, puzzle.height, grid.rows) for column in range(0, puzzle.width, grid.columns)
    ]
    for number, (top, left) in enumerate(corners, 1):
        rows, columns = min(grid.rows, puzzle.height - top), min(grid.columns, puzzle.width - left)
        parts = []
        for row, column in ((r, c) for r in range(rows) for c in range(columns)):
            cell, at = (top + row) * puzzle.width + left + column, grid.corner(row * grid.columns + column)
            if cell in puzzle.hints:
                parts.append(_piece(puzzle, puzzle.hints[cell], at, grid.piece))
            elif numbers:
                parts.append(label(cell_name(cell, puzzle.width), at[0] + 1, at[1] + 3.2, size=2.5, hexed=SOFT))
        parts.append(lines(_cuts(grid.piece, columns, rows, beyond=0), hexed=INK, width=0.3))
        first = cell_name(top * puzzle.width + left, puzzle.width)
        note = f"board, part {number} of {len(corners)}, {first} at the top left"
        yield "\n".join([*parts, *_foot(puzzle, note, out)])


def _solution_page(solution: Board, out: Document) -> str:
    """The solved board, as large as the page allows, with the numbers of its pieces."""
    puzzle = solution.puzzle
    size = min((out.width - 2 * MARGIN) / puzzle.width, (out.height - 2 * MARGIN) / puzzle.height)
    parts = []
    for cell, placement in solution.placed():
        at = MARGIN + cell % puzzle.width * size, MARGIN + cell // puzzle.width * size
        parts += [_piece(puzzle, placement, at, size), _number(placement // 4 + 1, at, size)]
    parts.append(lines(_cuts(size, puzzle.width, puzzle.height, beyond=0), hexed=INK, width=0.3))
    return "\n".join([*parts, *_foot(puzzle, "solution", out)])
