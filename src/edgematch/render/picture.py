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
            return svg(subject, numbers=numbers, size=size, caption=True)
        case ".png":
            return png(subject, numbers=numbers, size=size, caption=True)
        case ".html" | ".htm":
            return html(subject, links=links)
    raise OptionError(f"no picture has the suffix {suffix!r}: use {', '.join(PICTURES)} (.pdf for a sheet of pieces)")


def piece_sheet(subject: Puzzle | Board, suffix: str, *, numbers: bool = False, seed: int = 0) -> bytes:
    """The pieces, shuffled, to print and cut out, as the document that a suffix stands for: `.pdf`."""
    if suffix.lower() not in SHEETS:
        raise OptionError(f"a sheet is a PDF file, not {suffix!r}: give -o pieces.pdf")
    return sheet(subject.puzzle if isinstance(subject, Board) else subject, numbers=numbers, seed=seed)
