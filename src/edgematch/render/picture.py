"""Pictures by the suffix of their file."""

from __future__ import annotations

from collections.abc import Sequence

from edgematch.errors import OptionError
from edgematch.model import Board, Puzzle
from edgematch.render.html import html
from edgematch.render.png import png
from edgematch.render.sheet import sheet
from edgematch.render.svg import svg

PICTURES = (".svg", ".png", ".html", ".htm")
SHEETS = (".pdf",)


def picture(
    subject: Puzzle | Board,
    suffix: str,
    *,
    numbers: bool = False,
    size: int | None = None,
    links: Sequence[str] = (),
) -> str | bytes:
    """A puzzle or a board as the picture that a suffix stands for: `.svg`, `.png` or `.html`."""
    match suffix.lower():
        case ".svg":
            return svg(subject, numbers=numbers, size=size, rulers=True, caption=True)
        case ".png":
            return png(subject, numbers=numbers, size=size, rulers=True, caption=True)
        case ".html" | ".htm":
            return html(subject, links=links)
    raise OptionError(f"no picture has the suffix {suffix!r}: use {', '.join(PICTURES)} (.pdf for a sheet of pieces)")


def piece_sheet(
    subject: Puzzle | Board,
    suffix: str,
    *,
    numbers: bool = False,
    seed: int = 0,
    paper: str = "a4",
    piece: float = 30,
    solution: bool = False,
) -> bytes:
    """The pieces, shuffled, to print and cut out, as the document that a suffix stands for: `.pdf`.

    `paper` is a4, a3 or letter, `piece` the width of a piece in millimetres. `solution` adds the board that is given
    as the subject as a last page.
    """
    if suffix.lower() not in SHEETS:
        raise OptionError(f"a sheet is a PDF file, not {suffix!r}: give -o pieces.pdf")
    if solution and not isinstance(subject, Board):
        raise OptionError("a solution page needs a board: give the solved board instead of the puzzle")
    puzzle = subject.puzzle if isinstance(subject, Board) else subject
    answer = subject if solution and isinstance(subject, Board) else None
    return sheet(puzzle, numbers=numbers, seed=seed, paper=paper, piece=piece, solution=answer)
