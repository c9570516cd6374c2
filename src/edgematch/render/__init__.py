"""Pictures: pure functions of boards and puzzles, one file per output."""

from edgematch.render.html import html
from edgematch.render.picture import PICTURES, picture, piece_sheet
from edgematch.render.png import png
from edgematch.render.sheet import sheet
from edgematch.render.svg import svg
from edgematch.render.terminal import show, wants_color
from edgematch.render.text import live, text

__all__ = ["PICTURES", "html", "live", "picture", "piece_sheet", "png", "sheet", "show", "svg", "text", "wants_color"]
