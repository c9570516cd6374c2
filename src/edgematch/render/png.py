"""Boards and puzzles as PNG, rasterised from the very SVG that `svg` draws."""

from __future__ import annotations

from edgematch.errors import MissingDependency
from edgematch.render.scene import Subject
from edgematch.render.svg import svg


def png(
    subject: Subject,
    *,
    size: int | None = None,
    numbers: bool = False,
    breaks: bool = True,
    hints: bool = True,
    rulers: bool = False,
    caption: bool | str = False,
) -> bytes:
    """Draw a board, or the pieces of a puzzle in a tray, as a PNG; the options are those of `svg`."""
    return rasterise(
        svg(subject, size=size, numbers=numbers, breaks=breaks, hints=hints, rulers=rulers, caption=caption)
    )


def rasterise(picture: str) -> bytes:
    """Turn an SVG document into PNG bytes."""
    try:
        import resvg_py
    except ImportError as error:
        raise MissingDependency("PNG pictures need resvg-py: pip install 'edgematch[png]'") from error
    # Reading the system's fonts takes longer than the picture: only where there is text.
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts="<text" not in picture))
