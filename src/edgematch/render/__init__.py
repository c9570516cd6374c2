"""Pictures: pure functions of boards and puzzles, one file an output."""

from edgematch.render.html import html
from edgematch.render.png import png
from edgematch.render.sheet import sheet
from edgematch.render.svg import svg
from edgematch.render.text import live, text

__all__ = ["html", "live", "png", "sheet", "svg", "text"]
