"""What the terminal can show: whether in color, and in how many columns and lines."""

from __future__ import annotations

import os
import shutil
import sys
from typing import IO


def wants_color(stream: IO[str] | None = None) -> bool:
    """Whether a stream is a terminal that shows colors and whose user wants them.

    `NO_COLOR` (any value) and `TERM=dumb` turn colors off, `FORCE_COLOR` turns them on in a pipe too.
    """
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def window() -> tuple[int, int]:
    """The columns and lines of the terminal; 80 and 24 where there is none."""
    size = shutil.get_terminal_size((80, 24))
    return size.columns, size.lines
